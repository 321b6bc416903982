"""The independent checker: a solution keeps the givens, uses different numbers and has every sum."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from solvers.core import MalformedError
from solvers.magic.board import Board, parse


def check(texts: Sequence[str], solutions: Sequence[str]) -> list[str]:
    """What is wrong with each solution, naming cells and sums; "" where it is right."""
    return [wrong(text, solution) for text, solution in zip(texts, solutions, strict=True)]


def wrong(text: str, solution: str) -> str:
    """The first fault of one solution; "" if it has none."""
    try:
        board = parse(text)
    except MalformedError as error:
        return f"the board is malformed: {error}"
    rows = [row.split(" ") for row in solution.split("/")]
    if [len(row) for row in rows] != [len(row) for row in board.rows]:
        return f"expected {len(board.rows)} rows of {board.width} numbers"
    if not all(cell.isascii() and cell.isdigit() and cell[0] != "0" for row in rows for cell in row):
        return "expected numbers without leading zeros, one blank between"
    values = [int(cell) for row in rows for cell in row]
    return _numbers(board, values) or _givens(board, values) or _sums(board, values)


def _name(board: Board, cell: int) -> str:
    return f"r{cell // board.width + 1}c{cell % board.width + 1}"


def _numbers(board: Board, values: list[int]) -> str:
    first: dict[int, int] = {}
    known = _known(board.numbers)
    for cell, value in enumerate(values):
        if value not in known:
            return f"{_name(board, cell)} is {value}, which is no number of this board"
        if value in first:
            return f"{value} stands at {_name(board, first[value])} and {_name(board, cell)}"
        first[value] = cell
    return ""


@lru_cache(maxsize=64)
def _known(numbers: tuple[int, ...]) -> frozenset[int]:
    return frozenset(numbers)


def _givens(board: Board, values: list[int]) -> str:
    for cell, (value, given) in enumerate(zip(values, board.cells, strict=True)):
        if given and value not in given:
            return f"{_name(board, cell)} is {value}, given {'|'.join(map(str, given))}"
    for cells, total in board.equations:
        if not all(board.holds(cell) for cell in cells):
            return f"r{cells[0][0]}c{cells[0][1]} lies outside the board"
        if sum(values[(row - 1) * board.width + column - 1] for row, column in cells) != total:
            return f"{'+'.join(f'r{row}c{column}' for row, column in cells)} is not {total}"
    return ""


def _sums(board: Board, values: list[int]) -> str:
    for name, cells, needed in board.groups():
        found = sum(values[cell] for cell in cells)
        if found != needed:
            return f"{name} sums to {found}, needs {needed}"
    return ""
