// The idea: a combination uses a digit in one cell only, so that of the removals of one digit all those are needless
// together that are needless one by one. One backward pass with the domains as they are and one forward pass that
// widens them digit by digit give a set from which no removal can be dropped.
#include "explain.hpp"

namespace gridmill::kakuro {

template <int W>
void Explainer::widen(const Digits* begin, const Digits* end, bool any_sum, CellSet full, const int* order, int orders,
                      const Holders& loose, Holders& tight) {
    // Per combination: its forward family, then the backward family after each of the digits in `order`; a digit that
    // is not in the combination leaves both as they are.
    const auto combinations = static_cast<std::size_t>(end - begin);
    const auto stride = static_cast<std::size_t>(digits_) + 2;
    scratch_.resize(combinations * stride * W);
    auto* families = reinterpret_cast<Subsets<W>*>(scratch_.data());
    Subsets<W> moved;
    for (std::size_t i = 0; i < combinations; ++i) {
        Subsets<W>* forward = families + i * stride;
        Subsets<W>* after = forward + 1;
        forward->clear();
        forward->put(0);
        after[digits_].clear();
        after[digits_].put(full);
        for (int place = digits_; place-- > 0;) {
            const int digit = order[place];
            const bool used = (begin[i] & bit(digit)) != 0;
            if (!used || any_sum)
                after[place] = after[place + 1];
            else
                after[place].clear();
            if (!used) continue;
            for (CellSet cells = tight[digit]; cells != 0; cells &= cells - 1) {
                drop_cell(after[place + 1], __builtin_ctz(cells), moved);
                after[place].join(moved);
            }
        }
    }
    for (int place = 0; place < orders; ++place) {
        const int digit = order[place];
        CellSet needless = loose[digit] & ~tight[digit];
        for (std::size_t i = 0; i < combinations && needless != 0; ++i) {
            if ((begin[i] & bit(digit)) == 0) continue;
            const Subsets<W>* forward = families + i * stride;
            for (CellSet cells = needless; cells != 0; cells &= cells - 1) {
                drop_cell(forward[1 + place + 1], __builtin_ctz(cells), moved);
                if (moved.meets(*forward)) needless &= ~(cells & -cells);
            }
        }
        tight[digit] |= needless;
        for (std::size_t i = 0; i < combinations; ++i) {
            if ((begin[i] & bit(digit)) == 0) continue;
            Subsets<W>* forward = families + i * stride;
            const Subsets<W> before = *forward;
            if (!any_sum) forward->clear();
            for (CellSet cells = tight[digit]; cells != 0; cells &= cells - 1)
                add_cell(before, __builtin_ctz(cells), *forward);
        }
    }
}

void Explainer::widen(const Digits* begin, const Digits* end, bool any_sum, CellSet full, int length,
                      const int* order, int orders, const Holders& loose, Holders& tight) {
    switch (length) {
        case 7: return widen<2>(begin, end, any_sum, full, order, orders, loose, tight);
        case 8: return widen<4>(begin, end, any_sum, full, order, orders, loose, tight);
        case 9: return widen<8>(begin, end, any_sum, full, order, orders, loose, tight);
        case 10: return widen<16>(begin, end, any_sum, full, order, orders, loose, tight);
        case 11: return widen<32>(begin, end, any_sum, full, order, orders, loose, tight);
        case 12: return widen<64>(begin, end, any_sum, full, order, orders, loose, tight);
        case 13: return widen<128>(begin, end, any_sum, full, order, orders, loose, tight);
        case 14: return widen<256>(begin, end, any_sum, full, order, orders, loose, tight);
        case 15: return widen<512>(begin, end, any_sum, full, order, orders, loose, tight);
        case 16: return widen<1024>(begin, end, any_sum, full, order, orders, loose, tight);
        default: return widen<1>(begin, end, any_sum, full, order, orders, loose, tight);
    }
}

}  // namespace gridmill::kakuro
