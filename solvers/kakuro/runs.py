"""The runs of a board: its lines of white cells with their clues."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from solvers.kakuro.board import BLACK, Kakuro, White


class Run(NamedTuple):
    """Cells, numbered row by row from 0, and the clue; a clue may have no cells, and cells no clue."""

    cells: list[int]
    clue: int | None


def runs(board: Kakuro) -> Iterator[Run]:
    """Every line of white cells, and every clue, across and then down."""
    height, width = len(board.rows), len(board.rows[0])
    for row in range(height):
        yield from _line(board, [row * width + column for column in range(width)], across=True)
    for column in range(width):
        yield from _line(board, [row * width + column for row in range(height)], across=False)


def _line(board: Kakuro, places: Sequence[int], *, across: bool) -> Iterator[Run]:
    width = len(board.rows[0])
    run: list[int] = []
    clue: int | None = None
    for place in (*places, -1):
        cell = board.rows[place // width][place % width] if place >= 0 else BLACK
        if isinstance(cell, White):
            run.append(place)
            continue
        if run or clue is not None:
            yield Run(run, clue)
        run, clue = [], cell.across if across else cell.down
