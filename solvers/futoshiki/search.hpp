// A search over candidates: singles in cells and lines, and the bounds that signs set.
//
//     candidates[cell]         bit v: value v is possible in the cell
//     places[line * size + v]  bit p: value v is possible in the line's p-th cell; rows first, then columns
//
// Both say the same thing from two sides. strike() takes one candidate away from both and queues what follows: a cell
// or a place that became single, and a cell whose smallest or greatest value changed, for its signs. Nothing recurses.
// The trail remembers the strikes, so that a branch is undone in the time that it took.
#pragma once

#include <cstdint>
#include <vector>

#include "board.hpp"
#include "budget.hpp"

namespace gridmill::futoshiki {

class Search {
public:
    explicit Search(const Board& board)
        : size_(board.size), cells_(board.cells()), candidates_(cells_, low(size_)),
          places_(2 * size_ * size_, low(size_)), weight_(cells_, 1), smaller_(cells_), greater_(cells_),
          open_(cells_) {
        for (const Sign& sign : board.signs) {
            greater_[sign.smaller].push_back(sign.greater);
            smaller_[sign.greater].push_back(sign.smaller);
        }
        for (int cell = 0; cell < cells_; ++cell) {
            if (!smaller_[cell].empty() || !greater_[cell].empty()) bounds_.push_back(cell);
            if (board.given[cell] >= 0) singles_.push_back({cell, board.given[cell]});
        }
        possible_ = propagate();
    }

    int value(int cell) const { return __builtin_ctz(candidates_[cell]); }

    // Visits solutions until `visit` says false; returns whether the search is complete. Called once.
    template <class Visit>
    bool run(Meter& meter, Visit visit) {
        return walk(meter, visit, [this] { return promising(); });
    }

    // The same in ascending order, beginning at the filled board `from` (or before all, if it is empty).
    template <class Visit>
    bool run_in_order(Meter& meter, const std::vector<int>& from, Visit visit) {
        return walk(meter, visit, [&] { return first_open(from); });
    }

private:
    struct Single {
        int cell;
        int value;
    };
    struct Choice {
        std::size_t mark;  // length of the trail before the choice
        int cell;
        std::uint32_t left;  // values not yet tried
    };

    // The values below `count`.
    static std::uint32_t low(int count) { return static_cast<std::uint32_t>((std::uint64_t{1} << count) - 1); }
    static bool single(std::uint32_t mask) { return mask != 0 && (mask & (mask - 1)) == 0; }
    static int highest(std::uint32_t mask) { return 31 - __builtin_clz(mask); }
    int row_of(int cell) const { return cell / size_; }
    int column_of(int cell) const { return cell % size_; }

    template <class Visit, class Choose>
    bool walk(Meter& meter, Visit visit, Choose choose) {
        if (!possible_) return true;
        bool alive = true;
        for (;;) {
            if (alive && open_ == 0) {
                if (!visit()) return exhausted();
            } else if (alive) {
                choices_.push_back(choose());
            }
            while (!choices_.empty() && choices_.back().left == 0) choices_.pop_back();
            if (choices_.empty()) return true;
            if (!meter.spend()) return false;
            Choice& choice = choices_.back();
            undo(choice.mark);
            const int value = __builtin_ctz(choice.left);
            choice.left &= choice.left - 1;
            singles_.push_back({choice.cell, value});
            alive = propagate();
        }
    }

    // No choice has a value left to try.
    bool exhausted() const {
        for (const Choice& choice : choices_)
            if (choice.left != 0) return false;
        return true;
    }

    // The open cell with the fewest values for the conflicts that it was part of.
    Choice promising() const {
        int best = -1;
        std::uint64_t best_count = 1, best_weight = 0;
        for (int cell = 0; cell < cells_; ++cell) {
            const auto count = static_cast<std::uint64_t>(__builtin_popcount(candidates_[cell]));
            if (count < 2 || count * best_weight >= best_count * weight_[cell]) continue;
            best = cell;
            best_count = count;
            best_weight = weight_[cell];
        }
        return {trail_.size(), best, candidates_[best]};
    }

    // The first open cell; while all before it are as in `from`, only values from its own there on.
    Choice first_open(const std::vector<int>& from) const {
        int cell = 0;
        bool same = !from.empty();
        for (; single(candidates_[cell]); ++cell) same = same && value(cell) == from[cell];
        return {trail_.size(), cell, same ? candidates_[cell] & ~low(from[cell]) : candidates_[cell]};
    }

    bool propagate() {
        bool alive = true;
        while (alive && !(singles_.empty() && bounds_.empty())) {
            if (!singles_.empty()) {
                const Single next = singles_.back();
                singles_.pop_back();
                alive = place(next.cell, next.value);
            } else {
                const int cell = bounds_.back();
                bounds_.pop_back();
                alive = obey_signs(cell);
            }
        }
        singles_.clear();
        bounds_.clear();
        return alive;
    }

    bool place(int cell, int value) {
        const std::uint32_t bit = 1u << value;
        if ((candidates_[cell] & bit) == 0) return conflict(cell);
        if (!keep(cell, bit)) return false;
        const int row = row_of(cell), column = column_of(cell);
        std::uint32_t rivals = places_[row * size_ + value] & ~(1u << column);
        for (; rivals != 0; rivals &= rivals - 1)
            if (!strike(row * size_ + __builtin_ctz(rivals), value)) return false;
        rivals = places_[(size_ + column) * size_ + value] & ~(1u << row);
        for (; rivals != 0; rivals &= rivals - 1)
            if (!strike(__builtin_ctz(rivals) * size_ + column, value)) return false;
        return true;
    }

    // Greater neighbours lie above the cell's smallest value, smaller ones below its greatest.
    bool obey_signs(int cell) {
        for (const int other : greater_[cell])
            if (!keep(other, ~low(__builtin_ctz(candidates_[cell]) + 1))) return false;
        for (const int other : smaller_[cell])
            if (!keep(other, low(highest(candidates_[cell])))) return false;
        return true;
    }

    bool keep(int cell, std::uint32_t allowed) {
        for (std::uint32_t gone = candidates_[cell] & ~allowed; gone != 0; gone &= gone - 1)
            if (!strike(cell, __builtin_ctz(gone))) return false;
        return true;
    }

    bool strike(int cell, int value) {
        const std::uint32_t bit = 1u << value;
        const std::uint32_t left = candidates_[cell] ^= bit;
        trail_.push_back({cell, value});
        if (left == 0) return conflict(cell);
        if (single(left)) {
            --open_;
            singles_.push_back({cell, __builtin_ctz(left)});
        }
        if (bit < (left & -left) || bit > left) bounds_.push_back(cell);
        const int row = row_of(cell), column = column_of(cell);
        const std::uint32_t in_row = places_[row * size_ + value] ^= 1u << column;
        const std::uint32_t in_column = places_[(size_ + column) * size_ + value] ^= 1u << row;
        if (in_row == 0 || in_column == 0) return conflict(cell);
        if (single(in_row)) singles_.push_back({row * size_ + __builtin_ctz(in_row), value});
        if (single(in_column)) singles_.push_back({__builtin_ctz(in_column) * size_ + column, value});
        return true;
    }

    bool conflict(int cell) {
        ++weight_[cell];
        return false;
    }

    void undo(std::size_t mark) {
        while (trail_.size() > mark) {
            const Single gone = trail_.back();
            trail_.pop_back();
            if (single(candidates_[gone.cell])) ++open_;
            candidates_[gone.cell] |= 1u << gone.value;
            const int row = row_of(gone.cell), column = column_of(gone.cell);
            places_[row * size_ + gone.value] |= 1u << column;
            places_[(size_ + column) * size_ + gone.value] |= 1u << row;
        }
    }

    int size_, cells_;
    std::vector<std::uint32_t> candidates_, places_;
    std::vector<std::uint64_t> weight_;
    std::vector<std::vector<int>> smaller_, greater_;
    std::vector<Single> singles_, trail_;
    std::vector<int> bounds_;
    std::vector<Choice> choices_;
    int open_;
    bool possible_;
};

}  // namespace gridmill::futoshiki
