"""Sudoku as OR-Tools CP-SAT sees it: an oracle that shares nothing with the kernel."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ortools.sat.python import cp_model

from solvers.core import Verdict


def box_units(size: int, box_rows: int) -> list[list[int]]:
    """The boxes of a board as lists of cells."""
    box_columns = size // box_rows
    units: list[list[int]] = [[] for _ in range(size)]
    for cell in range(size * size):
        row, column = divmod(cell, size)
        units[row // box_rows * box_rows + column // box_columns].append(cell)
    return units


def oracle(
    size: int,
    units: Iterable[Sequence[int]],
    givens: Mapping[int, int],
    cages: Iterable[tuple[Sequence[int], int]] = (),
) -> tuple[Verdict, list[int]]:
    """The verdict of a board and one solution; values from 0. ``units`` come besides rows and columns."""
    model = cp_model.CpModel()
    cells = [model.new_int_var(0, size - 1, "") for _ in range(size * size)]
    for i in range(size):
        model.add_all_different(cells[i * size : i * size + size])
        model.add_all_different(cells[i::size])
    for unit in units:
        model.add_all_different([cells[cell] for cell in unit])
    for cage, total in cages:
        model.add_all_different([cells[cell] for cell in cage])
        model.add(sum(cells[cell] for cell in cage) + len(cage) == total)
    for cell, value in givens.items():
        model.add(cells[cell] == value)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    if solver.solve(model) == cp_model.INFEASIBLE:
        return Verdict.NONE, []
    solution = [solver.value(cell) for cell in cells]
    model.add_forbidden_assignments(cells, [solution])
    unique = solver.solve(model) == cp_model.INFEASIBLE
    return (Verdict.UNIQUE if unique else Verdict.MULTIPLE), solution
