"""Counts from statements and literature; docs/magic.md says where each is published."""

from __future__ import annotations

import pytest

from solvers.core import Verdict
from solvers.magic import FAMILY
from solvers.magic._kernel import page, solve
from solvers.magic.board import ANY, format_board, make
from tests.magic import oracle
from tests.magic.strategies import empty

ALL = 10**12


def with_one(rule: str, row: int, column: int) -> str:
    return format_board(make(rule, [[(1,) if (r, c) == (row, column) else ANY for c in range(4)] for r in range(4)]))


@pytest.mark.parametrize("row", range(4))
@pytest.mark.parametrize("column", range(4))
def test_the_34_game_has_216_squares_for_each_position_of_1(row: int, column: int) -> None:
    text = with_one("34-game", row, column)

    [answer] = solve([text], limit=ALL)
    squares, complete = page(text)

    assert (answer.count, answer.count_is_exact, len(squares), complete) == (216, True, 216, True)
    assert FAMILY.check([text] * 216, squares) == [""] * 216


def test_the_first_square_of_the_34_game() -> None:
    squares, _ = page(with_one("34-game", 0, 0), limit=1)

    assert squares == ["1 4 13 16/14 15 2 3/8 5 12 9/11 10 7 6"]


@pytest.mark.parametrize(
    ("rule", "n", "count"),
    [
        ("normal", 1, 1),
        ("normal", 2, 0),
        ("normal", 3, 8),
        ("semi", 3, 72),
        ("associative", 3, 8),
        ("pandiagonal", 3, 0),
        ("normal", 4, 7040),
        ("34-game", 4, 3456),
        ("pandiagonal", 4, 384),
        ("associative", 4, 384),
        ("bordered", 1, 1),
        ("bordered", 2, 0),
        ("bordered", 3, 8),
        ("bordered", 4, 7040),
        ("semi", 4, 549504),
        ("associative", 5, 388352),
        ("concentric", 5, 1393920),
        ("bordered", 5, 23040),
        ("ultramagic", 5, 128),
    ],
)
def test_published_counts(rule: str, n: int, count: int) -> None:
    [answer] = solve([empty(rule, n)], limit=ALL)

    assert (answer.count, answer.count_is_exact) == (count, True)


def test_where_the_1_stands_in_order_4() -> None:
    """416 squares with the 1 in a corner or in the centre, 464 with the 1 on an edge."""
    counts = [[solve([with_one("normal", r, c)], limit=ALL)[0].count for c in range(4)] for r in range(4)]

    edge, other = 464, 416
    assert counts == [
        [other, edge, edge, other],
        [edge, other, other, edge],
        [edge, other, other, edge],
        [other, edge, edge, other],
    ]


@pytest.mark.parametrize(
    "text",
    [
        "normal:0 0 0 0/0 1 0 0/0 0 2 0/0 0 0 0",
        "semi:1 15 0 0/0 2 0 0/0 0 3 0/0 0 0 0",
        "pandiagonal:1 0 0 0 0/0 0 2 0 0/0 0 0 0 0/0 0 0 0 0/0 0 0 0 0",
        "normal:1 2 13 24 25/23 19 0 0 3/0 0 0 0 0/0 0 0 0 0/0 0 0 0 0",
        "semi;numbers=1-10;sum=16:0 0 0/0 0 0/0 0 0",
        "custom;r1c1+r1c2=7;r2c1+r2c2+r2c3=12:0 0 0/0 0 0",
    ],
)
def test_counts_agree_with_cp_sat(text: str) -> None:
    assert solve([text], limit=ALL)[0].count == oracle.count(text)


def test_limit_ends_the_count() -> None:
    [answer] = solve([empty("normal", 4)], limit=5)

    assert (answer.verdict, answer.count, answer.count_is_exact) == (Verdict.MULTIPLE, 5, False)


def test_pandiagonal_order_5() -> None:
    """28800, which stay pandiagonal when a row moves to the other side: each cell has the 1 in a 25th of them."""
    [answer] = solve([empty("pandiagonal", 5).replace("0", "1", 1)], limit=ALL)

    assert (answer.count * 25, answer.count_is_exact) == (28800, True)


def test_borders_of_order_6() -> None:
    """140 groups of border numbers, each in 8 positions with its rows and columns in any order (H. White)."""
    inner = "26 13 12 23/15 20 21 18/19 16 17 22/14 25 24 11"  # Duerer's square, ten higher
    rows = ["0 " * 5 + "0", *(f"0 {row} 0" for row in inner.split("/")), "0 " * 5 + "0"]

    [answer] = solve([f"bordered:{'/'.join(rows)}"], limit=ALL)

    assert (answer.count, answer.count_is_exact) == (140 * 8 * 24 * 24, True)


def test_order_5_with_the_first_row_given() -> None:
    """Ways to count agree: all at once, and the sum over disjoint sub-boards."""
    whole = "normal:1 2 13 24 25/0 0 0 0 0/0 0 0 0 0/0 0 0 0 0/0 0 0 0 0"
    parts = [whole.replace("/0 0", f"/{a} 0", 1) for a in range(3, 24) if a != 13]

    [answer] = solve([whole], limit=ALL)
    answers = solve(parts, limit=ALL)

    assert answer.count_is_exact
    assert answer.count == sum(part.count for part in answers) > 0
