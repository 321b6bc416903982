// Squares that need no search: an empty board of a rule set for which a construction is known; and the orders for
// which a short proof shows that there is none.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "board.hpp"

namespace magic {

// The numbers row by row, 1 to n^2; empty if no construction is known here.
//
//     normal, semi     all orders from 5
//     pandiagonal, associative, ultramagic     all orders from 5 but 4k+2
//     bordered, concentric                     all orders from 5
std::vector<int> construct(std::string_view rule, int n);

// Why a rule set has no square of that order and magic constant, whatever the givens; empty if that is not known.
std::string refute(std::string_view rule, int n, int sum);

}  // namespace magic
