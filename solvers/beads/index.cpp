#include "index.hpp"

#include <algorithm>
#include <numeric>

#include "count.hpp"
#include "small.hpp"
#include "sweep.hpp"

namespace gridmill::beads {

namespace {

constexpr std::size_t most_fillings = 65535;
constexpr std::size_t most_placements = 65535;
constexpr std::size_t most_kinds = 16;
constexpr std::size_t most_bytes = std::size_t{1} << 28;

// Numbers 0..n-1 by ascending key, keeping the order of `from` among equals.
template <class Key>
void counting_sort(const std::vector<std::uint16_t>& from, std::vector<std::uint16_t>& to, std::uint32_t low, std::uint32_t high,
                   Key key) {
    std::vector<std::uint32_t> next(high - low + 1, 0);
    for (const std::uint16_t id : from) ++next[key(id) - low + 1];
    std::partial_sum(next.begin(), next.end(), next.begin());
    for (const std::uint16_t id : from) to[next[key(id) - low]++] = id;
}

// Fillings that are images of each other under the region's symmetries. One piece is fixed: of the places that symmetry
// makes the same, it lies in the first. A filling stands for one image for each of those places, and no two for the same.
class Orbits {
public:
    Orbits(const Puzzle& puzzle, Meter& meter) : puzzle_(puzzle) {
        for (std::size_t k = 0; k + 1 < puzzle.kind_first.size(); ++k)
            if (places(k) > places(fixed_)) fixed_ = k;
        for (const std::vector<std::uint16_t>& map : Rest(puzzle, {}, meter).symmetries(puzzle)) {
            image_.emplace_back();
            for (std::uint32_t p = 0; p < puzzle.placements(); ++p) image_.back().push_back(image(p, map));
        }
    }

    std::vector<std::uint32_t> representatives() const {
        std::vector<std::uint32_t> found;
        for (std::uint32_t p = 0; p < puzzle_.placements(); ++p) {
            const auto before = [&](const std::vector<std::uint32_t>& to) { return to[p] < p; };
            if (puzzle_.kind[p] != fixed_ || std::none_of(image_.begin(), image_.end(), before)) found.push_back(p);
        }
        return found;
    }

    // Appends all images of a filling: the placement of each kind.
    void images(const Laid* laid, std::vector<std::uint16_t>& held) const {
        const std::size_t kinds = puzzle_.rules.pieces.size();
        std::vector<std::uint32_t> of(kinds), seen;
        for (std::size_t i = 0; i < kinds; ++i) of[puzzle_.kind[laid[i].placement]] = laid[i].placement;
        for (const std::vector<std::uint32_t>& to : image_) {
            if (std::find(seen.begin(), seen.end(), to[of[fixed_]]) != seen.end()) continue;
            seen.push_back(to[of[fixed_]]);
            for (const std::uint32_t p : of) held.push_back(static_cast<std::uint16_t>(to[p]));
        }
    }

private:
    std::size_t places(std::size_t k) const { return puzzle_.kind_first[k + 1] - puzzle_.kind_first[k]; }

    std::uint32_t image(std::uint32_t p, const std::vector<std::uint16_t>& map) const {
        std::vector<std::uint16_t> cells;
        for (const std::uint16_t* c = puzzle_.begin(p); c != puzzle_.end(p); ++c) cells.push_back(map[*c]);
        std::sort(cells.begin(), cells.end());
        return static_cast<std::uint32_t>(puzzle_.find(puzzle_.kind[p], cells.data(), cells.data() + cells.size()));
    }

    const Puzzle& puzzle_;
    std::size_t fixed_ = 0;                           // the kind with the most placements
    std::vector<std::vector<std::uint32_t>> image_;   // of each placement, by symmetry
};

}  // namespace

std::shared_ptr<const Index> Index::build(const Puzzle& puzzle, const Budget& budget) {
    const std::vector<Piece>& pieces = puzzle.rules.pieces;
    const bool single = std::all_of(pieces.begin(), pieces.end(), [](const Piece& p) { return p.letters.size() == 1; });
    if (!single || puzzle.rules.spare || pieces.size() > most_kinds || puzzle.placements() > most_placements ||
        puzzle.area != puzzle.size() || !Small::fits(puzzle))
        return nullptr;
    Meter meter(budget, Clock::now());
    const Count count = count_fillings(puzzle, {}, meter, most_bytes);  // far sooner than listing too many
    if (count.ended != Ended::complete || count.decimal.size() > 5 || std::stoul(count.decimal) > most_fillings) return nullptr;
    std::shared_ptr<Index> index(new Index(puzzle));
    if (!index->list_fillings(meter)) return nullptr;
    if (index->fillings_ != std::stoul(count.decimal)) return nullptr;  // two engines disagree: trust neither
    index->order_pairs();
    return index;
}

bool Index::list_fillings(Meter& meter) {
    const Orbits orbits(puzzle_, meter);
    Small engine(puzzle_);
    const std::vector<std::uint32_t> only = orbits.representatives();
    const Search all = engine.search({}, most_fillings + 1, meter, {&only, true, 0});
    if (!all.complete) return false;
    std::vector<std::uint16_t> held;  // of each filling, kind by kind
    for (std::size_t f = 0; f < all.found; ++f) orbits.images(all.all.data() + f * kinds_, held);
    fillings_ = held.size() / kinds_;
    length_ = puzzle_.skeleton.size();
    // Text and pieces of each, then both in the order of the texts.
    std::string texts;
    for (std::size_t f = 0; f < fillings_; ++f) {
        std::string text = puzzle_.skeleton;
        for (std::size_t k = 0; k < kinds_; ++k) {
            const std::uint16_t p = held[f * kinds_ + k];
            for (const std::uint16_t* c = puzzle_.begin(p); c != puzzle_.end(p); ++c)
                text[puzzle_.region.offset[*c]] = puzzle_.rules.pieces[k].letters[0];
        }
        texts += text;
    }
    std::vector<std::uint32_t> order(fillings_);
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        return texts.compare(a * length_, length_, texts, b * length_, length_) < 0;
    });
    texts_.reserve(texts.size());
    held_.reserve(held.size());
    for (const std::uint32_t f : order) {
        texts_.append(texts, f * length_, length_);
        held_.insert(held_.end(), held.begin() + f * kinds_, held.begin() + (f + 1) * kinds_);
    }
    return true;
}

void Index::order_pairs() {
    first_.assign(puzzle_.placements() + 1, 0);
    for (const std::uint16_t p : held_) ++first_[p + 1];
    for (std::size_t k = 0; k < kinds_; ++k) {  // each kind's stretches begin at 0: its placements share the fillings
        std::uint32_t sum = 0;
        for (std::uint32_t p = puzzle_.kind_first[k]; p < puzzle_.kind_first[k + 1]; ++p) {
            const std::uint32_t here = first_[p + 1];
            first_[p] = sum;
            sum += here;
        }
    }
    ids_.resize(kinds_ * (kinds_ - 1) / 2 * fillings_);
    keys_.resize(ids_.size());
    std::vector<std::uint16_t> plain(fillings_), by_b(fillings_), by_both(fillings_);
    std::iota(plain.begin(), plain.end(), static_cast<std::uint16_t>(0));
    for (std::size_t b = 1; b < kinds_; ++b) {
        const auto of_b = [&](std::uint16_t f) { return held(f, b); };
        counting_sort(plain, by_b, puzzle_.kind_first[b], puzzle_.kind_first[b + 1], of_b);
        for (std::size_t a = 0; a < b; ++a) {
            const auto of_a = [&](std::uint16_t f) { return held(f, a); };
            counting_sort(by_b, by_both, puzzle_.kind_first[a], puzzle_.kind_first[a + 1], of_a);
            std::copy(by_both.begin(), by_both.end(), ids_.begin() + pair(a, b));
            std::transform(by_both.begin(), by_both.end(), keys_.begin() + pair(a, b), of_b);
        }
    }
}

Index::Found Index::find(const std::vector<Laid>& laid, std::uint64_t limit) const {
    Found found{0, {}, {}};
    const auto take = [&](std::size_t filling) {
        if (found.count == 0) found.first = text(filling);
        else if (found.count == 1) found.second = text(filling);
        return ++found.count < limit;
    };
    if (laid.empty()) {
        for (std::size_t f = 0; f < fillings_ && take(f); ++f) {}
        return found;
    }
    const auto kind = [&](std::size_t i) { return static_cast<std::size_t>(puzzle_.kind[laid[i].placement]); };
    const auto end_of = [&](std::uint32_t p) {
        const std::size_t k = puzzle_.kind[p];
        return p + 1 == puzzle_.kind_first[k + 1] ? static_cast<std::uint32_t>(fillings_) : first_[p + 1];
    };
    // The two placements that the fewest fillings hold. Letters ascend, and kinds with them: a < b.
    std::size_t rarest = 0, second = 0;
    std::uint32_t least = ~std::uint32_t{0}, next = ~std::uint32_t{0};
    for (std::size_t i = 0; i < laid.size(); ++i) {
        const std::uint32_t held_by = end_of(laid[i].placement) - first_[laid[i].placement];
        if (held_by < least) {
            next = least, second = rarest;
            least = held_by, rarest = i;
        } else if (held_by < next) {
            next = held_by, second = i;
        }
    }
    if (least == 0) return found;
    if (laid.size() == 1) {
        const std::size_t k = kind(0);
        for (std::size_t f = 0; f < fillings_; ++f)
            if (held(f, k) == laid[0].placement && !take(f)) break;
        return found;
    }
    std::size_t a = rarest, b = second;
    if (kind(a) > kind(b)) std::swap(a, b);
    const std::size_t order = pair(kind(a), kind(b));
    const std::uint32_t p = laid[a].placement;
    const std::uint16_t* const keys = keys_.data() + order;
    const auto wanted = static_cast<std::uint16_t>(laid[b].placement);
    const std::uint16_t* const stop = keys + end_of(p);
    const std::uint16_t* at = std::lower_bound(keys + first_[p], stop, wanted);
    for (; at != stop && *at == wanted; ++at) {
        const std::size_t f = ids_[order + static_cast<std::size_t>(at - keys)];
        const bool holds = std::all_of(laid.begin(), laid.end(), [&](const Laid& one) {
            return held(f, puzzle_.kind[one.placement]) == one.placement;
        });
        if (holds && !take(f)) break;
    }
    return found;
}

}  // namespace gridmill::beads
