"""Spoilt files of magic squares: what is wrong costs its own square, and is named."""

from __future__ import annotations

from random import Random

import pytest

from solvers.core import Board, Reject
from solvers.reading import Source, write
from solvers.reading import read as read_source
from solvers.reading.format import Format, Sample
from tests.magic.test_formats import by_name, taken


def test_a_square_with_a_short_row_says_which() -> None:
    rejects: list[Reject] = []

    assert list(read_source(Source.of("8 1 6\n3 5\n4 9 2\n"), rejects=rejects.append)) == []
    assert rejects
    assert "recognised" not in rejects[0].reason


def _packed(copies: int) -> list[str]:
    """Rows of squares of order 4 with most numbers given, and no line between them."""
    rng = Random(4)
    rows = []
    for _ in range(copies):
        cells = [str(number) if rng.random() < 0.8 else "." for number in rng.sample(range(1, 17), 16)]
        rows += [" ".join(cells[at : at + 4]) for at in range(0, 16, 4)]
    return rows


@pytest.mark.parametrize("at", [0, 1, 2, 41, 8042, 9999])
@pytest.mark.parametrize("spoil", ["2024-01-02", "1 2 3 4 5", "missing", "twice"])
def test_a_spoilt_row_shifts_no_square(spoil: str, at: int) -> None:
    rows = _packed(2500)
    form = by_name("magic-grid")
    right, _ = taken(form, "\n".join(rows))
    put = {"missing": [], "twice": [rows[at], rows[at]]}.get(spoil, [spoil, rows[at]])
    spoilt = rows[:at] + put + rows[at + 1 :]

    found, rejects = taken(form, "\n".join(spoilt))

    assert len(rejects) == 1
    assert set(found) <= set(right)
    assert len(found) >= len(right) - 4  # nothing tells at once where a row is missing
    assert form.sniff(Sample(tuple(spoilt[:400]))) >= 60


def test_the_row_that_is_wrong_is_named() -> None:
    rows = _packed(10)
    rows[6] = rows[6].replace(" ", "", 1)

    _, (reject,) = taken(by_name("magic-grid"), "\n".join(rows))

    assert (reject.line, reject.column, reject.lines) == (7, len(rows[6]) + 1, 4)
    assert reject.reason == "expected 4 rows of 4 cells, got rows of 4, 4, 3, 4"


def test_what_cannot_be_told_apart_is_rejected() -> None:
    """Without numbers nothing says where a row is too many: no square of the rows of two is invented."""
    rows = [". . .", ". 9 .", ". . ."] * 3

    found, rejects = taken(by_name("magic-grid"), "\n".join([*rows, rows[0]]))

    assert found == []
    assert [(reject.line, reject.lines) for reject in rejects] == [(1, 10)]


def test_squares_are_written_apart() -> None:
    board = Board("magic", "normal-3", "normal:0 7 0/0 0 1/0 0 0")

    assert "".join(write([board, board], by_name("magic-grid"))) == 2 * ". 7 .\n. . 1\n. . .\n\n"


def test_a_blank_that_is_missing_costs_one_square() -> None:
    rows = _packed(20)
    lines = [" ".join(rows[at : at + 4]) for at in range(0, 80, 4)]
    lines[7] = "12 . 3 4" + lines[7].replace(" ", "", 5)
    rejects: list[Reject] = []

    found = list(read_source(Source.of("\n".join([*lines, "1", "# 1 2 3"])), rejects=rejects.append))

    assert [board.line for board in found] == [line for line in range(1, 21) if line != 8]
    assert [(each.line, each.column) for each in rejects] == [(8, 8), (21, 2)]
    assert rejects[0].reason == "expected 16 numbers, got 14"


@pytest.mark.parametrize("copies", [0, 1, 30])
def test_a_named_square_with_a_row_too_many_is_rejected(copies: int) -> None:
    good = "@ a 3\n0 7 0\n0 0 1\n0 0 0\n"

    texts, rejects = taken(by_name("magic-named"), copies * good + good + "0 0 0\n" + copies * good)

    assert len(texts) == 2 * copies
    assert [(reject.line, reject.lines) for reject in rejects] == [(4 * copies + 5, 5)]


@pytest.mark.parametrize("spoilt", ["2 1 7", "2 1 7\n2 x 1", "3 1 7\n2 3 1\n1 2 7", "2 1 7\n2 3 1\n3 3 3"])
@pytest.mark.parametrize("copies", [1, 30])
def test_a_spoilt_completion_problem_is_one_reject(spoilt: str, copies: int) -> None:
    good = "3 2\n1 2 7\n2 3 1\n"
    text = f"{copies * good}3 2\n{spoilt}\n{copies * good}"

    texts, (reject,) = taken(by_name("csplib-019"), text)

    assert texts == ["normal:0 7 0/0 0 1/0 0 0"] * 2 * copies
    assert reject.lines == 2 + spoilt.count("\n")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("magic-named", "@\N{NO-BREAK SPACE}a\N{NO-BREAK SPACE}3\n0\N{NO-BREAK SPACE}7 0\n0 0 1\n0 0 0\n"),
        ("magic-named", " @ a 3\n 0 7 0\n 0 0 1\n 0 0 0\n"),
        ("csplib-019", "3\N{NO-BREAK SPACE}2\n1\N{NO-BREAK SPACE}2 7\n2 3\N{NO-BREAK SPACE}1\n"),
        ("magic-grid", "\t.\t\t7\t.\n.\t.\t\t1\n\t.\t.\t.\n"),
    ],
)
def test_any_blanks_stand_between_numbers(name: str, text: str) -> None:
    assert by_name(name).sniff(Sample(tuple(text.splitlines()))) >= 70
    assert taken(by_name(name), text) == (["normal:0 7 0/0 0 1/0 0 0"], [])


@pytest.mark.parametrize(
    "form", [by_name(name) for name in ("magic-grid", "magic-named", "csplib-019")], ids=lambda form: form.name
)
@pytest.mark.parametrize("at", [0, 1, 2])
@pytest.mark.parametrize("spoilt", [[], ["x"], ["1 x"], ["My squares, 12 of them"]])
def test_a_spoilt_line_at_the_beginning_costs_its_own_square(form: Format, at: int, spoilt: list[str]) -> None:
    texts = ["normal:0 7 0/0 0 1/0 0 0", "normal:0 0 0 9/0 0 0 0/0 0 0 0/0 0 3 0", "normal:2 0 0/0 5 0/0 0 0"] * 4
    rows = "".join(write([Board("magic", "", text) for text in texts], form)).splitlines()
    rejects: list[Reject] = []

    boards = list(read_source(Source.of("\n".join(rows[:at] + spoilt + rows[at + 1 :])), rejects=rejects.append))

    assert [board.text for board in boards][-11:] == texts[1:]
    assert {board.text for board in boards} == set(texts)
    assert rejects or len(boards) == len(texts)  # without its name a square may be one all the same


def test_rows_of_which_few_make_squares_are_left_to_others() -> None:
    squares = "9 3 . .\n. . . .\n. . 1 .\n. . . 16\n\n" * 3
    kanpen = "6\n6\n0 0 0 0\n0 1 0 13\n0 2 0 35\n0 3 0 8\n0 4 0 0\n0 5 0 24\n0 6 0 17\n1 0 24 0\n1 4 16 0\n2 0 6 0\n"

    found, (reject,) = taken(by_name("magic-grid"), squares + kanpen)

    assert len(found) == 3
    assert reject.raw.splitlines() == kanpen.splitlines()


@pytest.mark.parametrize("doubled", [4, 7, 18, 22, 35])
@pytest.mark.parametrize("missing", [1, 12, 15, 30])
def test_a_row_missing_and_another_one_doubled_make_no_square(missing: int, doubled: int) -> None:
    rows = _packed(10)
    right, _ = taken(by_name("magic-grid"), "\n".join(rows))
    rows.insert(doubled, rows[doubled])
    del rows[missing]

    found, rejects = taken(by_name("magic-grid"), "\n".join(rows))

    assert set(found) <= set(right)
    assert rejects


def test_rows_alike_by_chance_cost_no_square() -> None:
    squares = "1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 15 16\n13 14 15 16\n9 10 11 12\n5 6 7 8\n1 2 3 4\n"

    found, rejects = taken(by_name("magic-grid"), squares)

    assert (len(found), rejects) == (2, [])
