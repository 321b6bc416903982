"""Random boards of every verdict, and hand-made ones, against OR-Tools CP-SAT."""

from __future__ import annotations

import os
import random
from collections import Counter

from solvers.core import Verdict
from solvers.futoshiki import FAMILY
from solvers.futoshiki.board import Futoshiki, format_board, parse
from tests.futoshiki.boards import random_board
from tests.futoshiki.oracle import solutions

BOARDS = int(os.environ.get("GRIDMILL_ORACLE_BOARDS", "250"))
LIMIT = 30


def known(board: Futoshiki, limit: int) -> set[str]:
    return solutions(board.size, {i: value for i, value in enumerate(board.cells) if value}, list(board.signs), limit)


def test_random_boards() -> None:
    rng = random.Random(20)
    boards = [random_board(rng, rng.choice([2, 3, 4, 4, 5, 5, 6, 7])) for _ in range(BOARDS)]
    texts = [format_board(board) for board in boards]
    verdicts: Counter[Verdict] = Counter()
    for board, text, answer in zip(boards, texts, FAMILY.solve(texts, LIMIT), strict=True):
        expected = known(board, LIMIT)
        verdicts[answer.verdict] += 1

        assert len(expected) == answer.count, text
        assert (answer.verdict in {Verdict.NONE, Verdict.INVALID}) == (not expected), text
        assert not answer.solution or len(expected) == LIMIT or answer.solution in expected, text
        assert not answer.witness or len(expected) == LIMIT or answer.witness in expected, text
    assert {Verdict.UNIQUE, Verdict.MULTIPLE, Verdict.NONE, Verdict.INVALID} == set(verdicts)


def test_examples_are_what_the_oracle_says() -> None:
    for example in FAMILY.examples:
        found = known(parse(example.text), 2)
        expected = {0: {Verdict.NONE, Verdict.INVALID}, 1: {Verdict.UNIQUE}, 2: {Verdict.MULTIPLE}}[len(found)]

        assert example.verdict in expected, example.text
        assert not example.solution or {example.solution} == found


def test_pages_list_every_solution_in_order() -> None:
    text = ".<.../..v../...>./...."
    every = sorted(known(parse(text), 10_000))
    assert FAMILY.page is not None
    listed: list[str] = []
    complete = False
    while not complete:
        page, complete = FAMILY.page(text, listed[-1] if listed else "", 7)
        listed += page

    assert every == listed


def test_latin_squares_are_counted() -> None:
    """The numbers of latin squares of order 2 to 5 (OEIS A002860)."""
    counts = [FAMILY.solve(["/".join(["." * size] * size)], 10**6)[0].count for size in range(2, 6)]

    assert counts == [2, 12, 576, 161280]
