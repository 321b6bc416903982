"""The boards of shared files."""

from __future__ import annotations

from solvers.core import Board
from solvers.magic import FAMILY
from solvers.reading import read
from tests.shared import shared


def boards(path: str) -> list[Board]:
    """The boards of one shared file or folder, read by the formats of this family alone."""
    return list(read(str(shared(path)), among=FAMILY.formats))
