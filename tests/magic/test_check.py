"""The checker refuses every kind of wrong square."""

from __future__ import annotations

import pytest

from solvers.magic import FAMILY

LO_SHU = "8 1 6/3 5 7/4 9 2"


@pytest.mark.parametrize(
    ("text", "solution", "fault"),
    [
        ("normal:8 0 0/0 0 0/0 0 0", LO_SHU, ""),
        ("normal:6 0 0/0 0 0/0 0 0", LO_SHU, "r1c1 is 8, given 6"),
        ("normal:2|4 0 0/0 0 0/0 0 0", LO_SHU, "r1c1 is 8, given 2|4"),
        ("normal:0 0 0/0 0 0/0 0 0", "8 1 6/3 5 7/4 9 9", "9 stands at r3c2 and r3c3"),
        ("normal:0 0 0/0 0 0/0 0 0", "8 1 6/3 5 7/4 9 10", "r3c3 is 10, which is no number of this board"),
        ("normal:0 0 0/0 0 0/0 0 0", "1 8 6/3 5 7/4 9 2", "column 1 sums to 8, needs 15"),
        ("normal:0 0 0/0 0 0/0 0 0", "3 5 7/8 1 6/4 9 2", "diagonal 1 sums to 6, needs 15"),
        ("semi:0 0 0/0 0 0/0 0 0", "3 5 7/8 1 6/4 9 2", ""),
        ("normal:0 0 0/0 0 0/0 0 0", "8 1 6/3 5 7", "expected 3 rows of 3 numbers"),
        ("normal:0 0 0/0 0 0/0 0 0", "8 1 6/3 5 7/4 9 0", "expected numbers without leading zeros"),
        ("custom;r1c1+r1c2=4:0 0", "1 2", "r1c1+r1c2 is not 4"),
    ],
)
def test_faults(text: str, solution: str, fault: str) -> None:
    [found] = FAMILY.check([text], [solution])

    assert found.startswith(fault)
    assert bool(found) == bool(fault)


def test_many_at_once_are_checked_like_each_alone() -> None:
    text = "normal:8 0 0/0 0 0/0 0 0"
    wrong = ["8 1 6/3 5 7/4 9 1", "6 1 8/7 5 3/2 9 4", "8 1 6/3 5 7/4 9", "8  1 6/3 5 7/4 9 2", "", "8 1 6/3 7 5/4 9 2"]
    texts = [text] * 40 + [text] * len(wrong) + ["normal:8 2|1 0/0 0 0/0 0 0", "semi:8 0 0/0 0 0/0 0 0", "normal:8 0"]
    solutions = [LO_SHU] * 40 + wrong + [LO_SHU, LO_SHU, LO_SHU]

    found = FAMILY.check(texts, solutions)

    assert found == [FAMILY.check([one], [solution])[0] for one, solution in zip(texts, solutions, strict=True)]
    assert [bool(fault) for fault in found] == [False] * 40 + [True] * len(wrong) + [False, False, True]
