// What cages say of their cells, and by the rule of 45 of cells inside and outside of them.
//
// All values of a unit have the same sum, 45 on 9x9. Where cages lie across the border of some units, that gives the sum
// of what sticks out, or of what is in them and in no cage. Without it the hardest of twenty published boards took 49,321
// nodes in place of 27, and all of them 57 times as long.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "rules.hpp"

namespace gridmill::sudoku {

// Cells whose values, some of them counted negative, have that sum.
struct Condition {
    int total = 0;
    std::vector<std::uint16_t> cells;
    std::uint32_t negative = 0;  // bit i: the i-th cell
    bool differ = false;         // no two cells hold the same value, and none is negative
};

class Sums {
public:
    using Allowed = std::array<std::uint32_t, largest_with_cages>;

    explicit Sums(const Rules& rules) : rules_(rules), of_(rules.cells), cage_of_(rules.cells, none) {
        for (std::size_t i = 0; i < rules.cages.size(); ++i) {
            const Cage& cage = rules.cages[i];
            add({cage.sum, {cage.cells.begin(), cage.cells.end()}, 0, true});
            // Of cages that overlap, the first counts below.
            const bool apart = std::all_of(cage.cells.begin(), cage.cells.end(), [&](int cell) { return cage_of_[cell] == none; });
            if (apart) for (const int cell : cage.cells) cage_of_[cell] = static_cast<std::uint16_t>(i);
        }
        if (rules.cages.empty()) return;
        // Neighbouring rows, columns, boxes; more than half of them say the same as the others.
        const auto size = static_cast<std::size_t>(rules.size);
        for (std::size_t first = 0; first < rules.units.size(); ++first) {
            const std::size_t end = first < 3 * size ? (first / size + 1) * size : first + 1;
            std::vector<std::uint8_t> inside(rules.cells, 0);
            for (std::size_t last = first; last < end && last <= first + size / 2; ++last) {
                for (const int cell : rules.units[last]) inside[cell] = 1;
                weigh(inside, static_cast<int>(last - first + 1));
            }
        }
    }

    const std::vector<Condition>& conditions() const { return conditions_; }
    // False if the sums of cages that cover some units do not add up.
    bool possible() const { return possible_; }
    // Those that a cell takes part in, by their index.
    const std::vector<std::uint16_t>& of(int cell) const { return of_[cell]; }

    // The values that a condition leaves to each of its cells.
    static Allowed allowed(const Condition& condition, const std::vector<std::uint32_t>& candidates, int size) {
        return condition.differ ? of_sets(condition, candidates) : of_sums(condition, candidates, size);
    }

private:
    static constexpr std::uint16_t none = 0xFFFF;
    static constexpr std::size_t longest = 6;  // 9 x 6 is less than 64, and longer ones hardly ever say anything

    void add(Condition condition) {
        for (const std::uint16_t cell : condition.cells) of_[cell].push_back(static_cast<std::uint16_t>(conditions_.size()));
        conditions_.push_back(std::move(condition));
    }

    // What is inside of so many units has their sum: of a cage that lies across the border, either the cells inside
    // count, or, where they are fewer, its sum without the cells outside.
    void weigh(const std::vector<std::uint8_t>& inside, int units) {
        std::vector<std::uint16_t> count(rules_.cages.size(), 0);
        for (int cell = 0; cell < rules_.cells; ++cell)
            if (inside[cell] && cage_of_[cell] != none) ++count[cage_of_[cell]];
        Condition found;
        found.total = units * rules_.size * (rules_.size + 1) / 2;
        std::vector<std::uint16_t> negative;
        for (int cell = 0; cell < rules_.cells; ++cell) {
            const std::uint16_t cage = cage_of_[cell];
            const bool whole = cage != none && 2 * count[cage] > rules_.cages[cage].cells.size();
            if (inside[cell] && !whole) found.cells.push_back(static_cast<std::uint16_t>(cell));
            if (!inside[cell] && whole) negative.push_back(static_cast<std::uint16_t>(cell));
        }
        if (found.cells.size() + negative.size() > longest) return;
        for (std::size_t cage = 0; cage < rules_.cages.size(); ++cage)
            if (2 * count[cage] > rules_.cages[cage].cells.size()) found.total -= rules_.cages[cage].sum;
        if (found.cells.empty()) {
            found.cells.swap(negative);
            found.total = -found.total;
        }
        for (const std::uint16_t cell : negative) {
            found.negative |= 1u << found.cells.size();
            found.cells.push_back(cell);
        }
        found.differ = found.negative == 0 && all_differ(found.cells);
        if (found.cells.empty()) possible_ = possible_ && found.total == 0;
        else if (!known(found)) add(std::move(found));
    }
    bool all_differ(const std::vector<std::uint16_t>& cells) const {
        for (std::size_t i = 0; i < cells.size(); ++i)
            for (std::size_t j = 0; j < i; ++j)
                if (!see_each_other(cells[i], cells[j])) return false;
        return true;
    }
    bool see_each_other(int a, int b) const {
        if (cage_of_[a] != none && cage_of_[a] == cage_of_[b]) return true;
        for (int i = 0; i < rules_.seat_count[a]; ++i)
            for (int j = 0; j < rules_.seat_count[b]; ++j)
                if (rules_.seats[a][i].unit == rules_.seats[b][j].unit) return true;
        return false;
    }
    bool known(const Condition& condition) const {
        return std::any_of(conditions_.begin(), conditions_.end(), [&](const Condition& other) {
            return other.cells == condition.cells && other.negative == condition.negative && other.total == condition.total;
        });
    }

    // Of different values: those of a set that has the sum, fits into the cells, and leaves none of its values out. Which
    // cell takes which value is not looked at; where all cells are solved the answer is exact.
    static Allowed of_sets(const Condition& condition, const std::vector<std::uint32_t>& candidates) {
        Allowed allowed{};
        const std::size_t count = condition.cells.size();
        std::uint32_t possible = 0;
        for (const int cell : condition.cells) possible |= candidates[cell];
        for (const std::uint32_t set : sets(count, condition.total)) {
            if ((set & ~possible) != 0) continue;
            std::uint32_t covered = 0;
            bool fits = true;
            for (const int cell : condition.cells) {
                covered |= candidates[cell] & set;
                fits = fits && (candidates[cell] & set) != 0;
            }
            if (!fits || covered != set) continue;
            for (std::size_t i = 0; i < count; ++i) allowed[i] |= candidates[condition.cells[i]] & set;
        }
        return allowed;
    }
    // The sets of so many of the values 1 to 9, bit 0 being value 1, that have a sum.
    static const std::vector<std::uint16_t>& sets(std::size_t count, int sum) {
        static const auto all = [] {
            std::array<std::array<std::vector<std::uint16_t>, 46>, largest_with_cages + 1> table;
            for (std::uint32_t set = 0; set < 1u << largest_with_cages; ++set) {
                int total = 0;
                for (std::uint32_t left = set; left != 0; left &= left - 1) total += __builtin_ctz(left) + 1;
                table[__builtin_popcount(set)][total].push_back(static_cast<std::uint16_t>(set));
            }
            return table;
        }();
        static const std::vector<std::uint16_t> no_sets;
        return sum < 0 || sum > 45 ? no_sets : all[count][sum];
    }

    // Of values that may be equal, by the sums that the cells before and behind each cell can have: bit s is sum s. A
    // negative cell counts as what it lacks to one more than the largest value.
    static Allowed of_sums(const Condition& condition, const std::vector<std::uint32_t>& candidates, int size) {
        Allowed allowed{};
        const int count = static_cast<int>(condition.cells.size());
        const int total = condition.total + __builtin_popcount(condition.negative) * (size + 1);
        if (total < 0 || total > 63) return allowed;
        std::array<std::uint64_t, longest + 1> before{1}, fitting{};
        fitting[count] = 1ull << total;
        const auto each_value = [&](int i, auto visit) {
            for (std::uint32_t left = candidates[condition.cells[i]]; left != 0; left &= left - 1) {
                const int value = __builtin_ctz(left);
                visit(value, (condition.negative >> i & 1) != 0 ? size - value : value + 1);
            }
        };
        for (int i = count; i-- > 0;) each_value(i, [&](int, int worth) { fitting[i] |= fitting[i + 1] >> worth; });
        for (int i = 0; i < count; ++i)
            each_value(i, [&](int value, int worth) {
                before[i + 1] |= before[i] << worth;
                if ((before[i] << worth & fitting[i + 1]) != 0) allowed[i] |= 1u << value;
            });
        return allowed;
    }

    const Rules& rules_;
    std::vector<Condition> conditions_;
    std::vector<std::vector<std::uint16_t>> of_;  // by cell
    std::vector<std::uint16_t> cage_of_;          // by cell
    bool possible_ = true;
};

}  // namespace gridmill::sudoku
