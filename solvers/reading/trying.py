"""What a format makes of some lines: how sure it may be of them shows in how far it reads.

53..7....6..195....98...     a format that knows the beginning of a source reads it up to the seam,
@ - 7 7                      and one that was found by what stands behind it does not
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import chain
from typing import NamedTuple

from solvers.core import Block, Board, Reject
from solvers.reading.choosing import choose
from solvers.reading.format import Format, Item, Lines, Sample, Wish
from solvers.reading.leading import REASON, passed

PARTS = (1, 2, 4, 8)  # paragraphs of a beginning
LINES = (6, 24, 96)  # and lines, where no blank line parts them


class Trial(NamedTuple):
    """The boards and rejects that a format makes of lines, and how many of them are boards' and comments."""

    items: list[Item]
    board: int
    comment: int

    def boards(self) -> list[Board | Block]:
        return [item for item in self.items if not isinstance(item, Reject)]

    def refused(self, last: int) -> int:
        """How many lines up to ``last`` are refused, words above the boards apart."""
        return sum(
            item.lines
            for item in self.items
            if isinstance(item, Reject) and item.line <= last and item.reason != REASON
        )


def tried(form: Format, lead: int, texts: Sequence[str], wish: Wish) -> Trial:
    """What a format makes of lines, of which ``lead`` are words above its boards (-1: none)."""
    lines = Lines(texts)
    items: list[Item] = []
    with suppress(Exception):  # then it does not know them
        items += passed(lines, lead) if lead >= 0 else ()
        items += form.read(lines, wish)
    return Trial(items, lines.tally.board, lines.tally.comment)


def reach(form: Format, lead: int, texts: Sequence[str], wish: Wish) -> int:
    """How many lines a format reads before the first one that it refuses; all if it refuses none."""
    lines = Lines(texts)
    with suppress(Exception):
        for item in chain(passed(lines, lead) if lead >= 0 else (), form.read(lines, wish)):
            if isinstance(item, Reject) and item.reason != REASON:
                return lines.tally.total() - item.lines
    return lines.tally.total()


def is_chosen(form: Format, texts: Sequence[str], sample: Sample, asked: Sequence[Format]) -> bool:
    """Whether the lines that a format reads are recognised as its own, and not only the first of them."""
    part = Sample(tuple(texts), sample.name, whole=sample.whole and len(texts) == len(sample.lines))
    return choose(part, asked).format is form


def beginnings(texts: Sequence[str]) -> Iterator[Sequence[str]]:
    """Some first lines of them, fewer each time: where the format changes is not known."""
    blank = [at for at, text in enumerate(texts) if not text.strip() and at and texts[at - 1].strip()]
    ends = {blank[part - 1] for part in PARTS if part <= len(blank)} | {*LINES}
    for end in sorted(ends, reverse=True):
        if end < len(texts):
            yield texts[:end]


def last_line(item: Board | Block) -> int:
    """Where the last board begins."""
    return item.line if isinstance(item, Board) else item.lines[-1]
