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


def test_many_faults_are_counted_and_the_first_shown() -> None:
    [answer] = solve(["normal;" + ";".join(f"r1c1={n}" for n in range(1, 1001)) + ":1"])

    assert answer.verdict is Verdict.INVALID
    assert answer.reason.count("r1c1") == 5
    assert answer.reason.endswith("; and 994 more")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("normal:1|99 0 0/0 0 0/0 0 0", "r1c1 given 99, expected one of 1 to 9"),
        ("normal:99 0 0/0 0 0/0 0 0", "r1c1 given 99, expected one of 1 to 9"),
        ("custom;numbers=5-9;r1c1+r1c2=11:0 2|6/0 0", "r1c2 given 2, expected one of 5 to 9"),
    ],
)
def test_domains_out_of_range_are_as_invalid_as_numbers(text: str, reason: str) -> None:
    [answer] = solve([text])

    assert (answer.verdict, answer.reason) == (Verdict.INVALID, reason)


def test_order_4_answers_alike_alone_and_among_many() -> None:
    rng = random.Random(4)  # boards, not secrets
    texts = [random_board(rng) for _ in range(3000)]
    texts = [text for text in texts if text.count("/") == 3 and not text.startswith(("semi", "bordered", "concentric"))]
    for limit in (1, 2):
        together = solve(texts, limit)
        alone = solve([text.replace(":", ";sum=34:", 1) for text in texts], limit)  # by search, not from the table
        for text, one, other in zip(texts, together, alone, strict=True):
            assert (one.verdict, one.count, one.count_is_exact) == (other.verdict, other.count, other.count_is_exact), (
                text
            )
            assert one.reason == other.reason or one.verdict is Verdict.NONE
        solved = [(text, one.solution) for text, one in zip(texts, together, strict=True) if one.solution]
        assert not any(FAMILY.check([text for text, _ in solved], [square for _, square in solved]))
        assert len(solved) > 500
