// The sets of variables of which exactly one holds: the values of a cell, the places of a value in a unit.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "trail.hpp"

namespace gridmill::sudoku {

class Groups {
public:
    // Every clause that denies nothing is one: encoding.hpp makes no other.
    Groups(std::size_t variables, const std::vector<std::vector<Literal>>& clauses) : of_(variables) {
        for (const auto& clause : clauses) {
            if (std::any_of(clause.begin(), clause.end(), [](Literal literal) { return (literal & 1) != 0; })) continue;
            for (const Literal literal : clause) of_[literal >> 1].push_back(static_cast<std::uint32_t>(members_.size()));
            members_.push_back(clause);
        }
    }
    // How many variables are open in the smallest group of one that is open.
    int smallest(std::uint32_t variable, const Trail& trail) const {
        int least = 1 << 30;
        for (const std::uint32_t group : of_[variable]) {
            int open = 0;
            for (const Literal literal : members_[group]) open += trail.value(literal) == 0;
            least = std::min(least, open);
        }
        return least;
    }

private:
    std::vector<std::vector<Literal>> members_;
    std::vector<std::vector<std::uint32_t>> of_;  // by variable
};

}  // namespace gridmill::sudoku
