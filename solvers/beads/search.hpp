// What an exact cover search found: how many completions, the first two, and all of them where asked for.
#pragma once

#include <cstdint>
#include <vector>

#include "puzzle.hpp"

namespace gridmill::beads {

struct Search {
    std::uint64_t found = 0;
    bool complete = false;
    std::vector<Laid> first, second;
    std::vector<Laid> all;  // one behind the other

    void note(const std::vector<Laid>& laid, bool keep) {
        if (keep) all.insert(all.end(), laid.begin(), laid.end());
        if (found == 0) first = laid;
        else if (found == 1) second = laid;
        ++found;
    }
};

}  // namespace gridmill::beads
