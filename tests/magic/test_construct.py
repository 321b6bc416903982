"""Empty boards that are answered without a search, and orders for which a proof stands in its place."""

from __future__ import annotations

import pytest

from solvers.core import Verdict
from solvers.magic import FAMILY
from solvers.magic._kernel import page, solve
from tests.magic.strategies import empty

EVERY = ("normal", "semi", "bordered", "concentric")
STRICT = ("pandiagonal", "associative", "ultramagic")


@pytest.mark.parametrize("rule", [*EVERY, *STRICT])
def test_squares_of_every_order(rule: str) -> None:
    texts = [empty(rule, n) for n in range(5, 33) if rule in EVERY or n % 4 != 2]

    answers = solve(texts, nodes=2)

    assert {answer.verdict for answer in answers} == {Verdict.MULTIPLE}
    assert FAMILY.check(texts, [answer.solution for answer in answers]) == [""] * len(texts)
    assert FAMILY.check(texts, [answer.witness for answer in answers]) == [""] * len(texts)


@pytest.mark.parametrize("rule", STRICT)
@pytest.mark.parametrize("n", [2, 6, 10, 30])
def test_there_are_none_of_singly_even_order(rule: str, n: int) -> None:
    given = empty(rule, n).replace("0", "3", 1)

    answers = solve([empty(rule, n), given], nodes=1)

    assert [answer.verdict for answer in answers] == [Verdict.NONE] * 2
    assert all("1/2" in answer.reason for answer in answers)
    assert page(given) == ([], True)


def test_other_numbers_in_a_row() -> None:
    text = "ultramagic;numbers=101-149:" + "/".join([" ".join("0" * 7)] * 7)

    [answer] = solve([text], nodes=2)

    assert answer.verdict is Verdict.MULTIPLE
    assert FAMILY.check([text], [answer.solution]) == [""]


def test_one_is_found_and_nothing_proven() -> None:
    [answer] = solve([empty("pandiagonal", 9)], limit=1)

    assert (answer.verdict, answer.count, answer.count_is_exact) == (Verdict.UNDECIDED, 1, False)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("bordered:13 0 0 0 0/0 0 0 0 0/0 0 0 0 0/0 0 0 0 0/0 0 0 0 0", "r1c1 given 13"),
        ("bordered:0 0 0 0 0/0 1 0 0 0/0 0 0 0 0/0 0 0 0 0/0 0 0 0 0", "r2c2 given 1"),
    ],
)
def test_a_number_in_the_wrong_border_is_invalid(text: str, reason: str) -> None:
    [answer] = solve([text])

    assert (answer.verdict, answer.reason) == (Verdict.INVALID, f"{reason}, which stands in another border")


def test_the_checker_knows_borders() -> None:
    concentric = page(empty("concentric", 5), limit=1)[0][0]

    assert FAMILY.check([empty("concentric", 5)], [concentric]) == [""]
    assert "does not hold the middle numbers" in FAMILY.check([empty("bordered", 5)], [concentric])[0]


def test_cp_sat_knows_borders() -> None:
    text = empty("bordered", 5)

    [answer] = FAMILY.engines["cp-sat"]([text], 2, seconds=30.0)

    assert answer.verdict is Verdict.MULTIPLE
    assert FAMILY.check([text] * 2, [answer.solution, answer.witness]) == ["", ""]
