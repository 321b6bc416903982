"""Which of the two clues of a black cell comes first: authors disagree, and the board itself tells most of the time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import NamedTuple

from solvers.kakuro.board import BLACK, Black, Cell, Kakuro, White

DOWN_FIRST = "down-first"
ACROSS_FIRST = "across-first"


class Reading(NamedTuple):
    """A board in the chosen order, the order's name, and what to tell of the choice ("" if nothing)."""

    board: Kakuro
    order: str
    note: str


def oriented(board: Kakuro, wished: str = "", usual: str = DOWN_FIRST) -> Reading:
    """The board in the order that ``wished`` says or, without a wish, that fits the cells; else the ``usual`` one.

    ``board`` is read down first. A clue without cells and a sum out of reach speak against an order, and if both
    orders have as many of these, a run of two or more cells without a clue does.
    """
    readings = {DOWN_FIRST: board, ACROSS_FIRST: swapped(board)}
    if wished in readings:
        return Reading(readings[wished], wished, "")
    other = ACROSS_FIRST if usual == DOWN_FIRST else DOWN_FIRST
    against, against_other = evidence(readings[usual]), evidence(readings[other])
    if against_other < against:
        misfits, missing = against
        why = f"{misfits} clues would fit no cells" if misfits else f"{missing} runs would have no clue"
        return Reading(readings[other], other, f"clues read {other}: {usual}, {why}")
    if against_other == against and readings[usual] != readings[other]:
        return Reading(readings[usual], usual, f"nothing tells the order of the clues; read {usual}")
    return Reading(readings[usual], usual, "")


def swapped(board: Kakuro) -> Kakuro:
    """The same board with the two clues of every black cell exchanged."""
    rows = (tuple(Black(*reversed(cell)) if isinstance(cell, Black) else cell for cell in row) for row in board.rows)
    return replace(board, rows=tuple(rows))


def evidence(board: Kakuro) -> tuple[int, int]:
    """How many clues have no cells or a sum out of reach, and how many runs of two or more cells have no clue."""
    misfits = missing = 0
    for clue, length in _runs(board):
        if clue is None:
            missing += length > 1
        else:
            low, high = length * (length + 1) // 2, length * (2 * board.digits + 1 - length) // 2
            misfits += not (0 < length <= board.digits and low <= clue <= high)
    return misfits, missing


def _runs(board: Kakuro) -> Iterator[tuple[int | None, int]]:
    lines: Iterator[tuple[Sequence[Cell], int]] = chain(
        ((row, 1) for row in board.rows), ((column, 0) for column in zip(*board.rows, strict=True))
    )
    for line, side in lines:
        clue: int | None = None
        length = 0
        for cell in (*line, BLACK):
            if isinstance(cell, White):
                length += 1
                continue
            if length or clue is not None:
                yield clue, length
            clue, length = cell[side], 0
