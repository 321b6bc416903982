"""What is written is read again: the same board, and of what is known of it all that the format has a place for."""

from __future__ import annotations

import csv
import gzip
import json
from collections.abc import Sequence
from io import StringIO
from xml.etree import ElementTree as ET

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from solvers.core import Board, MalformedError
from solvers.reading import Source, formats, full_name, read, write
from solvers.reading.format import Format
from tests.cli.conftest import EASY
from tests.reading.boards import others, sudokus

WRITTEN = [form for form in formats() if form.write is not None]
SUDOKU = [form for form in WRITTEN if form.family in ("sudoku", "")]

# What each format of sudoku carries beside the board; docs/formats.md has the same table.
CARRIES = {
    "csv": ("label", "stated", "author", "rating", "placed", "marks"),
    "jsonl": ("label", "stated", "author", "rating", "placed", "marks"),
    "line": ("label",),
    "penpa": ("label", "author"),
    "grid": ("label",),
    "sdk": ("label", "author", "placed"),
    "clipboard": ("label", "placed", "marks"),
    "candidates": ("placed", "marks"),
    "exchange": ("rating",),
    "hodoku": ("label", "placed"),
    "opensudoku": ("label", "author"),
    "opensudoku2": ("label", "author", "placed", "marks"),
    "gsf": ("label",),
    "pzl7": ("placed",),
    "f-puzzles": ("label", "stated", "author", "placed", "marks"),
    "sudokupad": ("label", "stated", "author", "placed", "marks"),
    "pzpr": ("placed",),
}


def known(board: Board, name: str) -> str:
    return getattr(board, name) if name in ("label", "stated") else (board.fields or {}).get(name, "")


def again(boards: Sequence[Board], form: Format) -> list[Board]:
    """The boards after writing and reading."""
    return list(read(Source.of("".join(write(boards, form))), format=full_name(form)))


@pytest.mark.parametrize("form", [form for form in WRITTEN if form.name != "jsonl"], ids=full_name)
def test_a_label_of_control_characters_does_not_make_a_file_no_text(form: Format) -> None:
    """A file with many of them is taken for anything but text."""
    assert form.write is not None
    for board in [*read(Source.of(form.example), format=full_name(form))][:1]:
        text = "".join(write([board._replace(label="a" + "\x0b" * 9 + "\0b")], form))
        assert [found.text for found in read(Source.of(text), format=full_name(form))] == [board.text]


@pytest.mark.parametrize("form", SUDOKU, ids=full_name)
@settings(suppress_health_check=[HealthCheck.filter_too_much], deadline=None)
@given(boards=st.lists(sudokus(), min_size=1, max_size=2))
def test_sudokus_come_back_as_they_were(form: Format, boards: list[Board]) -> None:
    assert form.write is not None
    carried = []
    for board in boards:
        try:
            form.write(board)
        except MalformedError:
            continue
        carried.append(board)
    if not carried or len({board.variant for board in carried}) > 1:
        return

    found = again(carried, form)

    assert [board.text for board in found] == [board.text for board in carried]
    for name in CARRIES.get(form.name, ()):
        assert [known(board, name) for board in found] == [known(board, name) for board in carried]


@pytest.mark.parametrize("form", SUDOKU, ids=full_name)
def test_every_format_writes_some_sudoku(form: Format) -> None:
    sizes = (EASY, "." * 256, ".1.....23.....3.")
    boards = [Board("sudoku", "", text) for text in sizes]

    written = 0
    for board in boards:
        try:
            written += again([board], form)[0].text == board.text
        except MalformedError:
            continue
    assert written


@settings(deadline=None)
@given(board=others(), data=st.data())
def test_boards_of_other_families_come_back_as_they_were(board: Board, data: st.DataObject) -> None:
    mine = [form for form in WRITTEN if form.family in ("", board.family) and form.family != "kakuro"]  # has own tests
    form = data.draw(st.sampled_from(mine))
    try:
        text = "".join(write([board], form))
    except MalformedError:
        return

    (found,) = read(Source.of(text), format=full_name(form), family=board.family)
    assert found.text == board.text
    assert board.label in ("", found.label) or not found.label


@pytest.mark.parametrize("form", WRITTEN, ids=full_name)
def test_several_boards_stand_in_one_file(form: Format) -> None:
    boards = list(read(Source.of(form.example), format=full_name(form)))

    if form.alone:
        with pytest.raises(MalformedError, match="one board a file"):
            again(boards * 3, form)
        return
    found = again(boards * 3, form)
    assert [board.text for board in found] == [board.text for board in boards] * 3


def test_what_is_written_is_what_others_read() -> None:
    """Read back by the standard library, not by ourselves."""
    board = Board("sudoku", "9x9", EASY, label='a "b" & c', fields={"author": "x,y"})
    by_name = {form.name: form for form in WRITTEN}

    (record,) = csv.DictReader(StringIO("".join(write([board], by_name["csv"]))))
    assert (record["label"], record["puzzle"], record["author"]) == ('a "b" & c', EASY, "x,y")
    assert json.loads("".join(write([board], by_name["jsonl"])))["puzzle"] == EASY
    root = ET.fromstring("".join(write([board, board], by_name["opensudoku"])))
    assert [game.get("data") for game in root.iter("game")] == [EASY.replace(".", "0")] * 2
    root = ET.fromstring("".join(write([board], by_name["opensudoku2"])))
    assert [game.get("note") for game in root.iter("game")] == ['a "b" & c']


def test_rules_that_a_format_cannot_carry_are_refused() -> None:
    board = Board("sudoku", "9x9/diagonals", f"{EASY};diagonals")
    carry = {"line", "csv", "jsonl", "tatham", "f-puzzles", "sudokupad"}

    for form in SUDOKU:
        if form.name in carry:
            assert again([board], form)[0].text == board.text
        else:
            with pytest.raises(MalformedError):
                "".join(write([board], form))


def test_burrtools_files_may_be_packed() -> None:
    form = next(form for form in WRITTEN if form.name == "xmpuzzle")
    data = gzip.compress("".join(write([Board("beads", "", "tetromino:....../....../......")], form)).encode())

    (board,) = read(Source.of(data))
    assert board.variant == "3x6/tetromino"


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("########", "#######+", "cells that may stay empty (1)"),
        ('gridType type="0"', 'gridType type="2"', "lattice 2"),
        ('count="2"', 'min="1" max="2"', "pieces used at least once, at most several times (1)"),
        ("<bitmap/>", '<bitmap><pair piece="1" result="2"/></bitmap>', "conditions of colours (1)"),
        ('x="4"', 'x="5"', "expected 10 cells of shape 2, got 8"),
        ("</shapes>", "</shape>", "expected XML"),
    ],
)
def test_what_burrtools_knows_beyond_us_is_refused_by_name(old: str, new: str, why: str) -> None:
    form = next(form for form in WRITTEN if form.name == "xmpuzzle")

    with pytest.raises(MalformedError, match=why.replace("(", r"\(").replace(")", r"\)")):
        list(read(Source.of(form.example.replace(old, new)), format="xmpuzzle"))


@pytest.mark.parametrize("form", SUDOKU, ids=full_name)
@pytest.mark.parametrize("size", [4, 9, 16])
@pytest.mark.parametrize("count", [1, 3])
def test_empty_boards_are_recognised_as_what_they_are(form: Format, size: int, count: int) -> None:
    boards = [Board("sudoku", f"{size}x{size}", "." * size * size)] * count
    try:
        text = "".join(write(boards, form))
    except MalformedError:
        return

    assert [board.text for board in read(Source.of(text))] == [board.text for board in boards]


@pytest.mark.parametrize(
    ("form", "fields"),
    [
        (
            "opensudoku",
            {"collection": "C", "author": "A", "description": "D", "comment": "x", "level": "1", "source": "S"},
        ),
        ("opensudoku2", {"collection": "C", "author": "A", "description": "D", "comment": "x", "source": "S"}),
        ("gsf", {"rating": "7.1", "rating_tool": "Sukaku Explainer", "pearl": "1.2", "diamond": "1.2"}),
        ("gsf", {"level": "Easy", "rating": "370", "rating_tool": "HoDoKu"}),
        ("line", {"rating": "1.2", "rating_tool": "Sukaku Explainer"}),
        ("line", {"solutions": "2"}),
    ],
)
def test_fields_that_both_formats_know_come_back(form: str, fields: dict[str, str]) -> None:
    by_name = {form.name: form for form in WRITTEN}
    label = "" if "rating" in fields else "one"  # a line has one place for both
    boards = [Board("sudoku", "9x9", EASY, label=label, fields=fields), Board("sudoku", "9x9", EASY)]

    found = again(boards, by_name[form])

    assert fields.items() <= dict(found[0].fields or {}).items()
    assert not fields.keys() & (found[1].fields or {}).keys() - {"collection"}
