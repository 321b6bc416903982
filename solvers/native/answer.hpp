// What a kernel says of one board, and the one rule that turns a search's end into a verdict.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "budget.hpp"

namespace gridmill {

enum class Verdict : std::uint8_t { unique, multiple, none, invalid, undecided, failed };

struct Answer {
    Verdict verdict = Verdict::failed;
    std::uint64_t count = 0;
    bool count_is_exact = false;
    std::string big_count;  // decimal digits, only where the count does not fit 64 bits
    std::string solution;   // canonical text; empty where there is none
    std::string witness;
    std::string reason;
    const char* engine = nullptr;  // a literal; nullptr is the kernel's own name

    // As new, with the room that its texts have.
    void clear() {
        verdict = Verdict::failed;
        count = 0;
        count_is_exact = false;
        for (std::string* text : {&big_count, &solution, &witness, &reason}) text->clear();
        engine = nullptr;
    }

    void invalid(std::string why) {
        verdict = Verdict::invalid;
        count = 0;
        count_is_exact = true;
        reason = std::move(why);
    }

    // The search has ended: it was complete, or `limit` or the budget stopped it after `found` solutions.
    // Two solutions prove `multiple` whatever ended the search; one proves nothing unless it was complete.
    void conclude(std::uint64_t found, bool complete, std::uint64_t limit, Stop stop) {
        count = found;
        count_is_exact = complete;
        if (found >= 2) {
            verdict = Verdict::multiple;
        } else if (complete) {
            verdict = found == 1 ? Verdict::unique : Verdict::none;
        } else {
            verdict = Verdict::undecided;
        }
        if (!complete) reason = why(stop, limit);
    }

private:
    static std::string why(Stop stop, std::uint64_t limit) {
        switch (stop) {
            case Stop::nodes: return "node limit reached";
            case Stop::time: return "time limit reached";
            case Stop::cancelled: return "cancelled";
            case Stop::no: break;
        }
        return "stopped at the limit of " + std::to_string(limit) + (limit == 1 ? " solution" : " solutions");
    }
};

// Solutions of one board in ascending order, and whether the list is complete.
struct Page {
    std::vector<std::string> solutions;
    bool complete = false;
};

}  // namespace gridmill
