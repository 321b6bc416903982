"""JSON of which a sign or line is wrong: it costs its own board, is told, and makes no board of anything else."""

from __future__ import annotations

import json

import pytest

from solvers.core import Board
from tests.reading.test_documents import OTHER, PAPER, SOLVED, boards, rows

BOARDS = [PAPER, OTHER, PAPER[9:] + PAPER[:9], *(PAPER[at:] + PAPER[:at] for at in (27, 54)), OTHER[27:] + OTHER[:27]]
NESTED = [{"meta": {"id": n}, "data": {"board": rows(each), "solution": SOLVED}} for n, each in enumerate(BOARDS)]
NAMED = [{"solution": SOLVED, "puzzle": each, "name": f"n{n}"} for n, each in enumerate(BOARDS)]
LISTS = [[n, each, SOLVED] for n, each in enumerate(BOARDS)]
SHAPES = {"nested": NESTED, "named": NAMED, "lists": LISTS}


def laid_out(values: object, form: str) -> list[str]:
    """The values as lines: one a line, the same in a list, over several lines, or all in one."""
    assert isinstance(values, list)
    each = [json.dumps(value) for value in values]
    one_a_line = {"lines": each, "list": ["[", *(f"{text}," for text in each[:-1]), each[-1], "]"]}
    return one_a_line.get(form) or json.dumps(values, indent=2 if form == "pretty" else None).split("\n")


def found_in(lines: list[str]) -> tuple[list[str], list[int]]:
    """The boards, none of which is one that nobody wrote, and the lines of the rejects."""
    found, rejects = boards("\n".join(lines) + "\n")
    texts = [each.text for each in found]

    assert set(texts) <= set(BOARDS)
    return texts, [each.line for each in rejects]


@pytest.mark.parametrize("form", ["lines", "list", "pretty", "compact"])
@pytest.mark.parametrize("shape", SHAPES)
def test_one_record_is_one_board(shape: str, form: str) -> None:
    found, rejects = boards("\n".join(laid_out(SHAPES[shape], form)) + "\n")

    assert [each.text for each in found] == BOARDS
    assert {each.stated for each in found} == {SOLVED}
    assert not rejects


def test_what_stands_beside_an_object_with_a_board_is_its_own() -> None:
    def told(found: list[Board]) -> list[object]:
        return [(each.label, each.fields) for each in found]

    text = [{"meta": {"id": 7, "by": "me"}, "data": {"board": PAPER}}, {"meta": {"id": 8}, "data": {"board": OTHER}}]

    for indent in (None, 1):
        assert told(boards(json.dumps(text, indent=indent))[0]) == [
            ("", {"meta.id": "7", "meta.by": "me"}),
            ("", {"meta.id": "8"}),
        ]
    assert told(boards(json.dumps([{"data": {"id": "a", "board": PAPER}}]))[0]) == [("a", None)]


def test_objects_that_name_boards_are_no_records() -> None:
    value = {"a": {"puzzle": PAPER}, "b": {"puzzle": OTHER}}

    for text in (json.dumps(value), json.dumps(value, indent=1)):
        assert [(each.text, each.label) for each in boards(text)[0]] == [(PAPER, "a"), (OTHER, "b")]


@pytest.mark.parametrize("shape", SHAPES)
def test_a_first_line_that_is_cut_is_told(shape: str) -> None:
    first, *others = laid_out(SHAPES[shape], "lines")

    for cut in (first[1:], first[:-1], first[: len(first) // 2]):
        texts, told = found_in([cut, *others])
        assert texts == BOARDS or (texts, told) == (BOARDS[1:], [1])  # what is left may be a row of another table


@pytest.mark.parametrize("shape", SHAPES)
def test_brackets_around_objects_cost_none(shape: str) -> None:
    begin, *objects, end = laid_out(SHAPES[shape], "list")

    assert found_in([*objects, end]) == (BOARDS, [])
    assert found_in([begin, *objects]) == (BOARDS, [])
    assert found_in([begin, *objects[:3], end, *objects[3:]]) == (BOARDS, [])
    assert found_in([objects[0], begin, *objects[1:], end]) == (BOARDS, [])
    assert found_in([begin + objects[0], *objects[1:-1], objects[-1] + end]) == (BOARDS, [])


@pytest.mark.parametrize("shape", SHAPES)
def test_a_line_of_a_list_that_is_cut_costs_no_other(shape: str) -> None:
    lines = laid_out(SHAPES[shape], "list")

    for at in (1, 3, 6):
        cut = [*lines[:at], lines[at][:30], *lines[at + 1 :]]
        assert found_in(cut) == (BOARDS[: at - 1] + BOARDS[at:], [at + 1])


@pytest.mark.parametrize("shape", ["named", "lists"])
def test_a_line_that_is_missing_makes_no_board_of_a_solution(shape: str) -> None:
    lines = laid_out(SHAPES[shape], "pretty")

    for at in (1, 2, 3, 5, 6, 11, len(lines) - 2):
        texts, told = found_in(lines[:at] + lines[at + 1 :])

        assert texts
        assert told or len(texts) == len(BOARDS)


def test_comments_between_objects_are_none() -> None:
    first, *others = laid_out(NAMED, "lines")

    assert found_in(["# Rätsel", first, "// more", *others]) == (BOARDS, [])


def test_the_first_of_two_lines_is_told() -> None:
    first, second, *_ = laid_out(NAMED, "lines")

    assert found_in([first.replace('"puzzle"', '"puzzle'), second]) == ([BOARDS[1]], [1])
