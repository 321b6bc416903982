"""The sudoku kernel alone, `solve(texts, limit=2)` in one thread: boards with proof of how many solutions they have.

hodoku-py, python-sat and dlxsudoku prove it too, the others find one solution. A peer gets the first boards of a file,
as many as it solves in about a second; the time to put a board into its words is counted, except for the clauses of
python-sat, which is given those that singles leave. lib-sudoku takes minutes for some boards with 17 givens.
"""

from __future__ import annotations

import contextlib
import io
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from types import ModuleType

import numpy as np

from benchmarks.case import Case, Run, over
from benchmarks.data import peer, texts
from solvers.sudoku._kernel import solve
from solvers.sudoku.alphabet import values

TITLE = "Sudoku, the kernel alone"
SATURATION = 2000  # so many boards in a call at least: a short file is given several times


@dataclass(frozen=True, slots=True)
class Archive:
    """A file of boards, and how many of them each peer gets."""

    file: str
    hodoku: int = 0
    sat: int = 0
    multi: int = 0
    py: int = 0
    dlx: int = 0
    lib: int = 0
    repeat: bool = True


ARCHIVES = (
    Archive("9x9/puzzles2_17_clue.gz", 1000, 100, 40, 5, 40),
    Archive("9x9/easy1000_qqwing_GENERATED.txt", 1000, 100, 40, 100, 100, 200),
    Archive("9x9/puzzles3_magictour_top1465", 1000, 100, 40, 5, 20, 20),
    Archive("9x9/puzzles6_forum_hardest_1106", 300, 60, 20, 2, 10, 20),
    Archive("9x9/puzzles7_serg_benchmark.gz", 1000, 100, 40, 5),
    Archive("16x16/kiguli_unique100.txt", 0, 20, 20, 0),
    Archive("16x16/janko55_gecode.txt", 0, 20, 20, 0),
    Archive("16x16/sgtsolo_advanced60.txt", 0, 20, 10, 0),
    Archive("16x16/dug_minimal450_GENERATED.txt", 0, 20, 10, 0, repeat=False),
    Archive("16x16/bitrake_55_56clue.txt", 0, 2, 1, 0, repeat=False),
    Archive("25x25/dug330c_GENERATED.txt", 0, 5, 0, 0),
    Archive("25x25/dug300c_GENERATED.txt", 0, 5, 0, 0, repeat=False),
)


def cases() -> Iterator[Case]:
    found = {name: peer(module) for name, module in PEERS.items()}
    for archive in ARCHIVES:
        boards = texts(f"sudoku/{archive.file}")
        if not boards:
            continue
        few = {"hodoku-py": archive.hodoku, "python-sat": archive.sat, "multi-puzzle-solver": archive.multi}
        few |= {"py-sudoku": archive.py, "dlxsudoku": archive.dlx, "lib-sudoku": archive.lib}
        sides = []
        for name, module in found.items():
            if module is not None and few[name]:
                sides.append((name, over(SOLVE[name](module), boards[: few[name]])))
        times = max(1, SATURATION // len(boards)) if archive.repeat else 1
        yield Case(f"{len(boards):,} boards of {archive.file}", _ours(boards * times), tuple(sides))


def _ours(boards: Sequence[str]) -> Run:
    def run() -> int:
        return len(solve(boards, limit=2))

    return run


def _hodoku(module: ModuleType) -> Callable[[str], object]:
    generator = module.Generator()

    def validate(text: str) -> object:
        return generator.validate(text)

    return validate


def _sat(module: ModuleType) -> Callable[[str], object]:
    def prove(text: str) -> bool:
        clauses = _clauses(text)
        with module.Solver("cadical195", bootstrap_with=clauses) as solver:
            if not solver.solve():
                return False
            solver.add_clause([-literal for literal in solver.get_model() if literal > 0] or [1, -1])
            return not solver.solve()

    return prove


@cache
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


def _multi(module: ModuleType) -> Callable[[str], object]:
    def enumerate_all(text: str) -> object:
        size = 9 if len(text) == 81 else 16
        symbols = "123456789" if size == 9 else "123456789abcdefg"
        picture = np.array([" " if c == "." else symbols[values(size).index(c)] for c in text]).reshape(size, size)
        with contextlib.redirect_stdout(io.StringIO()):
            return module.Board(picture).solve_and_print(verbose=False)

    return enumerate_all


def _py(module: ModuleType) -> Callable[[str], object]:
    def find(text: str) -> object:
        cells = [int(symbol) for symbol in text.replace(".", "0")]
        return module.Sudoku(3, 3, board=[cells[i : i + 9] for i in range(0, 81, 9)]).solve()

    return find


def _dlx(module: ModuleType) -> Callable[[str], object]:
    def prove(text: str) -> object:
        return module.Sudoku(text.replace(".", "0")).solve()

    return prove


def _lib(module: ModuleType) -> Callable[[str], object]:
    def find(text: str) -> object:
        return module.solve(bytearray(int(symbol) for symbol in text.replace(".", "0")))

    return find


PEERS = {
    "hodoku-py": "hodoku",
    "python-sat": "pysat.solvers",
    "multi-puzzle-solver": "puzzle_solver.puzzles.sudoku.sudoku",
    "py-sudoku": "sudoku",
    "dlxsudoku": "dlxsudoku",
    "lib-sudoku": "lib_sudoku",
}
SOLVE = {
    "hodoku-py": _hodoku, "python-sat": _sat, "multi-puzzle-solver": _multi, "py-sudoku": _py, "dlxsudoku": _dlx,
    "lib-sudoku": _lib,
}  # fmt: skip
