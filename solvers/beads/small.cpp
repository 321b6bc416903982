#include "small.hpp"

namespace gridmill::beads {

namespace {

bool has(const Words& words, std::size_t bit) {
    return ((bit < 64 ? words.low >> bit : words.high >> (bit - 64)) & 1) != 0;
}
Words single(std::size_t bit) {
    return bit < 64 ? Words{std::uint64_t{1} << bit, 0} : Words{0, std::uint64_t{1} << (bit - 64)};
}
bool none(const Words& words) { return (words.low | words.high) == 0; }
bool meets(const Words& a, const Words& b) { return ((a.low & b.low) | (a.high & b.high)) != 0; }
Words operator&(const Words& a, const Words& b) { return {a.low & b.low, a.high & b.high}; }
Words operator~(const Words& a) { return {~a.low, ~a.high}; }
void operator|=(Words& a, const Words& b) { a = {a.low | b.low, a.high | b.high}; }
int lowest(const Words& words) {
    return words.low != 0 ? __builtin_ctzll(words.low) : 64 + __builtin_ctzll(words.high);
}

}  // namespace

Small::Small(const Puzzle& puzzle) : puzzle_(puzzle), loops_(simd()), cells_(puzzle.size()) {
    const std::size_t count = puzzle.placements();
    all_low_.assign(count + list_slack, 0);
    all_high_.assign(count + list_slack, 0);
    all_id_.assign(count + list_slack, 0);
    for (std::uint32_t p = 0; p < count; ++p) {
        Words mask = single(cells_ + puzzle.kind[p]);
        for (const std::uint16_t* c = puzzle.begin(p); c != puzzle.end(p); ++c) mask |= single(*c);
        all_low_[p] = mask.low;
        all_high_[p] = mask.high;
        all_id_[p] = p;
    }
    for (std::size_t c = 0; c < cells_; ++c) all_cells_ |= single(c);
    reserve(2 * count + list_slack);
}

void Small::reserve(std::size_t size) {
    if (low_.size() >= size) return;
    low_.resize(2 * size);
    high_.resize(2 * size);
    id_.resize(2 * size);
}

Search Small::search(const std::vector<Laid>& given, std::uint64_t limit, Meter& meter, const Scope& scope) {
    result_ = {};
    meter_ = &meter;
    limit_ = limit;
    last_node_ = scope.nodes == 0 ? ~std::uint64_t{0} : meter.nodes() + scope.nodes;
    keep_all_ = scope.keep_all;
    laid_ = given;
    left_.clear();
    for (const Piece& piece : puzzle_.rules.pieces) left_.push_back(static_cast<std::uint32_t>(piece.letters.size()));
    Words blocked{};
    for (const Laid& one : given) {
        blocked |= Words{all_low_[one.placement], all_high_[one.placement]} & all_cells_;
        --left_[puzzle_.kind[one.placement]];
    }
    Words needed = all_cells_ & ~blocked;
    for (std::size_t k = 0; k < left_.size(); ++k) {
        if (left_[k] == 0) blocked |= single(cells_ + k);
        if (left_[k] == 1 && !puzzle_.rules.spare) needed |= single(cells_ + k);
    }
    reserve(puzzle_.placements() + list_slack);
    result_.complete = descend(scope.only != nullptr ? narrow(*scope.only, blocked) : narrow(blocked), needed);
    return std::move(result_);
}

// The placements that are possible at first: those of kinds with copies left, which stand behind each other.
Small::List Small::narrow(Words blocked) {
    List list{0, 0};
    for (std::size_t k = 0; k < left_.size(); ++k) {
        if (left_[k] == 0) continue;
        const std::size_t from = puzzle_.kind_first[k];
        list.count += loops_.filter(all_low_.data() + from, all_high_.data() + from, all_id_.data() + from,
                                    puzzle_.kind_first[k + 1] - from, blocked, low_.data() + list.count,
                                    high_.data() + list.count, id_.data() + list.count, &list.tally);
    }
    return list;
}

Small::List Small::narrow(const std::vector<std::uint32_t>& only, Words blocked) {
    List list{0, only.size()};
    for (std::size_t i = 0; i < only.size(); ++i) {
        low_[i] = all_low_[only[i]];
        high_[i] = all_high_[only[i]];
        id_[i] = only[i];
    }
    narrow(list, blocked);
    return list;
}

void Small::narrow(List& list, Words blocked) {
    std::uint64_t* low = low_.data() + list.at;
    std::uint64_t* high = high_.data() + list.at;
    std::uint32_t* id = id_.data() + list.at;
    list.tally = {};
    list.count = loops_.filter(low, high, id, list.count, blocked, low, high, id, &list.tally);
}

// Takes a placement into the filling; returns what it blocks and takes its items from `needed`.
// A kind is an item while one copy is left: then every filling is reached by one branch only.
Words Small::use(std::uint32_t placement, Words mask, Words& needed) {
    const std::size_t k = puzzle_.kind[placement];
    --left_[k];
    laid_.push_back({placement, 0});
    const Words blocked = left_[k] == 0 ? mask : mask & all_cells_;
    needed = needed & ~blocked;
    if (left_[k] == 1 && !puzzle_.rules.spare) needed |= single(cells_ + k);
    return blocked;
}

void Small::unlay(std::size_t depth) {
    for (; laid_.size() > depth; laid_.pop_back()) ++left_[puzzle_.kind[laid_.back().placement]];
}

// Returns whether to search on.
bool Small::descend(List list, Words needed) {
    const std::size_t depth = laid_.size();
    bool on = true;
    for (;;) {
        if (meter_->nodes() >= last_node_ || !meter_->spend()) {
            on = false;
            break;
        }
        if (none(needed)) {
            result_.note(laid_, keep_all_);
            on = result_.found < limit_;
            break;
        }
        if (!none(needed & ~list.tally.once)) break;
        const Words forced = needed & ~list.tally.twice;
        if (!none(forced)) {
            if (!settle(list, needed, forced)) break;
            continue;
        }
        const auto item = static_cast<std::size_t>(fewest(list, needed));
        const std::size_t end = list.at + list.count;
        for (std::size_t i = list.at; on && i < end; ++i)
            if (has({low_[i], high_[i]}, item)) on = lay(list, i, needed);
        break;
    }
    unlay(depth);
    return on;
}

// Lays the only placements of the forced items and narrows the list; false if two of them meet.
bool Small::settle(List& list, Words& needed, Words forced) {
    Words blocked{};
    for (std::size_t i = list.at; i < list.at + list.count && !none(forced); ++i) {
        const Words mask{low_[i], high_[i]};
        if (!meets(mask, forced)) continue;
        if (meets(mask, blocked)) return false;
        forced = forced & ~mask;
        blocked |= use(id_[i], mask, needed);
    }
    narrow(list, blocked);
    return true;
}

bool Small::lay(const List& list, std::size_t index, Words needed) {
    const std::size_t depth = laid_.size();
    const Words blocked = use(id_[index], {low_[index], high_[index]}, needed);
    List inner{list.at + list.count + list_slack, 0};
    reserve(inner.at + list.count + list_slack);
    inner.count = loops_.filter(low_.data() + list.at, high_.data() + list.at, id_.data() + list.at, list.count, blocked,
                                low_.data() + inner.at, high_.data() + inner.at, id_.data() + inner.at, &inner.tally);
    const bool on = descend(inner, needed);
    unlay(depth);
    return on;
}

// The needed item with the fewest placements; none has fewer than two.
int Small::fewest(const List& list, Words needed) const {
    const Words two = needed & ~list.tally.thrice;
    if (!none(two)) return lowest(two);
    const Words three = needed & ~list.tally.four;
    if (!none(three)) return lowest(three);
    Counts counts;
    loops_.count(low_.data() + list.at, high_.data() + list.at, list.count, &counts);
    Words best = needed;  // those that are fewest in the planes so far, from the highest down
    for (int p = planes; p-- > 0;)
        if (const Words fewer = best & ~counts.plane[p]; !none(fewer)) best = fewer;
    return lowest(best);
}

}  // namespace gridmill::beads
