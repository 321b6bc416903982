"""What makes a board invalid, and how the reason names it."""

from __future__ import annotations

import pytest

from solvers.core import Verdict
from solvers.drawing import Kind
from solvers.futoshiki import FAMILY


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("1.1/.../...", "1 stands twice in row 1 (r1c1, r1c3)"),
        ("2../2../2..", "2 stands 3 times in column 1 (r1c1, r2c1, r3c1)"),
        ("3<2./.../...", "r1c1 = 3 cannot be less than r1c2 = 2"),
        ("3<../.../...", "r1c1 = 3 cannot be less than r1c2"),
        ("1v../.../...", "r2c1 cannot be less than r1c1 = 1"),
        (".<v.^./.>../...", "the signs r1c1 > r2c1 > r2c2 > r1c2 > r1c1 go in a circle"),
    ],
)
def test_invalid(text: str, reason: str) -> None:
    answer = FAMILY.solve([text])[0]

    assert (Verdict.INVALID, reason) == (answer.verdict, answer.reason)


def test_large_boards_keep_their_budget() -> None:
    answer = FAMILY.solve(["/".join(["." * 32] * 32)], 2, seconds=5.0)[0]

    assert answer.verdict == Verdict.MULTIPLE
    assert FAMILY.check(["/".join(["." * 32] * 32)], [answer.witness]) == [""]


def test_drawing_holds_cells_and_signs() -> None:
    (drawing,) = FAMILY.draw(".<.v/2.", "12/21", "12/21")

    assert [[cell.text for cell in row] for row in drawing.rows] == [["1", "<", "2"], ["", "", "v"], ["2", "", "1"]]
    assert Kind.GIVEN is drawing.rows[2][0].kind


def test_drawing_marks_where_a_witness_differs() -> None:
    (drawing,) = FAMILY.draw("../..", "12/21", "21/12")

    assert {Kind.DIFFERS} == {drawing.rows[row][column].kind for row in (0, 2) for column in (0, 2)}
