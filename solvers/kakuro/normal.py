"""The normal form of kakuro: of a board and its transpose, the one whose text comes first.

Turning or mirroring a board otherwise puts clues behind their runs, so that they have to be written anew: the runs
stay, and ``structures`` shows them. It also knows the complement, which puts d + 1 - v for each digit v of 1 to d.
"""

from __future__ import annotations

from collections.abc import Iterator

from solvers.kakuro.board import Black, Cell, Kakuro, White, format_board, parse
from solvers.kakuro.runs import runs
from solvers.structure import Structure, Unit
from solvers.symmetries import one_by_one


def _form(text: str) -> str:
    return min(text, format_board(_transposed(parse(text))))


normal_forms = one_by_one(_form)


def _transposed(board: Kakuro) -> Kakuro:
    rows = tuple(tuple(map(_turned, column)) for column in zip(*board.rows, strict=True))
    return Kakuro(rows, board.digits)


def _turned(cell: Cell) -> Cell:
    return Black(cell.across, cell.down) if isinstance(cell, Black) else cell


def structures(text: str) -> Iterator[Structure]:
    """The runs of the board and of its complement."""
    board = parse(text)
    flat = [cell for row in board.rows for cell in row]
    places = {cell: number for number, cell in enumerate(at for at, cell in enumerate(flat) if isinstance(cell, White))}
    given = [cell.given for cell in flat if isinstance(cell, White)]
    lines = [(run.clue, [places[cell] for cell in run.cells]) for run in runs(board)]
    whole = board.digits + 1
    yield Structure(given, [Unit(cells, clue) for clue, cells in lines], board.digits)
    other = [whole - digit if digit else 0 for digit in given]
    turned = [Unit(cells, None if clue is None else whole * len(cells) - clue) for clue, cells in lines]
    yield Structure(other, turned, board.digits)
