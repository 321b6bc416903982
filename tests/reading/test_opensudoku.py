"""Damage in OpenSudoku's XML: its own line is lost, named, and no other."""

from __future__ import annotations

import pytest

from solvers.core import Block, Reject
from solvers.reading import Note, Report, Source, stream

GAMES = [f'<game data="{str(at % 10) * 9}{"0" * 72}" note="n{at}" />' for at in range(1, 9)]
FOLDERS = ['<folder name="a">', *GAMES[:3], "</folder>", '<folder name="b">', *GAMES[3:6], "</folder>"]


def told(text: str) -> tuple[list[str], list[Reject], list[Note], Report]:
    """Labels, rejects and notes of a source, and its report."""
    labels: list[str] = []
    rejects, notes = [], []
    for event in stream(Source.of(text)):
        if isinstance(event, Block):
            labels += event.labels or [""] * len(event.texts)
        elif isinstance(event, Reject):
            rejects.append(event)
        elif isinstance(event, Note):
            notes.append(event)
        elif isinstance(event, Report):
            report = event
    assert report.lines == text.count("\n")
    assert not report.error
    return labels, rejects, notes, report


def document(*lines: str) -> str:
    return "\n".join(("<opensudoku>", *lines, "</opensudoku>", ""))


@pytest.mark.parametrize(
    ("damaged", "column", "lost", "lines"),
    [
        (GAMES[2].replace(" />", "></game"), 106, [], 0),  # the parser stumbles over the next line
        (GAMES[2].replace('" />', ""), 1, ["n3"], 1),
        (GAMES[2].replace('"', "", 1), 12, ["n3"], 1),
        ("<!-- " + GAMES[2], 1, ["n3"], 1),
        ("<![CDATA[ " + GAMES[2], 1, ["n3"], 1),
        ("& " + GAMES[2], 2, [], 1),
    ],
)
def test_the_line_that_is_damaged_is_refused(damaged: str, column: int, lost: list[str], lines: int) -> None:
    labels, (reject,), _, _ = told(document(*GAMES[:2], damaged, *GAMES[3:]))

    assert labels == [f"n{at}" for at in range(1, 9) if f"n{at}" not in lost]
    assert (reject.line, reject.column, reject.lines) == (4, column, lines)


@pytest.mark.parametrize("opened", ["<!--", "<![CDATA["])
def test_a_comment_without_end_costs_its_line_however_long_the_file_is(opened: str) -> None:
    text = document(*GAMES[:2], f"{opened} {GAMES[2]}", *GAMES[3:] * 2500)

    labels, (reject,), _, _ = told(text)

    assert len(labels) == 2 + 5 * 2500
    assert reject.line == 4


@pytest.mark.parametrize(
    ("lines", "note"),
    [
        ([*GAMES[:2], "</opensudoku>", *GAMES[2:]], "games behind the end of the document are read, too"),
        ([GAMES[0].replace(" />", ">"), *GAMES[1:]], "expected XML: a tag is closed that was not opened last"),
        (["</folder>", *GAMES], "expected XML: a tag is closed that was not opened last"),
    ],
)
def test_tags_that_do_not_fit_cost_no_game(lines: list[str], note: str) -> None:
    labels, rejects, notes, _ = told(document(*lines))

    assert labels == [f"n{at}" for at in range(1, 9)]
    assert not rejects
    assert note in [each.text for each in notes]


def test_a_document_without_its_end_is_told() -> None:
    labels, rejects, notes, _ = told("\n".join(["<opensudoku>", *GAMES, ""]))

    assert (len(labels), rejects) == (8, [])
    assert [each.text for each in notes] == ["expected </opensudoku>, got the end of the source"]


def test_games_of_a_folder_whose_name_is_damaged_are_in_no_other_one() -> None:
    text = document(*FOLDERS).replace('name="b"', 'name="b')
    (block,) = [event for event in stream(Source.of(text)) if isinstance(event, Block)]

    assert [(fields or {}).get("collection") for fields in block.fields or ()] == ["a"] * 3 + [None] * 3


def test_columns_and_lines_of_later_damage_are_those_of_the_source() -> None:
    text = document(*FOLDERS).replace('data="2', "data=2").replace('data="5', "data=5")

    labels, rejects, *_ = told(text)

    assert labels == ["n1", "n3", "n4", "n6"]
    assert [(reject.line, reject.column) for reject in rejects] == [(4, 12), (9, 12)]
    assert not any("line" in reject.reason for reject in rejects)


def test_damage_in_the_one_line_of_a_document_costs_a_game() -> None:
    damaged = GAMES[3].replace('"', "", 1)
    text = "<opensudoku>" + "".join([*GAMES[:3], damaged, *GAMES[4:]]) + "</opensudoku>\n"

    labels, (reject,), _, report = told(text)

    assert labels == ["n1", "n2", "n3", "n5", "n6", "n7", "n8"]
    assert (reject.line, reject.raw) == (1, damaged)
    assert text[reject.column - 2 : reject.column] == "=4"
    assert report.board_lines + report.rejected_lines == 1


@pytest.mark.parametrize("tag", ["</opensudoku-->>", "</folder-->", "<?xml", "<?xml ?>", "<!-->", "<opensudoku"])
def test_tags_that_are_no_tags_end(tag: str) -> None:
    labels, *_ = told(document(*GAMES[:2], tag, *GAMES[2:]))

    assert len(labels) >= 7


def test_what_follows_damage_is_looked_at_line_by_line() -> None:
    plain = ["." * 72 + "123456789"] * 5000

    labels, (reject,), _, _ = told("\n".join(["<opensudoku>", GAMES[0], GAMES[1].replace('"', "", 1), *plain, ""]))

    assert len(labels) == 5001
    assert reject.line == 3
