// Depth-first search over domains, with filters for groups of different numbers that have a sum.
//
// State, as arrays over cells; everything that changes is undone from the trail:
//
//     domain_[cell]     set of positions that the cell may still take
//     open_[0..left_)   the cells without a number, in any order; a cell that gets one moves behind left_
//     trail_            (cell, its domain before), once a cell and level
//     levels_           the decisions cell = value now in force, each with the length of trail_ before it
//
// A node takes the open cell of the smallest domain over weight, tries a number, and on failure takes that number
// out of the domain on the level above, where that may decide more (2-way branching: fewer nodes than to walk
// through the numbers of a cell on one level).
#pragma once

#include <algorithm>
#include <vector>

#include "board.hpp"
#include "budget.hpp"
#include "domain.hpp"

namespace magic {

using gridmill::Meter;

enum class Order { weighted, ascending };

template <class M>
class Search {
public:
    // Call again for the next solution. `values` are numbers, row by row.
    enum class End { solution, complete, stopped, restart };

    explicit Search(const Board& board) : board_(board), base_(board.numbers.front()), exact_(board.exact()) {
        prepare_groups();
        prepare_cells();
    }

    // Solutions come in ascending order, and only those after `after` (numbers row by row; empty: all).
    void ascending(std::vector<int> after) {
        order_ = Order::ascending;
        for (int& number : after) number -= base_;
        after_ = std::move(after);
    }

    // From now on values are tried in an order drawn from `seed`, and next() returns after `nodes` nodes.
    void restart(u64 seed, u64 nodes) {
        while (!levels_.empty()) undo();
        random_ = seed;
        left_nodes_ = nodes;
        going_back_ = false;
    }

    End next(Meter& meter) {
        if (!rooted_) {
            rooted_ = true;
            if (dead_ || !propagate()) return End::complete;
        } else if (going_back_ && !retreat()) {
            return End::complete;
        }
        for (;;) {
            const int cell = choose();
            if (cell == SOLVED) { going_back_ = true; return End::solution; }
            bool alive = cell != DEAD;
            if (alive) {
                if (!meter.spend()) return End::stopped;
                if (left_nodes_ != 0 && --left_nodes_ == 0) return End::restart;
                alive = descend(cell);
            }
            if (!alive && !retreat()) return End::complete;
        }
    }

    void values(int* numbers) const {
        for (int cell = 0; cell < cells_; ++cell) numbers[cell] = lowest(domain_[cell]) + base_;
    }

private:
    static constexpr int SOLVED = -1, DEAD = -2;

    struct Sum {              // a group in positions
        int first, size;      // its cells: members_[first .. first + size)
        int total;
    };
    struct Saved { int cell; M domain; };
    struct Level { std::size_t trail; int left; int cell; int value; };

    void prepare_groups() {
        for (const Group& group : board_.groups) {
            const int size = static_cast<int>(group.cells.size());
            sums_.push_back({static_cast<int>(members_.size()), size, group.sum - size * base_});
            members_.insert(members_.end(), group.cells.begin(), group.cells.end());
        }
        queued_.assign(sums_.size(), 0);
        groups_of_.resize(static_cast<std::size_t>(board_.cells()));
        for (int g = 0; g < static_cast<int>(sums_.size()); ++g)
            for (int i = 0; i < sums_[g].size; ++i)
                groups_of_[static_cast<std::size_t>(members_[sums_[g].first + i])].push_back(g);
    }

    void prepare_cells() {
        cells_ = board_.cells();
        M all{};
        for (const int number : board_.numbers) all |= bit<M>(number - base_);
        all_ = all;
        domain_.assign(static_cast<std::size_t>(cells_), all);
        stamp_.assign(static_cast<std::size_t>(cells_), 0);
        weight_.assign(static_cast<std::size_t>(cells_), 0.0);
        place_.resize(static_cast<std::size_t>(cells_));
        for (int cell = 0; cell < cells_; ++cell) {
            open_.push_back(cell);
            place_[cell] = cell;
            weight_[cell] = static_cast<double>(groups_of_[cell].size()) + 1e-9;
            const std::vector<int>& given = board_.candidates[cell];
            M allowed{};
            for (const int number : given)
                if (number >= base_ && number - base_ < capacity<M>) allowed |= bit<M>(number - base_);
            if (!given.empty()) domain_[cell] &= allowed;
            if (!any(domain_[cell])) dead_ = true;
            if (single(domain_[cell])) fixed_.push_back(cell);
        }
        left_ = cells_;
        for (int g = 0; g < static_cast<int>(sums_.size()); ++g) enqueue(g);
    }

    // ---- decisions

    int choose() {
        if (order_ == Order::ascending) return choose_first();
        if (left_ == 0) return SOLVED;
        int best = -1;
        double least = 0;
        for (int i = 0; i < left_; ++i) {
            const int cell = open_[i];
            const double score = count(domain_[cell]) / weight_[cell];
            if (best < 0 || score < least) { best = cell; least = score; }
        }
        return best;
    }

    // The first open cell in reading order. As long as all cells before it equal those of `after_`, smaller numbers
    // than there are cut off; a square that equals `after_` throughout is not wanted again.
    int choose_first() {
        bool tight = !after_.empty();
        for (int cell = 0; cell < cells_; ++cell) {
            if (!single(domain_[cell])) {
                if (!tight) return cell;
                const M later = from(domain_[cell], after_[cell]);
                if (later == domain_[cell]) return cell;
                if (!shrink(cell, later) || !propagate()) return DEAD;
                tight = true;   // propagation may have decided cells before this one: begin again
                cell = -1;
                continue;
            }
            const int value = lowest(domain_[cell]);
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
        int skip = static_cast<int>(random_ % static_cast<u64>(count(domain)));
        M rest = domain;
        while (skip-- > 0) rest = without_lowest(rest);
        return lowest(rest);
    }

    bool descend(int cell) {
        const int value = pick(domain_[cell]);
        levels_.push_back({trail_.size(), left_, cell, value});
        ++epoch_;
        return shrink(cell, bit<M>(value)) && propagate();
    }

    // Takes back decisions until one can be denied; false if none is left.
    bool retreat() {
        going_back_ = false;
        while (!levels_.empty()) {
            const Level level = levels_.back();
            undo();
            if (shrink(level.cell, domain_[level.cell] & ~bit<M>(level.value)) && propagate()) return true;
        }
        return false;
    }

    void undo() {
        const Level level = levels_.back();
        levels_.pop_back();
        while (trail_.size() > level.trail) {
            domain_[trail_.back().cell] = trail_.back().domain;
            trail_.pop_back();
        }
        left_ = level.left;
        ++epoch_;
        clear_queues();
    }

    // ---- changes

    bool shrink(int cell, const M& smaller) {
        M& domain = domain_[cell];
        if (smaller == domain) return true;
        if (!any(smaller)) return false;
        if (!levels_.empty() && stamp_[cell] != epoch_) {
            stamp_[cell] = epoch_;
            trail_.push_back({cell, domain});
        }
        domain = smaller;
        if (single(smaller)) fixed_.push_back(cell);
        for (const int g : groups_of_[cell]) enqueue(g);
        return true;
    }

    void enqueue(int g) {
        if (queued_[g] != 0) return;
        queued_[g] = 1;
        queue_.push_back(g);
    }

    void clear_queues() {
        for (std::size_t i = head_; i < queue_.size(); ++i) queued_[queue_[i]] = 0;
        queue_.clear();
        head_ = 0;
        fixed_.clear();
    }

    // ---- propagation

    bool propagate() {
        const bool alive = settle();
        if (!alive) clear_queues();
        return alive;
    }

    bool settle() {
        for (;;) {
            if (!fixed_.empty()) {
                const int cell = fixed_.back();
                fixed_.pop_back();
                if (!close(cell)) return false;
            } else if (head_ < queue_.size()) {
                const int g = queue_[head_++];
                queued_[g] = 0;
                if (!filter(sums_[g])) { blame(sums_[g]); return false; }
            } else {
                queue_.clear();
                head_ = 0;
                if (!exact_) return true;
                if (!hidden_singles()) return false;
                if (fixed_.empty()) return true;
            }
        }
    }

    void blame(const Sum& sum) {
        for (int i = 0; i < sum.size; ++i) weight_[members_[sum.first + i]] += 1;
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

    // Looks at the open cells of a group and at what is left of its sum.
    bool filter(const Sum& sum) {
        int open[CELLS], k = 0, rest = sum.total;
        for (int i = 0; i < sum.size; ++i) {
            const int cell = members_[sum.first + i];
            if (single(domain_[cell])) rest -= lowest(domain_[cell]);
            else open[k++] = cell;
        }
        switch (k) {
            case 0: return rest == 0;
            case 1: return rest >= 0 && rest < capacity<M> && shrink(open[0], domain_[open[0]] & bit<M>(rest));
            case 2: return filter_pair(open[0], open[1], rest);
            case 3: return filter_triple(open[0], open[1], open[2], rest);
            case 4: return filter_bounds(open, k, rest) && filter_four(open, rest);
            default: return filter_bounds(open, k, rest);
        }
    }

    // The half of an even total would need both cells to be equal.
    static M without_half(const M& m, int total) {
        return total % 2 == 0 && total >= 0 && total / 2 < capacity<M> ? m & ~bit<M>(total / 2) : m;
    }

    bool filter_pair(int a, int b, int rest) {
        const M kept = without_half(domain_[a] & complement(domain_[b], rest), rest);
        return shrink(a, kept) && shrink(b, domain_[b] & complement(kept, rest));
    }

    bool filter_triple(int a, int b, int c, int rest) {
        if (count(domain_[b]) < count(domain_[a])) std::swap(a, b);
        if (count(domain_[c]) < count(domain_[a])) std::swap(a, c);
        const M second = domain_[b], third = domain_[c], reversed = reverse(third);
        M kept_a{}, kept_b{}, kept_c{};   // kept_c: as bits of `reversed`
        for (M values = domain_[a]; any(values); values = without_lowest(values)) {
            const int v = lowest(values), pair = rest - v;
            const M partner = second & partners(reversed, pair) & ~bit<M>(v);
            M fits = without_half(partner, pair);
            if (pair - v >= 0 && pair - v < capacity<M>) fits &= ~bit<M>(pair - v);
            if (!any(fits)) continue;
            kept_a |= bit<M>(v);
            kept_b |= fits;
            kept_c |= moved(fits, capacity<M> - 1 - pair);
        }
        return shrink(a, kept_a) && shrink(b, kept_b) && shrink(c, third & reverse(kept_c));
    }

    using Wider = typename Doubled<M>::type;

    static Wider pair_sums(const M& a, const M& b) {
        Wider sums{};
        const Wider wide = widen(b);
        for (M values = a; any(values); values = without_lowest(values)) {
            const int v = lowest(values);
            sums |= (wide & ~bit<Wider>(v)) << v;
        }
        return sums;
    }

    // Of a pair whose sum must lie in `good`.
    bool filter_by_sums(int a, int b, const Wider& good) {
        M kept_a{}, kept_b{};
        const M second = domain_[b];
        for (M values = domain_[a]; any(values); values = without_lowest(values)) {
            const int v = lowest(values);
            M fits{};
            narrow(good >> v, fits);
            fits &= second & ~bit<M>(v);
            if (!any(fits)) continue;
            kept_a |= bit<M>(v);
            kept_b |= fits;
        }
        return shrink(a, kept_a) && shrink(b, kept_b);
    }

    bool filter_four(const int* open, int rest) {
        const Wider first = pair_sums(domain_[open[0]], domain_[open[1]]);
        const Wider good = first & complement(pair_sums(domain_[open[2]], domain_[open[3]]), rest);
        if (!any(good)) return false;
        return filter_by_sums(open[0], open[1], good) && filter_by_sums(open[2], open[3], complement(good, rest));
    }

    // Bounds of a sum of different numbers: the smallest choice takes the cells by their smallest members, each at
    // least the next number of the union after the one before. A cell's largest member is what the smallest choice
    // of the others leaves; the same downwards by mirror image.
    bool filter_bounds(const int* open, int k, int rest) {
        M all{};
        int low[CELLS], high[CELLS];
        for (int i = 0; i < k; ++i) {
            const M& domain = domain_[open[i]];
            all |= domain;
            low[i] = lowest(domain);
            high[i] = highest(domain);
        }
        int up[CELLS], down[CELLS];
        for (int i = 0; i < k; ++i) up[i] = down[i] = i;
        std::sort(up, up + k, [&](int i, int j) { return low[i] < low[j]; });
        std::sort(down, down + k, [&](int i, int j) { return high[i] > high[j]; });
        int at_least[CELLS], at_most[CELLS];   // of the others, for up[i] and down[i]
        const int least = smallest_sums(all, low, up, k, at_least);
        const int most = largest_sums(all, high, down, k, at_most);
        if (least > rest || most < rest) return false;
        for (int i = 0; i < k; ++i) {
            const int cell = open[up[i]];
            if (high[up[i]] > rest - at_least[i] && !shrink(cell, upto(domain_[cell], rest - at_least[i]))) return false;
        }
        for (int i = 0; i < k; ++i) {
            const int cell = open[down[i]];
            if (low[down[i]] < rest - at_most[i] && !shrink(cell, from(domain_[cell], rest - at_most[i]))) return false;
        }
        return true;
    }

    static int next_in(const M& all, int above) {
        const M later = from(all, above + 1);
        return any(later) ? lowest(later) : 2 * capacity<M>;   // too few numbers: the sum will be too large
    }
    static int before_in(const M& all, int below) {
        const M earlier = upto(all, below - 1);
        return any(earlier) ? highest(earlier) : -2 * capacity<M>;
    }

    static int smallest_sums(const M& all, const int* low, const int* up, int k, int* without) {
        int taken[CELLS], sum = 0, before = -1;
        for (int i = 0; i < k; ++i) {
            const int least = low[up[i]];
            before = taken[i] = least > before ? least : next_in(all, before);
            sum += before;
        }
        int prefix = 0;
        for (int i = 0; i < k; ++i) {
            int rest = prefix, last = i > 0 ? taken[i - 1] : -1;
            for (int j = i + 1; j < k; ++j) {
                const int least = low[up[j]];
                if (least > last && least == taken[j]) {   // from here on nothing changes
                    for (; j < k; ++j) rest += taken[j];
                    break;
                }
                last = least > last ? least : next_in(all, last);
                rest += last;
            }
            without[i] = rest;
            prefix += taken[i];
        }
        return sum;
    }

    static int largest_sums(const M& all, const int* high, const int* down, int k, int* without) {
        int taken[CELLS], sum = 0, before = capacity<M>;
        for (int i = 0; i < k; ++i) {
            const int most = high[down[i]];
            before = taken[i] = most < before ? most : before_in(all, before);
            sum += before;
        }
        int prefix = 0;
        for (int i = 0; i < k; ++i) {
            int rest = prefix, last = i > 0 ? taken[i - 1] : capacity<M>;
            for (int j = i + 1; j < k; ++j) {
                const int most = high[down[j]];
                if (most < last && most == taken[j]) {
                    for (; j < k; ++j) rest += taken[j];
                    break;
                }
                last = most < last ? most : before_in(all, last);
                rest += last;
            }
            without[i] = rest;
            prefix += taken[i];
        }
        return sum;
    }

    static constexpr int CELLS = capacity<M>;   // a group has no more cells than there are numbers

    const Board& board_;
    const int base_;
    const bool exact_;
    int cells_ = 0;
    bool dead_ = false, rooted_ = false, going_back_ = false;
    Order order_ = Order::weighted;
    std::vector<int> after_;
    u64 random_ = 0, left_nodes_ = 0;

    M all_{};
    std::vector<M> domain_;
    std::vector<Sum> sums_;
    std::vector<int> members_;
    std::vector<std::vector<int>> groups_of_;
    std::vector<double> weight_;

    std::vector<int> open_, place_;
    int left_ = 0;
    std::vector<Saved> trail_;
    std::vector<Level> levels_;
    std::vector<u64> stamp_;
    u64 epoch_ = 1;

    std::vector<int> queue_, fixed_;
    std::size_t head_ = 0;
    std::vector<char> queued_;
};

}  // namespace magic
