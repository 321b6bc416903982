"""Magic squares in CP-SAT's terms: different numbers, and a linear equation for each group."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from solvers.cp_sat import Puzzle, engine
from solvers.magic.board import parse


def _puzzle(text: str, cp: Any) -> Puzzle:
    board = parse(text)
    model = cp.CpModel()
    everything = cp.Domain.from_values(list(board.numbers))
    domains = [cp.Domain.from_values(list(cell)) for cell in board.domains()]
    cells = [model.new_int_var_from_domain(domain.intersection_with(everything), "") for domain in domains]
    if any(cell and not board.numbers[0] <= cell[0] <= cell[-1] <= board.numbers[-1] for cell in board.cells):
        model.add_bool_or([])  # a number out of range makes a board invalid
    model.add_all_different(cells)
    for _, members, total in board.groups():
        model.add(sum(cells[member] for member in members) == total)
    for places, total in board.equations:
        if all(board.holds(place) for place in places):
            model.add(sum(cells[(row - 1) * board.width + column - 1] for row, column in places) == total)
        else:
            model.add_bool_or([])  # a cell outside: no solution

    def write(found: Sequence[int]) -> str:
        rows = (found[i : i + board.width] for i in range(0, len(found), board.width))
        return "/".join(" ".join(map(str, row)) for row in rows)

    return Puzzle(model, cells, write)


solve = engine(_puzzle)
