"""How boards are read in tests."""

from __future__ import annotations

from solvers.beads.formats import FORMATS
from solvers.core import Block, Board, Reject
from solvers.reading.format import Lines, Sample, Wish


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
