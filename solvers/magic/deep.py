"""The deep lane: the kernel, then OR-Tools CP-SAT with the kernel in its shadow, whoever is first.

A board that comes here has used up a budget already. After a short time for the kernel alone, both work at once, each
in a thread of its own. The kernel's has the lowest priority: on an idle core it runs at full speed, on CP-SAT's core it
gets a fiftieth at most. So a board takes 2 % and ALONE_S longer than with CP-SAT alone at most, whatever else the
machine does. Two equal threads, on one core, took twice as long where CP-SAT is the faster one. OR-Tools is optional
(``pip install "gridmill[deep]"``); without it the kernel goes on by itself, and an answer that stays undecided says so.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from importlib import import_module
from importlib.util import find_spec
from threading import get_native_id
from time import monotonic, perf_counter_ns
from types import ModuleType

from solvers.core import OUT_OF_TIME, Answer, Verdict
from solvers.magic import _kernel
from solvers.magic.board import Board, parse

ALONE_S = 0.25  # for the kernel before CP-SAT is asked, which needs about as long to begin
POLL_S = 0.05
MISSING = "CP-SAT was not asked: ortools is not installed"


def solve(
    texts: Sequence[str],
    limit: int = 2,
    nodes: int = 0,
    seconds: float = 0.0,
    cancel: bytearray | None = None,
) -> list[Answer]:
    """As solvers.core.Kernel; CP-SAT takes part where one or two solutions are wanted and nodes are not limited."""
    return [_solve(text, limit, nodes, seconds, cancel) for text in texts]


def _solve(text: str, limit: int, nodes: int, seconds: float, cancel: bytearray | None) -> Answer:
    if limit > 2 or nodes > 0:
        return _kernel.solve([text], limit, nodes, seconds, cancel)[0]
    start = monotonic()
    first = _kernel.solve([text], limit, 0, min(seconds or ALONE_S, ALONE_S), cancel)[0]
    if first.reason != OUT_OF_TIME or 0 < seconds <= ALONE_S:
        return first
    left = max(POLL_S, seconds - (monotonic() - start)) if seconds else 0.0
    second = _go_on(text, limit, left, cancel)
    return second._replace(nodes=first.nodes + second.nodes, solve_ns=first.solve_ns + second.solve_ns)


def _go_on(text: str, limit: int, left: float, cancel: bytearray | None) -> Answer:
    """After the time alone: with CP-SAT where it is there."""
    if find_spec("ortools") is None:
        answer = _kernel.solve([text], limit, 0, left, cancel)[0]
        return answer._replace(reason=f"{answer.reason}; {MISSING}") if answer.reason == OUT_OF_TIME else answer
    return Race(text, limit, left).run(cancel)


class Race:
    """The kernel and CP-SAT on one board; the first that decides it stops the other."""

    def __init__(self, text: str, limit: int, seconds: float) -> None:
        self._text = text
        self._limit = limit
        self._seconds = seconds
        self._stop = bytearray(1)
        self._cp_sat = CpSat(parse(text), limit, seconds)

    def run(self, cancel: bytearray | None) -> Answer:
        """The answer that came first; that of the kernel if neither decided the board."""
        with ThreadPoolExecutor(max_workers=2) as pool:
            running: set[Future[Answer]] = {pool.submit(self._cp_sat.solve)}  # first: not in a thread that stood back
            kernel = pool.submit(self._kernel)
            running.add(kernel)
            while running:
                done, running = wait(running, POLL_S, FIRST_COMPLETED)
                decided = [future.result() for future in done if self._decides(future.result())]
                if decided or (cancel is not None and cancel[0]):
                    self._halt()
                if decided:
                    return decided[0]
            return kernel.result()

    def _kernel(self) -> Answer:
        _stand_back()
        return _kernel.solve([self._text], self._limit, 0, self._seconds, self._stop)[0]

    def _decides(self, answer: Answer) -> bool:
        return answer.verdict is not Verdict.UNDECIDED or (self._limit == 1 and bool(answer.solution))

    def _halt(self) -> None:
        self._stop[0] = 1
        self._cp_sat.halt()


def _stand_back() -> None:
    """Lowest priority for this thread alone, where the system can do that."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, get_native_id(), 19)


class CpSat:
    """One board in CP-SAT's terms: different numbers, and a linear equation for each group."""

    def __init__(self, board: Board, limit: int, seconds: float) -> None:
        self._cp: ModuleType = import_module("ortools.sat.python.cp_model")
        self._board = board
        self._limit = limit
        self._end = monotonic() + seconds if seconds else 0.0
        self._solver = self._cp.CpSolver()
        self._solver.parameters.num_workers = 1
        self._halted = False
        self._model = self._cp.CpModel()
        everything = self._cp.Domain.from_values(list(board.numbers))
        self._cells = [
            self._model.new_int_var_from_domain(
                self._cp.Domain.from_values(list(cell)).intersection_with(everything), ""
            )
            for cell in board.domains()
        ]
        self._model.add_all_different(self._cells)
        for _, members, total in board.groups():
            self._model.add(sum(self._cells[member] for member in members) == total)

    def solve(self) -> Answer:
        """Up to two solutions, one after the other."""
        start = perf_counter_ns()
        found: list[str] = []
        complete = False
        while len(found) < self._limit and not complete and not self._halted:
            if self._end:
                self._solver.parameters.max_time_in_seconds = max(0.01, self._end - monotonic())
            status = self._solver.solve(self._model)
            complete = status == self._cp.INFEASIBLE
            if status not in (self._cp.OPTIMAL, self._cp.FEASIBLE):
                break
            values = [self._solver.value(cell) for cell in self._cells]
            self._model.add_forbidden_assignments(self._cells, [values])
            width = self._board.width
            rows = [values[i : i + width] for i in range(0, len(values), width)]
            found.append("/".join(" ".join(map(str, row)) for row in rows))
        return self._answer(found, complete, perf_counter_ns() - start)

    def count_all(self) -> int:
        """The number of all solutions, which CP-SAT enumerates."""
        found = 0

        class Counter(self._cp.CpSolverSolutionCallback):  # type: ignore[misc, name-defined]  # a class of ortools
            def on_solution_callback(self) -> None:
                nonlocal found
                found += 1

        self._solver.parameters.enumerate_all_solutions = True
        self._solver.solve(self._model, Counter())
        return found

    def halt(self) -> None:
        """Ends the search soon; callable from another thread."""
        self._halted = True
        self._solver.stop_search()

    def _answer(self, found: list[str], complete: bool, solve_ns: int) -> Answer:
        first, second = (*found, "", "")[:2]
        reason = "" if complete else OUT_OF_TIME
        if len(found) == self._limit and not complete:
            reason = f"stopped at the limit of {self._limit} solution{'s' if self._limit > 1 else ''}"
        verdict = (Verdict.NONE, Verdict.UNIQUE)[len(found)] if complete else Verdict.UNDECIDED
        if second:
            verdict = Verdict.MULTIPLE
        engine = f"cp-sat/{import_module('ortools').__version__}"
        return Answer(verdict, len(found), complete, first, second, reason, 0, solve_ns, engine)
