"""What a board looks like: clue cells hold "down\\across", which a renderer may split along the diagonal."""

from __future__ import annotations

from collections.abc import Sequence

from solvers.drawing import Cell, Drawing, Kind
from solvers.kakuro.board import BLACK, Black, White, parse
from solvers.kakuro.board import Cell as BoardCell


def draw(text: str, solution: str = "", witness: str = "") -> Sequence[Drawing]:
    """One drawing: the board, with the solution's digits, and both digits where the witness differs."""
    board = parse(text)
    solved = parse(solution).rows if solution else board.rows
    other = parse(witness).rows if witness else solved
    return [Drawing(tuple(_row(*rows) for rows in zip(board.rows, solved, other, strict=True)))]


def _row(row: Sequence[BoardCell], solved: Sequence[BoardCell], other: Sequence[BoardCell]) -> tuple[Cell, ...]:
    return tuple(_cell(*cells) for cells in zip(row, solved, other, strict=True))


def _cell(cell: BoardCell, solved: BoardCell, other: BoardCell) -> Cell:
    if isinstance(cell, Black):
        return Cell("", Kind.BLOCK) if cell == BLACK else Cell(_clue(cell), Kind.CLUE)
    if cell.given:
        return Cell(str(cell.given), Kind.GIVEN)
    if not isinstance(solved, White) or not solved.given:
        return Cell("", Kind.EMPTY)
    if isinstance(other, White) and other.given != solved.given:
        return Cell(f"{solved.given}/{other.given}", Kind.DIFFERS)
    return Cell(str(solved.given), Kind.SOLVED)


def _clue(cell: Black) -> str:
    return "\\".join("" if clue is None else str(clue) for clue in cell)
