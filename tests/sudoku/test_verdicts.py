"""Verdicts of the kernel against OR-Tools and against the collected archives."""

from __future__ import annotations

import gzip
import random
from pathlib import Path

import pytest

from solvers.core import Verdict
from solvers.sudoku import FAMILY
from solvers.sudoku.alphabet import values
from solvers.sudoku.board import Box, canonical
from tests.shared import shared
from tests.sudoku.oracle import box_units, oracle

SHAPES = [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3), (2, 5), (3, 4), (4, 3), (4, 4)]


def random_board(box: Box, rng: random.Random) -> tuple[str, dict[int, int]]:
    """A board from a shuffled grid with cells taken out, and sometimes one given changed."""
    size = box.size
    rows = [
        band * box.rows + r
        for band in rng.sample(range(box.columns), box.columns)
        for r in rng.sample(range(box.rows), box.rows)
    ]
    relabel = rng.sample(range(size), size)
    grid = [relabel[(box.columns * (row % box.rows) + row // box.rows + c) % size] for row in rows for c in range(size)]
    kept = rng.sample(range(size * size), int(size * size * rng.uniform(0.25, 0.6)))
    givens = {cell: grid[cell] for cell in kept}
    if rng.random() < 0.3:
        cell = rng.choice(kept)
        givens[cell] = (givens[cell] + 1) % size
    cells = "".join(values(size)[givens[i]] if i in givens else "." for i in range(size * size))
    return box.prefix() + cells, givens


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: f"{shape[0]}x{shape[1]}")
def test_random_boards_agree_with_or_tools(shape: tuple[int, int]) -> None:
    box = Box(*shape)
    rng = random.Random(box.rows * 100 + box.columns)
    boards = [random_board(box, rng) for _ in range(12)]
    answers = FAMILY.solve([text for text, _ in boards])
    for (text, givens), answer in zip(boards, answers, strict=True):
        expected, _ = oracle(box.size, box_units(box.size, box.rows), givens)
        clash = answer.verdict is Verdict.INVALID and expected is Verdict.NONE

        assert clash or expected == answer.verdict, text


@pytest.mark.parametrize(
    ("name", "verdict"),
    [
        ("9x9/easy1000_qqwing_GENERATED.txt", Verdict.UNIQUE),
        ("9x9/puzzles2_17_clue.gz", Verdict.UNIQUE),
        ("9x9/puzzles3_magictour_top1465", Verdict.UNIQUE),
        ("9x9/puzzles6_forum_hardest_1106", Verdict.UNIQUE),
        ("9x9/puzzles7_serg_benchmark.gz", Verdict.MULTIPLE),
        ("16x16/kiguli_unique100.txt", Verdict.UNIQUE),
        ("16x16/kiguli_multi100.txt", Verdict.MULTIPLE),
        ("16x16/janko55_gecode.txt", Verdict.UNIQUE),
        ("16x16/sgtsolo_basic100.txt", Verdict.UNIQUE),
        ("16x16/sgtsolo_advanced60.txt", Verdict.UNIQUE),
        ("16x16/sgtsolo_extreme40.txt", Verdict.UNIQUE),
        ("16x16/dug_minimal450_GENERATED.txt", Verdict.UNIQUE),
        ("16x16/bitrake_55_56clue.txt", Verdict.UNIQUE),
        ("16x16/privitera1.txt", Verdict.UNIQUE),
        ("16x16/sam19980301.txt", Verdict.MULTIPLE),
        ("25x25/dug330c_GENERATED.txt", Verdict.UNIQUE),
        ("25x25/dug300c_GENERATED.txt", Verdict.UNIQUE),
        ("25x25/privitera1.txt", Verdict.UNIQUE),
        ("25x25/liviniuk10.txt", Verdict.MULTIPLE),
    ],
)
def test_archives_have_their_verdict_and_right_solutions(name: str, verdict: Verdict) -> None:
    texts = archive(shared(f"data/sudoku/{name}"))
    answers = FAMILY.solve(texts, seconds=10.0)

    assert {verdict} == {answer.verdict for answer in answers}
    assert not any(FAMILY.check(texts, [answer.solution for answer in answers]))
    if verdict is Verdict.MULTIPLE:
        assert not any(FAMILY.check(texts, [answer.witness for answer in answers]))


def archive(path: Path) -> list[str]:
    """The canonical boards of a file of one board a line."""
    data = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    return [canonical(line.split()[0]) for line in data.decode().splitlines() if line.strip() and line[0] != "#"]


def test_counts() -> None:
    """10106 for the board of 16 givens is the count that its report states; the numbers of grids are published."""
    sixteen = shared("cases/33-many-solutions.txt").read_text().split()
    board = [canonical(line) for line in sixteen if len(line) == 81][2]

    (answer,) = FAMILY.solve([board], 20_000)
    assert (answer.count, answer.count_is_exact) == (10106, True)
    (answer,) = FAMILY.solve(["." * 16], 1000)
    assert (answer.count, answer.count_is_exact) == (288, True)
    (answer,) = FAMILY.solve(["2x3:" + "." * 36], 10**9)
    assert (answer.count, answer.count_is_exact) == (28_200_960, True)
    assert not any(FAMILY.check(["2x3:" + "." * 36] * 2, [answer.solution, answer.witness]))
