"""JSON over several lines: boards at any depth, and what is none told by its line."""

from __future__ import annotations

import json

import pytest

from solvers.core import Block, Board, Reject
from solvers.reading import Report, Source, read, stream

PAPER = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
OTHER = PAPER[::-1]


def rows(cells: str) -> list[list[int]]:
    return [[int(cell) if cell != "." else 0 for cell in cells[at : at + 9]] for at in range(0, 81, 9)]


def boards(text: str, **wishes: str) -> tuple[list[Board], list[Reject]]:
    rejects: list[Reject] = []
    *_, report = stream(Source.of(text))
    assert isinstance(report, Report)
    assert report.lines == report.board_lines + report.rejected_lines + report.blank_lines + report.comment_lines
    return list(read(Source.of(text), rejects=rejects.append, **wishes)), rejects  # type: ignore[arg-type]  # text


OBJECTS = [{"id": "a", "puzzle": PAPER, "solution": SOLVED}, {"id": "b", "puzzle": OTHER, "level": "hard"}]
GRIDS = [{"value": rows(PAPER), "solution": rows(SOLVED), "difficulty": "Easy"}]
API = {"newboard": {"grids": [*GRIDS, {"value": rows(OTHER)}], "results": 2, "message": "All Ok"}}


@pytest.mark.parametrize("indent", [None, 1, 4])
@pytest.mark.parametrize(
    "value",
    [
        [PAPER, OTHER],
        OBJECTS,
        {"collection": "old", "count": 2, "puzzles": OBJECTS},
        {"a": {"puzzle": PAPER}, "b": {"puzzle": OTHER}},
        [rows(PAPER), rows(OTHER)],
        API,
        {"data": {"easy": [OBJECTS[0]], "meta": {"tool": {"name": "x"}}, "hard": [OBJECTS[1]]}},
    ],
    ids=["strings", "objects", "wrapped", "map", "rows", "deep", "lists"],
)
def test_each_board_of_a_document_is_read(value: object, indent: int | None) -> None:
    found, rejects = boards(json.dumps(value, indent=indent) + "\n")

    assert [each.text for each in found] == [PAPER, OTHER]
    assert not rejects


@pytest.mark.parametrize(
    "text",
    [
        "[\n" + ",\n".join(map(json.dumps, rows(PAPER))) + "\n]\n",
        json.dumps(rows(PAPER), indent=1),
        json.dumps([PAPER[at : at + 9] for at in range(0, 81, 9)], indent=1),
        json.dumps({"data": {"puzzle": PAPER}}, indent=2),
    ],
)
def test_a_document_of_one_board(text: str) -> None:
    (found,), rejects = boards(text)

    assert (found.text, found.label) == (PAPER, "")
    assert not rejects


@pytest.mark.parametrize(
    "text",
    [
        f'const puzzles = [\n  "{PAPER}", // first\n  "{OTHER}",\n];\n',
        f"puzzles = [\n    '{PAPER}',\n    '{OTHER}',\n]\n",
        f'puzzles = ["{PAPER}",\n           "{OTHER}"]\n',
    ],
    ids=["JavaScript", "Python", "close"],
)
def test_a_list_of_a_program(text: str) -> None:
    found, rejects = boards(text)

    assert [each.text for each in found] == [PAPER, OTHER]
    assert not rejects


def test_what_belongs_to_a_board_stays_with_it() -> None:
    found, _ = boards(json.dumps({"puzzles": OBJECTS}, indent=2))

    assert [(each.line, each.label, each.stated, each.fields) for each in found] == [
        (3, "a", SOLVED, None),
        (8, "b", "", {"level": "hard"}),
    ]


def test_objects_one_after_the_other() -> None:
    found, rejects = boards("\n".join(json.dumps(each, indent=1) for each in OBJECTS))

    assert [(each.text, each.label, each.line) for each in found] == [(PAPER, "a", 1), (OTHER, "b", 6)]
    assert not rejects


def test_what_is_no_board_is_told_with_its_lines() -> None:
    wrong = [{"id": "b", "puzzle": PAPER[:80]}, {"id": "c"}]

    found, rejects = boards(json.dumps([OBJECTS[0], *wrong, OBJECTS[1]], indent=1))

    assert [each.label for each in found] == ["a", "b"]
    assert [(each.line, each.lines, each.reason) for each in rejects] == [
        (7, 4, "expected 81 cells, got 80"),
        (11, 3, "expected a board in 'puzzle', got none"),
    ]


def test_a_comma_that_is_missing_costs_its_own_object() -> None:
    found, (reject,) = boards(
        f'[\n{{"puzzle": "{PAPER}"}},\n{{"id": "b" "puzzle": "{PAPER}"}},\n{{"puzzle": "{OTHER}"}}\n]'
    )

    assert [each.text for each in found] == [PAPER, OTHER]
    assert (reject.line, reject.column, reject.reason) == (3, 12, "expected a JSON object: Expecting ',' delimiter")


def test_a_document_that_is_cut_off() -> None:
    found, (reject,) = boards(json.dumps(OBJECTS, indent=1)[:-40])

    assert [each.text for each in found] == [PAPER]
    assert (reject.line, reject.reason) == (7, "expected JSON: Invalid control character at line 10, column 218")


@pytest.mark.parametrize("lost", ["},\n", '"puzzle": "', "\n {"])
def test_a_sign_that_is_missing_costs_few_boards(lost: str) -> None:
    text = json.dumps([{"id": str(number), "puzzle": PAPER} for number in range(900)], indent=1)
    at = text.index(lost, len(text) // 2)

    found, rejects = boards(text[:at] + text[at + len(lost) :])

    assert len(found) >= 898
    assert {each.text for each in found} == {PAPER}
    assert len(rejects) <= 2


def test_lines_behind_a_document_are_read() -> None:
    found, rejects = boards(json.dumps([PAPER, OTHER], indent=1) + f"\n{PAPER}\n")

    assert [(each.text, each.line) for each in found] == [(PAPER, 2), (OTHER, 3), (PAPER, 5)]
    assert not rejects


def test_a_long_list_is_read_as_it_comes() -> None:
    def chunks() -> str:
        return ",\n".join(json.dumps({"id": str(number), "puzzle": PAPER}) for number in range(3000))

    blocks = [event for event in stream(Source.of(f"[\n{chunks()}\n]\n")) if isinstance(event, Block)]

    assert sum(len(block.texts) for block in blocks) == 3000
    assert (blocks[-1].lines[-1], blocks[-1].labels and blocks[-1].labels[-1]) == (3001, "2999")


@pytest.mark.parametrize("text", ["[" * 100_000, '{"a":' * 100_000, '"' * 100_000, "[" + '"\\' * 100_000])
def test_brackets_without_end(text: str) -> None:
    found, rejects = boards(f"[\n{json.dumps({'puzzle': PAPER})},\n{text}\n")

    assert [each.text for each in found] == [PAPER]
    assert len(rejects) <= 1
