"""The file formats of sudoku."""

from __future__ import annotations

from solvers.reading.format import Format
from solvers.sudoku.formats.candidates import CANDIDATES
from solvers.sudoku.formats.clipboard import CLIPBOARD
from solvers.sudoku.formats.exchange import EXCHANGE
from solvers.sudoku.formats.grid import GRID
from solvers.sudoku.formats.hodoku import HODOKU
from solvers.sudoku.formats.judges import JUDGE, POJ3074
from solvers.sudoku.formats.line import LINE
from solvers.sudoku.formats.links import LINKS
from solvers.sudoku.formats.minizinc import MINIZINC
from solvers.sudoku.formats.mixed import MIXED
from solvers.sudoku.formats.opensudoku import OPENSUDOKU
from solvers.sudoku.formats.pzpr import PZPR
from solvers.sudoku.formats.sdk import SDK
from solvers.sudoku.formats.tatham import TATHAM
from solvers.sudoku.formats.zoj3122 import ZOJ3122

FORMATS: tuple[Format, ...] = (
    LINE,
    GRID,
    ZOJ3122,
    SDK,
    CLIPBOARD,
    CANDIDATES,
    EXCHANGE,
    HODOKU,
    OPENSUDOKU,
    TATHAM,
    LINKS,
    PZPR,
    MINIZINC,
    JUDGE,
    POJ3074,
    MIXED,
)
