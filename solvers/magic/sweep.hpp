// Counting without looking ahead: for boards with so many solutions that domains cost more than they save.
//
// The equations of the groups leave only some cells free (14 of 25 in a normal square of order 5); each further cell
// follows from cells before it. The plan is a list of steps, made once a board:
//
//     free      try every number that is left
//     pair      two cells of a group are open: try the numbers whose partner is left too, and fill both
//     derived   one number follows: (constant - sum of factor * number) / divisor
//     check     a group became full without having been used: its sum must be right
//
// One node costs 20 ns, a hundredth of a node of Search; the tree is larger by less than that where solutions are
// dense (order 5 with the first row given: 0.07 s next to 0.9 s). Which cells are made free, and when, decides on the
// size of the tree: of several plans drawn at random, the one with the smallest estimate is taken (order 5
// pandiagonal: 4 s next to 22 s).
#pragma once

#include <cstdint>
#include <vector>

#include "board.hpp"
#include "budget.hpp"
#include "domain.hpp"

namespace magic {

class Sweep {
public:
    // The best of several plans. False if the numbers do not fit one word, or no plan of small factors was found.
    bool plan(const Board& board, gridmill::Meter& meter);

    // The nodes that the sweep may take, by `dives` random walks from the root (Knuth 1975).
    double estimate(int dives);

    // Calls found(positions) for every solution until it says false. False: found said so, or the budget is used up.
    template <class Found>
    bool run(gridmill::Meter& meter, Found&& found) { return go(0, 0, meter, found); }

private:
    enum class Kind : std::uint8_t { free, pair, derived, check };
    struct Term { int cell, factor; };
    struct Step {
        Kind kind;
        int cell = -1, other = -1;   // other: the partner of a pair
        int constant = 0, divisor = 1;
        int first = 0, size = 0;     // terms_[first .. first + size)
    };

    struct Planner;

    bool plan_once(const Board& board, u64 seed);

    int rest(const Step& step) const {
        int sum = step.constant;
        for (int i = step.first; i < step.first + step.size; ++i) sum -= terms_[i].factor * value_[terms_[i].cell];
        return sum;
    }

    // The numbers to try at a free step or a pair, as positions.
    u64 choices(const Step& step, u64 used) const {
        u64 left = allowed_[step.cell] & ~used;
        if (step.kind == Kind::free) return left;
        const int sum = rest(step);
        left &= complement(allowed_[step.other] & ~used, sum);
        return sum >= 0 && sum % 2 == 0 && sum / 2 < 64 ? left & ~(u64{1} << (sum / 2)) : left;
    }

    // Fills the derived cells from step `s` on; false if one cannot be filled. Ends at a step that needs a choice.
    bool derive(int& s, u64& used) {
        for (; s < static_cast<int>(steps_.size()); ++s) {
            const Step& step = steps_[s];
            if (step.kind == Kind::check) {
                if (rest(step) != 0) return false;
                continue;
            }
            if (step.kind != Kind::derived) return true;
            int value = rest(step);
            if (step.divisor != 1) {
                if (value % step.divisor != 0) return false;
                value /= step.divisor;
            }
            if (value < 0 || value > 63 || ((allowed_[step.cell] & ~used) >> value & 1) == 0) return false;
            used |= u64{1} << value;
            value_[step.cell] = value;
        }
        return true;
    }

    // As deep as there are free cells.
    template <class Found>
    bool go(int s, u64 used, gridmill::Meter& meter, Found& found) {
        if (!derive(s, used)) return true;
        if (s == static_cast<int>(steps_.size())) return found(value_.data());
        const Step& step = steps_[s];
        const int sum = step.kind == Kind::pair ? rest(step) : 0;
        for (u64 choice = choices(step, used); choice != 0; choice &= choice - 1) {
            if (!meter.spend()) return false;
            const int value = lowest(choice);
            u64 now = used | u64{1} << value;
            value_[step.cell] = value;
            if (step.kind == Kind::pair) {
                value_[step.other] = sum - value;
                now |= u64{1} << (sum - value);
            }
            if (!go(s + 1, now, meter, found)) return false;
        }
        return true;
    }

    std::vector<Step> steps_;
    std::vector<Term> terms_;
    std::vector<u64> allowed_;
    std::vector<int> value_;
};

}  // namespace magic
