"""A grid whose bands of boxes an empty line parts, as newspapers and mails show one.

4.. .3. ...      as many rows as a box has,
..5 ... .7.
.8. ..1 ...
                 an empty line,
... 2.. .6.      and so on, until the grid has all its rows; more than one such line, or none,
...              or anything but a row, stands behind it
"""

from __future__ import annotations

from collections.abc import Iterator

from solvers.sudoku.alphabet import SMALLEST
from solvers.sudoku.board import boxes
from solvers.sudoku.formats.grid_border import empties, is_like
from solvers.sudoku.formats.grid_row import Look, split_row
from solvers.sudoku.formats.grid_stanza import Stanza


def banded(line: Look, number: int) -> Stanza | None:
    """The grid in bands that begins with line ``number``; None for any other line."""
    size = len(split_row(line(0) or "") or ())
    for box in boxes(size) if size > SMALLEST else ():  # four rows in pairs may be anything
        if _is_blank(line, box.rows) and (found := _grid(line, size, box.rows)):
            found.start = number
            return found
    return None


def _grid(line: Look, size: int, height: int) -> Stanza | None:
    count = size + size // height - 1
    raw = [line(at) or "" for at in range(count)]
    if any(bool(text.strip()) == (at % (height + 1) == height) for at, text in enumerate(raw)):
        return None
    rows = [_row(text, size) for text in raw if text.strip()]
    if not all(rows) or not _is_over(line, count, size, height, raw[height]):
        return None
    return Stanza(raw=raw, rows=rows, size=size, height=height)


def _is_over(line: Look, end: int, size: int, height: int, blank: str) -> bool:
    """Whether no further band belongs to the grid, as far as what stands behind it tells."""
    text = line(end)
    if text is None or (not text.strip() and text != blank) or _is_blank(line, end + 1):
        return True
    at = end + (not text.strip())
    if not _row(line(at) or "", size):
        return True
    return at == end and _is_blank(line, end + height)  # the first band of the next one, right below


def goes_on(above: Iterator[str], size: int) -> bool:
    """Whether one empty line parts what begins here from a row ``above``: nothing tells which bands make a grid."""
    return not next(above, "-").strip() and bool(_row(next(above, ""), size))


def _is_blank(line: Look, at: int) -> bool:
    return (text := line(at)) is not None and not text.strip()


def _row(text: str, size: int) -> tuple[str, ...]:
    """The cells of a row of so many; nothing for any other line."""
    row = () if is_like(text) and not empties(text) else split_row(text) or ()
    return row if len(row) == size else ()
