"""OR-Tools CP-SAT as an engine: a second opinion on any family, by code that shares nothing with our kernels.

A family says in ``cp_sat.py`` what its boards are in CP-SAT's terms; how solutions are found, counted and bounded
stands here once. OR-Tools is optional (``pip install "gridmill[deep]"``) and loaded when the engine is first asked.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from threading import Event, Thread
from time import monotonic, perf_counter_ns
from typing import Any

from solvers.core import CANCELLED, OUT_OF_NODES, OUT_OF_TIME, Answer, EngineMissingError, Kernel, Verdict

LOOK_S = 0.05  # between two looks at the cancel byte
ONE_BY_ONE = 2  # solutions that are found by forbidding the last one; more are enumerated, which presolves less


@dataclass(slots=True)
class Puzzle:
    """A board as a model: ``cells`` are all of its variables, ``write`` turns their values into a solution's text."""

    model: Any
    cells: list[Any]
    write: Callable[[Sequence[int]], str]


Build = Callable[[str, Any], Puzzle]  # canonical text, the module cp_model


def engine(build: Build) -> Kernel:
    """The kernel that solves the boards which ``build`` puts into CP-SAT's terms; its nodes are conflicts.

    It knows nothing of ``invalid``: givens that break a rule leave no solution, and that is what it says. Raises
    EngineMissingError where OR-Tools is not installed.
    """

    def solve(
        texts: Sequence[str],
        limit: int = 2,
        nodes: int = 0,
        seconds: float = 0.0,
        cancel: bytearray | None = None,
    ) -> list[Answer]:
        cp = _load()
        return [_Search(cp, build(text, cp), limit, nodes, seconds, cancel).run() for text in texts]

    return solve


def _load() -> Any:
    if find_spec("ortools") is None:
        raise EngineMissingError('the engine cp-sat needs OR-Tools: pip install "gridmill[deep]"')
    return import_module("ortools.sat.python.cp_model")


class _Search:
    """One board within its budget."""

    def __init__(
        self, cp: Any, puzzle: Puzzle, limit: int, nodes: int, seconds: float, cancel: bytearray | None
    ) -> None:
        self._cp = cp
        self._puzzle = puzzle
        self._limit = limit
        self._nodes = nodes
        self._cancel = cancel
        self._start_ns = perf_counter_ns()
        self._end = monotonic() + seconds if seconds else 0.0
        self._spent = 0
        self._count = 0
        self._first: list[list[int]] = []  # two solutions are enough to show
        self._solver = cp.CpSolver()
        self._solver.parameters.num_workers = 1

    def run(self) -> Answer:
        """Search until the limit, the budget or the board ends; another thread looks whether it was cancelled."""
        done = Event()
        watch = Thread(target=self._watch, args=(done,), daemon=True)
        watch.start()
        try:
            complete = self._one_by_one() if self._limit <= ONE_BY_ONE else self._enumerate()
        finally:
            done.set()
            watch.join()
        return self._answer(complete=complete)

    def _watch(self, done: Event) -> None:
        while self._cancel is not None and not done.wait(LOOK_S):
            if self._cancel[0]:
                self._solver.stop_search()  # again and again: the next search may just begin

    def _one_by_one(self) -> bool:
        """Up to two solutions, each forbidden once it is found; True if there are no more."""
        while self._count < self._limit and not self._why():
            status = self._step()
            if status == self._cp.INFEASIBLE:
                return True
            if status not in (self._cp.OPTIMAL, self._cp.FEASIBLE):
                return False
            self._found([self._solver.value(cell) for cell in self._puzzle.cells])
            self._forbid(self._first[-1])
        return False

    def _enumerate(self) -> bool:
        """Up to ``limit`` solutions in one search; True if there are no more."""
        search = self

        class Each(self._cp.CpSolverSolutionCallback):  # type: ignore[misc, name-defined]  # known when it is loaded
            """Counts solutions, and ends the search at the limit."""

            def on_solution_callback(self) -> None:
                search._found([self.value(cell) for cell in search._puzzle.cells])
                if search._count == search._limit:
                    self.stop_search()

        self._solver.parameters.enumerate_all_solutions = True
        status = self._step(Each())
        return self._count < self._limit and status in (self._cp.OPTIMAL, self._cp.INFEASIBLE)

    def _step(self, *callback: Any) -> Any:
        if self._end:
            self._solver.parameters.max_time_in_seconds = max(0.01, self._end - monotonic())
        if self._nodes:
            self._solver.parameters.max_number_of_conflicts = max(1, self._nodes - self._spent)
        status = self._solver.solve(self._puzzle.model, *callback)
        self._spent += self._solver.num_conflicts
        return status

    def _found(self, values: list[int]) -> None:
        self._count += 1
        if len(self._first) < ONE_BY_ONE:
            self._first.append(values)

    def _forbid(self, values: list[int]) -> None:
        if max(values, default=0) <= 1:  # Booleans: a clause says it shorter than a table
            pairs = zip(self._puzzle.cells, values, strict=True)
            self._puzzle.model.add_bool_or([~cell if value else cell for cell, value in pairs])
        else:
            self._puzzle.model.add_forbidden_assignments(self._puzzle.cells, [values])

    def _why(self) -> str:
        """What ended the search; "" while nothing did."""
        if self._cancel is not None and self._cancel[0]:
            return CANCELLED
        if self._nodes and self._spent >= self._nodes:
            return OUT_OF_NODES
        return OUT_OF_TIME if self._end and monotonic() >= self._end else ""

    def _answer(self, *, complete: bool) -> Answer:
        first, second = (*(self._puzzle.write(values) for values in self._first), "", "")[:2]
        reason = "" if complete else self._why() or OUT_OF_TIME
        if self._count == self._limit and not complete:
            reason = f"stopped at the limit of {self._limit} solution{'s' * (self._limit > 1)}"
        verdict = Verdict.UNDECIDED
        if self._count > 1:
            verdict = Verdict.MULTIPLE
        elif complete:
            verdict = Verdict.UNIQUE if self._count else Verdict.NONE
        name = f"cp-sat/{version('ortools')}"
        solve_ns = perf_counter_ns() - self._start_ns
        return Answer(verdict, self._count, complete, first, second, reason, self._spent, solve_ns, name)
