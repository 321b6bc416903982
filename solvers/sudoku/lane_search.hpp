// Depth-first search of many boards side by side, each in its lane of a lane engine.
//
// All lanes take a sweep together. Then each lane that came to an end of its deductions is served alone: a
// contradiction or a solution takes back the last decision, a standstill makes a new one, and a lane whose board is
// done takes the next board. A decision is of a cell and one of its values; what is kept for taking it back is the
// board without that value, so that every decision has two sides and the second one is a deduction.
//
// A sweep takes as long for one lane as for all. So when there are no boards left to fill the lanes with, the last ones
// are brought to their end one by one, by the lone engine; a call of few boards goes there at once.
#pragma once

#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "answer.hpp"
#include "budget.hpp"
#include "lanes.hpp"
#include "lone_search.hpp"

namespace gridmill::sudoku {

template <class T> class LaneSearch {
public:
    // `patience` is how many nodes a board may take before it is evicted; 0 means no end.
    LaneSearch(const LaneEngine& engine, std::uint64_t limit, const Budget& budget, std::uint64_t patience)
        : engine_(engine),
          size_(engine.box_rows * engine.box_columns),
          cells_(size_ * size_),
          limit_(limit),
          budget_(budget),
          patience_(patience) {
        const std::size_t vectors = static_cast<std::size_t>(cells_) + 3 * size_ + 1;
        memory_.reset(static_cast<T*>(std::aligned_alloc(64, (vectors * engine.lanes * sizeof(T) + 63) / 64 * 64)));
        std::fill_n(memory_.get(), vectors * engine.lanes, T{0});
        chosen_ = memory_.get() + (vectors - 1) * engine.lanes;
        lanes_.resize(engine.lanes);
        const char base = size_ <= 9 ? '1' : 'A';
        for (int value = 0; value < size_; ++value) masks_[base + value] = static_cast<T>(1u << value);
        masks_[static_cast<int>('.')] = static_cast<T>((1ull << size_) - 1);
    }

    // Works on all jobs until each has come to an end, or a cancel leaves some waiting.
    void run(std::vector<LaneJob>& jobs) {
        next_ = jobs.data();
        end_ = next_ + jobs.size();
        active_ = 0;
        if (!look()) return;
        for (int lane = 0; lane < engine_.lanes; ++lane) take_next(lane);
        for (std::uint64_t round = 1; active_ != 0; ++round) {
            if constexpr (sizeof(T) == sizeof(LoneSearch::Cell))
                if (engine_.alone.sweep != nullptr && next_ == end_ && __builtin_popcountll(active_) * company <= engine_.lanes)
                    return finish_alone();
            if ((round & 63) == 0 && !look()) return;
            serve(engine_.sweep(memory_.get()));
        }
    }

private:
    // A sweep of all lanes takes as long as sweeps of this part of them alone.
    static constexpr int company = 2;

    struct Lane {
        LaneJob* job = nullptr;
        std::uint64_t first_sweep = 0;
        Clock::time_point start;
        std::vector<T> frames;  // boards to go back to, each `cells_` long
        std::size_t depth = 0;
    };
    struct Free {
        void operator()(T* memory) const { std::free(memory); }
    };

    T& cell(int lane, int index) { return memory_.get()[index * engine_.lanes + lane]; }

    void finish_alone() {
        LoneSearch search(engine_.alone, limit_, budget_, patience_);
        for (; active_ != 0; active_ &= active_ - 1) {
            const int lane = __builtin_ctzll(active_);
            const Lane& l = lanes_[lane];
            const Clock::time_point start = Clock::now();
            for (int i = 0; i < cells_; ++i) search.cell(i) = cell(lane, i);
            for (int unit = 0; unit < 3 * size_; ++unit) search.put_weight(unit, cell(lane, cells_ + unit));
            for (std::size_t frame = 0; frame < l.depth; ++frame) search.push_frame(l.frames.data() + frame * cells_);
            l.job->sweeps = sweeps_ - l.first_sweep;
            if (!search.run(*l.job, budget_.seconds > 0 ? l.start : start)) return;
            l.job->alone_ns = std::chrono::duration<double, std::nano>(Clock::now() - start).count();
        }
    }

    void serve(const SweepReport& report) {
        ++sweeps_;
        const LaneSet bad = report.bad & active_;
        const LaneSet solved = active_ & ~report.bad & ~report.open;
        const LaneSet stuck = active_ & ~report.bad & report.open & ~report.changed;
        for (LaneSet left = bad; left != 0; left &= left - 1) go_back(__builtin_ctzll(left));
        for (LaneSet left = solved; left != 0; left &= left - 1) take_solution(__builtin_ctzll(left));
        if (stuck == 0) return;
        engine_.choose(memory_.get(), chosen_);
        for (LaneSet left = stuck; left != 0; left &= left - 1) decide(__builtin_ctzll(left));
    }

    bool spend(int lane) {
        LaneJob& job = *lanes_[lane].job;
        if (budget_.nodes != 0 && job.nodes >= budget_.nodes) return finish(lane, LaneJob::End::out_of_nodes), false;
        if (patience_ != 0 && job.nodes >= patience_) return finish(lane, LaneJob::End::evicted), false;
        ++job.nodes;
        return true;
    }

    void decide(int lane) {
        if (!spend(lane)) return;
        Lane& l = lanes_[lane];
        const std::size_t top = l.depth++ * cells_;
        if (l.frames.size() < top + cells_) l.frames.resize(top + cells_);
        T* frame = l.frames.data() + top;
        for (int i = 0; i < cells_; ++i) frame[i] = cell(lane, i);
        const int where = chosen_[lane];
        const T value = frame[where] & (~frame[where] + 1);
        frame[where] ^= value;
        cell(lane, where) = value;
    }

    void go_back(int lane) {
        Lane& l = lanes_[lane];
        if (l.depth == 0) return finish(lane, LaneJob::End::finished);
        if (!spend(lane)) return;
        const T* frame = l.frames.data() + --l.depth * cells_;
        for (int i = 0; i < cells_; ++i) cell(lane, i) = frame[i];
    }

    void take_solution(int lane) {
        LaneJob& job = *lanes_[lane].job;
        ++job.found;
        if (job.found <= 2) (job.found == 1 ? job.solution : job.witness) = written(lane);
        if (job.found == limit_ && lanes_[lane].depth != 0) return finish(lane, LaneJob::End::finished, false);
        go_back(lane);
    }

    std::string written(int lane) {
        std::string text(cells_, size_ <= 9 ? '1' : 'A');
        for (int i = 0; i < cells_; ++i) text[i] = static_cast<char>(text[i] + __builtin_ctz(cell(lane, i)));
        return text;
    }

    void finish(int lane, LaneJob::End end, bool complete = true) {
        LaneJob& job = *lanes_[lane].job;
        job.end = end;
        job.complete = complete && end == LaneJob::End::finished;
        job.sweeps = sweeps_ - lanes_[lane].first_sweep;
        take_next(lane);
    }

    void take_next(int lane) {
        Lane& l = lanes_[lane];
        active_ &= ~(LaneSet{1} << lane);
        while (next_ != end_) {
            l.job = next_++;
            l.depth = 0;
            l.first_sweep = sweeps_;
            if (budget_.seconds > 0) l.start = Clock::now();
            if (load(lane, l.job->cells)) {
                active_ |= LaneSet{1} << lane;
                return;
            }
            l.job->end = LaneJob::End::malformed;
        }
    }

    bool load(int lane, std::string_view text) {
        bool good = true;
        for (int i = 0; i < cells_; ++i) {
            const T mask = masks_[static_cast<unsigned char>(text[i])];
            good &= mask != 0;
            cell(lane, i) = mask;
        }
        for (int unit = 0; unit < 3 * size_; ++unit) cell(lane, cells_ + unit) = 1;
        return good;
    }

    // Reads cancel and clock; a board that has run too long is left to an engine that looks at nothing else.
    bool look() {
        if (budget_.cancel != nullptr && *budget_.cancel != 0) return false;
        if (budget_.seconds <= 0) return true;
        const Clock::time_point now = Clock::now();
        for (int lane = 0; lane < engine_.lanes; ++lane) {
            const bool busy = (active_ >> lane & 1) != 0;
            if (busy && std::chrono::duration<double>(now - lanes_[lane].start).count() > budget_.seconds)
                finish(lane, LaneJob::End::evicted);
        }
        return true;
    }

    const LaneEngine& engine_;
    const int size_, cells_;
    const std::uint64_t limit_;
    const Budget& budget_;
    const std::uint64_t patience_;
    std::unique_ptr<T, Free> memory_;
    T* chosen_;
    std::vector<Lane> lanes_;
    T masks_[256] = {};
    LaneJob *next_ = nullptr, *end_ = nullptr;
    LaneSet active_ = 0;
    std::uint64_t sweeps_ = 0;
};

}  // namespace gridmill::sudoku
