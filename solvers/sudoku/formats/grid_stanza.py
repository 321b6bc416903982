"""The rows of one grid: what they are so far, the board that they make, and how sure it is that they are one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import chain
from math import comb

from solvers.core import MalformedError
from solvers.reading.format import Wish
from solvers.sudoku.alphabet import EMPTY, respell, values
from solvers.sudoku.board import Box, Sudoku, boxes
from solvers.sudoku.formats.grid_row import is_bare
from solvers.sudoku.formats.wished import obeying, shape

_ROWS_OF_NONSENSE = 25  # so many make one reject
_SQUARES = (9, 16, 25)
TWO_DIGITS = 10  # the smallest size that has numbers of two
ENOUGH = 3  # times that a number would stand twice in a column by chance


@dataclass(slots=True)
class Stanza:
    """The rows of a board so far: where it began, its title, the lines as they were and their cells."""

    title: str = ""
    start: int = 0
    raw: list[str] = field(default_factory=list)
    rows: list[tuple[str, ...]] = field(default_factory=list)
    good: bool = True
    bad: str = ""  # the line that spoils it, where that is known
    fault: str = ""  # why it is none, where that is known of the whole grid
    height: int = 0  # rows of a box, where empty lines tell it
    size: int = 0  # cells of a row, where that is known of the whole grid; else those of the first row

    def add(self, number: int, text: str, row: tuple[str, ...]) -> None:
        if not self.raw:
            self.start = number
        self.raw.append(text)
        self.rows.append(row)
        self.good = self.good and bool(boxes(len(row))) and len(row) == len(self.rows[0])

    def full(self) -> bool:
        width = len(self.rows[0])
        return len(self.rows) == (width if boxes(width) else _ROWS_OF_NONSENSE)

    def is_bare(self) -> bool:
        """Nothing but rows of 9, 16 or 25 cells with blanks between, as lists of other things have them."""
        filled = [text for text in self.raw if text.strip()]
        return len(self.rows[0]) in _SQUARES and len(filled) == len(self.rows) and all(map(is_bare, filled))


def board_text(stanza: Stanza, wish: Wish) -> str:
    """The canonical text of the board; raises MalformedError."""
    size = stanza.size or len(stanza.rows[0])
    if stanza.fault:
        raise MalformedError(stanza.fault, 1)
    if stanza.bad:
        raise MalformedError(f"expected rows of {size} cells, got {stanza.bad[:60]!r}", 1)
    if not stanza.good:
        seen = ", ".join(str(len(raw.strip("\r\n"))) for raw in stanza.raw)
        raise MalformedError(f"expected rows of {size} cells, got lines of {seen} characters", 1)
    if len(stanza.rows) != size:
        raise MalformedError(f"expected {size} rows of {size} cells, got {len(stanza.rows)} rows", len(stanza.rows))
    cells = _symbols(size, [cell for row in stanza.rows for cell in row])
    box = Box(stanza.height, size // stanza.height) if stanza.height and not wish.variant else shape(wish, size)
    return obeying(Sudoku(box, respell(cells, size).cells), wish)


def _symbols(size: int, cells: list[str]) -> str:
    """The cells as one symbol each; if any has two digits, all are decimals."""
    if all(len(cell) == 1 for cell in cells):
        return "".join(cells)
    if size < TWO_DIGITS and any(len(cell) == 1 and cell.isdigit() for cell in cells):
        odd = next(cell for cell in cells if len(cell) > 1)
        raise MalformedError(f"expected one digit in each cell, got {odd!r}", 1)
    for cell in cells:
        if cell not in EMPTY and not (cell.isascii() and cell.isdigit() and int(cell) <= size):
            raise MalformedError(f"expected values from 1 to {size}, got {cell!r}", 1)
    numbers = [int(cell) if cell.isdigit() else 0 for cell in cells]
    return "".join(values(size)[number - 1] if number else "." for number in numbers)


def certainty(stanzas: Sequence[Stanza]) -> int:
    """How sure it is that numbers in rows are grids, by how many of them stand twice in a column.

    In a list of squares with 9, 16 or 25 numbers a line it is one pair in so many, in a sudoku none or a mistake.
    """
    if not stanzas:
        return 85
    size = len(stanzas[0].rows[0])
    pairs = alike = 0
    for column in chain.from_iterable(zip(*stanza.rows, strict=True) for stanza in stanzas):
        givens = [cell for cell in column if cell not in EMPTY]
        pairs += comb(len(givens), 2)
        alike += sum(comb(count, 2) for count in Counter(givens).values())
    if 2 * alike * size >= pairs and alike > 1:
        return 20
    return 85 if pairs >= ENOUGH * size else 60


def is_answer(stanza: Stanza) -> bool:
    """Whether these rows are what a judge of kakuro wants: _ along the first row and column, and no sudoku behind."""
    around = (*stanza.rows[0], *(row[0] for row in stanza.rows)) if stanza.good else ()
    if set(around) != {"_"}:
        return False
    inner = [row[1:] for row in stanza.rows[1:]]
    givens = [[cell for cell in row if cell != "_"] for row in (*inner, *zip(*inner, strict=True))]
    return any(len(set(row)) < len(row) for row in givens) or sum(map(len, givens)) > len(inner) ** 2


def is_board(stanza: Stanza) -> bool:
    """Whether the rows make a board."""
    try:
        board_text(stanza, Wish())
    except MalformedError:
        return False
    return True
