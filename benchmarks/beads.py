"""Counting all fillings, proving uniqueness, looking boards up: through the kernel and the checked call, one thread.

The peers solve the same exact cover problems, put into their words before the clock starts; they count or list
fillings one by one, so where all would take too long they do a part, and the rates compare. A rate of fillings a
second is the number of fillings over the time in which they were counted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from types import ModuleType

import numpy as np

from benchmarks.__main__ import main
from benchmarks.case import Case, Run
from benchmarks.data import peer, texts
from benchmarks.peers import beads_rows
from solvers import solve
from solvers.beads import _kernel
from solvers.beads.board import variant
from solvers.core import Answers, Board

TITLE = "Beads: counting and bulk"
ALL = 10**18
TRIANGLE = "/".join("." * size for size in range(1, 11))
SOME = 500  # fillings that a slow peer counts of many


def box(rows: int, columns: int) -> str:
    return "/".join(["." * columns] * rows)


HOLE = "/".join(["." * 8] * 3 + ["...##..."] * 2 + ["." * 8] * 3)

COUNTS = (
    ("the empty triangle: 32,288", TRIANGLE),
    ("Kanoodle 5x11: 371,020", "kanoodle:" + box(5, 11)),
    ("pentominoes 6x10: 9,356", "pentomino:" + box(6, 10)),
    ("pentominoes 5x12: 4,040", "pentomino:" + box(5, 12)),
    ("pentominoes 4x15: 1,472", "pentomino:" + box(4, 15)),
    ("pentominoes 3x20: 8", "pentomino:" + box(3, 20)),
    ("pentominoes 8x8 without its centre: 520", "pentomino:" + HOLE),
)


def cases() -> Iterator[Case]:
    for name, text in COUNTS:
        yield Case(f"Count {name}", _count(text), tuple(_counters(text)), "fillings")
    boards = texts("beads/triangle_partial_200.txt")
    if boards:
        yield Case("Prove 200 partly filled triangles", _prove(boards), tuple(_provers(boards)))
        yield Case("The 200 through solvers.solve, checked", _checked(boards))
        yield Case("Look up 40,000 triangles by an index", _prove(boards * 200), note="the first call builds the index")
        yield Case("The same, verdicts and solutions read as columns", _read(boards * 200))
        yield Case("Look up 40,000 through solvers.solve, checked", _checked(boards * 200))


def _count(text: str) -> Run:
    def run() -> int:
        return _kernel.solve([text], limit=ALL)[0].count

    return run


def _prove(boards: Sequence[str]) -> Run:
    def run() -> int:
        return len(_kernel.solve(boards, limit=2))

    return run


def _checked(boards: Sequence[str]) -> Run:
    known = [Board("beads", variant(text), text) for text in boards]

    def run() -> int:
        return sum(1 for _ in solve(known))

    return run


def _read(boards: Sequence[str]) -> Run:
    def run() -> int:
        answers = Answers(_kernel.solve(boards, limit=2))
        return sum(1 for _ in zip(answers.column("verdict"), answers.column("solution"), strict=True))

    return run


def _counters(text: str) -> Iterator[tuple[str, Run]]:
    """Each peer that is installed, on the exact cover problem of an empty board."""
    rows = beads_rows(text)
    cover, xcover, mini, dlx = (peer(name) for name in ("exact_cover", "xcover", "miniexact", "dlxsolver"))
    matrix = _matrix(rows)
    if cover:
        yield "exact-cover", lambda: _exact_cover(cover, matrix, SOME)
    if xcover:
        yield "xcover", lambda: sum(1 for _ in islice(xcover.covers(rows), SOME))
    if mini:
        yield "miniexact", lambda: _miniexact(mini, rows, SOME)
    if dlx and text.endswith(box(3, 20)):  # it lists all or one, and takes minutes for the others
        yield "dlx-cython", lambda: len(dlx.DLXSolver(matrix).solve())


def _provers(boards: Sequence[str]) -> Iterator[tuple[str, Run]]:
    some = [rows for rows in map(beads_rows, boards) if rows]
    matrices = [_matrix(rows) for rows in some]
    cover, xcover, mini = (peer(name) for name in ("exact_cover", "xcover", "miniexact"))
    if cover:
        yield "exact-cover", lambda: sum(1 for m in matrices if _exact_cover(cover, m, 2) >= 0)
    if xcover:
        yield "xcover", lambda: sum(1 for rows in some if sum(1 for _ in islice(xcover.covers(rows), 2)) >= 0)
    if mini:
        yield "miniexact", lambda: sum(1 for rows in some if _miniexact(mini, rows, 2) >= 0)


def _matrix(rows: Sequence[Sequence[int]]) -> np.ndarray:
    matrix = np.zeros((len(rows), 1 + max(map(max, rows))), dtype=np.int32)
    for number, items in enumerate(rows):
        matrix[number, list(items)] = 1
    return matrix


def _exact_cover(module: ModuleType, matrix: np.ndarray, most: int) -> int:
    """Solutions up to so many; that there is none comes as an error."""
    try:
        return len(module.get_all_solutions(matrix, max_count=most))
    except module.error.NoSolution:
        return 0


def _miniexact(module: ModuleType, rows: Sequence[Sequence[int]], most: int) -> int:
    """Solutions that it gives one after the other, up to so many."""
    problem = module.miniexacts_init_x()
    items = [module.miniexacts_define_primary_item(problem, f"i{item}") for item in range(1 + max(map(max, rows)))]
    for row in rows:
        for item in row:
            module.miniexacts_add(problem, items[item], 0, 0)
        module.miniexacts_add(problem, 0, 0, 0)
    found = 0
    while found < most and module.miniexacts_solve(problem) == 10:
        found += 1
    module.miniexacts_free(problem)
    return found


if __name__ == "__main__":
    main("beads")
