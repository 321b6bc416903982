// A board as clauses, for the learner.
//
// A variable says that a value stands in a cell. Of the values of a cell, and of the places of a value in a unit, exactly
// one holds: a clause says that one does, implications say that no two do.
//
// With a further variable for each place where a line meets a box, saying that a value stands somewhere in it, locked
// candidates are plain implications, and what is learned can speak of them. That took a quarter of the contradictions
// away on 25x25, but each took half as long again.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "learner.hpp"
#include "masks.hpp"
#include "rules.hpp"

namespace gridmill::sudoku {

class Encoding {
public:
    // Of the candidates that propagation left.
    Encoding(const Rules& rules, const Masks& masks) : rules_(rules), size_(rules.size) {
        cell_variable_.assign(static_cast<std::size_t>(rules.cells) * size_, none);
        for (int cell = 0; cell < rules.cells; ++cell) {
            const std::uint32_t left = masks.candidates(cell);
            if ((left & (left - 1)) == 0) continue;
            for (std::uint32_t values = left; values != 0; values &= values - 1)
                cell_variable_[static_cast<std::size_t>(cell) * size_ + __builtin_ctz(values)] = new_variable();
        }
        for (int cell = 0; cell < rules.cells; ++cell) {
            std::vector<std::uint32_t> group;
            for (int value = 0; value < size_; ++value)
                if (variable(cell, value) != none) group.push_back(variable(cell, value));
            one_of(group);
        }
        for (int value = 0; value < size_; ++value)
            for (const auto& unit : rules.units) {
                std::vector<std::uint32_t> group;
                for (const int cell : unit)
                    if (variable(cell, value) != none) group.push_back(variable(cell, value));
                one_of(group);
            }
        for (auto& list : implied_) {  // two cells may share two units
            std::sort(list.begin(), list.end());
            list.erase(std::unique(list.begin(), list.end()), list.end());
        }
    }

    // The solution that the learner found: values from 0.
    std::vector<std::uint8_t> grid(const Learner& learner, const Masks& masks) const {
        std::vector<std::uint8_t> grid(rules_.cells);
        for (int cell = 0; cell < rules_.cells; ++cell) {
            grid[cell] = static_cast<std::uint8_t>(masks.value(cell));  // right where propagation left one candidate
            for (int value = 0; value < size_; ++value)
                if (variable(cell, value) != none && learner.holds(variable(cell, value)))
                    grid[cell] = static_cast<std::uint8_t>(value);
        }
        return grid;
    }
    const std::vector<std::vector<Literal>>& implied() const { return implied_; }
    const std::vector<std::vector<Literal>>& clauses() const { return clauses_; }

private:
    static constexpr std::uint32_t none = ~0u;

    std::uint32_t variable(int cell, int value) const {
        return cell_variable_[static_cast<std::size_t>(cell) * size_ + value];
    }
    std::uint32_t new_variable() {
        implied_.resize(implied_.size() + 2);
        return static_cast<std::uint32_t>(implied_.size() / 2 - 1);
    }
    static Literal yes(std::uint32_t variable) { return static_cast<Literal>(2 * variable); }
    static Literal no(std::uint32_t variable) { return static_cast<Literal>(2 * variable + 1); }
    void one_of(const std::vector<std::uint32_t>& group) {
        if (group.empty()) return;
        std::vector<Literal> clause;
        for (const std::uint32_t v : group) {
            clause.push_back(yes(v));
            for (const std::uint32_t other : group)
                if (v != other) implied_[yes(v)].push_back(no(other));
        }
        clauses_.push_back(clause);
    }

    const Rules& rules_;
    const int size_;
    std::vector<std::uint32_t> cell_variable_;
    std::vector<std::vector<Literal>> implied_;
    std::vector<std::vector<Literal>> clauses_;
};

}  // namespace gridmill::sudoku
