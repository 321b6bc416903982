"""The file formats of the family: the statement's triangles, 5x11 boards, one board a line, and a native file."""

from __future__ import annotations

from solvers.beads.formats.kanoodle import KANOODLE
from solvers.beads.formats.lines import LINES
from solvers.beads.formats.native import NATIVE
from solvers.beads.formats.noi2005 import NOI2005
from solvers.beads.formats.xmpuzzle import XMPUZZLE

FORMATS = (NOI2005, KANOODLE, LINES, NATIVE, XMPUZZLE)
