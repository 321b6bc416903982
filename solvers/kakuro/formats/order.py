"""Which of the two clues of a black cell comes first: authors disagree, and the board itself tells most of the time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import NamedTuple

from solvers.core import MalformedError
from solvers.kakuro.board import BLACK, Black, Cell, Kakuro, White
from solvers.reading.format import Wish

DOWN_FIRST = "down-first"
ACROSS_FIRST = "across-first"


CLUE_ORDER = "clue-order"  # the option of the formats that have the choice


class Reading(NamedTuple):
    """A board in the chosen order, the order's name, why that one, and what to warn of ("" if nothing)."""

    board: Kakuro
    order: str
    why: str
    note: str


def oriented(board: Kakuro, wished: str = "", usual: str = DOWN_FIRST) -> Reading:
    """The board in the order that ``wished`` says or, without a wish, that fits the cells; else the ``usual`` one.

    ``board`` is read down first. A clue without cells and a sum out of reach speak against an order, and if both
    orders have as many of these, a run of two or more cells without a clue does.
    """
    readings = {DOWN_FIRST: board, ACROSS_FIRST: swapped(board)}
    if wished in readings:
        return Reading(readings[wished], wished, "as asked", "")
    other = ACROSS_FIRST if usual == DOWN_FIRST else DOWN_FIRST
    against, against_other = evidence(readings[usual]), evidence(readings[other])
    if against_other < against:
        why = f"{usual}, {_said(against, against_other)}"
        return Reading(readings[other], other, why, f"clues read {other}: {why}")
    if against < against_other:
        return Reading(readings[usual], usual, f"{other}, {_said(against_other, against)}", "")
    note = f"nothing tells the order of the clues; read {usual}" if readings[usual] != readings[other] else ""
    return Reading(readings[usual], usual, "nothing tells the order of the clues", note)


def _said(against: tuple[int, int], less: tuple[int, int]) -> str:
    """The evidence that tells one order from the other."""
    (misfits, missing), (fewer, _) = against, less
    return f"{misfits} clues would fit no cells" if misfits > fewer else f"{missing} runs would have no clue"


def one_order(wish: Wish) -> None:
    """For a format whose notation fixes the order: raises MalformedError if the user asks for one."""
    if wish.variant in {DOWN_FIRST, ACROSS_FIRST}:
        raise MalformedError(f"this format has one order of clues, got --clue-order {wish.variant}")


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
