"""Rows as spreadsheets write them: an empty field is an empty cell, and no other cell moves into its place."""

from __future__ import annotations

import pytest

from solvers.reading import Source, read
from solvers.reading.fields import fields_of

SHEET = """\
,1,3,,,,,,2
2,,,,,,4,8,
,,,7,,,,1,9
,,,9,,,8,,
7,,,,,,,2,
,,,3,,,,,
,,2,6,3,,9,,
4,,9,,7,,6,,
,,1,4,9,,,,8
"""
BOARD = ".13.....22.....48....7...19...9..8..7......2....3.......263.9..4.9.7.6....149...8"


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ("1 2  3", "1 2 3"),
        ("1,2,3", "1 2 3"),
        (",2,", ". 2 ."),
        ("1, 2, ", "1 2"),
        ("\t\t", ". . ."),
        ("\t_ 5 *", "_ 5 *"),
        ('"1";"";"3"', "1 . 3"),
        ("0,0, 2", "0 0 2"),
        ("", ""),
    ],
)
def test_the_cells_of_a_row(text: str, cells: str) -> None:
    assert fields_of(text) == cells.split()


@pytest.mark.parametrize("mark", [",", ";", "\t"])
def test_a_spreadsheet_s_empty_fields_are_empty_cells(mark: str) -> None:
    (board,) = read(Source.of(SHEET.replace(",", mark)))

    assert (board.family, board.text) == ("sudoku", BOARD)


def test_squares_of_a_spreadsheet() -> None:
    (board,) = read(Source.of("8,,6\n,5,\n,,2\n"))

    assert board.text == "normal:8 0 6/0 5 0/0 0 2"


def test_a_row_that_is_too_short_is_no_other_board() -> None:
    rejects: list[object] = []

    boards = list(read(Source.of(SHEET.replace(",,,3,,,,,", ",,,3,,,,")), rejects=rejects.append))

    assert boards == []
    assert rejects
