#include "cover.hpp"

#include <algorithm>
#include <utility>

namespace gridmill::beads {

namespace {

constexpr std::size_t between_looks = 100'000;  // cells visited, some 0.1 ms

}  // namespace

Cover::Cover(const Puzzle& puzzle) : puzzle_(puzzle), cells_(puzzle.size()) {}

Search Cover::search(const std::vector<Laid>& given, std::uint64_t limit, Meter& meter, const Scope& scope) {
    result_ = {};
    meter_ = &meter;
    limit_ = limit;
    last_node_ = scope.nodes == 0 ? ~std::uint64_t{0} : meter.nodes() + scope.nodes;
    keep_all_ = scope.keep_all;
    begin(given, scope);
    result_.complete = descend(list_.size());
    return std::move(result_);
}

void Cover::begin(const std::vector<Laid>& given, const Scope& scope) {
    laid_ = given;
    left_.clear();
    for (const Piece& piece : puzzle_.rules.pieces) left_.push_back(static_cast<std::uint32_t>(piece.letters.size()));
    filled_.assign(cells_, 0);
    to_fill_ = cells_;
    for (const Laid& one : given) {
        for (const std::uint16_t* c = puzzle_.begin(one.placement); c != puzzle_.end(one.placement); ++c) filled_[*c] = 1;
        to_fill_ -= puzzle_.rules.pieces[puzzle_.kind[one.placement]].cells.size();
        --left_[puzzle_.kind[one.placement]];
    }
    list_.clear();
    ways_.assign(cells_ + left_.size(), 0);
    const std::size_t count = scope.only != nullptr ? scope.only->size() : puzzle_.placements();
    for (std::size_t i = 0; i < count && looks(1); ++i) {
        const std::uint32_t p = scope.only != nullptr ? (*scope.only)[i] : static_cast<std::uint32_t>(i);
        if (!possible(p)) continue;
        list_.push_back(p);
        tally(p, 1);
    }
}

// Reads the clock now and then: a node of a large puzzle takes milliseconds.
bool Cover::looks(std::size_t work) {
    work_ += work;
    if (work_ < between_looks) return true;
    work_ = 0;
    return meter_->look();
}

bool Cover::possible(std::uint32_t placement) const {
    if (left_[puzzle_.kind[placement]] == 0) return false;
    for (const std::uint16_t* c = puzzle_.begin(placement); c != puzzle_.end(placement); ++c)
        if (filled_[*c] != 0) return false;
    return true;
}

void Cover::tally(std::uint32_t placement, std::int32_t sign) {
    for (const std::uint16_t* c = puzzle_.begin(placement); c != puzzle_.end(placement); ++c) ways_[*c] += sign;
    ways_[cells_ + puzzle_.kind[placement]] += sign;
    work_ += static_cast<std::size_t>(puzzle_.end(placement) - puzzle_.begin(placement));
}

// Returns whether to search on; `count` placements are possible.
bool Cover::descend(std::size_t count) {
    if (meter_->nodes() >= last_node_ || !meter_->spend() || !looks(cells_)) return false;
    const std::int64_t item = fewest();
    if (item < 0) {
        result_.note(laid_, keep_all_);
        return result_.found < limit_;
    }
    const auto wanted = static_cast<std::size_t>(item);
    std::vector<std::uint32_t> branches;
    for (std::size_t i = 0; i < count && branches.size() < static_cast<std::size_t>(ways_[wanted]); ++i) {
        const std::uint32_t p = list_[i];
        const bool covers = wanted >= cells_ ? puzzle_.kind[p] == wanted - cells_
                                             : std::find(puzzle_.begin(p), puzzle_.end(p), wanted) != puzzle_.end(p);
        if (covers) branches.push_back(p);
    }
    for (const std::uint32_t p : branches)
        if (!lay(p, count)) return false;
    return true;
}

bool Cover::lay(std::uint32_t placement, std::size_t count) {
    const std::size_t kind = puzzle_.kind[placement];
    const auto area = static_cast<std::size_t>(puzzle_.end(placement) - puzzle_.begin(placement));
    for (const std::uint16_t* c = puzzle_.begin(placement); c != puzzle_.end(placement); ++c) filled_[*c] = 1;
    to_fill_ -= area;
    --left_[kind];
    laid_.push_back({placement, 0});
    const std::size_t kept = rule_out(count);
    const bool on = descend(kept);
    for (std::size_t i = kept; i < count; ++i) tally(list_[i], 1);
    laid_.pop_back();
    ++left_[kind];
    to_fill_ += area;
    for (const std::uint16_t* c = puzzle_.begin(placement); c != puzzle_.end(placement); ++c) filled_[*c] = 0;
    return on;
}

// Moves what became impossible behind the rest; returns how many are left.
std::size_t Cover::rule_out(std::size_t count) {
    for (std::size_t i = 0; i < count;) {
        if (possible(list_[i])) {
            ++i;
            continue;
        }
        tally(list_[i], -1);
        std::swap(list_[i], list_[--count]);
    }
    return count;
}

// The item with the fewest ways among those that must be covered; -1 if all are.
std::int64_t Cover::fewest() const {
    std::int64_t best = -1;
    for (std::size_t c = 0; to_fill_ > 0 && c < cells_; ++c)
        if (filled_[c] == 0 && (best < 0 || ways_[c] < ways_[static_cast<std::size_t>(best)])) best = static_cast<std::int64_t>(c);
    if (puzzle_.rules.spare) return best;
    for (std::size_t k = 0; k < left_.size(); ++k) {
        const std::size_t item = cells_ + k;
        if (left_[k] == 1 && (best < 0 || ways_[item] < ways_[static_cast<std::size_t>(best)])) best = static_cast<std::int64_t>(item);
    }
    return best;
}

}  // namespace gridmill::beads
