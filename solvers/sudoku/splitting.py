"""Splits a board by giving a cell each of its candidates in turn: boards that are disjoint and leave nothing out."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from solvers.sudoku.alphabet import values
from solvers.sudoku.board import Box, Sudoku, format_board, parse

EMPTY = "."


def split(text: str, pieces: int) -> list[str]:
    """About ``pieces`` boards that add up to this one; fewer than two where no cell is open."""
    board = parse(text)
    whole, done = deque([board.cells]), 0
    while whole and 0 < len(whole) < pieces and done < pieces:
        cells = whole.popleft()
        smaller = list(_cut(board.box, cells))
        done += 1
        whole.extend(smaller or [cells])
    return [format_board(Sudoku(board.box, cells)) for cells in whole]


def _cut(box: Box, cells: str) -> Iterator[str]:
    """The board with each candidate of the open cell that has fewest; nothing if all cells are filled."""
    open_cells = [cell for cell, value in enumerate(cells) if value == EMPTY]
    if not open_cells:
        return
    choices = [(_candidates(box, cells, cell), cell) for cell in open_cells]
    candidates, cell = min(choices, key=lambda choice: (len(choice[0]), choice[1]))
    for value in candidates or values(box.size)[:1]:  # without a candidate there is no solution; the kernel shows it
        yield cells[:cell] + value + cells[cell + 1 :]


def _candidates(box: Box, cells: str, cell: int) -> list[str]:
    """The values that no cell in the same row, column or box has."""
    size = box.size
    row, column = divmod(cell, size)
    taken = {
        cells[other]
        for other in range(size * size)
        if other // size == row or other % size == column or box.of(*divmod(other, size)) == box.of(row, column)
    }
    return [value for value in values(size) if value not in taken]
