"""A board in parts: disjoint, exhaustive, and of about as many as were asked for."""

from __future__ import annotations

import random

import pytest

from solvers.magic import FAMILY
from solvers.magic.board import ANY, format_board, make, parse
from solvers.magic.splitting import split
from tests.magic import oracle
from tests.magic.strategies import SQUARES, empty

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


CHAINS = {  # of domains that take each other's numbers; whole counts by CP-SAT
    "semi:5|12 5|6 0 0/0 5|7 0 0/0 0 6|7 0/0 0 0 0": 9,
    "normal:0 5|6 0 0 0/5|7 0 0 0 0/0 4 5|12 0 0/0 0 0 0 6|7/0 0 0 0 0": 1215,
}


@pytest.mark.parametrize(("text", "count"), CHAINS.items())
@pytest.mark.parametrize("pieces", [4, 20, 64])
def test_no_part_leaves_a_domain(text: str, count: int, pieces: int) -> None:
    parts = split(text, pieces)

    for part in parts:
        for cell, domain in zip(parse(part).cells, parse(text).domains(), strict=True):
            assert set(cell) <= set(domain)
    assert sum(answer.count for answer in FAMILY.solve(parts, 10**9)) == count


def chain(rng: random.Random) -> str:
    """A board of order 3 or 4 with small domains over few numbers, that mostly hold the cell's number in a square."""
    n = rng.choice((3, 4))
    square, some = SQUARES[n], rng.sample(range(1, n * n + 1), 4)
    cells = [ANY] * (n * n)
    for at in rng.sample(range(n * n), rng.randint(n, 2 * n)):
        cells[at] = tuple(sorted({*rng.sample(some, 2), *([square[at]] if rng.random() < 0.7 else [])}))
    rule = "normal" if n == 3 else rng.choice(("normal", "semi", "associative"))
    return format_board(make(rule, [cells[i : i + n] for i in range(0, n * n, n)]))


def test_parts_of_chains_add_up_to_cp_sat_s_count() -> None:
    rng = random.Random(5)  # boards, not secrets
    counts = []
    for _ in range(40):
        text = chain(rng)
        counts.append(oracle.count(text))
        for pieces in (3, 12, 60):
            assert sum(answer.count for answer in FAMILY.solve(split(text, pieces), 10**9)) == counts[-1], text
    assert 0 in counts
    assert max(counts) > 1


def test_if_all_parts_are_empty_one_stays() -> None:
    parts = split("semi:5|6 5|6 5|6/0 0 0/0 0 0", 20)

    assert len(parts) == 1
    assert FAMILY.solve(parts)[0].count == 0
