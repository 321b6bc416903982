"""Checks solutions of sudoku boards with numpy; shares no code with the kernel.

Boards of one shape are checked together, cell by cell over all boards: an array of 81 rows, one column a board.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from solvers.core import MalformedError
from solvers.sudoku.alphabet import values
from solvers.sudoku.board import Box, Sudoku, cell_name, parse

_DOT = ord(".")


def check(texts: Sequence[str], solutions: Sequence[str]) -> list[str]:
    """Say for each canonical board what is wrong with its solution, or "" if it is right."""
    faults = [""] * len(texts)
    for box, chosen in _by_shape(texts):
        boards = [texts[i] for i in chosen]
        solved = [solutions[i] for i in chosen]
        for place in range(len(boards)) if box is None else _suspects(box, boards, solved):
            faults[chosen[place]] = explain(boards[place], solved[place])
    return faults


def _by_shape(texts: Sequence[str]) -> list[tuple[Box | None, Sequence[int]]]:
    """The boards' indices by box shape; None for texts that are no boards, or boards with other rules."""
    joined = "".join(texts)
    if len(set(map(len, texts))) == 1 and ":" not in joined and ";" not in joined:
        return [(_shape(texts[0]), range(len(texts)))]
    groups: dict[tuple[str, int, bool], list[int]] = {}
    for i, text in enumerate(texts):
        groups.setdefault((text.rpartition(":")[0], len(text), ";" in text), []).append(i)
    return [(_shape(texts[chosen[0]]), chosen) for chosen in groups.values()]


def _shape(text: str) -> Box | None:
    try:
        board = parse(text)
    except MalformedError:
        return None
    return board.box if board.plain() else None


def _suspects(box: Box, texts: Sequence[str], solutions: Sequence[str]) -> Sequence[int]:
    """The boards whose solution is not plainly right."""
    cells = box.size * box.size
    if set(map(len, solutions)) != {cells} or not "".join(solutions).isascii() or not "".join(texts).isascii():
        return range(len(texts))
    given, solved = _columns(texts, cells), _columns(solutions, cells)
    right = ((given == solved) | (given == _DOT)).all(axis=0)
    # A symbol outside the alphabet has no bit, so that its units lack one.
    bits = _bit_of_symbol(box.size)[solved]
    full = (1 << box.size) - 1
    for unit in _units(box):
        right &= np.bitwise_or.reduce(bits[unit], axis=0) == full
    return [int(i) for i in np.flatnonzero(~right)]


def _columns(texts: Sequence[str], cells: int) -> NDArray[np.uint8]:
    """One row a cell, one column a board."""
    rows = np.frombuffer("".join(texts).encode(), np.uint8).reshape(len(texts), -1)
    return np.ascontiguousarray(rows[:, -cells:].T)


@cache
def _bit_of_symbol(size: int) -> NDArray[np.uint16 | np.uint32]:
    bits: NDArray[np.uint16 | np.uint32] = np.zeros(256, np.uint16 if size <= 16 else np.uint32)
    for value, symbol in enumerate(values(size)):
        bits[ord(symbol)] = 1 << value
    return bits


@cache
def _units(box: Box) -> tuple[slice | list[int], ...]:
    """The cells of every unit: rows, columns, boxes; slices where they can be, for numpy copies a list."""
    size = box.size
    rows = [slice(row * size, row * size + size) for row in range(size)]
    columns = [slice(column, size * size, size) for column in range(size)]
    squares: list[list[int]] = [[] for _ in range(size)]
    for cell in range(size * size):
        squares[box.of(cell // size, cell % size)].append(cell)
    return (*rows, *columns, *squares)


def explain(text: str, solution: str) -> str:
    """Say in words what is wrong with one solution, or "" if it is right; slow and plain."""
    try:
        board = parse(text)
    except MalformedError as error:
        return f"malformed board: {error}"
    size = board.size
    if len(solution) != size * size:
        return f"expected {size * size} cells, got {len(solution)}"
    for cell, (given, value) in enumerate(zip(board.cells, solution, strict=True)):
        name = cell_name(cell, size)
        if value not in values(size):
            return f"{name}: {value!r} is no value"
        if given not in (".", value):
            return f"{name}: given {given}, solution has {value}"
    return _repeated(board, solution) or _wrong_cage(board, solution)


def _repeated(board: Sudoku, solution: str) -> str:
    for name, cells in _sets(board):
        first: dict[str, int] = {}
        for cell in cells:
            other = first.setdefault(solution[cell], cell)
            if other != cell:
                pair = ", ".join(cell_name(c, board.size) for c in (other, cell))
                return f"{name} has {solution[cell]} twice ({pair})"
    return ""


def _sets(board: Sudoku) -> Iterator[tuple[str, Sequence[int]]]:
    """Every set of cells that holds no value twice, with its name."""
    size = board.size
    for i in range(size):
        yield f"row {i + 1}", range(i * size, i * size + size)
        yield f"column {i + 1}", range(i, size * size, size)
        yield f"{'region' if board.regions else 'box'} {i + 1}", [c for c in range(size * size) if board.group(c) == i]
    if board.diagonals:
        yield "diagonal down", range(0, size * size, size + 1)
        yield "diagonal up", range(size - 1, size * size - 1, size - 1)
    for cage in board.cages:
        yield f"cage {cell_name(cage.cells[0], size)}", cage.cells


def _wrong_cage(board: Sudoku, solution: str) -> str:
    for cage in board.cages:
        found = sum(int(solution[cell]) for cell in cage.cells)
        if found != cage.sum:
            return f"cage {cell_name(cage.cells[0], board.size)} asks for {cage.sum}, got {found}"
    return ""
