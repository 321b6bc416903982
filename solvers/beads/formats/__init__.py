"""The file formats of the family: the statement's triangles, boards one a line, and the hand-written native file."""

from __future__ import annotations

from solvers.beads.formats.lines import LINES
from solvers.beads.formats.native import NATIVE
from solvers.beads.formats.noi2005 import NOI2005
from solvers.beads.formats.xmpuzzle import XMPUZZLE

FORMATS = (NOI2005, LINES, NATIVE, XMPUZZLE)
