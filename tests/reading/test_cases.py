"""Small files from the wild, each with a trap: what the reader makes of them stands in cases.txt."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import pytest

from solvers.core import Block, Board, Budget, Reject
from solvers.reading import Event, Note, Opened, Report, Source, read, stream
from solvers.registry import family
from solvers.solving import solve_texts
from tests.shared import shared

SECONDS = Budget(seconds=5)


class Case(NamedTuple):
    """A line of cases.txt; boards by line with verdict, rejects by line with a part of the reason."""

    file: str
    format: str
    boards: Mapping[int, str]
    distinct: int
    rejects: Mapping[int, str]
    notes: tuple[str, ...]


def _pairs(text: str, separator: str) -> dict[int, str]:
    parts = [part.strip().split(" ", 1) for part in text.split(separator) if part.strip()]
    return {int(number): said for number, said in parts}


def _cases() -> Iterator[Case]:
    for line in Path(__file__).with_name("cases.txt").read_text().splitlines():
        if line and line[0] != "#":
            file, form, found, distinct, rejects, notes = (*map(str.strip, line.split("|")), "")[:6]
            said = tuple(filter(None, map(str.strip, notes.split(";"))))
            yield Case(file, form, _pairs(found, ","), int(distinct), _pairs(rejects, ";"), said)


def events(name: str) -> list[Event]:
    return list(stream(shared("cases") / name))


def blocks(found: list[Event]) -> list[Block]:
    return [event for event in found if isinstance(event, Block)]


def boards_of(name: str) -> list[Board]:
    return list(read(shared("cases") / name, rejects=lambda _: None))


CASES = tuple(_cases())


def verdicts(block: Block) -> dict[int, str]:
    answers = solve_texts(family(block.family), list(block.texts), budget=SECONDS)
    return dict(zip(block.lines, [str(answer.verdict) for answer in answers], strict=True))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.file)
def test_case(case: Case) -> None:
    found = events(case.file)

    opened = [event for event in found if isinstance(event, Opened)]
    rejects = {event.line: event.reason for event in found if isinstance(event, Reject)}
    notes = [event.text for event in found if isinstance(event, Note)]
    texts = {(block.family, text) for block in blocks(found) for text in block.texts}
    assert [case.format] == [event.format for event in opened]
    assert {line: verdict for block in blocks(found) for line, verdict in verdicts(block).items()} == case.boards
    assert len(texts) == case.distinct
    assert rejects.keys() == case.rejects.keys()
    assert all(part in rejects[line] for line, part in case.rejects.items()), rejects
    assert all(any(part in note for note in notes) for part in case.notes), notes


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.file)
def test_the_lines_of_a_case_add_up(case: Case) -> None:
    found = events(case.file)
    report = found[-1]

    assert isinstance(report, Report)
    assert report.error == ""
    assert report.lines == report.board_lines + report.rejected_lines + report.blank_lines + report.comment_lines
    assert report.boards == sum(len(block.texts) for block in blocks(found))
    assert report.ok() == (bool(case.boards) and not case.rejects)


def test_every_file_of_the_cases_has_a_line_or_a_test() -> None:
    tested = {case.file for case in CASES} | {"61-archive.zip", "63-truncated.txt.gz", "INDEX.md"}
    missing = {path.name for path in shared("cases").iterdir()} - tested

    assert missing == set()


@pytest.mark.parametrize("number", ["48", "49", "53"])
def test_notations_of_one_kakuro_give_one_board(number: str) -> None:
    names = [case.file for case in CASES if case.file.startswith("48" if number == "49" else number)]
    texts = {board.text for name in names for board in boards_of(name)}

    if number == "49":  # the board of 48 with its clues in the other order
        texts |= {board.text for board in boards_of("49-kakuro-across-first.txt")}
    assert len(texts) == 1


def test_labels_are_what_stood_beside_the_board() -> None:
    labels = {
        name: [board.label for board in boards_of(name)]
        for name in ("01-digits-in-comments.txt", "14-grid-headers.txt", "26-csv-multiline-cell.csv")
    }

    assert labels == {
        "01-digits-in-comments.txt": ["", "no 42, rated 7.1"],
        "14-grid-headers.txt": ["Grid 01", "Grid 02", "Grid 03"],
        "26-csv-multiline-cell.csv": ["A, first", "B", "C"],
    }


def test_statements_about_a_board_are_kept() -> None:
    (board,) = boards_of("16-sdk-header.sdk")

    assert board.fields == {
        "author": "Setter A",
        "description": "Sample 7 of 9",
        "date": "01-02-2003",
        "source": "Source 5",
        "level": "Easy",
        "url": "http://example.org/?id=123",
    }


@pytest.mark.parametrize(
    ("name", "givens"),
    [
        ("17-sdk-sections.sdk", 26),
        ("18-simple-sudoku.ss", 26),
        ("19-sudocue-progress.sdx", 26),
        ("21-opensudoku-v2-notes.opensudoku", 36),
    ],
)
def test_placed_digits_are_no_givens(name: str, givens: int) -> None:
    (board,) = boards_of(name)

    assert 81 - board.text.count(".") == givens
    assert board.fields is not None
    assert len(board.fields["placed"]) == 81


def test_ratings_and_unknown_fields_are_kept() -> None:
    ratings = [board.fields and board.fields["rating"] for board in boards_of("22-sudoku-exchange-bank.txt")]
    unknown = [board.fields for board in boards_of("27-malformed.jsonl")]

    assert ratings == ["1.2", "1.5", "7.1"]
    assert unknown == [None, None, {"extra": '{"k": 1}'}]


def test_collections_name_their_boards() -> None:
    names = [board.fields and board.fields["collection"] for board in boards_of("20-opensudoku-v1.opensudoku")]

    assert names == ["Set 12 & 13"] * 3


def test_stated_solutions_stand_beside_their_boards() -> None:
    found = boards_of("25-kaggle-wrong-solution.csv")
    answers = solve_texts(family("sudoku"), [board.text for board in found])

    right = [board.stated == answer.solution for board, answer in zip(found, answers, strict=True)]
    assert right == [True, False, True, False]
    assert found[3].stated == ""


def test_an_assumed_box_shape_and_alphabet_are_told() -> None:
    shapes = [board.variant for board in boards_of("39-small-sizes.txt")]
    (assumed,) = boards_of("43-16x16-ambiguous-hex.txt")

    assert shapes == ["4x4", "4x4", "4x4", "6x6/2x3"]
    assert assumed.fields == {"alphabet": "1-G (assumed)"}


def test_an_archive_gives_its_members_by_name() -> None:
    found = events("61-archive.zip")

    reports = {e.source.partition("!")[2]: (e.boards, e.rejects) for e in found if isinstance(e, Report)}
    assert reports == {
        "set 1/a.sdm": (2, 0),
        "set 1/readme.txt": (0, 1),
        "set 2/b.txt.gz": (1, 0),
        "../evil.txt": (1, 0),
    }


def test_a_cut_archive_keeps_what_came_before() -> None:
    report = events("63-truncated.txt.gz")[-1]

    assert isinstance(report, Report)
    assert report.boards == 143
    assert report.error == "damaged archive: the compressed stream ends too early"


def test_a_missing_row_is_told_of_its_board() -> None:
    rows = (shared("cases") / "15-back-to-back-grids.txt").read_text().splitlines()
    rejects: list[Reject] = []

    found = list(read(Source.of("\n".join(rows[:-1])), rejects=rejects.append))

    assert [board.line for board in found] == [1, 10]
    assert [(reject.line, reject.lines) for reject in rejects] == [(19, 8)]
    assert "expected 9 rows" in rejects[0].reason
