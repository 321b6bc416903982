// Exact cover on packed words, for puzzles of any size: every empty cell is covered once, and every piece that is left is used.
//
// A mask has a bit for each cell and, behind them, a bit for each kind of piece:
//
//     cells 0..n-1                         kinds
//     0 1 1 0 0 1 0 ... 0                  0 0 1 0 ...      one placement
//
// A node knows the placements that are still possible, packed in one list. One pass over it adds each mask to
// bit-sliced counters that stop at 3, so that all items are counted at once:
//
//     once |= m;  twice |= once_before & m;  thrice |= twice_before & m
//
// An item that must be covered and is not in `once` ends the node; one that is not in `twice` is forced. Only if every
// item has three or more ways are they counted exactly. A kind's item is branched on when one copy is left: then
// every filling is reached by one branch only.
#pragma once

#include <cstdint>
#include <vector>

#include "budget.hpp"
#include "puzzle.hpp"
#include "search.hpp"

namespace gridmill::beads {

template <int W>
struct Mask {
    std::uint64_t w[W];

    void set(std::size_t bit) { w[bit >> 6] |= std::uint64_t{1} << (bit & 63); }
    bool has(std::size_t bit) const { return w[bit >> 6] >> (bit & 63) & 1; }
    bool meets(const Mask& o) const {
        std::uint64_t any = 0;
        for (int i = 0; i < W; ++i) any |= w[i] & o.w[i];
        return any != 0;
    }
    bool none() const {
        std::uint64_t any = 0;
        for (int i = 0; i < W; ++i) any |= w[i];
        return any == 0;
    }
    std::size_t lowest() const {
        int i = 0;
        while (w[i] == 0) ++i;
        return static_cast<std::size_t>(i) * 64 + static_cast<std::size_t>(__builtin_ctzll(w[i]));
    }
};

#define GRIDMILL_EACH(op) for (int i = 0; i < W; ++i) op

template <int W>
class Cover {
public:
    explicit Cover(const Puzzle& puzzle) : puzzle_(puzzle), cells_(puzzle.size()) {
        all_.resize(puzzle.placements());
        for (std::uint32_t p = 0; p < all_.size(); ++p) {
            all_[p] = {};
            for (const std::uint16_t* c = puzzle.begin(p); c != puzzle.end(p); ++c) all_[p].set(*c);
            all_[p].set(cells_ + puzzle.kind[p]);
        }
    }

    // Completions of what is laid, until `limit` were found, the meter stops, or the scope ends it.
    Search search(const std::vector<Laid>& given, std::uint64_t limit, Meter& meter, const Scope& scope = {}) {
        begin(given, scope);
        result_ = {};
        limit_ = limit;
        last_node_ = scope.nodes == 0 ? ~std::uint64_t{0} : meter.nodes() + scope.nodes;
        keep_all_ = scope.keep_all;
        result_.complete = descend(0, masks_.size(), needed_, meter);
        return std::move(result_);
    }

private:
    void begin(const std::vector<Laid>& given, const Scope& scope) {
        laid_ = given;
        left_.clear();
        for (const Piece& piece : puzzle_.rules.pieces) left_.push_back(static_cast<std::uint32_t>(piece.letters.size()));
        Mask<W> blocked{};
        for (const Laid& one : given) {
            GRIDMILL_EACH(blocked.w[i] |= all_[one.placement].w[i]);
            --left_[puzzle_.kind[one.placement]];
        }
        needed_ = {};
        for (std::size_t c = 0; c < cells_; ++c)
            if (!blocked.has(c)) needed_.set(c);
        for (std::size_t k = 0; k < left_.size(); ++k) {
            const std::size_t bit = cells_ + k;
            blocked.w[bit >> 6] &= ~(std::uint64_t{1} << (bit & 63));
            if (left_[k] == 0) blocked.set(bit);
            if (left_[k] == 1 && !puzzle_.rules.spare) needed_.set(bit);
        }
        masks_.clear();
        ids_.clear();
        const std::size_t count = scope.only != nullptr ? scope.only->size() : all_.size();
        for (std::size_t i = 0; i < count; ++i) {
            const std::uint32_t p = scope.only != nullptr ? (*scope.only)[i] : static_cast<std::uint32_t>(i);
            if (all_[p].meets(blocked)) continue;
            masks_.push_back(all_[p]);
            ids_.push_back(p);
        }
    }

    bool descend(std::size_t from, std::size_t to, const Mask<W>& needed, Meter& meter) {
        if (meter.nodes() >= last_node_ || !meter.spend()) return false;
        if (needed.none()) {
            result_.note(laid_, keep_all_);
            return result_.found < limit_;
        }
        const std::int64_t item = choose(from, to, needed);
        if (item < 0) return true;
        for (std::size_t at = from; at < to; ++at)
            if (masks_[at].has(static_cast<std::size_t>(item)) && !lay(at, from, to, needed, meter)) return false;
        return true;
    }

    bool lay(std::size_t at, std::size_t from, std::size_t to, Mask<W> needed, Meter& meter) {
        const Mask<W> mask = masks_[at];
        const std::uint32_t p = ids_[at];
        const std::size_t k = puzzle_.kind[p], bit = cells_ + k;
        Mask<W> blocked = mask;
        --left_[k];
        if (left_[k] > 0) blocked.w[bit >> 6] &= ~(std::uint64_t{1} << (bit & 63));
        GRIDMILL_EACH(needed.w[i] &= ~blocked.w[i]);
        if (left_[k] == 1 && !puzzle_.rules.spare) needed.set(bit);
        const std::size_t begin = masks_.size();
        for (std::size_t other = from; other < to; ++other) {
            if (masks_[other].meets(blocked)) continue;
            masks_.push_back(masks_[other]);
            ids_.push_back(ids_[other]);
        }
        laid_.push_back({p, 0});
        const bool on = descend(begin, masks_.size(), needed, meter);
        laid_.pop_back();
        masks_.resize(begin);
        ids_.resize(begin);
        ++left_[k];
        return on;
    }

    // The needed item with the fewest placements, or -1 if one has none.
    std::int64_t choose(std::size_t from, std::size_t to, const Mask<W>& needed) const {
        Mask<W> once{}, twice{}, thrice{};
        for (std::size_t at = from; at < to; ++at) {
            const Mask<W>& m = masks_[at];
            GRIDMILL_EACH((thrice.w[i] |= twice.w[i] & m.w[i], twice.w[i] |= once.w[i] & m.w[i], once.w[i] |= m.w[i]));
        }
        Mask<W> none, one, two;
        GRIDMILL_EACH(none.w[i] = needed.w[i] & ~once.w[i]);
        if (!none.none()) return -1;
        GRIDMILL_EACH(one.w[i] = needed.w[i] & ~twice.w[i]);
        if (!one.none()) return static_cast<std::int64_t>(one.lowest());
        GRIDMILL_EACH(two.w[i] = needed.w[i] & ~thrice.w[i]);
        if (!two.none()) return static_cast<std::int64_t>(two.lowest());
        return fewest(from, to, needed);
    }

    std::int64_t fewest(std::size_t from, std::size_t to, const Mask<W>& needed) const {
        std::vector<std::uint32_t> count(W * 64, 0);
        for (std::size_t at = from; at < to; ++at)
            for (int i = 0; i < W; ++i)
                for (std::uint64_t bits = masks_[at].w[i]; bits != 0; bits &= bits - 1)
                    ++count[static_cast<std::size_t>(i * 64 + __builtin_ctzll(bits))];
        std::size_t best = needed.lowest();
        for (std::size_t bit = best; bit < count.size(); ++bit)
            if (needed.has(bit) && count[bit] < count[best]) best = bit;
        return static_cast<std::int64_t>(best);
    }

    const Puzzle& puzzle_;
    std::size_t cells_;
    std::vector<Mask<W>> all_;
    std::vector<Mask<W>> masks_;      // the lists of all open nodes, one behind the other
    std::vector<std::uint32_t> ids_;
    std::vector<Laid> laid_;
    std::vector<std::uint32_t> left_; // copies of each kind that are not laid
    Mask<W> needed_{};
    Search result_;
    std::uint64_t limit_ = 0, last_node_ = 0;
    bool keep_all_ = false;
};

#undef GRIDMILL_EACH

}  // namespace gridmill::beads
