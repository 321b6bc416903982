"""One board in every notation, and what each notation refuses."""

from __future__ import annotations

import random

import pytest
from hypothesis import given

from solvers.core import Block, Board, MalformedError, Reject
from solvers.futoshiki.board import Futoshiki, Sign, canonical, format_board, make
from solvers.futoshiki.formats import FORMATS
from solvers.reading import choosing
from solvers.reading.format import Format, Lines, Sample, Wish
from solvers.reading.packing import boards as each
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


def read(form: Format, text: str, variant: str = "") -> list[Board | Reject]:
    lines = Lines(text.splitlines(), "source")
    items: list[Board | Reject] = []
    for item in form.read(lines, Wish(variant)):
        items += each(item) if isinstance(item, Block) else [item]
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


def some(size: int, count: int, seed: int) -> list[str]:
    """Boards with any values and signs."""
    rng = random.Random(seed)
    found = []
    for _ in range(count):
        signs = [
            Sign(*rng.sample((cell, cell + step), 2))
            for cell in range(size * size)
            for step in (1, size)
            if rng.random() < 0.3 and cell + step < size * size and (step == size or (cell + 1) % size)
        ]
        values = [[rng.choice((0, 0, 0, size, 1)) for _ in range(size)] for _ in range(size)]
        found.append(format_board(make(values, signs)))
    return found


@pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.name)
@pytest.mark.parametrize("size", [2, 4, 9, 11])
def test_many_boards_are_what_each_is(form: Format, size: int) -> None:
    assert form.write is not None
    texts = some(size, 40, size)
    parts = [form.write(Board("futoshiki", "", text)) for text in texts]
    starts = [1 + "".join(parts[:at]).count("\n") for at in range(len(parts))]

    found = read(form, "".join(parts))

    assert texts == [item.text for item in found if isinstance(item, Board)]
    assert starts == [item.line for item in found]


@pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.name)
def test_one_sign_among_many_boards_makes_no_other_board(form: Format) -> None:
    assert form.write is not None
    rng = random.Random(form.name)
    parts = [form.write(Board("futoshiki", "", text)) for text in some(4, 12, 5)]
    for _ in range(40):
        text = "".join(parts)
        at = rng.randrange(len(text))
        spoilt = text[:at] + rng.choice("0129<>^v .;,/RUx\n") + text[at + rng.randrange(2) :]
        many, alone = Lines(spoilt.split("\n")), _OneByOne(spoilt)

        assert _told(form, alone) == _told(form, many)


class _OneByOne(Lines):
    """Lines of which a format never sees many at once."""

    def __init__(self, text: str) -> None:
        super().__init__(pages=([line] for line in text.split("\n")))


def _told(form: Format, lines: Lines) -> list[tuple[str, int]]:
    """What is read, each with its line."""
    found: list[tuple[str, int]] = []
    for item in form.read(lines, Wish()):
        boards_ = each(item) if isinstance(item, Block) else [item] if isinstance(item, Board) else []
        found += [(board.text, board.line) for board in boards_]
        found += [(item.reason, item.line)] if isinstance(item, Reject) else []
    return [*found, (str(lines.tally), 0)]
