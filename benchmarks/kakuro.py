"""Kakuro boards to proven answers: the solution, and that it is the only one, or a second one; one thread, no check.

CP-SAT and CaDiCaL (python-sat) get the encoding that serves them best: a variable for each digit of each cell and one
for each combination of each run, and prove what ours proves. multi-puzzle-solver enumerates all solutions, and is left
out where there are too many. Time to put a board into a peer's words is counted. A peer works in a process of its own
on the boards in their order, and is measured on those that it ends in PATIENCE_S; how many these are is said. Where
there is no solution, peers prove that and name no clues.
"""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from multiprocessing.connection import Connection
from types import ModuleType

from benchmarks.__main__ import main
from benchmarks.case import Case, Run
from benchmarks.data import peer, texts
from benchmarks.peers import kakuro_cp_sat
from solvers.kakuro import _kernel
from solvers.kakuro.board import BLACK, Kakuro, White, parse

TITLE = "Kakuro"

Place = tuple[int, int]
Clause = list[int]
Solve = Callable[[str], object]
PATIENCE_S = 2.0
# By file: whether multi-puzzle-solver, which lists all solutions, is asked.
SETS = (
    ("50 real boards, 9x9 to 31x46", "bench_real50", True),
    ("15 named boards up to 150x150", "bench_named", True),
    ("60 generated boards of 10x10", "gen_unique_09", True),
    ("15 boards of 20x20 with givens, which need search", "gen_given_20", True),
    ("10 boards of 20x20 with many solutions", "bench_raw20", False),
    ("8 boards of 30x30 with many solutions", "bench_raw30", False),
    ("20 boards of 9x9 without solution, a smallest set of contradicting clues named", "gen_unsat_09", False),
)


def cases() -> Iterator[Case]:
    cp_sat, pysat = peer("ortools.sat.python.cp_model"), peer("pysat.solvers")
    other = kakuro_cp_sat(getattr(peer("puzzle_solver"), "kakuro_solver", None))
    for name, file, listed in SETS:
        boards = texts(f"kakuro/{file}.kkt")
        asked: list[tuple[str, Solve]] = []
        if cp_sat:
            asked.append(("CP-SAT", lambda text: _by_cp_sat(cp_sat, text)))
        if pysat:
            asked.append(("CaDiCaL", lambda text: _by_cadical(pysat, text)))
        if other and listed:
            asked.append(("multi-puzzle-solver", other))
        if boards:
            peers, note = patiently(asked, boards)
            yield Case(name, lambda boards=boards: len(_kernel.solve(boards, 2)), peers, note=note)  # type: ignore[misc]  # mypy infers no lambda with defaults


def patiently(asked: Sequence[tuple[str, Solve]], boards: Sequence[str]) -> tuple[tuple[tuple[str, Run], ...], str]:
    """The peers with the boards that they ended in PATIENCE_S, and a note on those that did not end all."""
    peers: list[tuple[str, Run]] = []
    said: list[str] = []
    for side, solve in asked:
        done = ended(solve, boards, PATIENCE_S)
        if done < len(boards):
            said.append(f"{side}: not in {PATIENCE_S:g} s, {done} of {len(boards)} boards done")
        if done:
            mine = boards[:done]
            peers.append((side, lambda solve=solve, mine=mine: ended(solve, mine, 4 * PATIENCE_S)))  # type: ignore[misc]  # mypy infers no lambda with defaults
    return tuple(peers), "; ".join(said)


def ended(solve: Solve, boards: Sequence[str], seconds: float) -> int:
    """How many boards, in their order, another process solves in so many seconds; it is killed then."""
    context = multiprocessing.get_context("fork")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_work, args=(solve, boards, sender))
    end, done = time.perf_counter() + seconds, 0
    process.start()
    while done < len(boards) and receiver.poll(max(0.0, end - time.perf_counter())):
        if not receiver.recv():
            break
        done += 1
    process.kill()
    process.join()
    return done


def _work(solve: Solve, boards: Sequence[str], sender: Connection) -> None:
    for board in boards:
        try:
            solve(board)
        except Exception:  # noqa: BLE001  # a peer that fails at a board has not done it
            sender.send(False)
            return
        sender.send(True)


def encode(board: Kakuro) -> tuple[dict[tuple[Place, int], int], list[Clause]]:
    """The board as clauses over the variables of (cell, digit), from 1 on, and of combinations behind them."""
    cells = {(r, c): cell for r, row in enumerate(board.rows) for c, cell in enumerate(row) if isinstance(cell, White)}
    digits = range(1, board.digits + 1)
    holds = {(place, digit): number for number, (place, digit) in enumerate(((p, d) for p in cells for d in digits), 1)}
    clauses = [[holds[place, digit] for digit in digits] for place in cells]
    for place, cell in cells.items():
        clauses += [[-holds[place, a], -holds[place, b]] for a, b in combinations(digits, 2)]
        clauses += [[holds[place, cell.given]]] if cell.given else []
    last = len(holds)
    for places, clue in _runs(board):
        clauses += [[-holds[a, d], -holds[b, d]] for a, b in combinations(places, 2) for d in digits]
        if clue is None:
            continue
        fitting = [set(chosen) for chosen in combinations(digits, len(places)) if sum(chosen) == clue]
        clauses.append(list(range(last + 1, last + 1 + len(fitting))))
        for selector, chosen in enumerate(fitting, last + 1):
            for d in digits:
                if d in chosen:
                    clauses.append([-selector, *(holds[place, d] for place in places)])
                else:
                    clauses += [[-selector, -holds[place, d]] for place in places]
        last += len(fitting)
    return holds, clauses


def _runs(board: Kakuro) -> Iterator[tuple[list[Place], int | None]]:
    height, width = len(board.rows), len(board.rows[0])
    across = [[(r, c) for c in range(width)] for r in range(height)]
    down = [[(r, c) for r in range(height)] for c in range(width)]
    for lines, side in ((across, 1), (down, 0)):
        for line in lines:
            places: list[Place] = []
            clue: int | None = None
            for r, c in [*line, (-1, -1)]:
                cell = board.rows[r][c] if r >= 0 else BLACK
                if isinstance(cell, White):
                    places.append((r, c))
                    continue
                if places:
                    yield places, clue
                places, clue = [], cell[side]


def _by_cadical(module: ModuleType, text: str) -> int:
    """How many solutions there are, two at most."""
    holds, clauses = encode(parse(text))
    with module.Solver(name="cadical195", bootstrap_with=clauses) as solver:
        if not solver.solve():
            return 0
        solver.add_clause([-number for number in solver.get_model()[: len(holds)] if number > 0])
        return 1 + bool(solver.solve())


def _by_cp_sat(module: ModuleType, text: str) -> int:
    """How many solutions there are, two at most."""
    holds, clauses = encode(parse(text))
    model = module.CpModel()
    variables = [model.new_bool_var("") for _ in range(max(map(abs, (n for clause in clauses for n in clause))))]
    for clause in clauses:
        model.add_bool_or([variables[n - 1] if n > 0 else ~variables[-n - 1] for n in clause])
    solver = module.CpSolver()
    solver.parameters.num_workers = 1
    if solver.solve(model) not in (module.OPTIMAL, module.FEASIBLE):
        return 0
    chosen = [variables[number - 1] for number in holds.values() if solver.boolean_value(variables[number - 1])]
    model.add_bool_or([~variable for variable in chosen])
    return 1 + (solver.solve(model) in (module.OPTIMAL, module.FEASIBLE))


if __name__ == "__main__":
    main("kakuro")
