"""Numbers and dates above grids that might be rows themselves: in newspapers' archives, or where boards are counted.

20040110
53..7....    nine rows of nine cells below: that line of eight is none of them
6..195...
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain

from solvers.sudoku.alphabet import EMPTY
from solvers.sudoku.board import boxes
from solvers.sudoku.formats.grid_row import BORDER, split_row

_NUMBER = re.compile(r"\(?[0-9][0-9 ./:-]{0,30}\)?[.:)]?")  # or a date
_FIRST = frozenset("(0123456789")
_DATE = re.compile(r"(?:19|20)[0-9]{6}|[0-9]+([./-])[0-9]+\1[0-9]+")
ALONE = 5  # digits; longer numbers with a blank line behind them may be anything
LOOKED = 77  # lines: as many as three boards of 25x25 have


def may_be_number(text: str) -> bool:
    """Whether a line is a number or date and may be a title; in a grid with zeros rows may be, too."""
    return text[:1] in _FIRST and bool(_NUMBER.fullmatch(text.strip()))


def is_date(text: str) -> bool:
    """Whether a line is a date, and no row that lacks a cell."""
    return bool(_DATE.fullmatch(text))


def is_numbered(texts: Sequence[str]) -> bool:
    """Whether the first line is the title of the grid below it: a number or date, and no row.

    Below it stand as many rows as they have cells, of another length, or of the same and no sudoku has that row.
    """
    title, *below = map(str.strip, texts)
    if not may_be_number(title) or not below or (len(below[0]) == len(title) and not stands_twice(title)):
        return False
    if not below[0] and (len(title) < ALONE or _DATE.fullmatch(title)):
        below = below[1:]
    rows = (split_row(text) or () for text in below if not text or not BORDER.fullmatch(text))
    first = next(rows, ())
    size, own = len(first), split_row(title) or ()
    if not boxes(size) or (len(own) == size and not stands_twice(own)):
        return False
    count = 0
    for row in chain((first,), rows):
        if len(row) != size or (count == size == len(own) and stands_twice(row)):  # the next title
            break
        count += 1
    return count > 0 and count % size == 0


def stands_twice(row: Sequence[str]) -> bool:
    """Whether a given stands twice in a row."""
    givens = [cell for cell in row if cell not in EMPTY and cell != " "]
    return len(set(givens)) < len(givens)
