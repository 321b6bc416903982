"""Boards that one look at many lines finds, as far as they are of one kind: for formats whose boards differ in length.

A format says of the lines ahead how many of them are boards in their plainest form, and which. Where a line is none,
the next few are read one by one, so that what is not plain costs little more than before.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from solvers.core import Block
from solvers.reading.format import Lines

LEAST, MOST = 512, 4096  # lines that are looked at at once
PAUSE = 32  # boards that are not even tried after that


class Stretch(NamedTuple):
    """Boards in canonical text that take ``lines`` lines; ``starts`` are the first lines of each, from 0."""

    variant: str
    texts: Sequence[str]
    starts: Sequence[int]
    lines: int
    blank: int = 0
    comment: int = 0


class Ahead:
    """Takes stretches of plain boards off the lines."""

    def __init__(self, lines: Lines, family: str, *, wished: bool = True) -> None:
        """``wished`` is False where the user wants something else than what is read at once."""
        self._lines = lines
        self._family = family
        self._room = LEAST
        self._pause = 0
        self._wished = wished

    def take(self, find: Callable[[list[str]], Stretch | None]) -> Block | None:
        """The boards that come next; None if there are none, or too few to be worth a look."""
        if self._pause or not self._wished:
            self._pause -= self._wished
            return None
        lines = self._lines
        found = find(lines.ahead(self._room))
        if found is None or not found.texts:
            self._room, self._pause = LEAST, PAUSE
            return None
        # A look at all of the room for the sake of few boards would be too dear.
        self._room = max(LEAST, min(MOST, 2 * found.lines))
        first = lines.number + 1
        lines.take(found.lines)
        lines.tally.blank += found.blank
        lines.tally.comment += found.comment
        lines.tally.board += found.lines - found.blank - found.comment
        return Block(self._family, found.variant, found.texts, [first + at for at in found.starts])
