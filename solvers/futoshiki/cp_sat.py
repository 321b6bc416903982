"""Futoshiki in CP-SAT's terms: a latin square, and an inequality for each sign."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from solvers.cp_sat import Puzzle, engine
from solvers.futoshiki.board import SYMBOLS, parse


def _puzzle(text: str, cp: Any) -> Puzzle:
    board = parse(text)
    size = board.size
    model = cp.CpModel()
    cells = [model.new_int_var(1, size, "") for _ in range(size * size)]
    for i in range(size):
        model.add_all_different(cells[i * size : i * size + size])
        model.add_all_different(cells[i::size])
    for cell, given in enumerate(board.cells):
        if given:
            model.add(cells[cell] == given)
    for smaller, greater in board.signs:
        model.add(cells[smaller] < cells[greater])

    def write(found: Sequence[int]) -> str:
        symbols = "".join(SYMBOLS[value - 1] for value in found)
        return "/".join(symbols[i : i + size] for i in range(0, len(symbols), size))

    return Puzzle(model, cells, write)


solve = engine(_puzzle)
