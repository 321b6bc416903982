"""What a format cannot carry or read is said, with its place, and never dropped."""

from __future__ import annotations

import pytest

from solvers.core import Board, MalformedError, Reject, Verdict
from solvers.kakuro import FAMILY
from solvers.kakuro.board import canonical, variant
from solvers.kakuro.formats import FORMATS, KKT, LINE, PZPR, STATEMENT, TABLE
from solvers.kakuro.formats.games import EULER
from solvers.kakuro.formats.models import DZN, PYCSP3
from solvers.reading.format import Format, Lines, Sample, Wish

SMALL = r"# 3\- 4\-/-\3 . ./-\4 . ."


def board_of(text: str, label: str = "") -> Board:
    return Board("kakuro", variant(text), text, "test", 1, label)


def read(format_: Format, text: str) -> list[Board | Reject]:
    return list(format_.read(Lines(text.splitlines(), "test"), Wish()))  # type: ignore[arg-type]  # boards alone


def surest(text: str) -> Format:
    sample = Sample(tuple(text.splitlines()), "")
    best = max(FORMATS, key=lambda format_: format_.sniff(sample))
    assert best.sniff(sample) > 0
    return best


@pytest.mark.parametrize("format_", [STATEMENT, PZPR])
def test_other_digits_are_refused_by_formats_that_cannot_say_them(format_: Format) -> None:
    assert format_.write is not None
    assert format_.write(board_of(SMALL))
    with pytest.raises(MalformedError, match="1-12"):
        format_.write(board_of("digits=12:" + SMALL))


@pytest.mark.parametrize(
    "text",
    [
        r"5\- 3\- 4\-/-\3 . ./-\4 . .",
        r"# 3\9 4\-/-\3 . ./-\4 . .",
        r"# 3\- 4\-/9\3 . ./-\4 . .",
        r"# 3\- 4\- 5\-/-\3 . . #",
    ],
)
def test_an_address_has_no_place_for_a_clue_of_the_border_without_cells(text: str) -> None:
    assert PZPR.write is not None
    with pytest.raises(MalformedError, match="without cells"):
        PZPR.write(board_of(text))


def test_what_follows_an_address_is_refused_with_its_column() -> None:
    assert PZPR.write is not None
    address = PZPR.write(board_of(SMALL)).strip()

    (sound,), (reject,) = read(PZPR, address), read(PZPR, address + "3k")

    assert isinstance(sound, Board)
    assert sound.text == SMALL
    assert isinstance(reject, Reject)
    assert (reject.line, reject.column) == (1, len(address) + 1)


@pytest.mark.parametrize("label", ["a", "my first board", "from  9 9", "größe", "7 7 digits=5"])
def test_names_survive_a_kkt_file(label: str) -> None:
    assert KKT.write is not None

    (again,) = read(KKT, KKT.write(board_of(SMALL, label)))

    assert isinstance(again, Board)
    assert (again.label, again.text) == (label, SMALL)


def test_a_name_that_would_break_a_kkt_file_is_refused() -> None:
    assert KKT.write is not None
    with pytest.raises(MalformedError):
        KKT.write(board_of(SMALL, "two\nlines"))


@pytest.mark.parametrize(
    ("format_", "text"),
    [
        (EULER, "3,X,(v12345678901),(v4),(h3),O,O,(h4),O,O"),
        (EULER, "3,X,(v3,v5),(v4),(h3),O,O,(h4),O,O"),
        (PYCSP3, '{"nCols": 0, "clues": [[]]}'),
        (PYCSP3, '{"clues": []}'),
        (DZN, DZN.example.replace("2,1,2,3|", "2,1,2,12345678901|")),
    ],
)
def test_what_no_board_can_hold_is_a_reject(format_: Format, text: str) -> None:
    (reject,) = read(format_, text)

    assert isinstance(reject, Reject)


@pytest.mark.parametrize(
    ("format_", "text", "place"),
    [
        (EULER, "3,X,(v12345678),(v4),(h3),O,O,(h4),O,O", "r1c2: the clue down is 12345678"),
        (DZN, DZN.example.replace("2,1,2,3|", "2,1,2,1234567|"), "r2c1: the clue across is 1234567"),
        (LINE, SMALL.replace(r"-\3", r"-\1000000"), "r2c1: the clue across is 1000000"),
    ],
)
def test_a_large_clue_is_invalid_and_says_what_is_possible(format_: Format, text: str, place: str) -> None:
    (board,) = read(format_, text)
    assert isinstance(board, Board)

    (answer,) = FAMILY.solve([canonical(board.text)])

    assert (answer.verdict, answer.reason) == (Verdict.INVALID, f"{place}, but 2 cells can sum to 3..17")


@pytest.mark.parametrize(
    ("text", "format_", "place"),
    [
        (SMALL.replace(r"-\4 . .", r"-\4 ."), LINE, (1, 19)),
        (SMALL.replace(r"4\-/", r"4\XX/"), LINE, (1, 7)),
        (SMALL.replace(r"-\4", r"-\12345678901"), LINE, (1, 19)),
        ("\\ 23\\ 30\\\n\\16 _ _\n\\17 _ _\n\\20 _\n", TABLE, (4, 0)),
        ("\\ 23\\ 30\\\n\\16 _ _\n\\17 _ _\n\\12345678901 _ _\n", TABLE, (4, 1)),
        ("\\ 23\\ 30\\\n\\16 _ _\n\\17 _ 3\\XX\\\n\\20 _ _\n", TABLE, (3, 7)),
        ("3 3\nXXXXX 03\\XX 4\\XX\nXX\\03 ..... .....\nXX\\04 ..... .....\n", STATEMENT, (2, 13)),
    ],
)
def test_a_bad_cell_is_rejected_by_the_format_that_is_meant(text: str, format_: Format, place: tuple[int, int]) -> None:
    found = surest(text)
    (reject,) = read(found, text)

    assert found is format_
    assert isinstance(reject, Reject)
    assert f"line {place[0]}: " in reject.reason or (place[0] == 1 and reject.line == 1)
    assert reject.column == place[1]


ALGOSPOT = FAMILY.examples[0].text


@pytest.mark.parametrize("apart", [False, True])
def test_dense_rows_have_white_stars(apart: bool) -> None:
    """The board of the statement's example, in the notation of sourgumdrop.org.uk."""
    rows = [[word.replace("-", "").replace("\\", "/") for word in row.split(" ")] for row in ALGOSPOT.split("/")]
    signs = [["*" if word == "." else "." if word == "#" else word for word in row] for row in rows]
    text = "\n".join(",".join(row) if apart else dense(row) for row in signs)

    (board,) = read(surest(text), text)

    assert isinstance(board, Board)
    assert board.text == ALGOSPOT


def dense(row: list[str]) -> str:
    """The cells of a row, with a comma where two clues would run into each other."""
    line = ""
    for word in row:
        line += "," if "/" in word and line[-1:].isdecimal() | line.endswith("/") else ""
        line += word
    return line
