"""Sudoku in CP-SAT's terms: each unit and cage holds different values, and a cage has its sum."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from solvers.cp_sat import Puzzle, engine
from solvers.sudoku.alphabet import values
from solvers.sudoku.board import parse


def _puzzle(text: str, cp: Any) -> Puzzle:
    board = parse(text)
    size = board.size
    symbols = values(size)
    model = cp.CpModel()
    cells = [model.new_int_var(0, size - 1, "") for _ in range(size * size)]
    groups: list[list[int]] = [[] for _ in range(size)]
    for cell in range(size * size):
        groups[board.group(cell)].append(cell)
    units: list[Sequence[int]] = [*groups, *(cage.cells for cage in board.cages)]
    units += [range(i * size, i * size + size) for i in range(size)]
    units += [range(i, size * size, size) for i in range(size)]
    if board.diagonals:
        units += [range(0, size * size, size + 1), range(size - 1, size * size - 1, size - 1)]
    for unit in units:
        model.add_all_different([cells[cell] for cell in unit])
    for cage in board.cages:
        model.add(sum(cells[cell] for cell in cage.cells) + len(cage.cells) == cage.sum)
    for cell, given in enumerate(board.cells):
        if given in symbols:
            model.add(cells[cell] == symbols.index(given))
    return Puzzle(model, cells, lambda found: "".join(symbols[value] for value in found))


solve = engine(_puzzle)
