"""Which judge's input a text is, by its first board."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile

from solvers.reading.format import Sample
from solvers.sudoku.board import boxes
from solvers.sudoku.formats.grid_row import split_row
from solvers.sudoku.formats.walls import WALL, WALLED, WALLS_OF_ALL

NUMBER = re.compile(r"[0-9]{1,6}")


def split(bare: str) -> tuple[str, ...]:
    """The cells of a row: symbols that stand close together, or apart."""
    parts = bare.split()
    return tuple(parts) if len(parts) > 1 else tuple(bare)


def height(texts: Sequence[str]) -> int:
    """How many rows the board has that these lines begin with: as many as most of its rows have cells.

    One of them may be spoilt, the first as well as any other.
    """
    widths = [len(split(text.strip())) for text in takewhile(str.strip, texts)]
    for width in dict.fromkeys(widths[:3]):
        if boxes(width) and 2 * widths[:width].count(width) > width:
            return width
    return widths[0] if widths else 0


def sniff(sample: Sample) -> int:
    """94 if a number stands before rows of a grid whose cells are no other family's."""
    return 94 if _kind(sample) == "judge" else 0


def sniff_989(sample: Sample) -> int:
    """94 if each number is the order of the boxes of the one board that follows it."""
    filled = [line.strip() for line in sample.filled()]
    return 94 if _is_989(filled) or _kind(sample) == "uva989" else 0


def sniff_3111(sample: Sample) -> int:
    """94 if `?` is the empty cell."""
    return 94 if _kind(sample) == "hdu3111" else 0


def sniff_4069(sample: Sample) -> int:
    """94 if the numbers of a board of 9x9 hold walls."""
    return 94 if _kind(sample) == "hdu4069" else 0


def _kind(sample: Sample) -> str:
    """Which judge's input it is, by its first board, of which one row may be spoilt; "" for none."""
    filled = [line.strip() for line in sample.filled()]
    rows = list(takewhile(lambda line: not NUMBER.fullmatch(line), filled[1:26]))
    if not rows or not NUMBER.fullmatch(filled[0]):
        return ""
    width = height(rows)
    whole = [row for row in rows[:width] if len(split(row)) == width]
    numeric = [row for row in whole if all(cell.isascii() and cell.isdigit() and len(cell) < 4 for cell in split(row))]
    if not boxes(width) or len(whole) < width - 1 or _is_row(filled, width):
        return ""
    numbers = len(numeric) >= width - 1
    cells = [cell for row in (numeric if numbers else whole) for cell in split(row)]
    if numbers and width == WALLED and WALL <= max(map(int, cells)) < 2 * WALLS_OF_ALL:
        return "hdu4069"
    if not (numbers or all(map(split_row, whole))):
        return ""
    if width == WALLED and "?" in cells:
        return "hdu3111"
    alone = len(filled) <= 1 + width or bool(NUMBER.fullmatch(filled[1 + width]))
    order = len(filled[0]) < 3 and int(filled[0]) ** 2 == width
    titled = alone and len(filled) > 1 + width and len(split(filled[1 + width])) != width  # a number above each board
    return "uva989" if order and alone else "" if titled else "judge"


def _is_row(filled: Sequence[str], width: int) -> bool:
    """Whether the number is a complete row of the first grid, and not how many boards there are."""
    return "".join(sorted(filled[0])) == "123456789"[:width] and len(filled) <= int(filled[0]) * width


def _is_989(filled: Sequence[str]) -> bool:
    """Whether an order stands before as many rows as it calls for, of digits close together: they are numbers, too."""
    order = int(filled[0]) if filled and re.fullmatch("[23]", filled[0]) else 0
    size = order * order
    rows = filled[1 : size + 1]
    whole = bool(rows) and len(rows) == size and all(len(row) == size and NUMBER.fullmatch(row) for row in rows)
    return whole and filled[size + 1 : size + 2] in ([], [filled[0]])
