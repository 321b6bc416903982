"""Sudoku as OR-Tools CP-SAT sees it: an oracle that shares nothing with the kernel."""

from __future__ import annotations

from ortools.sat.python import cp_model

from solvers.core import Verdict


def oracle(size: int, box_rows: int, givens: dict[int, int]) -> Verdict:
    """The verdict of a board; givens are values from 0 by cell. The boxes are ``box_rows`` high."""
    box_columns = size // box_rows
    model = cp_model.CpModel()
    cells = [model.new_int_var(0, size - 1, "") for _ in range(size * size)]
    units: dict[tuple[str, int], list[cp_model.IntVar]] = {}
    for i, cell in enumerate(cells):
        row, column = divmod(i, size)
        box = row // box_rows * box_rows + column // box_columns
        for unit in (("row", row), ("column", column), ("box", box)):
            units.setdefault(unit, []).append(cell)
    for unit_cells in units.values():
        model.add_all_different(unit_cells)
    for i, value in givens.items():
        model.add(cells[i] == value)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    if solver.solve(model) == cp_model.INFEASIBLE:
        return Verdict.NONE
    model.add_forbidden_assignments(cells, [[solver.value(cell) for cell in cells]])
    return Verdict.UNIQUE if solver.solve(model) == cp_model.INFEASIBLE else Verdict.MULTIPLE
