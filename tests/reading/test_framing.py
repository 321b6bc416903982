"""A spoilt board is one reject, and the boards around it are read as if it were not there."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from solvers.core import Board, Reject
from solvers.reading import Note, Source, read, stream
from solvers.reading.writing import write, writer
from tests.reading.test_alike import BOARDS, told

Change = Callable[[list[str]], list[str]]
SHORT: Change = lambda rows: [*rows[:4], rows[4][:-1], *rows[5:]]  # noqa: E731  # as short as what they do
MISSING: Change = lambda rows: rows[:3] + rows[4:]  # noqa: E731
TWICE: Change = lambda rows: [*rows[:3], rows[2], *rows[3:]]  # noqa: E731
FEWER: Change = lambda rows: [*rows[:4], rows[4].rpartition(" ")[0], *rows[5:]]  # noqa: E731
TEXTS = [
    BOARDS[at % 2].translate(str.maketrans("123456789", "234567891")) if at > 3 else BOARDS[at % 2] for at in range(8)
]


def lines_of(name: str, texts: list[str]) -> list[str]:
    return "".join(write([Board("sudoku", "9x9", text) for text in texts], writer(name))).splitlines()


def spoilt_at(name: str, number: int, change: Change, rows: int = 9, head: int = 1) -> str:
    """A file of eight boards of which one is changed; ``head`` lines stand before the first."""
    lines = lines_of(name, TEXTS)
    start = head + number * rows
    return "\n".join([*lines[:start], *change(lines[start : start + rows]), *lines[start + rows :]])


@pytest.mark.parametrize("number", [0, 3, 6])
@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("judge", SHORT),
        ("hdu3111", SHORT),
        ("hdu4069", FEWER),
        ("hdu4069", MISSING),
        ("hdu4069", TWICE),
    ],
)
def test_one_board_of_a_judge_is_spoilt(name: str, change: Change, number: int) -> None:
    rejects: list[Reject] = []

    found = list(read(Source.of(spoilt_at(name, number, change)), rejects=rejects.append))

    assert [board.text for board in found] == TEXTS[:number] + TEXTS[number + 1 :]
    assert [(reject.line, reject.lines) for reject in rejects] == [(2 + 9 * number, len(change(["1 2"] * 9)))]


BLANK: Change = lambda rows: [*rows[:5], "", *rows[5:]]  # noqa: E731
EIGHT = [
    BOARDS[at % 2].translate(str.maketrans("123456789", "123456789"[at:] + "123456789"[:at])) for at in range(8)
]  # all different


@pytest.mark.parametrize("number", [0, 3, 6])
@pytest.mark.parametrize("change", [MISSING, TWICE, BLANK])
@pytest.mark.parametrize("name", ["grid", "judge", "hdu3111"])
def test_a_row_that_is_missing_or_too_many_shifts_no_board_behind_it(name: str, change: Change, number: int) -> None:
    empty = "0" if name == "judge" else "."
    rows = [text[at : at + 9].replace(".", empty) for text in EIGHT for at in range(0, 81, 9)]
    spoilt = [*rows[: 9 * number], *change(rows[9 * number : 9 * number + 9]), *rows[9 * number + 9 :]]
    head = [] if name == "grid" else ["8"]
    rejects: list[Reject] = []

    found = [board.text for board in read(Source.of("\n".join(head + spoilt)), rejects=rejects.append, format=name)]

    assert found == [text for text in EIGHT if text in found]
    assert len(found) >= 5
    assert EIGHT[number] not in found or change is TWICE
    assert 1 <= sum(reject.lines for reject in rejects) <= 28


def test_a_row_too_many_in_a_pzprv3_file_is_no_answer() -> None:
    lines = lines_of("pzpr", TEXTS[:3])

    boards, rejects, *_ = told("pzpr", "\n".join([*lines[:5], lines[5], *lines[5:]]))

    assert [board.text for board in boards] == TEXTS[1:3]  # type: ignore[attr-defined]
    assert [reject.reason for reject in rejects] == [  # type: ignore[attr-defined]
        "expected 9 rows of givens and 9 of answers, got 19 rows"
    ]


def test_a_size_with_a_control_character_in_a_pzprv3_file_is_read() -> None:
    lines = lines_of("pzpr", TEXTS[:2])

    boards, rejects, *_ = told("pzpr", "\n".join([*lines[:2], "\x1f9", *lines[3:], "behind"]))

    assert [board.text for board in boards] == TEXTS[:2]  # type: ignore[attr-defined]
    assert len(rejects) == 1  # type: ignore[arg-type]


@pytest.mark.parametrize("change", [TWICE, lambda lines: lines[1:]])
def test_rows_of_pzl_that_no_board_takes_are_rejected(change: Change) -> None:
    lines = lines_of("pzl7", TEXTS[:3])

    boards, rejects, *_ = told("pzl7", "\n".join([*lines[:11], *change(lines[11:21]), *lines[21:]]))

    assert [board.text for board in boards] == [TEXTS[0], TEXTS[2]]  # type: ignore[attr-defined]
    assert [(reject.line, reject.lines) for reject in rejects] == [(12, len(change(lines[11:21])))]  # type: ignore[attr-defined]


def test_rows_of_minizinc_that_no_array_opens_are_rejected() -> None:
    lines = lines_of("minizinc", TEXTS[:3])
    opens = [at for at, line in enumerate(lines) if "array2d" in line]

    boards, rejects, *_ = told("minizinc", "\n".join(lines[: opens[1]] + lines[opens[1] + 1 :]))

    assert [board.text for board in boards] == [TEXTS[0], TEXTS[2]]  # type: ignore[attr-defined]
    assert [(reject.line, reject.lines) for reject in rejects] == [(opens[1] + 1, 10)]  # type: ignore[attr-defined]


def test_kakuro_in_pzprv3_files_with_nothing_between() -> None:
    text = "pzprv3\nkakuro\n2\n2\n0 3 4\n3 . .\n4 . .\n. .\n. .\n"

    found = list(read(Source.of(text * 3)))

    assert [board.line for board in found] == [1, 10, 19]


@pytest.mark.parametrize("between", ["", "\n", "<!-- another -->\n"])
def test_documents_of_opensudoku_behind_each_other(between: str) -> None:
    one, other = ("".join(write([Board("sudoku", "9x9", text)], writer("opensudoku"))) for text in TEXTS[:2])

    found = list(read(Source.of(f"\n{one}{between}{other}{one}")))

    start = one.count("\n")
    assert [board.text for board in found] == [TEXTS[0], TEXTS[1], TEXTS[0]]
    assert found[1].line - found[0].line == start + between.count("\n")


def test_a_statement_of_minizinc_without_an_end_is_that_formats() -> None:
    rejects: list[Reject] = []

    assert not list(read(Source.of("x = array2d(1..9,1..9,[\n" + "_,1,2,\n" * 30_000), rejects=rejects.append))
    assert rejects[0].reason.startswith("expected an array such as array2d")


@pytest.mark.parametrize("comment", ["# my boards of 2021", "// mine", "% mine"])
def test_a_pzprv3_file_below_a_comment(comment: str) -> None:
    found = list(read(Source.of(f"{comment}\n" + "\n".join(lines_of("pzpr", TEXTS)))))

    assert [board.text for board in found] == TEXTS


def test_a_row_missing_far_before_the_end_and_one_in_sparse_boards_invents_nothing() -> None:
    rows = [text[at : at + 9] for text in EIGHT * 3000 for at in range(0, 81, 9)]
    sparse = [text[:40].translate(str.maketrans("13579", ".....")) + text[40:] for text in EIGHT]
    few = [text[at : at + 9] for text in sparse for at in range(0, 81, 9)]
    rejects: list[Reject] = []

    found = {board.text for board in read(Source.of("\n".join(rows[:50] + rows[51:])), rejects=rejects.append)}
    other = {board.text for board in read(Source.of("\n".join(few[:4] + few[5:])), rejects=rejects.append)}

    assert found == set(EIGHT)
    assert other <= set(sparse)
    assert sum(reject.lines for reject in rejects) < 100


def test_boards_in_a_row_with_a_given_twice_are_noted() -> None:
    rows = [text[at : at + 9] for text in EIGHT * 3 for at in range(0, 81, 9)]
    spoilt = "\n".join([*rows[:40], *rows[41:150], rows[149], *rows[150:]])

    notes = [event.text for event in stream(Source.of(spoilt)) if isinstance(event, Note)]

    assert notes == ["boards with a given twice from here to line 145: rows may be missing there, and others too many"]


@pytest.mark.parametrize("behind", ["123", "1 2 3", "...", "0" * 10, "20"])
def test_a_short_line_behind_shifted_boards_does_not_let_them_pass(behind: str) -> None:
    rows = [text[at : at + 9] for text in EIGHT * 3 for at in range(0, 81, 9)]

    found = list(read(Source.of("\n".join([*rows[:50], *rows[51:], behind])), rejects=lambda _: None))

    assert {board.text for board in found} <= set(EIGHT)


@pytest.mark.parametrize("between", ["", "\n"])
@pytest.mark.parametrize("few", ["." * 16, "1..............4", "..2.3..........."])
def test_a_row_of_few_symbols_among_sixteen_is_no_board_of_four(few: str, between: str) -> None:
    rows = [
        "ABCDEFGHIJKLMNOP",
        few,
        "P" + "." * 15,
        few,
        *[f"{'.' * at}{'BCDEFGHIJKLM'[at]}{'.' * (15 - at)}" for at in range(12)],
    ]
    rows = [row.translate(str.maketrans("ABCDEFGHIJKLMNOP", "123456789ABCDEFG")) for row in rows]
    first = [few, *rows[:1], *rows[2:]]
    text = between.join("".join(f"{row}\n" for row in each) for each in (rows, first, rows))

    found = list(read(Source.of(text), rejects=lambda _: None))

    assert [board.variant for board in found] == ["16x16"] * 3


@pytest.mark.parametrize("foreign", [".........", "....8....", "9.......1"])
def test_a_row_too_many_that_repeats_nothing_is_in_no_board(foreign: str) -> None:
    sparse = [text.translate(str.maketrans("1357", "....")) for text in EIGHT]
    rows = [text[at : at + 9] for text in sparse for at in range(0, 81, 9)]

    for place in range(1, 72, 3):
        rejects: list[Reject] = []
        spoilt = "\n".join([*rows[:place], foreign, *rows[place:]])
        found = [board.text for board in read(Source.of(spoilt), rejects=rejects.append)]

        assert set(found) <= set(sparse)
        assert 9 * len(found) + sum(reject.lines for reject in rejects) == 73


@pytest.mark.parametrize("change", [SHORT, MISSING, TWICE, lambda rows: [*rows[:4], "hello", *rows[4:]]])
@pytest.mark.parametrize("number", [0, 3, 7])
def test_dashes_between_the_boards_of_a_judge_part_them(change: Change, number: int) -> None:
    given = [[text[at : at + 9].replace(".", "?") for at in range(0, 81, 9)] for text in TEXTS]
    given[number] = change(given[number])
    rejects: list[Reject] = []

    found = list(
        read(
            Source.of("8\n" + "---\n".join("".join(f"{row}\n" for row in rows) for rows in given)),
            rejects=rejects.append,
        )
    )

    assert [board.text for board in found] == [text for at, text in enumerate(TEXTS) if at != number]
    assert {line for reject in rejects for line in range(reject.line, reject.line + reject.lines)} == set(
        range(2 + 10 * number, 2 + 10 * number + len(given[number]))
    )


@pytest.mark.parametrize("between", ["", "\n"])
@pytest.mark.parametrize("head", ["", "pzprv\n", "pzp7rv3\n", "# pzprv3\n"])
@pytest.mark.parametrize("place", [0, 2])
@pytest.mark.parametrize("name", ["sudoku", "kakuro"])
def test_a_pzprv3_file_without_its_first_line_is_one_reject(name: str, place: int, head: str, between: str) -> None:
    sudoku = "pzprv3\nsudoku\n4\n. 1 . . \n. . 2 3 \n. . . . \n. 3 . . \n. . . . \n. . . . \n. . . . \n. . . . \n"
    kakuro = "pzprv3\nkakuro\n2\n2\n0 3 4 \n3 . . \n4 . . \n. . \n. . \n"
    file = sudoku if name == "sudoku" else kakuro
    files = [file] * 3
    files[place] = files[place].replace("pzprv3\n", head)
    rejects: list[Reject] = []

    found = list(read(Source.of(between.join(files)), rejects=rejects.append))

    assert [board.family for board in found] == [name] * 2
    assert [reject.raw.strip() for reject in rejects] == [files[place].strip()]
