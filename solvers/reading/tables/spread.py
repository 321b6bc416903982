"""Boards that are spread over as many columns as they have cells, made one column.

id,r1c1,r1c2,...,r9c9,level      which 81 of the 83 are the cells is told by the names of the columns,
7,5,3,...,9,2                    or else by what stands in them: no number twice in a row or column of a board
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain
from math import isqrt
from typing import NamedTuple

SIZES = (81, 36, 64, 100, 144, 256, 400, 625)  # cells of squares; 16 columns are a row of 16x16
MOST_BESIDE = 5  # columns before and behind the cells, for what the board is called
COLUMN = "puzzle"
UNCLEAR = "names or values of columns that tell which {} of the {} are the cells"
_CELL = re.compile(r"\s*(?:[A-Za-z.*_?-]|[0-9]{1,2})?\s*")
_GIVEN = re.compile(r"[1-9][0-9]?|[A-Za-z]")


class Spread(NamedTuple):
    """The columns that are cells; ``width`` is that of the table, and ``start`` -1 where it is not clear."""

    start: int
    size: int
    width: int

    def unclear(self) -> str:
        """What is missing to know the cells from what stands beside them; "" if they are known."""
        return UNCLEAR.format(self.size, self.width) if self.start < 0 else ""


def cells_spread(records: Sequence[Sequence[str]]) -> Spread | None:
    """Which columns of each record are the cells of a board; None if none are.

    The first record may be the names of the columns.
    """
    body = records[1:] or records
    width = len(records[0]) if records else 0
    if any(len(record) != width for record in body):
        return None
    for size in (size for size in SIZES if size <= width <= size + MOST_BESIDE):
        if starts := _starts(body, size, width):
            return Spread(_one_of(starts, records, body, size), size, width)
    return None


def are_names(cells: Sequence[str], spread: Spread) -> bool:
    """Whether a record has names above the columns of cells."""
    start = max(0, spread.start)
    return not all(map(_CELL.fullmatch, cells[start : start + spread.size]))


def gathered(cells: Sequence[str], spread: Spread, *, names: bool = False) -> list[str]:
    """The fields of a record with its cells in one; of a header they are the name of that column."""
    start = max(0, spread.start)
    end = start + spread.size
    return [*cells[:start], COLUMN if names else ",".join(cells[start:end]), *cells[end:]]


def _starts(body: Sequence[Sequence[str]], size: int, width: int) -> list[int]:
    """Where so many columns begin that may all be cells."""
    free = [all(_CELL.fullmatch(record[place]) for record in body) for place in range(width)]
    return [start for start in range(width - size + 1) if all(free[start : start + size])]


def _one_of(starts: Sequence[int], records: Sequence[Sequence[str]], body: Sequence[Sequence[str]], size: int) -> int:
    """The one of several places that names, or else values, speak for; -1 if none of both does."""
    if len(starts) == 1:
        return starts[0]
    names = records[0] if body is not records and not all(map(_CELL.fullmatch, records[0])) else ()
    named = [start for start in starts if names and _stand_out(names, start, size)]
    free = [start for start in starts if not any(_clashes(record[start : start + size]) for record in body)]
    found = named if names and named else free
    return found[0] if len(found) == 1 else -1


def _stand_out(names: Sequence[str], start: int, size: int) -> bool:
    """Whether the names of the cells are of one kind, and those of the other columns are not."""
    cells = set(map(_kind, names[start : start + size]))
    return len(cells) == 1 and cells.isdisjoint(map(_kind, chain(names[:start], names[start + size :])))


def _kind(name: str) -> str:
    """What a column's name is like: numbered, nothing, or a word."""
    return "numbered" if re.search(r"[0-9]", name) else "word" if name.strip() else ""


def _clashes(cells: Sequence[str]) -> bool:
    """Whether a given stands twice in a row or column of a square."""
    size = isqrt(len(cells))
    lines = [cells[at * size : (at + 1) * size] for at in range(size)] + [cells[at::size] for at in range(size)]
    givens = ([cell for cell in map(str.strip, line) if _GIVEN.fullmatch(cell)] for line in lines)
    return any(len(set(line)) < len(line) for line in givens)
