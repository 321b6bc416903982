// What a search may cost, and the meter that every kernel reads: nodes, clock and cancel.
//
// Signals do not reach C++ code in time, so a limit or a cancel works only because kernels ask. A kernel calls
// spend() once a search node and unwinds when it says false.
#pragma once

#include <chrono>
#include <cstdint>

namespace gridmill {

using Clock = std::chrono::steady_clock;

// What one board may cost; 0 means no limit. `cancel` points to a byte that another thread may set.
struct Budget {
    std::uint64_t nodes = 0;
    double seconds = 0;
    const volatile std::uint8_t* cancel = nullptr;
};

enum class Stop : std::uint8_t { no, nodes, time, cancelled };

// Counts the nodes of one board and says when its budget is used up.
class Meter {
public:
    // `spent` nodes have been used on the board before, by other means.
    Meter(const Budget& budget, Clock::time_point start, std::uint64_t spent = 0)
        : budget_(budget), start_(start), nodes_(spent) {
        if (cancelled()) stop_ = Stop::cancelled;
    }

    // One more node; false from the moment when the budget is used up. The clock is read every 64 nodes, which
    // keeps its cost under 1 ns a node and its delay under a millisecond in every kernel of ours.
    bool spend() {
        if (stop_ != Stop::no) return false;
        if (budget_.nodes != 0 && nodes_ >= budget_.nodes) return halt(Stop::nodes);
        ++nodes_;
        return (nodes_ & 63) != 0 || look();
    }

    // Reads clock and cancel at once; for stretches of work that are no nodes.
    bool look() {
        if (stop_ != Stop::no) return false;
        if (cancelled()) return halt(Stop::cancelled);
        if (budget_.seconds > 0 && std::chrono::duration<double>(Clock::now() - start_).count() > budget_.seconds)
            return halt(Stop::time);
        return true;
    }

    std::uint64_t nodes() const { return nodes_; }
    Stop stop() const { return stop_; }

private:
    bool cancelled() const { return budget_.cancel != nullptr && *budget_.cancel != 0; }
    bool halt(Stop why) { stop_ = why; return false; }

    const Budget& budget_;
    Clock::time_point start_;
    std::uint64_t nodes_;
    Stop stop_ = Stop::no;
};

}  // namespace gridmill
