// What the formats of sudoku cannot do in bulk operations of Python: the insides of links, and boxes from their walls.
//
// Each of these reads what nearly all boards of its notation are and says of anything else that it is not plain: then
// solvers/sudoku/formats looks more closely, and finds the reason. What they give is told in _kernel.pyi.
#pragma once

#include <nanobind/nanobind.h>

#include <string_view>

namespace gridmill::sudoku {

nanobind::list walled(std::string_view rows);
nanobind::object plain_grid(std::string_view json);
nanobind::object plain_cages(std::string_view json, int size);
nanobind::object plain_problem(std::string_view members, int size, int left, int top, int columns, int rows);

}  // namespace gridmill::sudoku
