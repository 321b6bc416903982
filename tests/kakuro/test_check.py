from __future__ import annotations

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
