"""The board of futoshiki and its canonical text.

    rows     joined by `/`, as many as a row has cells, 2 to 32
    cell     `.` or a value (1-9, then A for 10, B for 11 ...), then the signs that are drawn right of it and below it
    sign     `<` `>` to the right neighbour, `^` `v` to the cell below: the point is at the smaller value

A solution is the values alone, with `/` between the rows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from solvers.core import MalformedError

SYMBOLS = "123456789ABCDEFGHIJKLMNOPQRSTUVW"
SMALLEST, LARGEST = 2, len(SYMBOLS)
EMPTY = ".0_*"
_CELL = re.compile(r"(.)([<>^v]*)", re.DOTALL)


class Sign(NamedTuple):
    """The cell with the smaller value and the one with the greater, numbered in reading order from 0."""

    smaller: int
    greater: int


@dataclass(frozen=True, slots=True)
class Futoshiki:
    """A board: values by cell, 0 where none is given, and the signs between neighbours."""

    size: int
    cells: tuple[int, ...]
    signs: frozenset[Sign]

    def between(self, cell: int, other: int) -> int:
        """-1 if the cell is the smaller one, 1 if it is the greater one, 0 if no sign stands between the two."""
        return (Sign(other, cell) in self.signs) - (Sign(cell, other) in self.signs)


def cell_name(cell: int, size: int) -> str:
    """A cell as people say it: r1c1 is the first."""
    return f"r{cell // size + 1}c{cell % size + 1}"


def make(cells: Sequence[Sequence[int]], signs: Iterator[Sign] | Sequence[Sign]) -> Futoshiki:
    """A board of rows of values, 0 for none, and signs; raises MalformedError."""
    size = len(cells)
    if not SMALLEST <= size <= LARGEST:
        raise MalformedError(f"expected {SMALLEST} to {LARGEST} rows, got {size}")
    for number, row in enumerate(cells, 1):
        if len(row) != size:
            raise MalformedError(f"row {number}: expected {size} cells, got {len(row)}")
        if min(row) < 0 or max(row) > size:
            column = next(column for column, value in enumerate(row, 1) if not 0 <= value <= size)
            raise MalformedError(f"r{number}c{column}: expected a value from 1 to {size}, got {row[column - 1]}")
    found: set[Sign] = set()
    for sign in signs:
        _add(sign, size, found)
    return Futoshiki(size, tuple(value for row in cells for value in row), frozenset(found))


def _add(sign: Sign, size: int, signs: set[Sign]) -> None:
    low, high = sign if sign.smaller < sign.greater else (sign.greater, sign.smaller)
    if low < 0 or high >= size * size or not (high - low == size or (high - low == 1 and high % size)):
        raise MalformedError(f"expected a sign between neighbours, got {_said(sign, size)}")
    if Sign(sign.greater, sign.smaller) in signs:
        raise MalformedError(f"expected one sign between two cells, got {_said(sign, size)} and its opposite")
    signs.add(sign)


def _said(sign: Sign, size: int) -> str:
    return f"{cell_name(sign.smaller, size)} < {cell_name(sign.greater, size)}"


def parse(text: str) -> Futoshiki:
    """Read any spelling of a board's text; raises MalformedError."""
    rows = text.split("/")
    size, start = len(rows), 0
    values: list[list[int]] = []
    signs: list[Sign] = []
    for row in rows:
        cells = list(_CELL.finditer(row)) if row[:1] not in ("<", ">", "^", "v") else []
        if len(cells) != size:
            raise MalformedError(f"expected {size} rows of {size} cells, got a row of {len(cells)}", 1, start + 1)
        for column, match in enumerate(cells):
            cell = len(values) * size + column
            signs += _signs(cell, match[2], size, start + match.start(2) + 1)
        values.append([_value(match[1], start + match.start() + 1) for match in cells])
        start += len(row) + 1
    return make(values, signs)


def _value(symbol: str, column: int) -> int:
    if symbol in EMPTY:
        return 0
    value = SYMBOLS.find(symbol) + 1
    if value == 0:
        raise MalformedError(f"expected a value or '.', got {symbol!r}", 1, column)
    return value


def _signs(cell: int, signs: str, size: int, column: int) -> Iterator[Sign]:
    """The signs that follow a cell; one to the right and one below at most."""
    if len(signs) > 2 or (len(signs) == 2 and (signs[0] in "<>") == (signs[1] in "<>")):
        raise MalformedError(f"expected a sign to the right and one below, got {signs!r}", 1, column)
    for sign in signs:
        other = cell + 1 if sign in "<>" else cell + size
        if other >= size * size or (other == cell + 1 and other % size == 0):
            raise MalformedError(f"expected a neighbour behind the sign {sign!r}, got the border", 1, column)
        yield Sign(cell, other) if sign in "<^" else Sign(other, cell)


def format_board(board: Futoshiki) -> str:
    """The canonical text of a board."""
    size = board.size
    right, below = [""] * (size * size), [""] * (size * size)
    for smaller, greater in board.signs:
        if abs(smaller - greater) == 1:
            right[min(smaller, greater)] = "<" if smaller < greater else ">"
        else:
            below[min(smaller, greater)] = "^" if smaller < greater else "v"
    cells = map(f".{SYMBOLS}".__getitem__, board.cells)
    marked = list(map("".join, zip(cells, right, below, strict=True)))
    return "/".join(["".join(marked[start : start + size]) for start in range(0, size * size, size)])


def canonical(text: str) -> str:
    """Turn any spelling of a board's text into the canonical one; raises MalformedError."""
    return format_board(parse(text))


def variant(text: str) -> str:
    """The size of a canonical text: `5x5`."""
    size = text.count("/") + 1
    return f"{size}x{size}"
