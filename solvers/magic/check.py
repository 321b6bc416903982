"""The independent checker: a solution keeps the givens, uses different numbers and has every sum."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache

import numpy as np

from solvers.core import MalformedError
from solvers.magic.board import ANY, MOST, Board, make, parse
from solvers.magic.rules import RULES

FEW = 16  # so few boards of a kind are looked at one by one


def check(texts: Sequence[str], solutions: Sequence[str]) -> list[str]:
    """What is wrong with each solution, naming cells and sums; "" where it is right.

    Squares of one kind are looked at together, 4 us each at order 4; one after the other takes 22 us.
    """
    right: set[int] = set()
    together: dict[tuple[str, int], list[int]] = {}
    for at, text in enumerate(texts):
        together.setdefault((text.partition(":")[0], text.count("/") + 1), []).append(at)
    for (rule, order), places in together.items():
        if rule in RULES and len(places) >= FEW:
            right.update(_right(rule, order, places, texts, solutions))
    return ["" if at in right else wrong(text, solutions[at]) for at, text in enumerate(texts)]


def _right(
    rule: str, order: int, places: Sequence[int], texts: Sequence[str], solutions: Sequence[str]
) -> Iterator[int]:
    """The places of those whose solution is certainly right; a board with domains is never among them."""
    plain, full = _shape(order, "(?:0|[1-9][0-9]{0,5})"), _shape(order, "[1-9][0-9]{0,5}")
    some = [at for at in places if full.fullmatch(solutions[at]) and plain.fullmatch(texts[at], len(rule) + 1)]
    if not some or rule in ("custom", "bordered") or order * order > MOST:
        return
    values = _matrix([solutions[at] for at in some], order)
    given = _matrix([texts[at][len(rule) + 1 :] for at in some], order)
    try:
        groups = make(rule, [[ANY] * order] * order).groups()
    except MalformedError:
        return
    kept = ((given == 0) | (given == values)).all(axis=1)
    different = (np.sort(values, axis=1) == np.arange(1, order * order + 1)).all(axis=1)
    sums = np.ones(len(some), dtype=bool)
    for _, cells, needed in groups:
        sums &= values[:, list(cells)].sum(axis=1) == needed
    yield from (some[i] for i in np.flatnonzero(kept & different & sums))


@cache
def _shape(order: int, number: str) -> re.Pattern[str]:
    row = " ".join([number] * order)
    return re.compile("/".join([row] * order))


def _matrix(squares: Sequence[str], order: int) -> np.ndarray[tuple[int, int], np.dtype[np.int64]]:
    numbers = " ".join(squares).replace("/", " ").split(" ")
    return np.array(numbers, dtype=np.int64).reshape(len(squares), order * order)


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
    return _numbers(board, values) or _givens(board, values) or _sums(board, values) or _rings(board, values)


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


def _rings(board: Board, values: list[int]) -> str:
    """A bordered square: what is left when borders are taken away holds the middle numbers."""
    n = board.width
    for m in range(n - 2, 2, -2) if board.rule == "bordered" else ():
        edge = (n - m) // 2
        inside = sorted(values[r * n + c] for r in range(edge, n - edge) for c in range(edge, n - edge))
        if inside != list(board.numbers[(n * n - m * m) // 2 : (n * n + m * m) // 2]):
            return f"the inner square of order {m} does not hold the middle numbers"
    return ""


def _sums(board: Board, values: list[int]) -> str:
    for name, cells, needed in board.groups():
        found = sum(values[cell] for cell in cells)
        if found != needed:
            return f"{name} sums to {found}, needs {needed}"
    return ""
