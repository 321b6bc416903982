"""Where the shared data of the tests is, and the boards in it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from solvers.core import Board
from solvers.magic import FAMILY
from solvers.reading import read

_ROOT = Path(__file__).resolve().parents[2]


def shared(path: str) -> Path:
    """A file or folder of the shared data; skips the test where the data is not on this machine."""
    stated = os.environ.get("GRIDMILL_SHARED")
    places = [Path(stated)] if stated else [_ROOT.parent / "shared", _ROOT.parent.parent / "shared"]
    for place in places:
        if (place / path).exists():
            return place / path
    pytest.skip(f"needs shared data: {path}; set GRIDMILL_SHARED")


def boards(path: str) -> list[Board]:
    """The boards of one shared file or folder, read by the formats of this family alone."""
    return list(read(str(shared(path)), among=FAMILY.formats))
