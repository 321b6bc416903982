"""Lines of numbers that may be rows of a sudoku as well as squares: which of them they are.

0 0 3 0 2 0 6 0 0      In a sudoku no number stands twice in a column, so that lines which follow each other share none,
9 0 0 3 0 5 0 0 1      as they would by chance if they had nothing to do with each other. A square of order 3 has one of
0 0 1 8 0 6 4 0 0      eight fillings: lines that all fit one are no rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log2, perm

from solvers.magic.board import Candidates

LO_SHU = tuple(  # all squares of order 3: one, turned and flipped
    tuple(map(int, text))
    for text in (
        "276951438", "294753618", "438951276", "492357816", "618753294", "672159834", "816357492", "834159672",
    )
)  # fmt: skip
SHORT = 2  # rows that may be missing in a sudoku, so that its lines are looked at
PART = 4  # a grid is spoilt in less than a fourth of its rows
CERTAIN = 12  # bits that fillings must tell
LEAST = 0.5  # numbers that nine lines or so would share by chance: with fewer, nothing tells


def may_be_magic(cells: Sequence[Candidates]) -> bool:
    """Whether no number is too large or stands twice; in order 3 whether a square has them."""
    if len(cells) == len(LO_SHU[0]):
        return any(all(not cell or number in cell for cell, number in zip(cells, lo, strict=True)) for lo in LO_SHU)
    given = [cell for cell in cells if len(cell) == 1]
    return len(set(given)) == len(given) and all(cell[-1] <= len(cells) for cell in cells if cell)


def may_be_rows(squares: Sequence[Sequence[Candidates]], *, whole: bool) -> bool:
    """Whether lines, each of which may be a square, are as likely the rows of grids, some of them perhaps spoilt.

    Where they are not the ``whole`` source, fewer may be the first rows of one.
    """
    size = len(squares[0])
    fit = [square for square in squares if len(square) == size]
    lines = [line for line, before in zip(fit, [None, *fit], strict=False) if line != before]  # a row may be doubled
    if _told(lines) >= CERTAIN:
        return False
    if len(lines) < size - SHORT:
        return not whole and _run(lines) == len(lines)
    if _shared(lines) < LEAST:
        return False
    at = covered = 0
    while at < len(lines):
        run = _run(lines[at : at + size])
        is_grid = PART * run >= (PART - 1) * size
        covered += run if is_grid else 0
        at += run if is_grid else 1
    return 2 * covered >= len(lines)


def _shared(lines: Sequence[Sequence[Candidates]]) -> float:
    """How many pairs of lines would have the same number in a column by chance, if no grid had more rows."""
    size = len(lines[0])
    given = [sum(map(bool, column)) for column in zip(*lines[:size], strict=True)]
    return sum(count * (count - 1) for count in given) / (2 * size)


def _run(lines: Sequence[Sequence[Candidates]]) -> int:
    """How many lines have no number twice in a column, counted from the first."""
    seen: set[tuple[int, Candidates]] = set()
    for at, line in enumerate(lines):
        cells = {(column, cell) for column, cell in enumerate(line) if len(cell) == 1}
        if not seen.isdisjoint(cells):
            return at
        seen |= cells
    return len(lines)


def _told(lines: Sequence[Sequence[Candidates]]) -> float:
    """How many bits it tells that all lines of nine fit one of the fillings of order 3; 0 where one does not."""
    size = len(LO_SHU[0])
    if len(lines[0]) != size or not all(map(may_be_magic, lines)):
        return 0
    told = 0.0
    for line in lines:
        given = [at for at, cell in enumerate(line) if len(cell) == 1]
        fillings = {tuple(lo[at] for at in given) for lo in LO_SHU}
        told += log2(perm(size, len(given)) / len(fillings))
    return told
