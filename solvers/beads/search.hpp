// What an exact cover search found: how many completions, the first two, and all of them where asked for.
#pragma once

#include <cstdint>
#include <vector>

#include "puzzle.hpp"

namespace gridmill::beads {

// Which placements a search may use, and what it keeps; by default all of them, and the first two completions.
struct Scope {
    const std::vector<std::uint32_t>* only = nullptr;
    bool keep_all = false;
    std::uint64_t nodes = 0;  // give up after so many, whatever the meter allows; 0: no such end
};

struct Search {
    std::uint64_t found = 0;
    bool complete = false;
    std::vector<Laid> first, second;
    std::vector<Laid> all;           // one behind the other
    std::vector<std::size_t> sizes;  // how many pieces each has: with spare pieces they differ

    void note(const std::vector<Laid>& laid, bool keep) {
        if (keep) {
            all.insert(all.end(), laid.begin(), laid.end());
            sizes.push_back(laid.size());
        }
        if (found == 0) first = laid;
        else if (found == 1) second = laid;
        ++found;
    }
};

}  // namespace gridmill::beads
