"""CPU seconds to prove 25x25 boards unique, beside CaDiCaL: `python -m benchmarks.frisch [--boards FILE] [--only N …]`.

Board by board, the sides take turns. Ours is the whole checked call, `solvers.solve`. CaDiCaL gets the candidates that
the givens leave as exactly-one clauses, a pair of literals for each two that exclude each other; after its first
solution a clause that excludes it, and the same solver goes on to the proof. Making the clauses and handing them over
is not counted.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from benchmarks.data import add_peers, peer, texts
from solvers.core import Verdict
from solvers.solving import solve
from solvers.sudoku.alphabet import values

FILE = "sudoku/25x25/frisch_gecode.txt"
CADICALS = ("cadical153", "cadical195", "cadical300")

# Proves that a board has one solution and returns the CPU time that it took, in seconds.
Prove = Callable[[str], float]


@dataclass(frozen=True, slots=True)
class Row:
    """The CPU seconds of each side for a board, counted from 1."""

    board: int
    cpu_s: dict[str, float]


def rows(boards: Sequence[tuple[int, str]], sides: dict[str, Prove]) -> Iterator[Row]:
    for number, text in boards:
        names = list(sides) if number % 2 else list(sides)[::-1]
        taken = {name: sides[name](text) for name in names}
        yield Row(number, {name: taken[name] for name in sides})


def ours(text: str) -> float:
    start = time.process_time()
    (answer,) = solve(text, family="sudoku")
    taken = time.process_time() - start
    if answer.verdict is not Verdict.UNIQUE:
        raise AssertionError(f"expected unique, got {answer.verdict}")
    return taken


def cadical(name: str) -> Prove | None:
    module = peer("pysat.solvers")
    if module is None:
        return None

    def prove(text: str) -> float:
        with module.Solver(name, bootstrap_with=clauses(text)) as solver:
            start = time.process_time()
            if not solver.solve():
                raise AssertionError(f"expected a solution, {name} found none")
            solver.add_clause([-literal for literal in solver.get_model() if literal > 0])
            if solver.solve():
                raise AssertionError(f"expected one solution, {name} found two")
            return time.process_time() - start

    return prove


def clauses(text: str) -> list[list[int]]:
    """The board as exactly-one clauses; literals are 1, 2, ... in the order of cells and values."""
    side = {81: 3, 256: 4, 625: 5}[len(text)]
    size = side * side
    units = [[unit * size + i for i in range(size)] for unit in range(size)]
    units += [[i * size + unit for i in range(size)] for unit in range(size)]
    units += [
        [(box // side * side + i // side) * size + box % side * side + i % side for i in range(size)]
        for box in range(size)
    ]
    candidates = [set(range(size)) if symbol == "." else {values(size).index(symbol)} for symbol in text]
    given = {cell: next(iter(candidates[cell])) for cell in range(len(text)) if text[cell] != "."}
    for unit in units:
        placed = {given[cell] for cell in unit if cell in given}
        for cell in unit:
            candidates[cell] -= placed - {given.get(cell)}
    keys = [(cell, value) for cell in range(len(text)) for value in sorted(candidates[cell])]
    literal = {key: i + 1 for i, key in enumerate(keys)}
    groups = [[literal[cell, value] for value in candidates[cell]] for cell in range(len(text))]
    groups += [
        [literal[cell, value] for cell in unit if (cell, value) in literal] for unit in units for value in range(size)
    ]
    pairs = {pair for group in groups for pair in combinations(sorted(group), 2)}
    return groups + [[-a, -b] for a, b in sorted(pairs)]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.frisch", description=__doc__)
    parser.add_argument("--boards", default=FILE, help="a file of the shared data")
    parser.add_argument("--only", type=int, nargs="*", help="numbers of boards, from 1")
    parser.add_argument("--peers", nargs="*", default=["cadical195"], help=f"of {', '.join(CADICALS)}")
    asked = parser.parse_args()
    add_peers()
    numbered = [(n, text) for n, text in enumerate(texts(asked.boards), 1) if not asked.only or n in asked.only]
    found = {"gridmill": ours} | {name: cadical(name) for name in asked.peers}
    sides = {name: prove for name, prove in found.items() if prove is not None}
    totals = dict.fromkeys(sides, 0.0)
    print("board", *(f"{name:>10}" for name in sides))
    for row in rows(numbered, sides):
        print(f"{row.board:5}", *(f"{row.cpu_s[name]:10.2f}" for name in sides), flush=True)
        totals = {name: totals[name] + row.cpu_s[name] for name in sides}
    print("total", *(f"{totals[name]:10.2f}" for name in sides))
    print("ratio", *(f"{totals['gridmill'] / totals[name]:10.2f}" for name in sides))


if __name__ == "__main__":
    main()
