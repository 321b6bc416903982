// Binds what is asked of plain boards in bulk, beside the solver: see plain.cpp.
#pragma once

#include <nanobind/nanobind.h>

namespace gridmill::sudoku {

void bind_plain(nanobind::module_& m);

}  // namespace gridmill::sudoku
