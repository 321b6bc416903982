"""Splits a board by giving a cell each of its candidates in turn: boards that are disjoint and leave nothing out."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import replace

from solvers.sudoku.alphabet import values
from solvers.sudoku.board import Sudoku, format_board, parse

EMPTY = "."


def split(text: str, pieces: int) -> list[str]:
    """About ``pieces`` boards that add up to this one; fewer than two where no cell is open."""
    whole, done = deque([parse(text)]), 0
    while whole and 0 < len(whole) < pieces and done < pieces:
        board = whole.popleft()
        smaller = list(_cut(board))
        done += 1
        whole.extend(smaller or [board])
    return [format_board(board) for board in whole]


def _cut(board: Sudoku) -> Iterator[Sudoku]:
    """The board with each candidate of the open cell that has fewest; nothing if all cells are filled."""
    cells = board.cells
    open_cells = [cell for cell, value in enumerate(cells) if value == EMPTY]
    if not open_cells:
        return
    choices = [(_candidates(board, cell), cell) for cell in open_cells]
    candidates, cell = min(choices, key=lambda choice: (len(choice[0]), choice[1]))
    for value in candidates or values(board.size)[:1]:  # without a candidate there is no solution: the kernel shows it
        yield replace(board, cells=cells[:cell] + value + cells[cell + 1 :])


def _candidates(board: Sudoku, cell: int) -> list[str]:
    """The values that no cell in the same row, column, box or region has; what else counts is left to the kernel."""
    size = board.size
    row, column = divmod(cell, size)
    taken = {
        board.cells[other]
        for other in range(size * size)
        if other // size == row or other % size == column or board.group(other) == board.group(cell)
    }
    return [value for value in values(size) if value not in taken]
