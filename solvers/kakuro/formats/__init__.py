"""The file formats of Kakuro."""

from __future__ import annotations

from solvers.kakuro.formats.cell_lists import ALGOSPOT, CELL_LIST
from solvers.kakuro.formats.games import EULER, GAME
from solvers.kakuro.formats.kkt import KKT
from solvers.kakuro.formats.line import LINE
from solvers.kakuro.formats.models import DZN, PYCSP3
from solvers.kakuro.formats.pzpr import PZPR
from solvers.kakuro.formats.pzpr_files import KANPEN, PZPRV3
from solvers.kakuro.formats.run_lists import KDL, RUN_LIST
from solvers.kakuro.formats.statement import STATEMENT
from solvers.kakuro.formats.table import TABLE
from solvers.reading.format import Format

FORMATS: tuple[Format, ...] = (
    KKT,
    STATEMENT,
    LINE,
    TABLE,
    PZPR,
    PZPRV3,
    KANPEN,
    KDL,
    RUN_LIST,
    CELL_LIST,
    ALGOSPOT,
    DZN,
    PYCSP3,
    GAME,
    EULER,
)
