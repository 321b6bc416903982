"""Sudoku: fill a square so that every row, every column and every box holds each value once.

A board of size n has n rows and n columns, and boxes of R rows by C columns with R x C = n: 3x3 boxes for the usual
9x9, 4x4 for 16x16, 5x5 for 25x25, 2x3 or 3x2 for 6x6, and so on for every size from 4 to 25 that is no prime.

Canonical text: the cells row by row, `1`-`9` up to size 9 and `A`.. beyond, `.` where nothing is given. Where the
boxes are not square, their shape stands before it: `2x3:1..4....6....4..2..3..6....1....2..5`. The solution is
written as cells alone. Variants are called by size and box shape: `9x9`, `16x16`, `6x6/2x3`.

After the cells a board may have `;diagonals` (X-sudoku), `;regions:` with a letter a cell instead of boxes (jigsaw,
any size from 4 to 16), and `;cages:` such as `15=r1c1+r1c2,7=r3c3` (killer, up to size 9): `9x9/diagonals`,
`7x7/jigsaw`, `9x9/killer`.

The rules are those of the newspapers and of ZOJ 3122 (16x16, letters A to P).
"""

from __future__ import annotations

from solvers.core import Family
from solvers.examples import read_examples
from solvers.sudoku import cp_sat
from solvers.sudoku._kernel import page, solve, variants
from solvers.sudoku.analysis import backdoor
from solvers.sudoku.board import canonical, variant
from solvers.sudoku.check import check
from solvers.sudoku.drawing import draw
from solvers.sudoku.formats import FORMATS
from solvers.sudoku.normal import normal_forms, structures
from solvers.sudoku.splitting import split

FAMILY = Family(
    name="sudoku",
    title="Sudoku",
    canonical=canonical,
    variant=variant,
    variants=variants,
    solve=solve,
    check=check,
    engines={"cp-sat": cp_sat.solve},
    draw=draw,
    formats=FORMATS,
    examples=read_examples(__name__),
    page=page,
    split=split,
    normal=normal_forms,
    structures=structures,
    backdoor=backdoor,
)
