"""Boards that are written alike, one behind the other: a few operations on many of them instead of many on each.

    # 1          columns[0]  titles, borders, blank lines: of one kind all the way down
    [Puzzle]     columns[1]
    53..7....    columns[2]  ...  the rows of the boards
    6..195...    columns[3]

A format says how many lines a board takes and makes boards of the columns, or None where a line is of another kind:
then fewer boards are tried, and after few a while none, so that what is not alike costs little more than before.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from solvers.core import Block
from solvers.reading.format import Lines

MOST = 2048  # boards at once
FEWEST = 4
PAUSE = 32  # boards that are not even tried after that

Columns = Sequence[list[str]]


class Found(NamedTuple):
    """The boards of the columns in canonical text; what a board's lines count as, and which of them is its first."""

    texts: Sequence[str]
    rows: int
    comment: int = 0
    blank: int = 0
    first: int = 0
    labels: Sequence[str] | None = None
    fields: Sequence[Mapping[str, str] | None] | None = None
    variant: str = "9x9"


class Alike:
    """Takes boards that are alike off the lines."""

    def __init__(self, lines: Lines, family: str, *, wished: bool = True) -> None:
        """``wished`` is False where the user wants something else than what is read at once."""
        self._lines = lines
        self._family = family
        self._wished = wished
        self._room = MOST
        self._pause = 0

    def resting(self) -> bool:
        """Whether the next board is not even tried; for formats that look far ahead before they ask for more."""
        if self._pause:
            self._pause -= 1
            return True
        return not self._wished

    def rest(self) -> None:
        """Passes over the next few boards."""
        self._pause = PAUSE

    def take(self, period: int, find: Callable[[Columns], Found | None], *, leave: int = 0) -> Block | None:
        """The boards of the next lines, ``period`` lines each; None if there are not two that are alike.

        ``leave`` stanzas are looked at and left, for formats in which what follows tells whether a board is over.
        """
        if self.resting():
            return None
        while self._room >= FEWEST:
            texts = self._lines.ahead(period * self._room)
            whole = len(texts) // period
            if whole < 2 + leave:
                return None
            found = find([texts[at : whole * period : period] for at in range(period)])
            if found is not None:
                self._room = min(MOST, 2 * self._room)
                return self._block(found, period, whole - leave)
            self._room = min(self._room, whole) // 8
        self._room = FEWEST * 8
        self.rest()
        return None

    def _block(self, found: Found, period: int, count: int) -> Block:
        lines, tally = self._lines, self._lines.tally
        start = lines.number + 1 + found.first
        taken = lines.take(period * count)
        tally.board += found.rows * count
        tally.comment += found.comment * count
        tally.blank += found.blank * count
        labels, fields = found.labels, found.fields
        return Block(
            self._family,
            found.variant,
            found.texts[:count],
            range(start, start + len(taken), period),
            labels[:count] if labels and any(labels) else None,
            None,
            fields[:count] if fields and any(fields) else None,
        )


def same(column: Sequence[str]) -> bool:
    """Whether all lines of a column are the same."""
    return column.count(column[0]) == len(column)
