"""Which of the two clues of a black cell comes first: authors disagree, and the board itself tells most of the time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from solvers.core import MalformedError
from solvers.kakuro.board import BLACK, Black, Cell, Kakuro, White
from solvers.reading.format import Wish

DOWN_FIRST = "down-first"
ACROSS_FIRST = "across-first"


CLUE_ORDER = "clue-order"  # the option of the formats that have the choice


Evidence = tuple[int, int]  # clues that do not fit, and runs of two or more cells without a clue


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
    if wished in (DOWN_FIRST, ACROSS_FIRST):
        return Reading(_read(board, wished), wished, "as asked", "")
    other = ACROSS_FIRST if usual == DOWN_FIRST else DOWN_FIRST
    against = dict(zip((DOWN_FIRST, ACROSS_FIRST), evidence(board), strict=True))
    if against[other] < against[usual]:
        why = f"{usual}, {_said(against[usual], against[other])}"
        return Reading(_read(board, other), other, why, f"clues read {other}: {why}")
    if against[usual] < against[other]:
        return Reading(_read(board, usual), usual, f"{other}, {_said(against[other], against[usual])}", "")
    note = f"nothing tells the order of the clues; read {usual}" if swapped(board) != board else ""
    return Reading(_read(board, usual), usual, "nothing tells the order of the clues", note)


def _read(board: Kakuro, order: str) -> Kakuro:
    return board if order == DOWN_FIRST else swapped(board)


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


def evidence(board: Kakuro) -> tuple[Evidence, Evidence]:
    """What speaks against the board as it is, and against the one with its clues exchanged."""
    misfits, missing = [0, 0], [0, 0]  # of clues as they are, and exchanged
    for clues, length, side in _runs(board):
        for order in (0, 1):
            fits = _fits(clues[side ^ order], length, board.digits)
            misfits[order] += fits is False
            missing[order] += fits is None
    return (misfits[0], missing[0]), (misfits[1], missing[1])


@lru_cache(maxsize=4096)
def _fits(clue: int | None, length: int, digits: int) -> bool | None:
    """Whether a clue fits a run of so many cells; None for a run of two or more that has no clue."""
    if clue is None:
        return None if length > 1 else True
    low, high = length * (length + 1) // 2, length * (2 * digits + 1 - length) // 2
    return 0 < length <= digits and low <= clue <= high


def _runs(board: Kakuro) -> Iterator[tuple[Black, int, int]]:
    """The black cells, each with the length of the run behind it and the side of its clue, and runs at the border."""
    lines: Iterator[tuple[Sequence[Cell], int]] = chain(
        ((row, 1) for row in board.rows), ((column, 0) for column in zip(*board.rows, strict=True))
    )
    for line, side in lines:
        clues, length = BLACK, 0
        for cell in (*line, BLACK):
            if isinstance(cell, White):
                length += 1
                continue
            if length or clues is not BLACK:
                yield clues, length, side
            clues, length = cell, 0
