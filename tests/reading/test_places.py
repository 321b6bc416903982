"""Where the boards of a document in JSON stand: what names them, what stands beside them, and what damage costs."""

from __future__ import annotations

import json
import random

import pytest

from solvers.core import Block
from solvers.reading import Source, stream
from solvers.reading.tables.elements import Scanner
from solvers.reading.tables.objects import Names
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


@pytest.mark.parametrize("seed", range(40))
def test_many_elements_at_once_are_as_one_by_one(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(seed)
    records = [
        {"id": at, "puzzle": text} | ({"level": [1, None, "x"]} if at % 3 else {}) for at, text in enumerate(MANY)
    ]
    text = json.dumps(records, indent=chance.choice([None, 1, 2])) + "\n"
    for _ in range(chance.randrange(4)):
        at = chance.randrange(len(text))
        text = text[:at] + chance.choice(["", "\n", '"', ",", "{", "}", "]", "[", "\n\n", "x"]) + text[at + 1 :]
    at_once = boards(text)

    monkeypatch.setattr(Scanner, "_run", lambda _: iter(()))
    monkeypatch.setattr(Names, "plain", lambda *_: None)

    assert boards(text) == at_once


@pytest.mark.parametrize("junk", ["---", "// c", "hello"])
@pytest.mark.parametrize("row", [3, 40])
@pytest.mark.parametrize("count", [20, 60])
def test_a_line_inside_a_board_with_a_cell_a_line_costs_that_board(junk: str, row: int, count: int) -> None:
    texts = json.dumps([rows(text) for text in (MANY * 3)[:count]], indent=2).split("\n")
    texts.insert(101 * 5 + row, junk)

    found, (reject,) = boards("\n".join(texts))

    assert len(found) == count - 1
    assert reject.reason.startswith("expected JSON: ")


def test_a_board_without_the_end_of_its_object_is_no_silent_loss() -> None:
    texts = json.dumps(RECORDS, indent=1).split("\n")
    del texts[4]

    found, rejects = boards("\n".join(texts))

    assert len(found) + len(rejects) >= 20


@pytest.mark.parametrize("sign", "[}")
def test_a_bracket_inside_a_board_that_an_object_names(sign: str) -> None:
    named = {"p0": PAPER, "p1": PAPER[:40] + sign + PAPER[40:], "p2": OTHER, "p3": PAPER}

    found, (reject,) = boards(json.dumps(named, indent=1))

    assert len(found) == 3
    assert reject.line == 3


def test_a_bare_board_between_the_elements_of_a_list_is_no_comment() -> None:
    texts = json.dumps(RECORDS, indent=1).split("\n")
    texts.insert(9, f"  {OTHER}")

    found, rejects = boards("\n".join(texts))

    assert len(found) + len(rejects) == 21
