"""Unneeded givens: a case whose answer is known, and the definition itself on every family."""

from __future__ import annotations

import pytest

from solvers.core import Budget, Verdict
from solvers.minimality import contradiction, unneeded, without_each
from solvers.registry import families
from solvers.solving import solve_texts
from tests.shared import shared


def test_the_known_case() -> None:
    lines = shared("cases/38-minimality.txt").read_text().splitlines()
    texts = [line[:81].replace("0", ".") for line in lines if len(line) >= 81]

    assert unneeded("sudoku", texts) == [[], ["r1c1=7", "r6c6=7"]]


@pytest.mark.parametrize("name", families())
def test_reduced_boards_lack_one_given_each(name: str) -> None:
    family = families()[name]
    for example in family.examples:
        if example.verdict is not Verdict.UNIQUE or len(example.text) > 100:
            continue  # what larger boards lack may take long to find out
        reduced = list(without_each(name, example.text))

        assert len({given for given, _ in reduced}) == len(reduced)
        assert [text for _, text in reduced if family.variant(text) != family.variant(example.text)] == []
        assert example.text not in [text for _, text in reduced]
        answers = solve_texts(family, [text for _, text in reduced], 2, Budget(nodes=10_000, seconds=1.0))
        possible = (Verdict.UNIQUE, Verdict.MULTIPLE, Verdict.UNDECIDED)
        assert [answer for answer in answers if answer.verdict not in possible] == []


def test_a_board_that_is_not_unique_has_no_answer() -> None:
    assert unneeded("sudoku", ["." * 81, "11" + "." * 79]) == [None, None]


def test_a_contradiction_that_may_not_be_minimal_is_not_told() -> None:
    """Whether some givens contradict each other without one of them was not found out within the budget."""
    text = "........3..1..9.6..5..8.4.....9...8...867.....1....2....6..7.2..3.8..5.14.......8"
    whole = contradiction("sudoku", text)

    assert whole
    assert contradiction("sudoku", text, Budget(nodes=57)) in (None, whole)
    assert None in [contradiction("sudoku", text, Budget(nodes=nodes)) for nodes in (40, 57, 80)]
