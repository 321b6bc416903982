"""Boards to proven, checked answers in one process and one thread: no reading, no queue, no database.

The peers find one solution and prove nothing more, unless it says so. They get the first boards of the file, as many as
they solve in about a second; the time to put a board into their words is counted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from benchmarks.case import Case, Run
from benchmarks.data import peer, texts
from benchmarks.peers import exact_cover_beads, exact_cover_sudoku, kakuro_cp_sat, unequal_cp_sat
from solvers import registry
from solvers.core import UNLIMITED, Budget
from solvers.solving import solve_texts

TITLE = "Solving and proving"
DEEP = Budget(seconds=20.0)


def ours(family: str, boards: Sequence[str], budget: Budget = UNLIMITED) -> Run:
    """Solve all boards with proof and check."""
    known = registry.family(family)

    def run() -> int:
        return len(solve_texts(known, boards, 2, budget))

    return run


def sample(solve: Callable[[str], object], boards: Sequence[str], most: int) -> Run:
    """A peer over the first boards, one by one."""
    some = boards[:most]

    def run() -> int:
        for board in some:
            solve(board)
        return len(some)

    return run


def cases() -> Iterator[Case]:
    yield from sudoku()
    yield from kakuro()
    yield from beads()
    yield from magic()
    yield from futoshiki()


def sudoku() -> Iterator[Case]:
    lib, py, dlx, cover = (peer(name) for name in ("lib_sudoku", "sudoku", "dlxsudoku", "exact_cover"))
    for name, file, some, few in (
        ("49,158 sudoku with 17 givens", "sudoku/9x9/puzzles2_17_clue.gz", 100, 2),
        ("375 hardest sudoku of the forum", "sudoku/9x9/puzzles6_forum_hardest_1106", 40, 3),
        ("1,000 easy sudoku", "sudoku/9x9/easy1000_qqwing_GENERATED.txt", 200, 100),
    ):
        boards = texts(file)
        peers: list[tuple[str, Run]] = []
        if lib:
            peers.append(("lib-sudoku", sample(lambda text: lib.solve(_numbers(text)), boards, few)))
        if cover:
            peers.append(("exact-cover", sample(exact_cover_sudoku(cover), boards, some)))
        if dlx:
            peers.append(("dlxsudoku", sample(lambda text: _dlx(dlx, text), boards, few)))
        if py:
            peers.append(("py-sudoku", sample(lambda text: _py(py, text), boards, few)))
        if boards:
            yield Case(name, ours("sudoku", boards), tuple(peers))
    for name, file in (
        ("450 minimal sudoku of 16x16", "sudoku/16x16/dug_minimal450_GENERATED.txt"),
        ("55 hand-made sudoku of 16x16", "sudoku/16x16/janko55_gecode.txt"),
    ):
        boards = texts(file)
        if boards:
            peers = [("exact-cover", sample(exact_cover_sudoku(cover, 4), boards, 3))] if cover else []
            yield Case(name, ours("sudoku", boards, DEEP), tuple(peers))


def _numbers(text: str) -> bytearray:
    return bytearray(int(symbol) for symbol in text.replace(".", "0"))


def _dlx(module: object, text: str) -> object:
    board = module.Sudoku(text.replace(".", "0"))  # type: ignore[attr-defined]
    return board.solve()


def _py(module: object, text: str) -> object:
    values = [int(symbol) for symbol in text.replace(".", "0")]
    return module.Sudoku(3, 3, board=[values[i : i + 9] for i in range(0, 81, 9)]).solve()  # type: ignore[attr-defined]


def kakuro() -> Iterator[Case]:
    cp_sat = kakuro_cp_sat(getattr(peer("puzzle_solver"), "kakuro_solver", None))
    for name, file, few in (
        ("50 real kakuro, 9x9 to 31x46", "kakuro/bench_real50.kkt", 5),
        ("60 generated kakuro of 10x10", "kakuro/gen_unique_09.kkt", 0),  # the peer fails on a row without a run
        ("20 kakuro of 10x10 without solution", "kakuro/gen_unsat_09.kkt", 0),
    ):
        boards = texts(file)
        peers = (("multi-puzzle-solver", sample(cp_sat, boards, few)),) if cp_sat and few else ()
        if boards:
            yield Case(
                name,
                ours("kakuro", boards, DEEP),
                peers,
                note="the peer enumerates all solutions by CP-SAT" if few else "",
            )


def beads() -> Iterator[Case]:
    cover = peer("exact_cover")
    for name, file in (
        ("163 levels of Kanoodle", "beads/kanoodle5x11_philrmass_163.txt"),
        ("200 triangles with pieces removed", "beads/triangle_partial_200.txt"),
    ):
        boards = texts(file)
        peers = (("exact-cover", sample(exact_cover_beads(cover), boards, 40)),) if cover else ()
        if boards:
            yield Case(name, ours("beads", boards, DEEP), peers)


def magic() -> Iterator[Case]:
    boards = texts("magic/unique_GENERATED.txt")
    if boards:
        yield Case(
            f"{len(boards)} magic squares with givens, orders 4 to 10", ours("magic", boards, Budget(seconds=2.0))
        )


def futoshiki() -> Iterator[Case]:
    known = registry.family("futoshiki")
    boards = [example.text for example in known.examples if example.solution]
    cp_sat = unequal_cp_sat(getattr(peer("puzzle_solver"), "unequal_solver", None))
    peers = (("multi-puzzle-solver", sample(cp_sat, boards, 10)),) if cp_sat else ()
    note = "the peer enumerates all solutions by CP-SAT"
    yield Case("futoshiki from the Guardian and made", ours("futoshiki", boards * 100), peers, note=note)
