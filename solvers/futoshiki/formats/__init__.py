"""The file formats of futoshiki."""

from __future__ import annotations

from solvers.futoshiki.formats.matrices import MATRICES
from solvers.futoshiki.formats.picture import PICTURE
from solvers.futoshiki.formats.relations import RELATIONS
from solvers.futoshiki.formats.text import TEXT
from solvers.futoshiki.formats.unequal import UNEQUAL
from solvers.reading.format import Format

FORMATS: tuple[Format, ...] = (TEXT, UNEQUAL, PICTURE, MATRICES, RELATIONS)
