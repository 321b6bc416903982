// A board as groups, for the learner.
//
// A variable says that a value stands in a cell. Of the values of a cell, and of the places of a value in a unit, exactly
// one holds.
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
                cell_variable_[static_cast<std::size_t>(cell) * size_ + __builtin_ctz(values)] = static_cast<Variable>(variables_++);
        }
        for (int cell = 0; cell < rules.cells; ++cell) {
            std::vector<Variable> group;
            for (int value = 0; value < size_; ++value)
                if (variable(cell, value) != none) group.push_back(variable(cell, value));
            one_of(group);
        }
        for (int value = 0; value < size_; ++value)
            for (const auto& unit : rules.units) {
                std::vector<Variable> group;
                for (const int cell : unit)
                    if (variable(cell, value) != none) group.push_back(variable(cell, value));
                one_of(group);
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
    std::size_t variables() const { return variables_; }
    const std::vector<std::vector<Variable>>& groups() const { return groups_; }

private:
    static constexpr Variable none = 0xFFFF;

    Variable variable(int cell, int value) const {
        return cell_variable_[static_cast<std::size_t>(cell) * size_ + value];
    }
    void one_of(const std::vector<Variable>& group) {
        if (!group.empty()) groups_.push_back(group);
    }

    const Rules& rules_;
    const int size_;
    std::vector<Variable> cell_variable_;
    std::size_t variables_ = 0;
    std::vector<std::vector<Variable>> groups_;
};

}  // namespace gridmill::sudoku
