"""One board in every notation, and what each notation refuses."""

from __future__ import annotations

import pytest
from hypothesis import given

from solvers.core import Block, Board, MalformedError, Reject
from solvers.futoshiki.board import Futoshiki, canonical, format_board
from solvers.futoshiki.formats import FORMATS
from solvers.reading import choosing
from solvers.reading.format import Format, Lines, Sample, Wish
from tests.futoshiki.boards import boards

BOARD = "..>.../..v../.<...v/..../...."
ONE = canonical(".^..>./.v2../...1^/.<...")
SPELLINGS = {
    "futoshiki-text": ".^..>./.v2../...1^/.<...\n",
    "unequal": "4:0,0,0R,0,0UD,2,0,0,0,0,0,1,0,0L,0,0U,\n",
    "futoshiki-picture": ". . . > .\n^\n. 2 . .\nv\n. . . 1\n      ^\n. < . . .\n",
    "futoshiki-matrices": (
        "4\n0, 0, 0, 0\n0, 2, 0, 0\n0, 0, 0, 1\n0, 0, 0, 0\n\n0, 0, -1\n0, 0, 0\n0, 0, 0\n1, 0, 0\n\n"
        "1, 0, 0, 0\n-1, 0, 0, 0\n0, 0, 0, 1\n"
    ),
    "futoshiki-relations": "4\nSTART:\n0;0;0;0\n0;2;0;0\n0;0;0;1\n0;0;0;0\nREL:\nA4;A3\nA1;B1\nC1;B1\nC4;D4\nD1;D2\n",
}


def read(form: Format, text: str, variant: str = "") -> list[Board | Block | Reject]:
    lines = Lines(text.splitlines(), "source")
    items = list(form.read(lines, Wish(variant)))
    assert len(text.splitlines()) == lines.tally.total()
    return items


def sniffed(text: str) -> Format:
    choice = choosing.choose(Sample(tuple(text.splitlines())), choosing.formats())
    assert choice.format is not None, choice.reason
    return choice.format


@pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.name)
def test_one_board_in_every_notation(form: Format) -> None:
    text = SPELLINGS[form.name]
    (board,) = read(form, text)

    assert isinstance(board, Board)
    assert (board.text, board.variant, board.line) == (ONE, "4x4", 1)
    assert form is sniffed(text)


@pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.name)
@given(board=boards())
def test_what_is_written_is_read_again(form: Format, board: Futoshiki) -> None:
    assert form.write is not None
    text = format_board(board)
    written = form.write(Board("futoshiki", "", text))
    again = [item for item in read(form, written + "\n" + written) if isinstance(item, Board)]

    assert [text, text] == [item.text for item in again]


def test_pictures_as_people_paste_them() -> None:
    pasted = "· < ·   ·   ·\n        v\n1   ·   ·   ·\n        ^\n·   ·   ·   ·\nv   ^\n·   ·   ·   ·\n"
    (board,) = read(sniffed(pasted), pasted)

    assert isinstance(board, Board)
    assert board.text == ".<..v./1..^./.v.^../...."


def test_runs_of_empty_cells_in_an_id() -> None:
    (board,) = read(sniffed("4dk:d0R,h1,b\n"), "4dk:d0R,h1,b\n")

    assert isinstance(board, Board)
    assert board.text == "..../.>.../..../.1.."


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("unequal", "4:0,0,0\n", "expected 16 cells, got 3"),
        ("unequal", "2:0R,0L,0,0,\n", "and its opposite"),
        ("unequal", "2:0U,0,0,0,\n", "got the border"),
        ("unequal", "4a:0R,0L,p\n", "Adjacent is not supported"),
        ("unequal", "4dk#123456\n", "random seed"),
        ("futoshiki-picture", ". < .\n    ^\n", "expected 3 lines"),
        ("futoshiki-picture", ". < .\n ^\n. .\n", "line 2: expected the sign under a cell"),
        ("futoshiki-matrices", "2\n0 0\n0 0\n<\n0\n", "expected 2 + 2 + 1 rows"),
        ("futoshiki-matrices", "0 0\n0 0\n<\n?\n0 0\n", "line 4: expected a sign"),
        ("futoshiki-relations", "2\nSTART:\n0;0\n0;0\nREL:\nA1;B2\n", "expected a sign between neighbours"),
        ("futoshiki-relations", "2\nSTART:\n0;0\nREL:\nA1;B1\n", "expected REL: in line 5"),
        ("futoshiki-relations", "2\nSTART:\n0;0\n0;0\nREL:\nA1;C1\n", "expected cells of the board"),
    ],
)
def test_rejects_say_why(name: str, text: str, reason: str) -> None:
    (form,) = [form for form in FORMATS if form.name == name]
    (item,) = read(form, text)

    assert isinstance(item, Reject)
    assert reason in item.reason


def test_another_size_than_asked_for_is_rejected() -> None:
    (item,) = read(FORMATS[0], ".<./..\n", "3x3")

    assert isinstance(item, Reject)
    assert "expected a board of 3x3, got 2x2" in item.reason


def test_no_letters_for_more_than_26_rows() -> None:
    (form,) = [form for form in FORMATS if form.name == "futoshiki-relations"]
    assert form.write is not None
    with pytest.raises(MalformedError, match="at most 26 rows"):
        form.write(Board("futoshiki", "27x27", "/".join(["." * 27] * 27)))
