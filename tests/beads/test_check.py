"""The checker in bulk says of every board what it says of the board alone, and finds the one wrong among thousands."""

from __future__ import annotations

import pytest

from solvers import solve
from solvers.beads import FAMILY
from solvers.beads.check import check

# Two boards of 2 x 4 cells by hand: L and I trominoes and a domino; and two copies of a domino with one of two cells.
HEAD = "A=oo/o;B=ooo;C=oo:"
SOLUTION = "AABB/ACCB"
RIGHT = "AACC/ABBB"
PLENTY = 5000


def test_hand_made_solutions() -> None:
    boards = [HEAD + "..../....", HEAD + "AA../A...", HEAD + "...C/...C"]
    assert check(boards, [RIGHT] * 3)[:2] == ["", ""]
    assert check(boards, [RIGHT] * 3)[2] != ""
    assert "wrong shape" in check(boards[:1], [SOLUTION])[0]


@pytest.mark.parametrize(
    ("board", "solution"),
    [
        (HEAD + "...A/....", RIGHT),  # a given that does not stay
        (HEAD + "..../....", SOLUTION),  # wrong shapes
        (HEAD + "..../....", "AACC/ABB."),  # a cell left empty
        (HEAD + "..../....", "AACC/ABBZ"),  # no piece
        (HEAD + "..../...#", RIGHT),  # another region
        (HEAD + ".../.....", RIGHT),  # another frame of the same length
        ("A=oo/o;B=ooo;D=oo:..../....", RIGHT),  # other pieces of the same length
        (HEAD + "..../....", "AACC/ABB\N{GREEK SMALL LETTER BETA}"),
        (HEAD + "..../....", "AACC/ABB"),
    ],
)
def test_one_wrong_among_thousands_is_found_at_its_place(board: str, solution: str) -> None:
    for at in (0, 1, PLENTY - 1):
        boards, solutions = [HEAD + "A.../A..."] * PLENTY, [RIGHT] * PLENTY
        boards[at], solutions[at] = board, solution
        found = check(boards, solutions)

        assert found[at] != ""
        assert not any(found[:at] + found[at + 1 :])
        assert found[at] == check([board], [solution])[0]


def test_copies_are_checked_with_the_givens_of_each_board() -> None:
    head = "AB=o;C=oo:"
    boards = [head + "..../", head + "B.../"]
    boards = [board.rstrip("/") for board in boards]

    assert check(boards, ["ACCB", "BCCA"]) == ["", ""]
    assert check(boards * PLENTY, ["BCCA", "BCCA"] * PLENTY)[0] != ""


def test_numbers_of_boards_and_solutions_must_agree() -> None:
    with pytest.raises(ValueError, match="solutions"):
        check([HEAD + "..../...."], [])


def test_the_documented_call_comes_to_the_index() -> None:
    """Boards that recur are answered by the index through solvers.solve too, with the same verdicts and counts."""
    filled = next(solve("./../.../..../...../....../......./......../........./..........", family="beads")).solution
    pieces = sorted(set(filled) - {"/"})
    boards = [
        "".join(mark if mark in "/" + keep else "." for mark in filled)
        for keep in ("".join(pieces[start : start + 5]) for start in range(8))
    ]
    alone = FAMILY.solve(boards)
    many = list(solve(boards * 5000, family="beads"))

    assert many[-1].engine == "beads-index/1"
    assert [answer.verdict for answer in many] == [answer.verdict for answer in alone] * 5000
    assert [answer.count for answer in many[-8:]] == [answer.count for answer in alone]
