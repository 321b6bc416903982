"""Verdicts of the kernel, next to CP-SAT and to what is known of the shared boards."""

from __future__ import annotations

import random

import pytest

from solvers.core import Verdict
from solvers.magic import FAMILY
from solvers.magic._kernel import solve
from tests.magic.boards import boards
from tests.magic.compare import disagreement
from tests.magic.strategies import empty, random_board


def test_examples() -> None:
    texts = [example.text for example in FAMILY.examples]

    answers = solve(texts)

    assert [answer.verdict for answer in answers] == [example.verdict for example in FAMILY.examples]
    for example, answer in zip(FAMILY.examples, answers, strict=True):
        assert example.solution in ("", answer.solution)


def test_random_boards_agree_with_cp_sat() -> None:
    rng = random.Random(1274)  # boards, not secrets
    texts = [random_board(rng) for _ in range(120)]

    answers = solve(texts)

    assert [disagreement(text, answer) for text, answer in zip(texts, answers, strict=True)] == [""] * len(texts)
    assert {answer.verdict for answer in answers} >= {Verdict.UNIQUE, Verdict.MULTIPLE, Verdict.NONE, Verdict.INVALID}


def test_shared_boards_are_unique() -> None:
    texts = [board.text for board in boards("data/magic/unique_GENERATED.txt")]

    answers = solve(texts, seconds=20)

    assert len(texts) == 59
    assert {answer.verdict for answer in answers} == {Verdict.UNIQUE}
    assert FAMILY.check(texts, [answer.solution for answer in answers]) == [""] * len(texts)


def test_completion_problems_have_two_solutions() -> None:
    texts = [board.text for board in boards("data/magic/cspl_prob019")]

    answers = solve(texts, seconds=20)

    assert len(texts) == 37
    assert {answer.verdict for answer in answers} == {Verdict.MULTIPLE}
    assert FAMILY.check(texts, [answer.solution for answer in answers]) == [""] * len(texts)
    assert FAMILY.check(texts, [answer.witness for answer in answers]) == [""] * len(texts)


def test_bad_boards_are_invalid_and_name_the_cells() -> None:
    texts = [board.text for board in boards("cases/60-magic-bad.dat")]

    answers = solve(texts)

    assert [answer.verdict for answer in answers] == [Verdict.INVALID] * 3
    assert "r1c1 given 8 and 6" in answers[0].reason
    assert "r1c1 given 10" in answers[1].reason
    assert "r4c1 lies outside" in answers[1].reason
    assert "row 1: r1c1 r1c2 r1c3 sums to 20, needs 15" in answers[2].reason


@pytest.mark.parametrize("n", [5, 6, 8, 9, 11, 12])
def test_empty_boards_have_two_solutions(n: int) -> None:
    text = empty("normal", n)

    [answer] = solve([text], seconds=30)

    assert answer.verdict is Verdict.MULTIPLE
    assert FAMILY.check([text] * 2, [answer.solution, answer.witness]) == ["", ""]


def test_a_small_budget_leaves_a_board_undecided() -> None:
    [answer] = solve([empty("semi", 6)], limit=10**9, nodes=50)

    assert answer.count_is_exact is False
    assert answer.nodes <= 50


@pytest.mark.parametrize("nodes", [2000, 3001, 3100, 20_000])
def test_what_was_found_before_a_change_of_method_is_not_lost(nodes: int) -> None:
    [answer] = solve([empty("semi", 4)], limit=10**9, nodes=nodes)

    assert (answer.verdict, answer.count_is_exact) == (Verdict.MULTIPLE, False)
    assert answer.solution != answer.witness
    assert FAMILY.check([empty("semi", 4)] * 2, [answer.solution, answer.witness]) == ["", ""]


def test_cancel() -> None:
    answers = solve([empty("normal", 5)] * 3, cancel=bytearray(b"\1"))

    assert [answer.verdict for answer in answers] == [Verdict.UNDECIDED] * 3


@pytest.mark.parametrize("text", ["", "normal", "normal:", "normal:1 2/3", "nonsense:1", "normal:x", "34-game:0 0/0 0"])
def test_malformed_text_fails(text: str) -> None:
    [answer] = solve([text])

    assert answer.verdict is Verdict.FAILED
