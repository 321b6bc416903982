// What the formats of sudoku cannot do in bulk operations of Python: the insides of links, and boxes from their walls.
#pragma once

#include <nanobind/nanobind.h>

namespace gridmill::sudoku {

void bind_links(nanobind::module_& m);

}  // namespace gridmill::sudoku
