"""Checks solutions of sudoku boards; shares no code with what solves them.

Plain boards are passed in bulk (plain.cpp); what is not plainly right there, and every board with further rules, is
looked at again in Python, which also says what is wrong.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from solvers.core import MalformedError
from solvers.sudoku._kernel import suspects
from solvers.sudoku.alphabet import values
from solvers.sudoku.board import Sudoku, cell_name, parse


def check(texts: Sequence[str], solutions: Sequence[str]) -> list[str]:
    """Say for each canonical board what is wrong with its solution, or "" if it is right."""
    faults = [""] * len(texts)
    for place in suspects(texts, solutions):
        faults[place] = explain(texts[place], solutions[place])
    return faults


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
