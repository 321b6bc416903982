"""Where the shared boards are, and what reads them."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from solvers.core import Block, Board
from solvers.kakuro.formats import FORMATS
from solvers.reading.format import Lines, Sample, Wish
from solvers.reading.packing import boards as unpacked

REPOSITORY = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def shared() -> Path:
    places = [os.environ.get("GRIDMILL_SHARED"), REPOSITORY / "../shared", REPOSITORY / "../../shared"]
    for place in filter(None, places):
        if Path(place, "data", "kakuro").is_dir():
            return Path(place)
    pytest.skip("the shared boards are not on this machine (GRIDMILL_SHARED)")


Reader = Callable[..., list[Board]]


@pytest.fixture(scope="session")
def read_boards() -> Reader:
    """Reads a text by the format that is surest of it; every line must be accounted for and none rejected."""

    def read(text: str, name: str = "") -> list[Board]:
        lines = text.splitlines()
        best = max(FORMATS, key=lambda format_: format_.sniff(Sample(tuple(lines), name)))
        source = Lines(lines, name)
        items = [
            board
            for item in best.read(source, Wish())
            for board in (unpacked(item, source.source) if isinstance(item, Block) else [item])
        ]
        assert source.tally.total() == len(lines)
        assert source.tally.rejected == 0, items
        return [item for item in items if isinstance(item, Board)]

    return read
