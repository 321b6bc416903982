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
from itertools import chain
from typing import NamedTuple

from solvers.core import Block
from solvers.reading.format import Lines, Wish

MOST = 2048  # boards at once
FEWEST = 4
LONGEST = 300  # characters of a line with one board
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

    def __init__(self, lines: Lines, wish: Wish, variant: str = "9x9") -> None:
        self._lines = lines
        self._room = MOST if wish.variant in ("", variant) else 0
        self._pause = 0

    def take(self, period: int, find: Callable[[Columns], Found | None], *, leave: int = 0) -> Block | None:
        """The boards of the next lines, ``period`` lines each; None if there are not two that are alike.

        ``leave`` stanzas are looked at and left, for formats in which what follows tells whether a board is over.
        """
        if self._pause:
            self._pause -= 1
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
        if self._room:
            self._pause = PAUSE
        self._room = self._room and FEWEST * 8
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
            "sudoku",
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


def close(rows: Columns, symbols: bytes = b"123456789.0", empty: str = "0") -> list[str] | None:
    """The cells of each board from columns of rows as long as they are many; None if there is another symbol.

    ``empty`` are symbols of an empty cell beside the dot.
    """
    size = len(rows)
    if any(set(map(len, row)) != {size} for row in rows):
        return None
    return _boards("".join(chain.from_iterable(zip(*rows, strict=True))), size * size, symbols, empty)


def apart(rows: Columns, symbols: bytes = b"123456789.0", empty: str = "0") -> list[str] | None:
    """The same for rows in which a blank stands between two cells, and perhaps one behind the last."""
    size = len(rows)
    joined = "\n".join(chain.from_iterable(zip(*rows, strict=True))).replace(" \n", "\n").rstrip(" ") + "\n"
    if joined[1::2] != (" " * (size - 1) + "\n") * (len(rows[0]) * size):
        return None
    return _boards(joined[::2], size * size, symbols, empty)


def runs(bodies: str, letters: str) -> list[str] | None:
    """The cells of boards in which a letter is a run of empty cells, as many as its place says; None if not all fit."""
    for count, letter in enumerate(letters, 1):
        bodies = bodies.replace(letter, "." * count)
    texts = bodies.split("\n")
    return texts if set(map(len, texts)) == {81} else None


def behind(prefix: str, texts: Sequence[str], symbols: bytes) -> str:
    """What stands in each line behind the same beginning, as lines again; "" if not in all, or if there is more."""
    joined = "\n" + "\n".join(texts)
    if max(map(len, texts)) > LONGEST or joined.count(f"\n{prefix}") != len(texts):
        return ""
    bodies = joined.replace(f"\n{prefix}", "\n")[1:]
    return "" if not bodies.isascii() or bodies.encode().translate(None, symbols + b"\n") else bodies


def _boards(joined: str, cells: int, symbols: bytes, empty: str) -> list[str] | None:
    if not joined.isascii() or joined.encode().translate(None, symbols):
        return None
    for symbol in empty:
        joined = joined.replace(symbol, ".")
    return [joined[at : at + cells] for at in range(0, len(joined), cells)]
