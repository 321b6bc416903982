// A search over candidate masks for any set of units: naked and hidden singles by events, not by sweeps.
//
//     candidates[cell]          bit v: value v is possible in the cell
//     places[unit * size + v]   bit p: value v is possible in the unit's p-th cell
//
// Both say the same thing from two sides. strike() takes one candidate away from both and puts what became single
// on the queue; place() strikes everything that a value in a cell rules out. The trail remembers the strikes,
// so that a branch is undone in the time that it took. Sums are looked at when nothing else is left to do.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "budget.hpp"
#include "rules.hpp"
#include "sums.hpp"

namespace gridmill::sudoku {

class Masks {
public:
    explicit Masks(const Rules& rules) : rules_(rules), size_(rules.size), sums_(rules) {
        reset();
    }

    // Every cell empty again, and nothing remembered of earlier boards: an answer depends on its board alone.
    void reset() {
        weight_.assign(rules_.units.size(), 1);
        const std::uint32_t all = (1u << size_) - 1;
        candidates_.assign(rules_.cells, all);
        places_.assign(rules_.units.size() * size_, all);
        trail_.clear();
        queue_.clear();
        frames_.clear();
        open_ = rules_.cells;
        weight_of_branch_ = 1;
        dirty_.assign(sums_.conditions().size(), 1);
    }

    // Puts a value into a cell and draws the conclusions; false if no completion is left.
    bool put(int cell, int value) {
        queue_.push_back(pack(cell, value));
        return propagate();
    }

    // Draws the conclusions that need no given: of cages and what follows from them.
    bool settle() { return sums_.possible() && propagate(); }

    enum class End { complete, stopped, tired };

    // Visits solutions until `visit` says false, the meter runs out, or `patience()` has come to its end. If twins are
    // counted, values that are nowhere yet are interchangeable: one of them is tried for all, and visit(weight) is
    // told of how many solutions the one that it sees stands for.
    template <class Visit, class Patience>
    End search(Meter& meter, Visit visit, Patience patience, bool count_twins = false) {
        if (open_ == 0) return visit(std::uint64_t{1}), End::complete;
        const std::size_t base = frames_.size();
        count_twins_ = count_twins && rules_.cages.empty();
        descend();
        while (frames_.size() > base) {
            if (!patience()) return End::tired;
            if (!meter.spend()) return End::stopped;
            if (!next_branch()) continue;
            if (open_ != 0) descend();
            else if (!visit(weight_of_branch_)) return End::stopped;
        }
        return End::complete;
    }

    std::size_t mark() const { return trail_.size(); }
    // Takes back all that was struck since the mark, and every decision that search() left behind.
    void go_back(std::size_t mark) {
        frames_.clear();
        undo(mark);
    }

    // Two values that could change places in the solution that a visit with a weight above 1 sees.
    std::uint32_t twins() const {
        for (const Frame& frame : frames_)
            if (frame.twins != 0 && frame.chose_twin) return frame.twins;
        return 0;
    }

    int value(int cell) const { return __builtin_ctz(candidates_[cell]); }
    std::uint32_t candidates(int cell) const { return candidates_[cell]; }

private:
    // A decision: a cell and its values, or a unit's value and its positions. `left` holds those not yet tried.
    struct Frame {
        std::size_t mark;  // length of the trail before the decision
        std::uint32_t left;
        std::int16_t cell;  // -1: the decision is of a value in a unit
        std::uint8_t unit, value;
        std::uint64_t weight;   // of the branch above
        std::uint32_t twins;    // interchangeable values, of which only the least is in `left`
        bool chose_twin;
    };

    static bool single(std::uint32_t mask) { return mask != 0 && (mask & (mask - 1)) == 0; }
    static std::uint16_t pack(int cell, int value) { return static_cast<std::uint16_t>(cell << 5 | value); }

    bool strike(int cell, int value) {
        const std::uint32_t bit = 1u << value;
        if ((candidates_[cell] & bit) == 0) return true;
        const std::uint32_t left = candidates_[cell] ^= bit;
        trail_.push_back(pack(cell, value));
        for (const std::uint16_t condition : sums_.of(cell)) dirty_[condition] = 1;
        if (left == 0) return false;
        if (single(left)) {
            --open_;
            queue_.push_back(pack(cell, __builtin_ctz(left)));
        }
        return leave_units(cell, value);
    }

    // The value is no longer possible in the cell: what does that mean for the cell's units?
    bool leave_units(int cell, int value) {
        bool possible = true;
        for (int i = 0; i < rules_.seat_count[cell]; ++i) {
            const Seat seat = rules_.seats[cell][i];
            const std::uint32_t left = places_[seat.unit * size_ + value] ^= 1u << seat.position;
            if ((left & (left - 1)) != 0) continue;
            if (left == 0) {
                ++weight_[seat.unit];
                possible = false;
            } else {
                queue_.push_back(pack(rules_.units[seat.unit][__builtin_ctz(left)], value));
            }
        }
        return possible;
    }

    bool place(int cell, int value) {
        const std::uint32_t bit = 1u << value;
        if ((candidates_[cell] & bit) == 0) return false;
        for (std::uint32_t others = candidates_[cell] ^ bit; others != 0; others &= others - 1)
            if (!strike(cell, __builtin_ctz(others))) return false;
        for (int i = 0; i < rules_.seat_count[cell]; ++i) {
            const Seat seat = rules_.seats[cell][i];
            std::uint32_t rivals = places_[seat.unit * size_ + value] & ~(1u << seat.position);
            for (; rivals != 0; rivals &= rivals - 1)
                if (!strike(rules_.units[seat.unit][__builtin_ctz(rivals)], value)) return false;
        }
        return true;
    }

    bool propagate() {
        for (;;) {
            for (std::size_t i = 0; i < queue_.size(); ++i) {
                if (!place(queue_[i] >> 5, queue_[i] & 31)) return give_up();
            }
            queue_.clear();
            const auto dirty = std::find(dirty_.begin(), dirty_.end(), 1);
            if (dirty == dirty_.end()) return true;
            *dirty = 0;
            if (!filter(sums_.conditions()[dirty - dirty_.begin()])) return give_up();
        }
    }
    bool give_up() {
        queue_.clear();
        std::fill(dirty_.begin(), dirty_.end(), 0);  // the branch is undone, and conditions were settled before it
        return false;
    }

    // Strikes what a condition does not allow.
    bool filter(const Condition& condition) {
        const Sums::Allowed allowed = Sums::allowed(condition, candidates_, size_);
        for (std::size_t i = 0; i < condition.cells.size(); ++i) {
            const int cell = condition.cells[i];
            for (std::uint32_t out = candidates_[cell] & ~allowed[i]; out != 0; out &= out - 1)
                if (!strike(cell, __builtin_ctz(out))) return false;
            if (!condition.differ || !single(candidates_[cell])) continue;
            for (const int other : condition.cells)
                if (other != cell && !strike(other, value(cell))) return false;
        }
        return true;
    }

    void undo(std::size_t mark) {
        while (trail_.size() > mark) {
            const int cell = trail_.back() >> 5, value = trail_.back() & 31;
            trail_.pop_back();
            if (single(candidates_[cell])) ++open_;
            candidates_[cell] |= 1u << value;
            for (int i = 0; i < rules_.seat_count[cell]; ++i) {
                const Seat seat = rules_.seats[cell][i];
                places_[seat.unit * size_ + value] |= 1u << seat.position;
            }
        }
    }

    // Opens the most promising decision: fewest alternatives first, then the units with most past conflicts.
    void descend() {
        Frame best{trail_.size(), 0, -1, 0, 0, weight_of_branch_, 0, false};
        int fewest = size_ + 1;
        std::uint32_t heaviest = 0, placed = 0;
        for (int cell = 0; cell < rules_.cells; ++cell) {
            const int count = __builtin_popcount(candidates_[cell]);
            if (count == 1) placed |= candidates_[cell];
            if (count < 2 || count > fewest) continue;
            std::uint32_t weight = 0;
            for (int i = 0; i < rules_.seat_count[cell]; ++i) weight += weight_[rules_.seats[cell][i].unit];
            if (count == fewest && weight <= heaviest) continue;
            fewest = count;
            heaviest = weight;
            best.left = candidates_[cell];
            best.cell = static_cast<std::int16_t>(cell);
        }
        if (fewest > 2) find_bilocation(best);
        const std::uint32_t absent = best.left & ~placed;
        if (count_twins_ && best.cell >= 0 && (absent & (absent - 1)) != 0) {
            best.twins = absent;
            best.left ^= absent & (absent - 1);
        }
        frames_.push_back(best);
    }

    // A value with two places in a unit beats a cell with three candidates.
    void find_bilocation(Frame& best) const {
        std::uint32_t heaviest = 0;
        for (std::size_t unit = 0; unit < rules_.units.size(); ++unit) {
            for (int value = 0; value < size_; ++value) {
                const std::uint32_t places = places_[unit * size_ + value];
                if (weight_[unit] <= heaviest || __builtin_popcount(places) != 2) continue;
                heaviest = weight_[unit];
                best.left = places;
                best.cell = -1;
                best.unit = static_cast<std::uint8_t>(unit);
                best.value = static_cast<std::uint8_t>(value);
            }
        }
    }

    // Takes back the branch tried last and tries the next; false if there is none or it fails at once.
    bool next_branch() {
        Frame& frame = frames_.back();
        undo(frame.mark);
        weight_of_branch_ = frame.weight;
        if (frame.left == 0) {
            frames_.pop_back();
            return false;
        }
        const int choice = __builtin_ctz(frame.left);
        frame.left &= frame.left - 1;
        frame.chose_twin = (frame.twins >> choice & 1) != 0;
        if (frame.chose_twin) weight_of_branch_ *= static_cast<std::uint64_t>(__builtin_popcount(frame.twins));
        if (frame.cell >= 0) return put(frame.cell, choice);
        return put(rules_.units[frame.unit][choice], frame.value);
    }

    const Rules& rules_;
    const int size_;
    const Sums sums_;
    std::vector<std::uint32_t> candidates_, places_, weight_;
    std::vector<std::uint16_t> trail_, queue_;
    std::vector<Frame> frames_;
    std::vector<std::uint8_t> dirty_;  // conditions whose cells lost candidates since they were looked at
    std::uint64_t weight_of_branch_ = 1;
    bool count_twins_ = false;
    int open_ = 0;
};

}  // namespace gridmill::sudoku
