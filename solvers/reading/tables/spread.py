"""Boards that are spread over as many columns as they have cells, made one column."""

from __future__ import annotations

import re
from collections.abc import Sequence

SIZES = (81, 36, 64, 100, 144, 256, 400, 625)  # cells of squares; 16 columns are a row of 16x16
MOST_BEFORE = 5  # columns before the cells, for what the board is called
COLUMN = "puzzle"
_CELL = re.compile(r"\s*(?:[A-Za-z.*_?-]|[0-9]{1,2})?\s*")


def cells_spread(records: Sequence[Sequence[str]]) -> int:
    """How many columns at the end of each record are the cells of a board; 0 if they are none.

    The first record may be the names of the columns.
    """
    body = records[1:] or records
    width = len(records[0]) if records else 0
    if any(len(record) != width for record in body):
        return 0
    fits = (size for size in SIZES if size <= width <= size + MOST_BEFORE)
    return next((size for size in fits if all(map(_CELL.fullmatch, (c for r in body for c in r[-size:])))), 0)


def gathered(cells: Sequence[str], size: int, *, names: bool = False) -> list[str]:
    """The fields of a record with its last ``size`` in one; of a header they are the name of that column."""
    return [*cells[:-size], COLUMN if names else ",".join(cells[-size:])]
