#include "counter.hpp"

#include <algorithm>

namespace gridmill::kakuro {

namespace {
constexpr std::size_t most_cached = std::size_t{64} << 20;
}

// Adds to parts_ the components of the open cells among `cells`, small ones first: one without a solution ends the
// digit soon, and a search that is broken off is most often in the last and largest.
void Counter::split(Span cells) {
    const std::size_t before = parts_.size();
    for (std::size_t i = cells.first; i < cells.last; ++i)
        inside_[static_cast<std::size_t>(pool_[i])] = single(state_->domain(pool_[i])) ? 0 : 1;
    for (std::size_t i = cells.first; i < cells.last; ++i) {
        if (inside_[static_cast<std::size_t>(pool_[i])] == 0) continue;
        const std::size_t first = pool_.size();
        todo_.assign(1, pool_[i]);
        inside_[static_cast<std::size_t>(pool_[i])] = 0;
        while (!todo_.empty()) {
            const int cell = todo_.back();
            todo_.pop_back();
            pool_.push_back(cell);
            for (const int run : board_->runs_of[static_cast<std::size_t>(cell)]) {
                if (run == no_run) continue;
                const Run& line = board_->runs[static_cast<std::size_t>(run)];
                for (int j = line.first; j < line.first + line.length; ++j) {
                    const int other = board_->members[static_cast<std::size_t>(j)];
                    if (inside_[static_cast<std::size_t>(other)] == 0) continue;
                    inside_[static_cast<std::size_t>(other)] = 0;
                    todo_.push_back(other);
                }
            }
        }
        std::sort(pool_.begin() + static_cast<std::ptrdiff_t>(first), pool_.end());
        parts_.push_back({first, pool_.size()});
    }
    const auto smaller = [](const Span& a, const Span& b) { return a.last - a.first < b.last - b.first; };
    std::stable_sort(parts_.begin() + static_cast<std::ptrdiff_t>(before), parts_.end(), smaller);
}

// All that the count of a part depends on: its cells, their domains, and the rest of each sum. The rest follows from
// the digits of the fixed cells of a run, which is written down with the run's first open cell.
void Counter::key_of(Span cells) {
    key_.clear();
    const auto put = [&](int value, int bytes) {
        for (; bytes > 0; --bytes, value >>= 8) key_.push_back(static_cast<char>(value & 255));
    };
    for (std::size_t i = cells.first; i < cells.last; ++i) {
        const int cell = pool_[i];
        put(cell, 3);
        put(state_->domain(cell), 2);
        for (const int run : board_->runs_of[static_cast<std::size_t>(cell)]) {
            if (run == no_run) continue;
            const Run& line = board_->runs[static_cast<std::size_t>(run)];
            if (line.sum == no_clue) continue;
            int rest = line.sum, first = -1;
            for (int j = line.first; j < line.first + line.length; ++j) {
                const int other = board_->members[static_cast<std::size_t>(j)];
                if (single(state_->domain(other))) rest -= lowest(state_->domain(other));
                else if (first < 0) first = other;
            }
            if (first == cell) put(rest, 1);
        }
    }
}

int Counter::choose(Span cells) const {
    int best = pool_[cells.first];
    double best_score = -1;
    for (std::size_t i = cells.first; i < cells.last; ++i) {
        const double score = state_->weight(pool_[i]) / count(state_->domain(pool_[i]));
        if (score > best_score) {
            best = pool_[i];
            best_score = score;
        }
    }
    return best;
}

void Counter::open(Span cells) {
    const int cell = choose(cells);
    stack_.push_back({cells, cell, state_->domain(cell), state_->mark(), pool_.size(), parts_.size(), parts_.size(),
                      Big(), Big(1), true, true, key_});
}

// Forgets what the digit that was tried has set off.
void Counter::abandon(Frame& frame) {
    state_->undo(frame.mark);
    pool_.resize(frame.pool_mark);
    parts_.resize(frame.parts_mark);
}

// Tries the next digit; false if there is none.
bool Counter::branch(Frame& frame) {
    while (frame.left != 0 && (cap_ == 0 || frame.sum.clamped() < cap_)) {
        const auto digit = static_cast<Digits>(frame.left & -frame.left);
        frame.left &= static_cast<Digits>(~digit);
        state_->restrict(frame.cell, digit);
        if (state_->propagate()) {
            split(frame.cells);
            frame.next_part = frame.parts_mark;
            frame.product = Big(1);
            frame.branch_exact = true;
            return true;
        }
        state_->undo(frame.mark);
    }
    if (frame.left != 0) frame.exact = false;
    return false;
}

// Ends the part on top of the stack and gives its count.
Big Counter::close(bool& exact) {
    Frame& frame = stack_.back();
    exact = frame.exact;
    Big sum = std::move(frame.sum);
    if (exact) {
        if (cached_bytes_ > most_cached) {
            cache_.clear();
            cached_bytes_ = 0;
        }
        cached_bytes_ += frame.key.size() + 96;
        cache_.emplace(std::move(frame.key), sum);
    }
    stack_.pop_back();
    return sum;
}

// What the root part is known to have when the search is broken off: each frame has the digits that are done, and of
// the digit under way what the frame above it has found, if that is the last of the digit's parts.
Big Counter::so_far() const {
    Big found;
    for (std::size_t at = stack_.size(); at-- > 0;) {
        const Frame& frame = stack_[at];
        const bool last = at + 1 < stack_.size() && frame.next_part == stack_[at + 1].parts_mark;
        if (last) found *= frame.product;
        else found = Big();
        found += frame.sum;
    }
    return found;
}

Counter::Result Counter::run(Meter& meter, std::uint64_t cap) {
    cap_ = cap;
    inside_.assign(static_cast<std::size_t>(board_->cells()), 0);
    pool_.clear();
    parts_.clear();
    stack_.clear();
    for (int cell = 0; cell < board_->cells(); ++cell) pool_.push_back(cell);
    split({0, pool_.size()});
    const std::vector<Span> roots = parts_;
    Result result{Big(1), true};
    for (const Span root : roots) {
        key_of(root);
        open(root);
        bool descend = false;  // the top frame has parts of a digit under way
        for (;;) {
            Frame& frame = stack_.back();
            if (!descend) {
                if (!meter.spend() || !meter.look()) {
                    // The root part has what its digits have given so far, the parts after it have one each at least.
                    if (const Big found = so_far(); !found.zero()) result.count *= found;
                    result.exact = false;
                    return result;
                }
                if (!branch(frame)) {
                    bool exact = true;
                    const Big sum = close(exact);
                    if (stack_.empty()) {
                        result.count *= sum;
                        result.exact = result.exact && exact;
                        break;
                    }
                    stack_.back().product *= sum;
                    stack_.back().branch_exact = stack_.back().branch_exact && exact;
                }
                descend = true;
                continue;
            }
            if (frame.product.zero() || frame.next_part == parts_.size()) {
                frame.sum += frame.product;
                frame.exact = frame.exact && (frame.branch_exact || frame.product.zero());
                abandon(frame);
                descend = false;
                continue;
            }
            const Span part = parts_[frame.next_part++];
            key_of(part);
            if (const auto found = cache_.find(key_); found != cache_.end()) {
                frame.product *= found->second;
                continue;
            }
            open(part);
            descend = false;
        }
        if (cap_ != 0 && result.count.clamped() >= cap_ && !result.exact) return result;
    }
    return result;
}

}  // namespace gridmill::kakuro
