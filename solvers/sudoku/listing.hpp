// Lists solutions in ascending order, cell by cell in reading order.
//
// Values are tried in that order, so solutions come out in it. What keeps this from drowning in prefixes that nothing
// completes: before a prefix is entered, the ordinary search, which is free to look at cells in any order, must have
// found a solution for it. Often the last one found already is one.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "budget.hpp"
#include "encoding.hpp"
#include "learner.hpp"
#include "masks.hpp"

namespace gridmill::sudoku {

class Listing {
public:
    using Grid = std::vector<std::uint8_t>;  // values from 0

    // `masks` holds the givens and what follows from them; solutions must come after `after`, if that is not empty.
    Listing(const Rules& rules, Masks& masks, Grid after, Meter& meter)
        : rules_(rules), masks_(masks), cells_(rules.cells), after_(std::move(after)), meter_(meter) {}

    // Visits solutions until `visit(grid)` says false; true if there are no more.
    template <class Visit> bool run(Visit visit) {
        if (!completable()) return meter_.stop() == Stop::no;
        if (!enter(0, !after_.empty()) && found_ && !visit(grid_)) return false;
        while (!levels_.empty()) {
            Level& level = levels_.back();
            masks_.go_back(level.mark);
            if (level.left == 0) {
                levels_.pop_back();
                continue;
            }
            const int cell = level.cell, value = __builtin_ctz(level.left);
            const bool bound = level.bound && value == after_[cell];
            level.left &= level.left - 1;
            if (!meter_.spend()) return false;
            if (!masks_.put(cell, value) || !completable()) {
                if (meter_.stop() != Stop::no) return false;
                continue;
            }
            if (!enter(cell + 1, bound) && found_ && !visit(grid_)) return false;
        }
        return true;
    }

private:
    struct Level {
        int cell;
        std::uint32_t left;
        std::size_t mark;
        bool bound;  // all cells before this one are as in `after`
    };

    // Opens the next level at the first open cell; false if there is none: then `found_` says whether the full grid
    // comes after `after`.
    bool enter(int cell, bool bound) {
        found_ = false;
        for (; cell < cells_; ++cell) {
            const std::uint32_t candidates = masks_.candidates(cell);
            if ((candidates & (candidates - 1)) != 0) {
                const std::uint32_t below = bound ? (1u << after_[cell]) - 1 : 0;
                levels_.push_back({cell, candidates & ~below, masks_.mark(), bound});
                return true;
            }
            if (!bound) continue;
            if (masks_.value(cell) < after_[cell]) return false;
            bound = masks_.value(cell) == after_[cell];
        }
        found_ = !bound;
        if (found_) keep_grid();
        return false;
    }

    // Is there a solution from here? Leaves the masks as they are.
    bool completable() {
        if (!grid_.empty()) {
            int cell = 0;
            while (cell < cells_ && (masks_.candidates(cell) >> grid_[cell] & 1) != 0) ++cell;
            if (cell == cells_) return true;
        }
        bool found = false;
        const std::size_t mark = masks_.mark();
        const std::uint64_t last = meter_.nodes() + (can_learn_ ? patience : ~0ull - meter_.nodes());
        const auto visit = [&](std::uint64_t) {
            keep_grid();
            found = true;
            return false;
        };
        const auto end = masks_.search(meter_, visit, [&] { return meter_.nodes() < last; });
        masks_.go_back(mark);
        return end == Masks::End::tired ? learn() : found;
    }
    bool learn() {
        const Encoding encoding(rules_, masks_);
        Learner learner(encoding.variables(), encoding.groups());
        if (learner.solve(meter_) != Learner::End::solved) return false;
        grid_ = encoding.grid(learner, masks_);
        return true;
    }
    void keep_grid() {
        grid_.resize(cells_);
        for (int cell = 0; cell < cells_; ++cell) grid_[cell] = static_cast<std::uint8_t>(masks_.value(cell));
    }

    static constexpr std::uint64_t patience = 2000;  // nodes of search before the learner is asked

    const Rules& rules_;
    Masks& masks_;
    const int cells_;
    const bool can_learn_ = rules_.cages.empty();
    const Grid after_;
    Meter& meter_;
    Grid grid_;  // the solution found last
    std::vector<Level> levels_;
    bool found_ = false;
};

}  // namespace gridmill::sudoku
