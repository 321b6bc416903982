"""Where the shared boards are, and how they are read."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from solvers.beads.formats import FORMATS
from solvers.core import Block, Board, Reject
from solvers.reading.format import Lines, Sample, Wish

REPOSITORY = Path(__file__).parents[2]


def shared(name: str) -> Path:
    """A file of the shared folder; skips the test where there is none."""
    places = [os.environ.get("GRIDMILL_SHARED"), REPOSITORY / "../shared", REPOSITORY / "../../shared"]
    for place in filter(None, places):
        if Path(place, name).exists():
            return Path(place, name)
    pytest.skip(f"{name} is not on this machine (GRIDMILL_SHARED)")


def read(text: str, wish: Wish | None = None) -> tuple[str, list[Board], list[Reject]]:
    """Read a text by the format that is surest of it; every line must be accounted for."""
    lines = text.splitlines()
    best = max(FORMATS, key=lambda each: each.sniff(Sample(tuple(lines))))
    source = Lines(lines, "test")
    items = list(best.read(source, wish or Wish()))
    assert source.tally.total() == len(lines)
    boards: list[Board] = []
    rejects: list[Reject] = []
    for item in items:
        match item:
            case Block():
                boards += unfold(item)
            case Board():
                boards.append(item)
            case Reject():
                rejects.append(item)
    return best.name, boards, rejects


def unfold(block: Block) -> list[Board]:
    """The boards of a block, one by one."""
    fields = block.fields or [None] * len(block.texts)
    stated = block.stated or [""] * len(block.texts)
    return [
        Board(block.family, block.variant, text, "test", line, "", solution, extra)
        for text, line, solution, extra in zip(block.texts, block.lines, stated, fields, strict=True)
    ]
