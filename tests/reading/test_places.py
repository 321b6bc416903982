"""Where the boards of a document in JSON stand: what names them, what stands beside them, and what damage costs."""

from __future__ import annotations

import json

import pytest

from solvers.core import Block
from solvers.reading import Source, stream
from tests.reading.test_documents import OTHER, PAPER, SOLVED, boards, rows

MANY = [PAPER, OTHER] * 10
RECORDS = [{"id": at, "puzzle": text} for at, text in enumerate(MANY)]


@pytest.mark.parametrize("make", [str, rows], ids=["strings", "rows"])
@pytest.mark.parametrize("count", [3, 20, 900])
def test_an_object_names_its_boards(make: object, count: int) -> None:
    named = {f"p{at}": make(MANY[at % 20]) for at in range(count)}  # type: ignore[operator]

    found, rejects = boards(json.dumps(named, indent=1))

    assert [(each.label, each.text) for each in found] == [(f"p{at}", MANY[at % 20]) for at in range(count)]
    assert not rejects


def test_a_spoilt_board_among_those_that_an_object_names() -> None:
    named = {"p0": PAPER, "by": "somebody", "p1": PAPER[:80], "p2": OTHER, "p3": PAPER}

    found, (reject,) = boards(json.dumps(named, indent=1))

    assert [each.label for each in found] == ["p0", "p2", "p3"]
    assert (reject.line, reject.reason) == (4, "expected 81 cells, got 80")


def test_columns_of_records_are_no_names() -> None:
    records = [{"first": text, "second": OTHER} for text in MANY]

    (block,) = [event for event in stream(Source.of(json.dumps(records, indent=1))) if isinstance(event, Block)]

    assert len(block.texts) == 20


def test_a_board_elsewhere_is_read_beside_those_of_a_list() -> None:
    document = {"meta": {"first": PAPER, "solution": SOLVED}, "puzzles": RECORDS}

    found, rejects = boards(json.dumps(document, indent=1))

    assert [each.label for each in found] == ["first", *map(str, range(20))]
    assert not rejects


def of_rows(*texts: str) -> list[str]:
    """Lines of a list of boards, a row a line, two lines before each board and behind it."""
    made = ",\n".join("[\n" + ",\n".join(map(json.dumps, rows(text))) + "\n]" for text in texts)
    return f"[\n{made}\n]".split("\n")


@pytest.mark.parametrize(
    ("line", "of", "by", "first", "lines"),
    [
        (15, "]", "", 13, 11),  # a row is not closed
        (12, "],", "", 2, 10),  # a board is not closed
    ],
)
@pytest.mark.parametrize("count", [20, 300])
def test_a_bracket_that_is_missing_costs_its_board(
    line: int, of: str, by: str, first: int, lines: int, count: int
) -> None:
    texts = of_rows(*(MANY * 15)[:count])
    texts[line - 1] = texts[line - 1].replace(of, by, 1)

    found, (reject,) = boards("\n".join(texts))

    assert len(found) == count - 1
    assert (reject.line, reject.column, reject.lines) == (first, 1, lines)


@pytest.mark.parametrize("count", [20, 900])
@pytest.mark.parametrize(("at", "lines"), [(2, 3), (5, 3)])
def test_a_brace_that_is_missing_costs_its_board(count: int, at: int, lines: int) -> None:
    texts = json.dumps([{"id": number, "puzzle": PAPER} for number in range(count)], indent=1).split("\n")
    texts[4 * at + 1] = " "

    found, (reject,) = boards("\n".join(texts))

    assert [each.label for each in found] == [str(number) for number in range(count) if number != at]
    assert (reject.line, reject.column, reject.lines) == (4 * at + 3, 3, lines)


def test_damage_inside_an_element_is_named_with_its_line() -> None:
    texts = json.dumps(RECORDS, indent=1).split("\n")
    texts[10] = texts[10].replace(": ", " ", 1)

    found, (reject,) = boards("\n".join(texts))

    assert len(found) == 19
    assert (reject.line, reject.column) == (10, 2)
    assert reject.reason == "expected JSON: Expecting ':' delimiter at line 11, column 8"


def test_columns_of_cells_and_elements() -> None:
    lines = [f'  {{"id": 1, "puzzle": "{PAPER[:40]}y{PAPER[41:]}"}},', f'  {{"id": 2, "puzzle": "{OTHER}"}}', "]"]

    found, (reject,) = boards("\n".join(["[", *lines]))

    assert [each.label for each in found] == ["2"]
    assert lines[0][reject.column - 1] == "y"
