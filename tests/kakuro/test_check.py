from __future__ import annotations

import re

import pytest

from solvers.kakuro.check import check

BOARD = r"# 3\- 4\-/-\3 . ./-\4 . ."


def test_the_right_solution_passes() -> None:
    assert check([BOARD], [r"# 3\- 4\-/-\3 2 1/-\4 1 3"]) == [""]


@pytest.mark.parametrize(
    ("board", "solution", "expected"),
    [
        (BOARD, BOARD, "r2c2: not filled"),
        (BOARD, r"# 3\- 4\-/-\3 1 2/-\4 3 1", "r1c2: the run down sums to 4, its clue is 3"),
        (BOARD, r"# 3\- 4\-/-\3 2 1/-\4 2 2", "r3c2: a digit stands twice in the run across"),
        (BOARD, r"# 3\- 4\-/-\5 2 3/-\4 1 3", "r2c1: the black cell was changed"),
        (r"-\3 1 .", r"-\3 2 1", "r1c2: the given 1 was changed to 2"),
        (r"-\3 1 .", r"-\3 1", "row 1: expected 3 cells, got 2"),
        (r"-\3 1 .", r"-\3 1 2/# # #", "the solution has another size or other digits than the board"),
        (r"-\3 1 .", "nonsense", "the solution is no board"),
        (r". .", r"1 1", "r1c1: a digit stands twice in the run across"),
        (r"# 5\-/. #", r"# 5\-/1 #", "r1c2: the clue down has no cells"),
    ],
)
def test_faults_are_named_with_their_cell(board: str, solution: str, expected: str) -> None:
    (fault,) = check([board], [solution])

    assert expected in fault


def test_boards_of_many_sizes_are_checked_together() -> None:
    """A digit that is changed breaks a clue or a set of different digits; every third solution here has one."""
    boards = [
        (r"# 4\- 3\-/-\3 . ./-\4 . .", r"# 4\- 3\-/-\3 1 2/-\4 3 1"),
        (". . #/# # #", "1 2 #/# # #"),
        (r"-\45 . . . . . . . . .", r"-\45 9 8 7 6 5 4 3 2 1"),
        (r"digits=12:-\23 . .", r"digits=12:-\23 12 11"),
        (r"# 12\-/-\5 5/# .", r"# 12\-/-\5 5/# 7"),
    ] * 30
    texts = [text for text, _ in boards]
    changed = [
        re.sub(r"(?<=[ /])([1-8])(?=[ /]|$)", lambda digit: str(int(digit[1]) % 2 + 1), solution, count=1)
        if at % 3 == 0 and not solution.startswith("digits")
        else solution
        for at, (_, solution) in enumerate(boards)
    ]
    wrong = {at for at, ((_, right), solution) in enumerate(zip(boards, changed, strict=True)) if right != solution}

    faults = check(texts, changed)

    assert wrong == {at for at, fault in enumerate(faults) if fault}
    assert len(wrong) > 20
    assert all(re.match(r"r\d+c\d+: ", faults[at]) for at in wrong)


@pytest.mark.parametrize(
    ("text", "solution"),
    [
        (". .", "1 0"),
        (". .", "1 1"),
        (". .", ". 1"),
        (". .", "1 #"),
        (r"# 3\-/. .", r"# 2\-/1 2"),
        (r"# 3\-/. .", r"# 3\-/1 2"),
        (r"-\3 #", r"-\3 #"),
        (r"3\-/#", r"3\-/#"),
        (r"-\3 . ./# .", r"-\3 1 2/# 3"),
        (r"3\\- .", r"3\\- 1"),
        (r"3\ .", r"3\ 1"),
        (". . . . . . . . . .", "1 2 3 4 5 6 7 8 9 1"),
        (". .", "1\n2"),
        (". .", "1 ²"),
    ],
)
def test_what_is_wrong_is_seen_beside_what_is_right(text: str, solution: str) -> None:
    before, fault, after = check([". .", text, ". ."], ["1 2", solution, "3 4"])

    assert (before, after) == ("", "")
    assert fault
