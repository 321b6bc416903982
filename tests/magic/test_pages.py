"""Pages of solutions: ascending, numbers compared as numbers, each once, resumable anywhere."""

from __future__ import annotations

import pytest

from solvers.magic._kernel import page, solve
from tests.magic.strategies import empty

BOARDS = [
    empty("normal", 3),
    empty("semi", 3),
    empty("34-game", 4),
    "normal:0 0 0 0/0 1 0 0/0 0 2|16 0/0 0 0 0",
    "associative:0 0 0 0 0/0 1 0 0 0/0 0 0 0 0/0 0 0 9 0/0 0 0 0 2",
    "custom;numbers=1-12;r1c1+r1c2+r1c3=20:0 0 0/5 0 0",
]


def key(solution: str) -> tuple[int, ...]:
    return tuple(map(int, solution.replace("/", " ").split()))


@pytest.mark.parametrize("text", BOARDS)
def test_pages_are_ascending_and_complete(text: str) -> None:
    squares, complete = page(text, limit=10**6)

    assert complete
    assert len(squares) == solve([text], limit=10**9)[0].count
    assert [key(square) for square in squares] == sorted({key(square) for square in squares})


@pytest.mark.parametrize("text", BOARDS)
@pytest.mark.parametrize("size", [1, 7, 1000])
def test_pages_join_without_gap(text: str, size: int) -> None:
    squares, _ = page(text, limit=40)

    joined: list[str] = []
    complete = False
    while not complete and len(joined) < len(squares):
        more, complete = page(text, joined[-1] if joined else "", limit=size)
        joined += more

    assert joined[: len(squares)] == squares


def test_a_page_may_begin_after_a_square_that_is_no_solution() -> None:
    squares, _ = page(empty("normal", 3), after="4 9 3/1 1 1/1 1 1")

    assert squares[0] == "6 1 8/7 5 3/2 9 4"


@pytest.mark.parametrize("rule", ["normal", "semi"])  # of order 4: from the table, by search
def test_numbers_beyond_the_board_are_compared_whole(rule: str) -> None:
    squares, _ = page(empty(rule, 4), limit=100)
    low, high = squares[5].split(" ", 1)

    assert page(empty(rule, 4), after=f"{int(low) + 256} {high}", limit=1)[0] == []
    assert page(empty(rule, 4), after="1 272 1 1/1 1 1 1/1 1 1 1/1 1 1 1", limit=1)[0][0].startswith("2 ")


@pytest.mark.parametrize("order", [3, 4])
@pytest.mark.parametrize("after", ["4 9", "1", "1 2 3 4/5 6 7 8/9 10 11 12/13 14 15", "1 2 3/4 5 6 7/8 9", "x", "1/2"])
def test_a_page_after_nonsense_is_refused(order: int, after: str) -> None:
    with pytest.raises(ValueError, match="after"):
        page(empty("normal", order), after=after)


def test_the_rows_of_a_place_to_go_on_from_are_those_of_the_board() -> None:
    with pytest.raises(ValueError, match="after"):
        page(empty("normal", 4), after="1 2 3 4 5 6 7 8/9 10 11 12/13 14 15 16")
