"""Squares that are looked at many at once."""

from __future__ import annotations

import random

import pytest

from solvers.core import Reject
from solvers.magic.formats.plain import are_right
from solvers.reading import Source, read


def test_a_number_twice_in_one_of_many_squares_is_seen() -> None:
    by = random.Random(2)
    squares = [[by.sample(range(1, 100), 9) for _ in range(3)] for _ in range(200)]
    texts = ["normal:" + "/".join(" ".join(map(str, (*row[:2], 0))) for row in square) for square in squares]
    alone = [len({*(n for row in square for n in row[:2])}) == 6 for square in squares]

    assert [are_right([text], 3) for text in texts] == alone
    assert not are_right(texts, 3)
    assert are_right([text for text, right in zip(texts, alone, strict=True) if right], 3)


def test_a_dot_that_touches_a_number_is_no_cell() -> None:
    squares = "1 2 3\n4 . 6\n7 8 9\n\n" * 8
    rejects: list[object] = []

    found = list(read(Source.of(squares + "1 2 3\n4 .5 6\n7 8 9\n\n" + squares), rejects=rejects.append))

    assert (len(found), len(rejects)) == (16, 1)


@pytest.mark.parametrize(("name", "between"), [("magic-line", " "), ("magic-grid", "\n")])
def test_numbers_too_large_are_refused_among_many_as_alone(name: str, between: str) -> None:
    rows = [["8 1 6", "3 5 7", "4 9 2"], ["0 1 0", "0 0 0", "0 0 12"]] * 20
    text = ("\n" if between == " " else "\n\n").join(between.join(each) for each in rows)
    rejects: list[Reject] = []

    found = list(read(Source.of(text + "\n"), format=name, rejects=rejects.append))

    assert (len(found), len(rejects)) == (20, 20)
