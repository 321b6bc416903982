"""What a row of numbers may be believed for: a square of order 3, 4 or 5, or a row of a sudoku of 9, 16 or 25.

1 . . 4 . . 7 . .      Each row of a sudoku is a row of numbers as a square one a line has them, so that one alone
. 2 . . 5 . . 8 .      says nothing. Squares are magic throughout, sparse rows only here and there; and numbers that
. . 3 . . 6 . . 9      stand below each other are equal as often as chance will have it, in a sudoku hardly ever.

That holds for the rows of spoilt grids as well, which no number of rows tells.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate
from math import isqrt

from solvers.magic.board import Candidates

FAR = 4  # rows within a fourth of a grid are looked at together: they are mostly of one
DECIDED = 8  # times that a number would stand twice by chance, from which it says something that none does
SEVERAL = 4  # numbers that do where fewer pairs are there, twice as many as by chance
FEW = 2  # givens of a square that says something
_LO_SHU = [  # all squares of order 3: one, turned and flipped
    list(map(int, text))
    for text in (
        "276951438", "294753618", "438951276", "492357816", "618753294", "672159834", "816357492", "834159672",
    )
]  # fmt: skip

Cells = Sequence[Candidates]


def may_be_rows(squares: Sequence[Cells]) -> bool:
    """Whether most of the lines may be rows of a sudoku: no number above their length, and none twice."""
    return 2 * sum(map(_may_be_row, squares)) > len(squares)


def _may_be_row(cells: Cells) -> bool:
    given = [cell[0] for cell in cells if cell]
    return (
        all(len(cell) < 2 for cell in cells) and len(set(given)) == len(given) and max(given, default=0) <= len(cells)
    )


def are_magic(squares: Sequence[Cells]) -> bool:
    """Whether three of four may be magic, of those that have some givens if there are any."""
    telling = [cells for cells in squares if sum(map(bool, cells)) >= FEW] or squares
    return 4 * sum(map(_may_be_magic, telling)) >= 3 * len(telling)


def repeat(squares: Sequence[Cells]) -> bool | None:
    """Whether numbers below each other are equal as often as chance will have it; None where too few say.

    Two lines alike with nothing between say nothing, as it is such that spoil a grid; others are no rows of one.
    """
    size = len(squares[0])
    pairs = alike = 0
    for far in range(1, size // FAR + 1):
        for upper, lower in zip(squares, squares[far:], strict=False):
            if len(upper) == len(lower) and (far > 1 or upper != lower):
                pairs += sum(bool(a and b) for a, b in zip(upper, lower, strict=True))
                alike += sum(a == b != () for a, b in zip(upper, lower, strict=True))
    if pairs >= DECIDED * size:
        return 2 * alike * size >= pairs
    return True if alike >= SEVERAL and alike * size >= 2 * pairs else None


def _may_be_magic(cells: Cells) -> bool:
    """Whether no number is too large or stands twice, and each line of it can have its sum; in order 3
    whether a square has them."""
    largest, order = len(cells), isqrt(len(cells))
    given = [cell[0] for cell in cells if len(cell) == 1]
    if len(set(given)) != len(given) or any(cell[-1] > largest for cell in cells if cell):
        return False
    if largest == len(_LO_SHU[0]):
        return any(all(not cell or number in cell for cell, number in zip(cells, lo, strict=True)) for lo in _LO_SHU)
    if any(len(cell) > 1 for cell in cells):
        return True
    total = order * (largest + 1) // 2
    free = sorted(set(range(1, largest + 1)).difference(given))
    least, most = [0, *accumulate(free)], [0, *accumulate(reversed(free))]
    for line in _lines(order):
        numbers = [cells[at][0] for at in line if cells[at]]
        missing, rest = order - len(numbers), total - sum(numbers)
        if not least[missing] <= rest <= most[missing] or (missing == 1 and rest not in free):
            return False
    return True


def _lines(order: int) -> Iterator[range]:
    """The places of rows, columns and diagonals."""
    cells = order * order
    yield from (range(at, at + order) for at in range(0, cells, order))
    yield from (range(at, cells, order) for at in range(order))
    yield range(0, cells, order + 1)
    yield range(order - 1, cells - 1, order - 1)
