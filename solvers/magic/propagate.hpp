// Domains of cells, and what follows from a change: different numbers, sums, numbers that must stand somewhere.
//
// State, as arrays over cells; everything that changes is undone from the trail:
//
//     domain_[cell]     set of positions that the cell may still take
//     open_[0..left_)   the cells without a number, in any order; a cell that gets one moves behind left_
//     trail_            (cell, its domain before), once a cell and level
//     marks_            for each level the length of trail_ and left_ before it
//
// Work that waits, in the order in which it is done: cells that got their number (fixed_), groups with at most
// three open cells (early_), groups with more (late_), then numbers that fit one cell only.
#pragma once

#include <algorithm>
#include <vector>

#include "board.hpp"
#include "bounds.hpp"
#include "budget.hpp"
#include "domain.hpp"

namespace magic {

template <class M>
class Propagator {
public:
    explicit Propagator(const Board& board) : base_(board.numbers.front()), exact_(board.exact()), cells_(board.cells()) {
        prepare_groups(board);
        prepare_cells(board);
    }

    int cells() const { return cells_; }
    int base() const { return base_; }
    int left() const { return left_; }
    int open(int i) const { return open_[i]; }
    const M& domain(int cell) const { return domain_[cell]; }
    double weight(int cell) const { return weight_[cell]; }
    int depth() const { return static_cast<int>(marks_.size()); }

    void mark() {
        marks_.push_back({trail_.size(), left_});
        ++epoch_;
    }

    // Back to the last mark.
    void undo() {
        const Mark mark = marks_.back();
        marks_.pop_back();
        while (trail_.size() > mark.trail) {
            domain_[trail_.back().cell] = trail_.back().domain;
            trail_.pop_back();
        }
        left_ = mark.left;
        ++epoch_;
        clear_queues();
    }

    // False: no position is left. The change takes effect with propagate().
    bool shrink(int cell, const M& smaller) {
        M& domain = domain_[cell];
        if (smaller == domain) return true;
        if (!any(smaller)) return false;
        if (!marks_.empty() && stamp_[cell] != epoch_) {
            stamp_[cell] = epoch_;
            trail_.push_back({cell, domain});
        }
        domain = smaller;
        if (single(smaller)) fixed_.push_back(cell);
        for (int i = first_group_[cell]; i < first_group_[cell + 1]; ++i) enqueue(groups_of_[i]);
        return true;
    }

    // False: there is no solution from here, or the budget is used up and nothing is known.
    bool propagate(gridmill::Meter& meter) {
        const bool alive = !dead_ && settle(meter);
        if (!alive) clear_queues();
        return alive;
    }

private:
    static constexpr int SLOW = 121;            // with more cells, one node may take milliseconds
    static constexpr int CELLS = capacity<M>;   // a group has no more cells than there are numbers

    struct Sum {              // a group in positions
        int first, size;      // its cells: members_[first .. first + size)
        int total;
    };
    struct Saved { int cell; M domain; };
    struct Mark { std::size_t trail; int left; };

    void prepare_groups(const Board& board) {
        std::vector<std::vector<int>> groups_of(static_cast<std::size_t>(cells_));
        for (const Group& group : board.groups) {
            const int size = static_cast<int>(group.cells.size());
            for (const int cell : group.cells) groups_of[cell].push_back(static_cast<int>(sums_.size()));
            sums_.push_back({static_cast<int>(members_.size()), size, group.sum - size * base_});
            members_.insert(members_.end(), group.cells.begin(), group.cells.end());
        }
        for (const std::vector<int>& groups : groups_of) {
            first_group_.push_back(static_cast<int>(groups_of_.size()));
            groups_of_.insert(groups_of_.end(), groups.begin(), groups.end());
            weight_.push_back(static_cast<double>(groups.size()) + 1e-9);
        }
        first_group_.push_back(static_cast<int>(groups_of_.size()));
        queued_.assign(sums_.size(), 0);
        for (int g = 0; g < static_cast<int>(sums_.size()); ++g) enqueue(g);
    }

    void prepare_cells(const Board& board) {
        M all{};
        for (const int number : board.numbers) all |= bit<M>(number - base_);
        domain_.assign(static_cast<std::size_t>(cells_), all);
        stamp_.assign(static_cast<std::size_t>(cells_), 0);
        left_ = cells_;
        for (int cell = 0; cell < cells_; ++cell) {
            open_.push_back(cell);
            place_.push_back(cell);
            M allowed{};
            for (const int number : board.candidates[cell])
                if (number >= base_ && number - base_ < capacity<M>) allowed |= bit<M>(number - base_);
            if (!board.candidates[cell].empty()) domain_[cell] &= allowed;
            if (!any(domain_[cell])) dead_ = true;
            if (single(domain_[cell])) fixed_.push_back(cell);
        }
    }

    void enqueue(int g) {
        if (queued_[g] != 0) return;
        queued_[g] = 1;
        early_.push_back(g);
    }

    void clear_queues() {
        for (const int g : early_) queued_[g] = 0;
        for (const int g : late_) queued_[g] = 0;
        early_.clear();
        late_.clear();
        early_at_ = late_at_ = 0;
        fixed_.clear();
    }

    // Small groups first: with one queue for all, boards of order 10 take a third longer.
    bool settle(gridmill::Meter& meter) {
        for (;;) {
            if (!fixed_.empty()) {
                const int cell = fixed_.back();
                fixed_.pop_back();
                if (!close(cell)) return false;
            } else if (early_at_ < early_.size()) {
                const int g = early_[early_at_++];
                if (look_at(sums_[g]) > 3) { late_.push_back(g); continue; }
                if (!filter(g)) return false;
            } else if (late_at_ < late_.size()) {
                if (cells_ > SLOW && !meter.look()) return false;
                early_.clear();
                early_at_ = 0;
                const int g = late_[late_at_++];
                look_at(sums_[g]);
                if (!filter(g)) return false;
            } else {
                clear_queues();
                if (!exact_) return true;
                if (!hidden_singles()) return false;
                if (fixed_.empty()) return true;
            }
        }
    }

    // The cell has its number: no other open cell can take it.
    bool close(int cell) {
        if (place_[cell] >= left_) return true;
        const int last = open_[--left_];
        std::swap(open_[place_[cell]], open_[left_]);
        std::swap(place_[cell], place_[last]);
        const M others = ~domain_[cell];
        for (int i = 0; i < left_; ++i) {
            const int other = open_[i];
            if (!shrink(other, domain_[other] & others)) return false;
        }
        return true;
    }

    // Every number stands somewhere: one that fits a single open cell goes there.
    bool hidden_singles() {
        M once{}, twice{};
        for (int i = 0; i < left_; ++i) {
            const M& domain = domain_[open_[i]];
            twice |= once & domain;
            once |= domain;
        }
        if (count(once) != left_) return false;
        const M alone = once & ~twice;
        if (!any(alone)) return true;
        for (int i = 0; i < left_; ++i) {
            const int cell = open_[i];
            const M mine = domain_[cell] & alone;
            if (!any(mine) || single(domain_[cell])) continue;
            if (!single(mine) || !shrink(cell, mine)) return false;
        }
        return true;
    }

    // Puts the open cells of a group into some_ and what is left of its sum into rest_; returns how many they are.
    int look_at(const Sum& sum) {
        some_count_ = 0;
        rest_ = sum.total;
        for (int i = sum.first; i < sum.first + sum.size; ++i) {
            const int cell = members_[i];
            if (single(domain_[cell])) rest_ -= lowest(domain_[cell]);
            else some_[some_count_++] = cell;
        }
        return some_count_;
    }

    // Of the group that was looked at. A failure makes its cells weigh more, and so be tried earlier.
    bool filter(int g) {
        queued_[g] = 0;
        bool alive = false;
        switch (some_count_) {
            case 0: alive = rest_ == 0; break;
            case 1: alive = rest_ >= 0 && rest_ < capacity<M> && shrink(some_[0], domain_[some_[0]] & bit<M>(rest_)); break;
            case 2: alive = filter_pair(some_[0], some_[1]); break;
            case 3: alive = filter_triple(some_[0], some_[1], some_[2]); break;
            default: alive = filter_bounds();
        }
        if (!alive)
            for (int i = sums_[g].first; i < sums_[g].first + sums_[g].size; ++i) weight_[members_[i]] += 1;
        return alive;
    }

    // The half of an even total would need both cells to be equal.
    static M without_half(const M& m, int total) {
        return total % 2 == 0 && total >= 0 && total / 2 < capacity<M> ? m & ~bit<M>(total / 2) : m;
    }

    bool filter_pair(int a, int b) {
        const M kept = without_half(domain_[a] & complement(domain_[b], rest_), rest_);
        return shrink(a, kept) && shrink(b, domain_[b] & complement(kept, rest_));
    }

    // Four cells by sets of pair sums in the same manner: net loss, the bounds see most of it.
    bool filter_triple(int a, int b, int c) {
        if (count(domain_[b]) < count(domain_[a])) std::swap(a, b);
        if (count(domain_[c]) < count(domain_[a])) std::swap(a, c);
        const M second = domain_[b], third = domain_[c], reversed = reverse(third);
        M kept_a{}, kept_b{}, kept_c{};   // kept_c: as bits of `reversed`
        for (M values = domain_[a]; any(values); values = without_lowest(values)) {
            const int v = lowest(values), pair = rest_ - v;
            M fits = without_half(second & partners(reversed, pair) & ~bit<M>(v), pair);
            if (pair - v >= 0 && pair - v < capacity<M>) fits &= ~bit<M>(pair - v);
            if (!any(fits)) continue;
            kept_a |= bit<M>(v);
            kept_b |= fits;
            kept_c |= moved(fits, capacity<M> - 1 - pair);
        }
        return shrink(a, kept_a) && shrink(b, kept_b) && shrink(c, third & reverse(kept_c));
    }

    bool filter_bounds() {
        M all{};
        for (int i = 0; i < some_count_; ++i) {
            const M& domain = domain_[some_[i]];
            all |= domain;
            ends_[i] = {lowest(domain), highest(domain)};
        }
        if (!bound(all, ends_, some_count_, rest_, bounded_)) return false;
        for (int i = 0; i < some_count_; ++i) {
            const Ends& now = ends_[i];
            const Ends& then = bounded_[i];
            if (then.low <= now.low && then.high >= now.high) continue;
            const int cell = some_[i];
            if (!shrink(cell, from(upto(domain_[cell], then.high), then.low))) return false;
        }
        return true;
    }

    const int base_;
    const bool exact_;
    const int cells_;
    bool dead_ = false;

    std::vector<M> domain_;
    std::vector<Sum> sums_;
    std::vector<int> members_;
    std::vector<int> first_group_, groups_of_;   // a cell's groups: groups_of_[first_group_[cell] .. [cell + 1])
    std::vector<double> weight_;

    std::vector<int> open_, place_;
    int left_ = 0;
    std::vector<Saved> trail_;
    std::vector<Mark> marks_;
    std::vector<u64> stamp_;
    u64 epoch_ = 1;

    std::vector<int> early_, late_, fixed_;
    std::size_t early_at_ = 0, late_at_ = 0;
    std::vector<char> queued_;

    int some_[CELLS], some_count_ = 0, rest_ = 0;
    Ends ends_[CELLS], bounded_[CELLS];
};

}  // namespace magic
