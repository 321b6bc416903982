"""The file formats of sudoku."""

from __future__ import annotations

from solvers.reading.format import Format
from solvers.sudoku.formats.candidates import CANDIDATES
from solvers.sudoku.formats.clipboard import CLIPBOARD
from solvers.sudoku.formats.exchange import EXCHANGE
from solvers.sudoku.formats.grid import GRID
from solvers.sudoku.formats.gsf import GSF
from solvers.sudoku.formats.hodoku import HODOKU
from solvers.sudoku.formats.judges import HDU3111, HDU4069, JUDGE, UVA989
from solvers.sudoku.formats.line import LINE, SDM
from solvers.sudoku.formats.links import F_PUZZLES, LINKS, PENPA, SUDOKUPAD
from solvers.sudoku.formats.minizinc import MINIZINC
from solvers.sudoku.formats.mixed import MIXED
from solvers.sudoku.formats.opensudoku import OPENSUDOKU, OPENSUDOKU_2
from solvers.sudoku.formats.poj3074 import POJ3074
from solvers.sudoku.formats.pzl import PZL
from solvers.sudoku.formats.pzpr import PZPR
from solvers.sudoku.formats.sdk import SDK
from solvers.sudoku.formats.tatham import TATHAM
from solvers.sudoku.formats.zoj3122 import ZOJ3122

FORMATS: tuple[Format, ...] = (
    LINE,
    SDM,
    GRID,
    ZOJ3122,
    SDK,
    CLIPBOARD,
    CANDIDATES,
    EXCHANGE,
    HODOKU,
    OPENSUDOKU,
    OPENSUDOKU_2,
    GSF,
    PZL,
    TATHAM,
    LINKS,
    F_PUZZLES,
    SUDOKUPAD,
    PENPA,
    PZPR,
    MINIZINC,
    JUDGE,
    UVA989,
    HDU3111,
    HDU4069,
    POJ3074,
    MIXED,
)
