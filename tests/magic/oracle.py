"""Verdicts by OR-Tools CP-SAT, from the groups of the Python side."""

from __future__ import annotations

from ortools.sat.python import cp_model

from solvers.core import Verdict
from solvers.magic.board import Board, parse


def _model(board: Board) -> tuple[cp_model.CpModel, list[cp_model.IntVar]]:
    model = cp_model.CpModel()
    everything = cp_model.Domain.from_values(list(board.numbers))
    cells = []
    n = board.width
    for cell, given in enumerate(board.cells):
        domain = cp_model.Domain.from_values(list(given)) if given else everything
        edge = min(cell // n, cell % n, n - 1 - cell // n, n - 1 - cell % n)
        if board.rule == "bordered" and (m := max(n - 2 * edge, 4 - n % 2)) < n:  # the middle numbers stand inside
            domain = domain.intersection_with(
                cp_model.Domain.from_values(list(board.numbers[(n * n - m * m) // 2 : (n * n + m * m) // 2]))
            )
        cells.append(model.new_int_var_from_domain(domain.intersection_with(everything), f"cell {cell}"))
    model.add_all_different(cells)
    for _, members, total in board.groups():
        model.add(sum(cells[member] for member in members) == total)
    return model, cells


def solutions(text: str, limit: int = 2, seconds: float = 20.0) -> list[tuple[int, ...]] | None:
    """Up to ``limit`` different solutions, found one after the other; None if the time is up."""
    board = parse(text)
    model, cells = _model(board)
    found: list[tuple[int, ...]] = []
    while len(found) < limit:
        solver = cp_model.CpSolver()
        solver.parameters.max_time_in_seconds = seconds
        solver.parameters.num_workers = 1
        status = solver.solve(model)
        if status == cp_model.INFEASIBLE:
            break
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            return None
        values = tuple(solver.value(cell) for cell in cells)
        found.append(values)
        model.add_forbidden_assignments(cells, [values])
    return found


class _Counter(cp_model.CpSolverSolutionCallback):
    def __init__(self) -> None:
        super().__init__()
        self.count = 0

    def on_solution_callback(self) -> None:
        self.count += 1


def count(text: str) -> int:
    """The number of all solutions."""
    model, _ = _model(parse(text))
    solver = cp_model.CpSolver()
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.num_workers = 1
    counter = _Counter()
    status = solver.solve(model, counter)
    assert status in (cp_model.OPTIMAL, cp_model.INFEASIBLE)
    return counter.count


def verdict(text: str, seconds: float = 20.0) -> Verdict:
    """What CP-SAT says of a board whose givens break no rule."""
    found = solutions(text, 2, seconds)
    if found is None:
        return Verdict.UNDECIDED
    return (Verdict.NONE, Verdict.UNIQUE, Verdict.MULTIPLE)[len(found)]
