// Depth-first search over domains.
//
// A node takes the open cell of the smallest domain over weight, tries a number, and on failure takes that number
// out of the domain on the level above, where that may decide more (2-way branching: fewer nodes than to walk
// through the numbers of a cell on one level).
#pragma once

#include <vector>

#include "budget.hpp"
#include "propagate.hpp"

namespace magic {

using gridmill::Meter;

template <class M>
class Search {
public:
    enum class End { solution, complete, stopped, paused };

    explicit Search(const Board& board) : state_(board) {}

    // Solutions come in ascending order, and only those after `after` (numbers row by row; empty: all).
    void ascending(std::vector<int> after) {
        ascending_ = true;
        for (int& number : after) number -= state_.base();
        after_ = std::move(after);
    }

    // Begins again, with numbers tried in an order drawn from `seed` (0: smallest first). next() pauses after
    // `nodes` nodes (0: never). What was denied before the first decision stays so, and the weights stay too.
    void restart(u64 seed, u64 nodes) {
        while (!decisions_.empty()) take_back();
        random_ = seed;
        pause_ = nodes;
        at_solution_ = false;
    }

    // After a pause: where it stopped, for `nodes` nodes more.
    void go_on(u64 nodes) { pause_ = nodes; }

    // The next solution.
    End next(Meter& meter) {
        if (!rooted_) {
            rooted_ = true;
            if (!state_.propagate(meter)) return ended(meter);
        } else if (at_solution_) {
            at_solution_ = false;
            if (!retreat(meter)) return ended(meter);
        }
        for (;;) {
            const int cell = ascending_ ? choose_first(meter) : choose();
            if (cell == SOLVED) { at_solution_ = true; return End::solution; }
            bool alive = cell != DEAD;
            if (alive) {
                if (!meter.spend()) return End::stopped;
                alive = descend(cell, meter);
            }
            if (!alive && !retreat(meter)) return ended(meter);
            if (pause_ != 0 && --pause_ == 0) return End::paused;
        }
    }

    void values(int* numbers) const {
        for (int cell = 0; cell < state_.cells(); ++cell) numbers[cell] = lowest(state_.domain(cell)) + state_.base();
    }

private:
    static constexpr int SOLVED = -1, DEAD = -2;
    struct Decision { int cell, value; };

    static End ended(const Meter& meter) { return meter.stop() == gridmill::Stop::no ? End::complete : End::stopped; }

    int choose() const {
        int best = SOLVED;
        double size = 0, weight = 0;
        for (int i = 0; i < state_.left(); ++i) {
            const int cell = state_.open(i);
            const double here = count(state_.domain(cell));
            if (best != SOLVED && here * weight >= size * state_.weight(cell)) continue;
            best = cell;
            size = here;
            weight = state_.weight(cell);
        }
        return best;
    }

    // The first open cell in reading order. As long as all cells before it equal those of `after_`, smaller numbers
    // than there are cut off; a square that equals `after_` throughout is not wanted again.
    int choose_first(Meter& meter) {
        bool tight = !after_.empty();
        for (int cell = 0; cell < state_.cells(); ++cell) {
            if (!single(state_.domain(cell))) {
                if (!tight) return cell;
                const M later = from(state_.domain(cell), after_[cell]);
                if (later == state_.domain(cell)) return cell;
                if (!state_.shrink(cell, later) || !state_.propagate(meter)) return DEAD;
                tight = true;   // propagation may have decided cells before this one: begin again
                cell = -1;
                continue;
            }
            const int value = lowest(state_.domain(cell));
            if (tight && value < after_[cell]) return DEAD;
            tight = tight && value == after_[cell];
        }
        return tight ? DEAD : SOLVED;
    }

    int pick(const M& domain) {
        if (random_ == 0) return lowest(domain);
        random_ ^= random_ << 13;
        random_ ^= random_ >> 7;
        random_ ^= random_ << 17;
        M rest = domain;
        for (u64 skip = random_ % static_cast<u64>(count(domain)); skip > 0; --skip) rest = without_lowest(rest);
        return lowest(rest);
    }

    bool descend(int cell, Meter& meter) {
        const int value = pick(state_.domain(cell));
        decisions_.push_back({cell, value});
        state_.mark();
        return state_.shrink(cell, bit<M>(value)) && state_.propagate(meter);
    }

    // Takes back decisions until one can be denied; false if none is left, or the budget is used up.
    bool retreat(Meter& meter) {
        while (!decisions_.empty() && meter.stop() == gridmill::Stop::no) {
            const Decision decision = take_back();
            const M others = state_.domain(decision.cell) & ~bit<M>(decision.value);
            if (state_.shrink(decision.cell, others) && state_.propagate(meter)) return true;
        }
        return false;
    }

    Decision take_back() {
        const Decision decision = decisions_.back();
        decisions_.pop_back();
        state_.undo();
        return decision;
    }

    Propagator<M> state_;
    bool rooted_ = false, at_solution_ = false, ascending_ = false;
    std::vector<int> after_;
    u64 random_ = 0, pause_ = 0;
    std::vector<Decision> decisions_;
};

}  // namespace magic
