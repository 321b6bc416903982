"""Checks solutions of futoshiki boards, one by one; shares no code with the kernel."""

from __future__ import annotations

from collections.abc import Sequence

from solvers.core import MalformedError
from solvers.futoshiki.board import SYMBOLS, Futoshiki, cell_name, parse


def check(texts: Sequence[str], solutions: Sequence[str]) -> list[str]:
    """Say for each canonical board what is wrong with its solution, or "" if it is right."""
    return [explain(text, solution) for text, solution in zip(texts, solutions, strict=True)]


def explain(text: str, solution: str) -> str:
    """Say what is wrong with one solution, or "" if it is right."""
    try:
        board = parse(text)
    except MalformedError as error:
        return f"malformed board: {error}"
    rows = solution.split("/")
    size = board.size
    if [len(row) for row in rows] != [size] * size:
        return f"expected {size} rows of {size} values, got rows of {', '.join(str(len(row)) for row in rows)}"
    return _wrong_line(rows) or _wrong_cell(board, "".join(rows))


def _wrong_line(rows: Sequence[str]) -> str:
    every = set(SYMBOLS[: len(rows)])
    for kind, lines in (("row", rows), ("column", ["".join(column) for column in zip(*rows, strict=True)])):
        for number, line in enumerate(lines, 1):
            if set(line) != every:
                return f"{kind} {number}: expected each value from 1 to {SYMBOLS[len(rows) - 1]}, got {line}"
    return ""


def _wrong_cell(board: Futoshiki, solution: str) -> str:
    values = [SYMBOLS.index(symbol) + 1 for symbol in solution]
    for cell, (given, value) in enumerate(zip(board.cells, values, strict=True)):
        if given not in (0, value):
            return f"{cell_name(cell, board.size)}: given {given}, solution has {value}"
    for smaller, greater in board.signs:
        if values[smaller] >= values[greater]:
            name = f"{cell_name(smaller, board.size)} < {cell_name(greater, board.size)}"
            return f"the sign {name} is broken by {values[smaller]} and {values[greater]}"
    return ""
