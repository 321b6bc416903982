"""The file formats of Kakuro."""

from __future__ import annotations

from solvers.kakuro.formats.kkt import KKT
from solvers.kakuro.formats.line import LINE
from solvers.kakuro.formats.lists import ALGOSPOT, CELL_LIST, KDL, RUN_LIST
from solvers.kakuro.formats.models import DZN, EULER, GAME, PYCSP3
from solvers.kakuro.formats.pzpr import KANPEN, PZPR, PZPRV3
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
