// Why a run takes a digit away from a cell: a small set of earlier removals that is enough for it.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "subsets.hpp"
#include "sums.hpp"

namespace gridmill::kakuro {

using CellSet = std::uint32_t;  // a set of cells of one run
using Holders = std::array<CellSet, most_digits + 1>;  // by digit: the cells of the run that may hold it

// Explains contradictions of one run. All sets of cells are of the run's `length` cells.
class Explainer {
public:
    explicit Explainer(int digits) : digits_(digits) {}

    // `tight` fits no combination (or, if `combinations` is empty and `any_sum`, no choice of different digits);
    // `loose` has further holders. Moves holders from loose to tight as long as still nothing fits, digits in the order
    // `order` (of which the first `orders` have any), so that what is missing from `tight` at the end is needed.
    // `full` are the cells to fill.
    void widen(const Digits* begin, const Digits* end, bool any_sum, CellSet full, int length, const int* order,
               int orders, const Holders& loose, Holders& tight);

private:
    template <int W>
    void widen(const Digits* begin, const Digits* end, bool any_sum, CellSet full, const int* order, int orders,
               const Holders& loose, Holders& tight);

    int digits_;
    std::vector<std::uint64_t> scratch_;
};

}  // namespace gridmill::kakuro
