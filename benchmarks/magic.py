"""Magic squares: completion with a proof, order by order; finding; order 4 in bulk; the 34-game; counting.

CP-SAT runs with one worker and proves uniqueness by a second solve that forbids the first solution. multi-puzzle-solver
has no magic squares; its mathema grids are semi-magic squares with givens, so it stands beside those. The naive search
fills cell after cell and looks at a line when it is full. Hard boards, which exhaust the fast lane's budget, go the way
of the deep lane: the kernel and CP-SAT race. Sides that are still undecided after ten seconds count as done then.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from types import ModuleType

import numpy as np

from benchmarks.__main__ import main
from benchmarks.case import Case, Run, over
from benchmarks.data import peer, texts
from solvers.core import Verdict
from solvers.magic import FAMILY
from solvers.magic.board import ANY, format_board, make, parse
from solvers.magic.deep import CpSat
from solvers.magic.deep import solve as deep

TITLE = "Magic squares"
UNIQUE = "magic/unique_GENERATED.txt"


def cases() -> Iterator[Case]:
    yield from completion()
    yield from racing()
    yield from finding()
    yield from bulk()
    yield from listing()
    yield from semi_magic()
    yield from counting()


def ours(boards: Sequence[str], limit: int = 2) -> Run:
    def run() -> int:
        return len(FAMILY.solve(boards, limit))

    return run


def cp_sat(limit: int, seconds: float = 20.0) -> tuple[Callable[[str], object], ...]:
    """CP-SAT alone, where it is installed."""
    return (lambda text: CpSat(parse(text), limit, seconds).solve(),) if peer("ortools") else ()


def cp_sat_all() -> tuple[Callable[[str], object], ...]:
    """CP-SAT, made to enumerate all solutions, where it is installed."""

    def all_of(text: str) -> object:
        return CpSat(parse(text), 1, 20.0).count_all()

    return (all_of,) if peer("ortools") else ()


def completion() -> Iterator[Case]:
    for order, most in ((4, 15), (5, 5), (6, 3), (7, 2), (8, 1), (10, 1)):
        boards = [text for text in texts(UNIQUE) if text.count("/") == order - 1]
        if boards:
            peers = tuple(("CP-SAT", over(solve, boards[:most])) for solve in cp_sat(2))
            yield Case(f"order {order}, {len(boards)} boards, proven unique", ours(boards), peers)


def racing() -> Iterator[Case]:
    boards = hard(2)
    if boards:
        peers = tuple(("CP-SAT", over(solve, boards)) for solve in cp_sat(2, 10.0))
        yield Case(
            "hard boards of order 8 to 10, to be decided", over(lambda text: deep([text], 2, 0, 10.0), boards), peers
        )


def hard(most: int) -> list[str]:
    """Boards with some of their givens taken away or exchanged, until a search of 5000 nodes does not decide them."""
    rng = random.Random(8)  # noqa: S311 - boards, not secrets
    unique = [text for text in texts(UNIQUE) if text.count("/") in (7, 8, 9)]
    found: list[str] = []
    while unique and len(found) < most:
        board = parse(rng.choice(unique))
        cells = list(board.cells)
        given = [at for at, cell in enumerate(cells) if cell]
        gone = set(rng.sample(given, rng.randint(0, len(given) // 6)))
        cells = [ANY if at in gone else cell for at, cell in enumerate(cells)]
        if rng.random() < 0.6:
            a, b = rng.sample([at for at in given if at not in gone], 2)
            cells[a], cells[b] = cells[b], cells[a]
        text = format_board(make(board.rule, [cells[i : i + board.width] for i in range(0, len(cells), board.width)]))
        if FAMILY.solve([text], 2, 5000)[0].verdict is Verdict.UNDECIDED:
            found.append(text)
    return found


def finding() -> Iterator[Case]:
    for given in (10, 50):
        boards = texts("magic/cspl_prob019")
        some = [text for text in boards if (sum(map(bool, parse(text).cells)) > 12) == (given == 50)]
        if some:
            peers = tuple(("CP-SAT", over(solve, some[:1])) for solve in cp_sat(1))
            yield Case(f"CSPLib 019, {given} given lines: find one", ours(some, 1), peers)
            yield Case(f"CSPLib 019, {given} given lines: find two", ours(some, 2))


def bulk() -> Iterator[Case]:
    boards = [text for text in texts(UNIQUE) if text.count("/") == 3]
    if boards:
        yield Case("order 4 in bulk", ours((boards * 7000)[:100_000]))


def listing() -> Iterator[Case]:
    board = format_board(make("34-game", [[(1,) if r == c == 0 else ANY for c in range(4)] for r in range(4)]))
    page = FAMILY.page
    assert page is not None
    yield Case(
        "34-game with the 1 at r1c1: list all 216",
        over(lambda text: page(text, limit=1000), [board] * 100),
        (("naive search", over(naive, [board])), *(("CP-SAT", over(all_of, [board])) for all_of in cp_sat_all())),
    )


def naive(text: str) -> int:
    """The solutions of a board, counted by trying every number in every cell."""
    board = parse(text)
    ending: list[list[tuple[tuple[int, ...], int]]] = [[] for _ in board.cells]
    for _, cells, total in board.groups():
        ending[max(cells)].append((cells, total))
    values = [0] * len(board.cells)
    used: set[int] = set()

    def fill(cell: int) -> int:
        if cell == len(values):
            return 1
        found = 0
        for number in board.cells[cell] or board.numbers:
            if number in used:
                continue
            values[cell] = number
            if all(sum(values[c] for c in cells) == total for cells, total in ending[cell]):
                used.add(number)
                found += fill(cell + 1)
                used.remove(number)
        return found

    return fill(0)


def semi_magic() -> Iterator[Case]:
    boards = [text.replace("normal", "semi", 1) for text in texts(UNIQUE) if text.count("/") == 3]
    module = getattr(peer("puzzle_solver"), "mathema_grids_solver", None)
    if boards:
        peers = (("multi-puzzle-solver", over(mathema(module), boards[:1])),) if module else ()
        note = "the peer lists all solutions, ours stop at the second"
        yield Case("semi-magic order 4 with 3-5 givens", ours(boards), peers, note=note)


def mathema(module: ModuleType) -> Callable[[str], object]:
    """A semi-magic square as multi-puzzle-solver's grid of equations."""

    def solve(text: str) -> object:
        board = parse(text)
        n = board.width
        grid = np.full((2 * n + 1, 2 * n + 1), " ", dtype=object)
        for r in range(n):
            for c in range(n):
                given = board.cells[r * n + c]
                grid[2 * r, 2 * c] = str(given[0]) if given else " "
                grid[2 * r, 2 * c + 1] = "+" if c < n - 1 else "="
                grid[2 * r + 1, 2 * c] = "+" if r < n - 1 else "="
        grid[0 : 2 * n : 2, 2 * n] = str(board.constant)
        grid[2 * n, 0 : 2 * n : 2] = str(board.constant)
        return module.Board(grid.astype(str), list(board.numbers)).solve_and_print(verbose=False)

    return solve


def counting() -> Iterator[Case]:
    row = "normal:1 2 13 24 25/0 0 0 0 0/0 0 0 0 0/0 0 0 0 0/0 0 0 0 0"
    yield Case("order 5 with the first row given: count all", ours([row], 10**12))
    semi = "semi:0 0 0 0/0 0 0 0/0 0 0 0/0 0 0 0"
    yield Case("semi-magic order 4: count all 549,504", ours([semi], 10**12))


if __name__ == "__main__":
    main("magic")
