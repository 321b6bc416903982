// Runs of four and more open cells: a pass over the digits of each combination, forward and backward.
//
// For the combination {2 5 7 9} of a run of four cells, forward[j] is the family of the sets of cells that the first
// j digits can fill; going backward, a digit is supported in a cell if a set that the digits before can fill, this
// cell and a set that the digits after can fill make up the run. Sets of cells are shared by all combinations, so the
// domains are turned around once: holds_[digit] is the set of cells that may hold the digit.
//
// Tried and lost: one pass with all digits at once and the sum in the state (more states than all combinations have).
#include "run_filter.hpp"

namespace gridmill::kakuro {

void RunFilter::transpose() {
    holds_.fill(0);
    supported_.fill(0);
    for (int j = 0; j < open_; ++j)
        for (Digits left = domain_[j]; left != 0; left &= static_cast<Digits>(left - 1))
            holds_[lowest(left)] |= 1u << j;
}

bool RunFilter::satisfied() const {
    for (int digit = 1; digit <= sums_.digits(); ++digit)
        if (supported_[digit] != holds_[digit]) return false;
    return true;
}

// Marks what the fillings by this combination support; true if there are any.
template <int W>
bool RunFilter::support(Digits combination, Subsets<W>* forward) {
    std::array<int, most_digits> digits;
    int length = 0;
    forward[0].clear();
    forward[0].put(0);
    for (Digits left = combination; left != 0; left &= static_cast<Digits>(left - 1)) {
        const int digit = lowest(left);
        Subsets<W>& next = forward[length + 1];
        next.clear();
        for (std::uint32_t cells = holds_[digit]; cells != 0; cells &= cells - 1)
            add_cell(forward[length], __builtin_ctz(cells), next);
        digits[length++] = digit;
    }
    const unsigned full = (1u << open_) - 1;
    if (!forward[length].has(full)) return false;
    Subsets<W> after, before, without;
    after.clear();
    after.put(full);
    while (length-- > 0) {
        before.clear();
        for (std::uint32_t cells = holds_[digits[length]]; cells != 0; cells &= cells - 1) {
            drop_cell(after, __builtin_ctz(cells), without);
            if (without.meets(forward[length])) supported_[digits[length]] |= cells & -cells;
            before.join(without);
        }
        after = before;
    }
    return true;
}

// The same where there is no clue: every digit may be left out.
template <int W>
bool RunFilter::support_any(Subsets<W>* forward) {
    const int digits = sums_.digits();
    forward[0].clear();
    forward[0].put(0);
    for (int digit = 1; digit <= digits; ++digit) {
        forward[digit] = forward[digit - 1];
        for (std::uint32_t cells = holds_[digit]; cells != 0; cells &= cells - 1)
            add_cell(forward[digit - 1], __builtin_ctz(cells), forward[digit]);
    }
    const unsigned full = (1u << open_) - 1;
    if (!forward[digits].has(full)) return false;
    Subsets<W> after, before, without;
    after.clear();
    after.put(full);
    for (int digit = digits; digit > 0; --digit) {
        before = after;
        for (std::uint32_t cells = holds_[digit]; cells != 0; cells &= cells - 1) {
            drop_cell(after, __builtin_ctz(cells), without);
            if (without.meets(forward[digit - 1])) supported_[digit] |= cells & -cells;
            before.join(without);
        }
        after = before;
    }
    return true;
}

template <int W>
bool RunFilter::many() {
    scratch_.resize(static_cast<std::size_t>(W) * (most_digits + 1));
    auto* forward = reinterpret_cast<Subsets<W>*>(scratch_.data());
    if (sum_ == no_clue) return support_any<W>(forward);
    Digits held = 0;
    for (int j = 0; j < open_; ++j) held |= domain_[j];
    bool any = false;
    const Sums::Range range = sums_.combinations(open_, sum_);
    for (const Digits* at = range.begin; at != range.end; ++at) {
        if ((*at & ~held) != 0) continue;
        bool news = false;
        for (Digits left = *at; left != 0 && !news; left &= static_cast<Digits>(left - 1))
            news = supported_[lowest(left)] != holds_[lowest(left)];
        if (!news) continue;
        if (!support<W>(*at, forward)) continue;
        any = true;
        if (satisfied()) break;
    }
    return any;
}

bool RunFilter::many() {
    transpose();
    bool any = false;
    switch (open_) {
        case 2: case 3: case 4: case 5: case 6: any = many<1>(); break;
        case 7: any = many<2>(); break;
        case 8: any = many<4>(); break;
        case 9: any = many<8>(); break;
        case 10: any = many<16>(); break;
        case 11: any = many<32>(); break;
        case 12: any = many<64>(); break;
        case 13: any = many<128>(); break;
        case 14: any = many<256>(); break;
        case 15: any = many<512>(); break;
        default: any = many<1024>(); break;
    }
    if (!any) return false;
    for (int j = 0; j < open_; ++j) domain_[j] = 0;
    for (int digit = 1; digit <= sums_.digits(); ++digit)
        for (std::uint32_t cells = supported_[digit]; cells != 0; cells &= cells - 1)
            domain_[__builtin_ctz(cells)] |= bit(digit);
    return true;
}

}  // namespace gridmill::kakuro
