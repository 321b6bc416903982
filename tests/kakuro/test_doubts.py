"""Tables of kakuro with a row missing, doubled or set apart, and several without an empty line between."""

from __future__ import annotations

import pytest

from solvers.core import Block, Board, Reject
from solvers.reading import Note, Report, Source, stream
from solvers.reading import boards as boards_of

FIRST = [r"\ \ \ 20\ 20\ 29\ \ ".rstrip(), r"\ \ \19 _ _ _ 21" + "\\", r"\ \ \13 _ _ _ _", r"\ \ 16\30 _ _ _ _"]
FIRST += [r"\ \34 _ _ _ _ _", r"\ \10 _ _ \ \ " + "\\", r"\ \ \ \ \ \ " + "\\"]
OTHER = [r"\ 13\ 35\ 8\ \ 24\ 17" + "\\", r"\24 _ _ _ \16 _ _", r"\6 _ _ _ 6\8 _ _", r"\7 _ _ 19\20 _ _ _"]
OTHER += [r"\ 10\6 _ _ _ \ " + "\\", r"\21 _ _ _ _ \ " + "\\", r"\24 _ _ _ \ \ " + "\\"]


def told(rows: list[str]) -> tuple[list[tuple[int, str]], list[int], list[str]]:
    """The boards with their lines, how many lines each reject has, and the notes."""
    events = list(stream(Source.of("\n".join([*rows, ""]))))
    found: list[Board] = [board for event in events if hasattr(event, "texts") for board in boards_of(event)]
    rejects = [event.lines for event in events if isinstance(event, Reject)]
    notes = [event.text for event in events if isinstance(event, Note)]
    return [(board.line, board.variant) for board in found], rejects, notes


@pytest.mark.parametrize("between", ["", "Kakuro 12", "hello"])
@pytest.mark.parametrize("at", range(1, 7))
def test_a_table_in_two_parts_is_none(at: int, between: str) -> None:
    boards, rejects, _ = told([*OTHER, "", *FIRST[:at], between, *FIRST[at:], "", *OTHER])

    assert boards == [(1, "7x7"), (18, "7x7")]
    assert sum(rejects) == 7


@pytest.mark.parametrize("size", ["7 7 SPACE", "7 7"])
@pytest.mark.parametrize("at", range(1, 7))
def test_rows_that_a_sized_table_lacks_are_no_table(at: int, size: str) -> None:
    white = "x" if "SPACE" in size else "_"
    first, other = ([row.replace("_", white) for row in rows] for rows in (FIRST, OTHER))

    boards, rejects, _ = told([size, *first[:at], "", *first[at:], "", size, *other])

    assert boards == [(11, "7x7")]
    assert sum(rejects) == 8


def test_a_table_whose_size_is_missing_is_not_read_with_other_signs() -> None:
    first, other = ([row.replace("_", "x") for row in rows] for rows in (FIRST, OTHER))

    boards, rejects, _ = told(["7 7 SPACE", *first, "", *other, "", "7 7 SPACE", *first])

    assert (boards, rejects) == ([(1, "7x7"), (18, "7x7")], [7])


def test_tables_of_one_size_with_nothing_between_are_taken_apart() -> None:
    boards, rejects, notes = told([*FIRST, *OTHER, *FIRST, "", *OTHER])

    assert (boards, rejects) == ([(1, "7x7"), (8, "7x7"), (15, "7x7"), (23, "7x7")], [])
    assert notes == ["tables without an empty line between are taken apart"]


@pytest.mark.parametrize(
    ("rows", "note"),
    [
        (FIRST[1:], "white cells in the first row have nothing above them: rows may be missing"),
        ([*FIRST[:2], *FIRST[1:]], "rows 2 and 3 are the same: one may be too many"),
        ([*FIRST[:6], *OTHER], "no white cell in row 7: several tables without an empty line between may be meant"),
        ([*FIRST[:2], *FIRST[3:]], "6 rows, and 7 in the tables before: rows may be missing or too many"),
    ],
)
def test_what_does_not_look_whole_is_noted(rows: list[str], note: str) -> None:
    boards, rejects, notes = told([*OTHER, "", *FIRST, "", *OTHER, "", *rows])

    assert (len(boards), rejects) == (4, [])
    assert note in notes


@pytest.mark.parametrize("at", [0, 1, 4])
def test_a_spoilt_first_table_does_not_cost_the_others(at: int) -> None:
    spoilt = ["7 7", *FIRST]
    spoilt[at] = "9q"

    boards, _, _ = told([*spoilt, "", "7 7", *OTHER, "", "7 7", *FIRST])

    assert [line for line, _ in boards] == [10, 19]


def test_a_table_without_rows_is_a_reject() -> None:
    boards, rejects, _ = told(["7 7", *FIRST, "", "0 0", "_ _ _"])

    assert (boards, sum(rejects)) == ([(1, "7x7")], 2)


KKT = [
    r"# # # 20\- 20\- 29\- #",
    r"# # -\19 . . . 21\-",
    r"# # -\13 . . . .",
    r"# # 16\30 . . . .",
    r"# -\34 . . . . .",
]
KKT += [r"# -\10 . . # # #", "# # # # # # #"]


@pytest.mark.parametrize("word", ["hello world", "17"])
def test_a_word_between_boards_costs_none_and_none_is_read_twice(word: str) -> None:
    text = "\n".join(["@ - 7 7", *KKT, word, "@ - 3 3", r"# 13\- 4\-", r"-\8 . .", r"-\9 . .", ""])

    *events, report = stream(Source.of(text))

    boards = [(line, event.variant) for event in events if isinstance(event, Block) for line in event.lines]
    assert boards == [(1, "7x7"), (10, "3x3")]
    assert isinstance(report, Report)
    assert (report.board_lines, report.rejected_lines, report.comment_lines) == (12, 1, 0)


def test_a_board_with_an_empty_line_in_it_is_one_reject() -> None:
    events = list(stream(Source.of("\n".join(["@ - 7 7", *KKT[:3], "", *KKT[3:], "@ - 7 7", *KKT, ""]))))

    assert [line for event in events if isinstance(event, Block) for line in event.lines] == [10]
    assert [(event.line, event.lines) for event in events if isinstance(event, Reject)] == [(1, 9)]
