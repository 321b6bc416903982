"""The file formats of Kakuro, the surest first."""

from solvers.kakuro.formats.kkt import KKT
from solvers.kakuro.formats.statement import STATEMENT

FORMATS = (KKT, STATEMENT)
