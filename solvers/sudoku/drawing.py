"""Draws a sudoku board: givens, solved cells, and where a witness differs; walls stand between boxes."""

from __future__ import annotations

from solvers.drawing import Cell, Drawing, Kind
from solvers.sudoku.board import parse


def draw(text: str, solution: str = "", witness: str = "") -> tuple[Drawing, ...]:
    """One grid of the size of the board."""
    board = parse(text)
    size = board.size

    def cell(row: int, column: int) -> Cell:
        i = row * size + column
        group = board.box.of(row, column) + 1
        if board.cells[i] != ".":
            return Cell(board.cells[i], Kind.GIVEN, group)
        if not solution:
            return Cell("", Kind.EMPTY, group)
        differs = bool(witness) and witness[i] != solution[i]
        return Cell(solution[i], Kind.DIFFERS if differs else Kind.SOLVED, group)

    return (Drawing(tuple(tuple(cell(row, column) for column in range(size)) for row in range(size))),)
