"""Draws a sudoku board: givens, solved cells, and where a witness differs; walls stand between boxes or regions."""

from __future__ import annotations

from solvers.drawing import Cell, Drawing, Kind
from solvers.sudoku.board import parse

COLOURS = 6  # of cages, in turn


def draw(text: str, solution: str = "", witness: str = "") -> tuple[Drawing, ...]:
    """One grid of the size of the board."""
    board = parse(text)
    size = board.size
    colours = {cell: 1 + i % COLOURS for i, cage in enumerate(board.cages) for cell in cage.cells}

    def cell(i: int) -> Cell:
        group, colour = board.group(i) + 1, colours.get(i, 0)
        if board.diagonals and i % size in (i // size, size - 1 - i // size):
            colour = colour or 1
        if board.cells[i] != ".":
            return Cell(board.cells[i], Kind.GIVEN, group, colour)
        if not solution:
            return Cell("", Kind.EMPTY, group, colour)
        differs = bool(witness) and witness[i] != solution[i]
        return Cell(solution[i], Kind.DIFFERS if differs else Kind.SOLVED, group, colour)

    return (Drawing(tuple(tuple(cell(row * size + c) for c in range(size)) for row in range(size))),)
