"""A square with its sums in the margins: rows to the right, columns below, diagonals at the two right corners.

Sums that have no place there follow in a list: those of groups that the board adds, and any others that are wrong.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from solvers.core import MalformedError
from solvers.drawing import Cell, Drawing, Kind
from solvers.magic.board import Board, format_numbers, parse

_MARGIN = re.compile(r"(row|column|diagonal) \d+")
BLANK = Cell("", Kind.MARGIN)
LISTED = 40  # sums below a square
WRONG = "!"  # behind wrong numbers and sums, where there are no colours


def draw(text: str, solution: str = "", witness: str = "") -> Sequence[Drawing]:
    """The square, and below it a list of sums if there are any; wrong sums and numbers that stand twice are marked."""
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
    square = Drawing(tuple(tuple(row) for row in rows))
    sums = _list(board, values)
    return (square, sums) if sums.rows else (square,)


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
        return Cell(f"{value}{WRONG}", Kind.WRONG, wall)
    if differs:
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
            return _found(sum(values[cell] for cell in cells), needed)
    return BLANK


def _found(found: int, needed: int) -> Cell:
    return Cell(str(found), Kind.MARGIN) if found == needed else Cell(f"{found}{WRONG}", Kind.WRONG)


def _list(board: Board, values: list[int]) -> Drawing:
    """Name, sum, and the sum that is needed, of groups that have no margin; "-" for one that is not full."""
    own = len(board.groups()) - sum(len(cells) > 1 and all(map(board.holds, cells)) for cells, _ in board.equations)
    rows: list[list[Cell]] = []
    for at, (name, cells, needed) in enumerate(board.groups()):
        full = all(values[cell] for cell in cells)
        found = sum(values[cell] for cell in cells)
        if at >= own or (full and found != needed and not _MARGIN.fullmatch(name)):
            words = [Cell(word, Kind.MARGIN) for word in re.split(r"[ +]", name)]
            rows.append(
                [*words, _found(found, needed) if full else Cell("-", Kind.MARGIN), Cell(f"of {needed}", Kind.MARGIN)]
            )
    width = max(map(len, rows), default=0)
    shown = [tuple([BLANK] * (width - len(row)) + row) for row in rows[:LISTED]]
    more = f", {len(rows) - LISTED} more" if len(rows) > LISTED else ""
    return Drawing(tuple(shown), f"sums{more}")
