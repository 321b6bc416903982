"""The file formats of magic squares."""

from solvers.magic.formats.completion import COMPLETION
from solvers.magic.formats.grid import GRID
from solvers.magic.formats.letters import LETTERS
from solvers.magic.formats.line import LINE
from solvers.magic.formats.named import NAMED
from solvers.magic.formats.position import POSITION
from solvers.magic.formats.text import TEXT

FORMATS = (TEXT, POSITION, COMPLETION, NAMED, GRID, LINE, LETTERS)
