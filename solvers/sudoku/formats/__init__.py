"""The file formats of sudoku."""

from __future__ import annotations

from solvers.reading.format import Format
from solvers.sudoku.formats.grid import GRID
from solvers.sudoku.formats.line import LINE
from solvers.sudoku.formats.zoj3122 import ZOJ3122

FORMATS: tuple[Format, ...] = (LINE, GRID, ZOJ3122)
