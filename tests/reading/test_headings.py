"""Tables put one behind the other: each is read by its own heading."""

from __future__ import annotations

import json

import pytest

from solvers.core import Board, Reject
from solvers.reading import Note, Source, read, stream

PAPER = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
OTHER = PAPER[::-1]
FIRST = f"id,puzzle,solution\n1,{PAPER},{SOLVED}\n2,{OTHER},{SOLVED[::-1]}\n"
ROWS = [("1", PAPER, SOLVED), ("2", OTHER, SOLVED[::-1])]


def boards(text: str, **wishes: str) -> tuple[list[Board], list[Reject]]:
    rejects: list[Reject] = []
    return list(read(Source.of(text), rejects=rejects.append, **wishes)), rejects  # type: ignore[arg-type]  # text


def table(heading: str, delimiter: str = ",") -> str:
    """A table with the columns of the heading, of the boards of ROWS."""
    order = ["id", "puzzle", "solution"]
    rows = ([row[order.index(name)] for name in heading.split(",")] for row in ROWS)
    return "".join(delimiter.join(cells) + "\n" for cells in (heading.split(","), *rows))


@pytest.mark.parametrize("first", ["id,puzzle,solution", "solution,puzzle,id"])
@pytest.mark.parametrize("second", ["id,puzzle,solution", "id,solution,puzzle", "solution,puzzle,id"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_each_heading_names_the_columns_behind_it(first: str, second: str, delimiter: str) -> None:
    found, rejects = boards(table(first) + table(second, delimiter))

    assert [(each.label, each.text, each.stated) for each in found] == ROWS * 2
    assert [each.line for each in found] == [2, 3, 5, 6]
    assert not rejects


def test_what_a_second_table_refuses_is_not_read_by_the_first() -> None:
    found, rejects = boards(FIRST + f"id,solution,puzzle\n3,{SOLVED},{PAPER[:80]}\n")

    assert [each.label for each in found] == ["1", "2"]
    assert [(each.line, each.reason) for each in rejects] == [(5, "expected 81 cells, got 80")]


def test_a_second_heading_in_words_of_ones_own() -> None:
    text = f"nr;aufgabe\n1;{PAPER}\n" * 2

    found, rejects = boards(text)

    assert [(each.text, each.fields) for each in found] == [(PAPER, {"nr": "1"})] * 2
    assert not rejects


def test_a_heading_where_a_page_of_lines_ends() -> None:
    text = "id,puzzle,solution\n" + f"1,{PAPER},{SOLVED}\n" * 4095 + f"solution,puzzle\n{SOLVED},{OTHER}\n"

    found, rejects = boards(text)

    assert (found[-1].text, found[-1].stated, len(found)) == (OTHER, SOLVED, 4096)
    assert not rejects


def test_a_column_that_only_the_first_table_has() -> None:
    found, rejects = boards(f"id,easy,hard\n1,{PAPER},{OTHER}\nid,board\n2,{PAPER}\n", column="hard")

    assert [each.text for each in found] == [OTHER]
    assert [(each.line, each.reason) for each in rejects] == [(4, "expected a board in 'hard', got nothing")]


def test_a_note_tells_where_columns_are_named_anew() -> None:
    said = [event for event in stream(Source.of(FIRST * 2 + table("puzzle,id"))) if isinstance(event, Note)]

    assert [(each.text, each.line) for each in said if "named anew" in each.text] == [("the columns are named anew", 7)]


def test_objects_of_another_file_have_names_of_their_own() -> None:
    first = {"id": "1", "puzzle": PAPER}
    second = {"name": "a", "board": OTHER, "solution": SOLVED}
    without = {"id": "2", "solution": SOLVED}
    text = "".join(json.dumps(each) + "\n" for each in (first, second, without))

    found, rejects = boards(text)

    assert [(each.label, each.text, each.stated) for each in found] == [("1", PAPER, ""), ("a", OTHER, SOLVED)]
    assert [(each.line, each.reason) for each in rejects] == [(3, "expected a board in 'puzzle', got none")]
