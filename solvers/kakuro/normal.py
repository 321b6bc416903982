"""The normal form of kakuro: of a board and its transpose, the one whose text comes first.

Turning or mirroring a board otherwise would put clues behind their runs, and no exchange of digits keeps all sums.
"""

from __future__ import annotations

from collections.abc import Sequence

from solvers.kakuro.board import Black, Cell, Kakuro, format_board, parse


def normal_forms(texts: Sequence[str]) -> list[str]:
    """For each canonical text the one that it shares with its transpose alone."""
    return [min(text, format_board(_transposed(parse(text)))) for text in texts]


def _transposed(board: Kakuro) -> Kakuro:
    rows = tuple(tuple(map(_turned, column)) for column in zip(*board.rows, strict=True))
    return Kakuro(rows, board.digits)


def _turned(cell: Cell) -> Cell:
    return Black(cell.across, cell.down) if isinstance(cell, Black) else cell
