"""Boards to proven answers that passed the checker: `solvers.solve(texts, family="sudoku", limit=2)`, one thread.

So Python gets them. "The kernel alone" is `solvers.sudoku._kernel.solve` of the same texts, whose answers nobody checks
or reads. CPU time counts, or the clock for a peer that keeps several cores busy.

hodoku-py, python-sat and dlxsudoku prove it too, the others find one solution. A peer gets boards from all over a file,
as many as it solves in a part of a second, or for as long as two; of small files all. The time to put a board into its
words is counted, except for the clauses of python-sat, which is given those that singles leave. lib-sudoku takes
minutes for some boards with 17 givens. Of Frisch's boards all sides get every third; all of them, one by one:
`python -m benchmarks.frisch`.
"""

from __future__ import annotations

import contextlib
import io
import statistics
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import ModuleType

import numpy as np

from benchmarks.__main__ import main
from benchmarks.case import Case, Run, over
from benchmarks.data import peer, texts
from solvers.core import Answer
from solvers.solving import solve
from solvers.sudoku import _kernel
from solvers.sudoku.alphabet import values
from solvers.sudoku.normal import normal_forms

TITLE = "Sudoku"
SATURATION = 20_000  # so many boards in a call at least: a short file is given several times


@dataclass(frozen=True, slots=True)
class Archive:
    """A file of boards, and how many of them each peer gets; ``alone``: they are also timed one by one."""

    file: str
    hodoku: int = 0
    sat: int = 0
    multi: int = 0
    py: int = 0
    dlx: int = 0
    lib: int = 0
    repeat: bool = True
    alone: bool = False
    every: int = 1  # of the boards for all sides


ARCHIVES = (
    Archive("9x9/puzzles2_17_clue.gz", 1000, 100, 40, 2, dlx=40),
    Archive("9x9/easy1000_qqwing_GENERATED.txt", 1000, 200, 40, 50, dlx=100, lib=100),
    Archive("9x9/puzzles3_magictour_top1465", 1000, 100, 40, 2, dlx=20, lib=20),
    Archive("9x9/puzzles6_forum_hardest_1106", 300, 100, 10, 2, dlx=10, lib=20),
    Archive("9x9/puzzles7_serg_benchmark.gz", 1000, 200, 10, 100),
    Archive("16x16/kiguli_unique100.txt", sat=100, multi=20),
    Archive("16x16/janko55_gecode.txt", sat=55, multi=20),
    Archive("16x16/sgtsolo_advanced60.txt", sat=60, multi=20),
    Archive("16x16/dug_minimal450_GENERATED.txt", sat=50, multi=10, repeat=False, alone=True),
    Archive("16x16/bitrake_55_56clue.txt", sat=2, multi=2, repeat=False, alone=True),
    Archive("25x25/dug330c_GENERATED.txt", sat=20),
    Archive("25x25/dug300c_GENERATED.txt", sat=15, repeat=False, alone=True),
    Archive("25x25/frisch_gecode.txt", sat=18, repeat=False, every=3),
)


def cases() -> Iterator[Case]:
    found = {name: peer(module) for name, module in PEERS.items()}
    for archive in ARCHIVES:
        boards = texts(f"sudoku/{archive.file}")[:: archive.every]
        if not boards:
            continue
        few = {"hodoku-py": archive.hodoku, "python-sat": archive.sat, "multi-puzzle-solver": archive.multi}
        few |= {"py-sudoku": archive.py, "dlxsudoku": archive.dlx, "lib-sudoku": archive.lib}
        sides = []
        for name, module in found.items():
            if module is not None and few[name]:
                sides.append((name, SIDES[name](module, _sample(boards, few[name]))))
        times = max(1, SATURATION // len(boards)) if archive.repeat else 1
        if archive.repeat:  # elsewhere the kernel takes nearly all of the time
            sides.insert(0, ("the kernel alone", _kernel_alone(boards * times)))
        name = f"{len(boards):,} boards of {archive.file}"
        yield Case(name, _ours(boards * times), tuple(sides), note=_alone(boards) if archive.alone else "", busy=True)
    yield from _others()


def _others() -> Iterator[Case]:
    empty = "2x3:" + "." * 36
    yield Case(
        "Count the grids of 6x6: 28,200,960", lambda: next(_solved([empty], 10**9)).count, unit="grids", busy=True
    )
    for file in ("9x9/puzzles2_17_clue.gz", "9x9/easy1000_qqwing_GENERATED.txt"):
        boards = texts(f"sudoku/{file}")[:5000]
        if boards:
            grids = [answer.solution for answer in _solved(boards, 1)]
            yield Case(f"Canonical forms of {file}", _forms(boards), unit="boards", busy=True)
            yield Case(f"Canonical forms of the solutions of {file}", _forms(grids), unit="grids", busy=True)


def _solved(boards: Sequence[str], limit: int = 2) -> Iterator[Answer]:
    return solve(boards, family="sudoku", limit=limit)


def _count(board: str) -> int:
    return next(_solved([board], 10**9)).count


def _ours(boards: Sequence[str]) -> Run:
    return lambda: len(list(_solved(boards)))


def _kernel_alone(boards: Sequence[str]) -> Run:
    return lambda: len(_kernel.solve(boards, 2))


def _forms(boards: Sequence[str]) -> Run:
    return lambda: len(normal_forms(boards))


def _sample(boards: Sequence[str], few: int) -> Sequence[str]:
    return boards[:: max(1, len(boards) // few)][:few]


def _alone(boards: Sequence[str]) -> str:
    """What one board a call takes."""
    taken = []
    for board in boards:
        start = time.process_time()
        list(_solved([board]))
        taken.append(1000 * (time.process_time() - start))
    return f"a board alone takes {statistics.median(taken):.3g} ms in the median, {max(taken):.3g} ms at most"


def _hodoku(module: ModuleType, boards: Sequence[str]) -> Run:
    generator = module.Generator()

    def validate(text: str) -> object:
        return generator.validate(text)

    return over(validate, boards)


def _sat(module: ModuleType, boards: Sequence[str]) -> Run:
    def prove(clauses: list[list[int]]) -> bool:
        with module.Solver("cadical195", bootstrap_with=clauses) as solver:
            if not solver.solve():
                return False
            chosen = [literal for literal in solver.get_model() if literal > 0]
            if not chosen:  # singles have solved it
                return True
            solver.add_clause([-literal for literal in chosen])
            return not solver.solve()

    made = [_clauses(board) for board in boards]

    def run() -> int:
        return len([prove(clauses) for clauses in made])

    return run


def _clauses(text: str) -> list[list[int]]:
    """The board as exactly-one clauses over the candidates that singles leave."""
    size = 9 if len(text) == 81 else 16 if len(text) == 256 else 25
    candidates, units = _singles(text, size)
    variable = {
        key: i + 1
        for i, key in enumerate((c, v) for c in range(size * size) if len(candidates[c]) > 1 for v in candidates[c])
    }
    groups = [[variable[c, v] for v in candidates[c]] for c in range(size * size) if len(candidates[c]) > 1]
    groups += [[variable[c, v] for c in unit if (c, v) in variable] for unit in units for v in range(size)]
    pairs = {(a, b) for group in groups for a in group for b in group if a < b}
    return [group for group in groups if group] + [[-a, -b] for a, b in pairs]


def _singles(text: str, size: int) -> tuple[list[set[int]], list[list[int]]]:
    box = {9: 3, 16: 4, 25: 5}[size]
    lines = range(size)
    units = [[r * size + c for c in lines] for r in lines] + [[r * size + c for r in lines] for c in lines]
    units += [
        [(b // box * box + i // box) * size + b % box * box + i % box for i in lines]  # the cells of a box
        for b in lines
    ]
    units_of = [[unit for unit in units if cell in unit] for cell in range(size * size)]
    candidates = [set(lines) for _ in range(size * size)]
    ahead = [(cell, values(size).index(symbol)) for cell, symbol in enumerate(text) if symbol != "."]
    while ahead:
        cell, value = ahead.pop()
        candidates[cell] = {value}
        for other in {other for unit in units_of[cell] for other in unit} - {cell}:
            if value in candidates[other] and len(candidates[other]) > 1:
                candidates[other].discard(value)
                if len(candidates[other]) == 1:
                    ahead.append((other, next(iter(candidates[other]))))
    return candidates, units


def _multi(module: ModuleType, boards: Sequence[str]) -> Run:
    def enumerate_all(text: str) -> object:
        size = 9 if len(text) == 81 else 16
        symbols = "123456789" if size == 9 else "123456789abcdefg"
        picture = np.array([" " if c == "." else symbols[values(size).index(c)] for c in text]).reshape(size, size)
        with contextlib.redirect_stdout(io.StringIO()):
            return module.Board(picture).solve_and_print(verbose=False)

    return over(enumerate_all, boards)


def _py(module: ModuleType, boards: Sequence[str]) -> Run:
    def find(text: str) -> object:
        cells = [int(symbol) for symbol in text.replace(".", "0")]
        return module.Sudoku(3, 3, board=[cells[i : i + 9] for i in range(0, 81, 9)]).solve()

    return over(find, boards)


def _dlx(module: ModuleType, boards: Sequence[str]) -> Run:
    return over(lambda text: module.Sudoku(text.replace(".", "0")).solve(), boards)


def _lib(module: ModuleType, boards: Sequence[str]) -> Run:
    return over(lambda text: module.solve(bytearray(int(symbol) for symbol in text.replace(".", "0"))), boards)


PEERS = {
    "hodoku-py": "hodoku",
    "python-sat": "pysat.solvers",
    "multi-puzzle-solver": "puzzle_solver.puzzles.sudoku.sudoku",
    "py-sudoku": "sudoku",
    "dlxsudoku": "dlxsudoku",
    "lib-sudoku": "lib_sudoku",
}
SIDES = {
    "hodoku-py": _hodoku, "python-sat": _sat, "multi-puzzle-solver": _multi, "py-sudoku": _py, "dlxsudoku": _dlx,
    "lib-sudoku": _lib,
}  # fmt: skip


if __name__ == "__main__":
    main("sudoku")
