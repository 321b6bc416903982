"""A square with its sums in the margins: rows to the right, columns below, diagonals at the two right corners."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from solvers.core import MalformedError
from solvers.drawing import Cell, Drawing, Kind
from solvers.magic.board import Board, format_numbers, parse

BLANK = Cell("", Kind.MARGIN)


def draw(text: str, solution: str = "", witness: str = "") -> Sequence[Drawing]:
    """One layer; full lines with a wrong sum and numbers that stand twice are marked."""
    board = parse(text)
    values = _values(board, solution)
    other = _values(board, witness) if witness else values
    wrong = _wrong_cells(board, values)
    rows = [[BLANK] * board.width + [_sum(board, values, "diagonal 2")]]
    for r, given in enumerate(board.rows):
        cells = []
        for c in range(board.width):
            at = r * board.width + c
            cells.append(_cell(given[c], values[at], at in wrong, other[at] != values[at], _wall(board, r, c)))
        rows.append([*cells, _sum(board, values, f"row {r + 1}")])
    below = [_sum(board, values, f"column {c + 1}") for c in range(board.width)]
    rows.append([*below, _sum(board, values, "diagonal 1")])
    return (Drawing(tuple(tuple(row) for row in rows)),)


def _values(board: Board, solution: str) -> list[int]:
    """The numbers row by row, 0 where there is none."""
    if not solution:
        return [cell[0] if len(cell) == 1 else 0 for cell in board.cells]
    values = [int(cell) for cell in solution.replace("/", " ").split(" ")]
    if len(values) != len(board.cells):
        raise MalformedError(f"expected {len(board.cells)} numbers, got {len(values)}")
    return values


def _wrong_cells(board: Board, values: list[int]) -> set[int]:
    twice = Counter(value for value in values if value)
    wrong = {cell for cell, value in enumerate(values) if value and (twice[value] > 1 or value not in board.numbers)}
    for _, cells, needed in board.groups():
        if all(values[cell] for cell in cells) and sum(values[cell] for cell in cells) != needed:
            wrong.update(cells)
    return wrong


def _cell(given: tuple[int, ...], value: int, wrong: bool, differs: bool, wall: int) -> Cell:
    kind = Kind.GIVEN if len(given) == 1 else Kind.SOLVED
    if value == 0:
        return Cell(format_numbers(given), Kind.EMPTY, wall)
    if wrong:
        kind = Kind.WRONG
    elif differs:
        kind = Kind.DIFFERS
    return Cell(str(value), kind, wall)


def _wall(board: Board, row: int, column: int) -> int:
    """Quarters of the 34-game and the rings of a bordered square are set apart."""
    if board.rule == "34-game":
        return 1 + row // 2 * 2 + column // 2
    if board.rule in ("bordered", "concentric"):
        return 1 + min(row, column, len(board.rows) - 1 - row, board.width - 1 - column)
    return 1


def _sum(board: Board, values: list[int], name: str) -> Cell:
    """The sum of a full line; nothing for one that is not full or that the rule set does not have."""
    for group, cells, needed in board.groups():
        if group == name and all(values[cell] for cell in cells):
            found = sum(values[cell] for cell in cells)
            return Cell(str(found), Kind.MARGIN if found == needed else Kind.WRONG)
    return BLANK
