"""Draws a futoshiki board as it is printed: cells with the signs between them."""

from __future__ import annotations

from solvers.drawing import Cell, Drawing, Kind
from solvers.futoshiki.board import SYMBOLS, Futoshiki, parse

_BLANK = Cell("", Kind.CLUE)


def draw(text: str, solution: str = "", witness: str = "") -> tuple[Drawing, ...]:
    """One grid of 2n - 1 rows and columns: cells at even places, signs at odd ones."""
    board = parse(text)
    side = range(2 * board.size - 1)
    solved, other = solution.replace("/", ""), witness.replace("/", "")
    return (Drawing(tuple(tuple(_place(board, row, column, solved, other) for column in side) for row in side)),)


def _place(board: Futoshiki, row: int, column: int, solved: str, other: str) -> Cell:
    cell = row // 2 * board.size + column // 2
    if row % 2 and column % 2:
        return _BLANK
    if row % 2:
        return Cell(("^", "", "v")[board.between(cell, cell + board.size) + 1], Kind.CLUE)
    if column % 2:
        return Cell(("<", "", ">")[board.between(cell, cell + 1) + 1], Kind.CLUE)
    if board.cells[cell]:
        return Cell(SYMBOLS[board.cells[cell] - 1], Kind.GIVEN)
    if not solved:
        return Cell(".", Kind.EMPTY)
    differs = bool(other) and other[cell] != solved[cell]
    return Cell(solved[cell], Kind.DIFFERS if differs else Kind.SOLVED)
