// A board as clauses, for the learner.
//
// A variable says that a value stands in a cell. Where a row or column meets a box, a further variable for each value
// says that it stands somewhere in that mini. Minis exclude each other along their line and inside their box, and of
// both sets one holds; so locked candidates are plain implications, and what is learned can speak of minis.
//
//     cell in mini  ->  mini          mini  ->  one of its cells
//     mini          ->  not the other minis of its line, not those of its box
#pragma once

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
        for (int value = 0; value < size_; ++value) encode(value);
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
    void imply(Literal from, Literal to) {
        implied_[from].push_back(to);
        implied_[to ^ 1].push_back(static_cast<Literal>(from ^ 1));
    }
    void at_most_one(const std::vector<std::uint32_t>& group) {
        for (const std::uint32_t a : group)
            for (const std::uint32_t b : group)
                if (a < b) imply(yes(a), no(b));
    }
    void one_of(const std::vector<std::uint32_t>& group) {
        if (group.empty()) return;
        at_most_one(group);
        std::vector<Literal> clause;
        for (const std::uint32_t v : group) clause.push_back(yes(v));
        clauses_.push_back(clause);
    }

    // The rules for one value. A unit is either cut into minis (lines and boxes) or stands as it is (diagonals).
    void encode(int value) {
        const std::size_t first_box = 2 * static_cast<std::size_t>(size_), end_box = 3 * static_cast<std::size_t>(size_);
        std::vector<std::vector<std::uint32_t>> of_line(first_box), rows_of_box(size_), columns_of_box(size_);
        for (std::size_t line = 0; line < first_box; ++line) {
            std::vector<std::vector<std::uint32_t>> by_box(size_);
            for (const int cell : rules_.units[line])
                if (variable(cell, value) != none) by_box[rules_.seats[cell][2].unit - first_box].push_back(variable(cell, value));
            for (int box = 0; box < size_; ++box) {
                if (by_box[box].empty()) continue;
                const std::uint32_t m = mini(by_box[box]);
                of_line[line].push_back(m);
                (line < static_cast<std::size_t>(size_) ? rows_of_box : columns_of_box)[box].push_back(m);
            }
        }
        for (const auto& line : of_line) one_of(line);
        for (const auto& box : rows_of_box) one_of(box);
        for (const auto& box : columns_of_box) one_of(box);
        for (std::size_t unit = end_box; unit < rules_.units.size(); ++unit) {
            std::vector<std::uint32_t> group;
            for (const int cell : rules_.units[unit])
                if (variable(cell, value) != none) group.push_back(variable(cell, value));
            one_of(group);
        }
    }
    // The variable of a mini: of its only cell, or a new one.
    std::uint32_t mini(const std::vector<std::uint32_t>& cells) {
        if (cells.size() == 1) return cells[0];
        const std::uint32_t m = new_variable();
        at_most_one(cells);
        std::vector<Literal> clause{no(m)};
        for (const std::uint32_t v : cells) {
            imply(yes(v), yes(m));
            clause.push_back(yes(v));
        }
        clauses_.push_back(clause);
        return m;
    }

    const Rules& rules_;
    const int size_;
    std::vector<std::uint32_t> cell_variable_;
    std::vector<std::vector<Literal>> implied_;
    std::vector<std::vector<Literal>> clauses_;
};

}  // namespace gridmill::sudoku
