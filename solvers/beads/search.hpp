// What an exact cover search found: how many completions, and the first two.
#pragma once

#include <cstdint>
#include <vector>

#include "puzzle.hpp"

namespace gridmill::beads {

struct Search {
    std::uint64_t found = 0;
    bool complete = false;
    std::vector<Laid> first, second;

    void note(const std::vector<Laid>& laid) {
        if (found == 0) first = laid;
        else if (found == 1) second = laid;
        ++found;
    }
};

}  // namespace gridmill::beads
