"""A board in parts: disjoint, exhaustive, and of about as many as were asked for."""

from __future__ import annotations

import pytest

from solvers.magic import FAMILY
from solvers.magic.board import parse
from solvers.magic.splitting import split
from tests.magic.strategies import empty

FULL = "normal:2 7 6/9 5 1/4 3 8"
BOARDS = {
    empty("normal", 3): 8,
    empty("normal", 4): 7040,  # published counts: docs/magic.md
    empty("semi", 4): 549_504,
    empty("pandiagonal", 4): 384,
    "normal:1 2 13 24 25/0 0 0 0 0/0 0 0 0 0/0 0 0 0 0/0 0 0 0 0": 8016,
    FULL: 1,
}


@pytest.mark.parametrize(("text", "count"), BOARDS.items())
@pytest.mark.parametrize("pieces", [2, 64])
def test_counts_of_parts_add_up(text: str, count: int, pieces: int) -> None:
    parts = split(text, pieces)

    assert sum(answer.count for answer in FAMILY.solve(parts, 10**9)) == count
    assert len(set(parts)) == len(parts)


@pytest.mark.parametrize("text", ["custom;numbers=1-9;r1c1+r1c2=3:0 0/0 0", "custom;r1c1+r1c2=4:0 0/2|3 0/1 0"])
@pytest.mark.parametrize("pieces", [1, 4, 20, 1000])
def test_custom_boards_split_too(text: str, pieces: int) -> None:
    whole = FAMILY.solve([text], 10**9)[0].count

    assert sum(answer.count for answer in FAMILY.solve(split(text, pieces), 10**9)) == whole


def test_about_as_many_as_asked_for() -> None:
    assert 64 <= len(split(empty("normal", 5), 64)) < 2 * 64
    assert split(FULL, 64) == [FULL]


def test_a_board_that_contradicts_itself_keeps_its_verdict() -> None:
    parts = split("normal:8 9 0/0 0 0/0 0 0", 5)

    assert [answer.count for answer in FAMILY.solve(parts, 2)] == [0] * len(parts)


def test_a_part_is_split_in_turn() -> None:
    first = split(empty("normal", 5), 20)[0]

    smaller = split(first, 20)

    assert all(sum(map(bool, parse(part).cells)) > sum(map(bool, parse(first).cells)) for part in smaller)
