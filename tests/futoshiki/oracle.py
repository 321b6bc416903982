"""Futoshiki as OR-Tools CP-SAT sees it: an oracle that shares nothing with the kernel."""

from __future__ import annotations

from ortools.sat.python import cp_model


def solutions(size: int, givens: dict[int, int], signs: list[tuple[int, int]], limit: int) -> set[str]:
    """At most ``limit`` solutions; givens are values from 1 by cell, signs are (smaller, greater)."""
    model = cp_model.CpModel()
    cells = [model.new_int_var(1, size, f"cell {i}") for i in range(size * size)]
    for i in range(size):
        model.add_all_different(cells[i * size : i * size + size])
        model.add_all_different(cells[i::size])
    for cell, value in givens.items():
        model.add(cells[cell] == value)
    for smaller, greater in signs:
        model.add(cells[smaller] < cells[greater])
    collector = _Collector(cells, size, limit)
    solver = cp_model.CpSolver()
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.num_workers = 1
    solver.solve(model, collector)
    return collector.found


class _Collector(cp_model.CpSolverSolutionCallback):
    def __init__(self, cells: list[cp_model.IntVar], size: int, limit: int) -> None:
        super().__init__()
        self.cells = cells
        self.size = size
        self.limit = limit
        self.found: set[str] = set()

    def on_solution_callback(self) -> None:
        values = "".join("0123456789ABCDEFGHIJKLMNOPQRSTUVW"[self.value(cell)] for cell in self.cells)
        self.found.add("/".join(values[i : i + self.size] for i in range(0, len(values), self.size)))
        if len(self.found) >= self.limit:
            self.stop_search()
