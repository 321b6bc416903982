"""Drawings: sums in the margins, wrong lines marked, a witness shown."""

from __future__ import annotations

from solvers.drawing import Kind
from solvers.magic import FAMILY


def test_sums_stand_in_the_margins() -> None:
    [drawing] = FAMILY.draw("normal:8 0 0/0 0 0/0 0 0", "8 1 6/3 5 7/4 9 2")

    texts = [[cell.text for cell in row] for row in drawing.rows]
    assert texts == [
        ["", "", "", "15"],
        ["8", "1", "6", "15"],
        ["3", "5", "7", "15"],
        ["4", "9", "2", "15"],
        ["15", "15", "15", "15"],
    ]
    assert [cell.kind for cell in drawing.rows[1]] == [Kind.GIVEN, Kind.SOLVED, Kind.SOLVED, Kind.MARGIN]


def test_wrong_lines_are_marked() -> None:
    [drawing] = FAMILY.draw("normal:9 8 3/4 5 6/0 0 0")

    assert [cell.kind for cell in drawing.rows[1]] == [Kind.WRONG] * 4
    assert [cell.text for cell in drawing.rows[1]] == ["9!", "8!", "3!", "20!"]  # where there are no colours
    assert [cell.kind for cell in drawing.rows[2]] == [Kind.GIVEN] * 3 + [Kind.MARGIN]


def test_a_witness_is_shown_where_it_differs() -> None:
    [drawing] = FAMILY.draw("normal:8 0 0/0 0 0/0 0 0", "8 1 6/3 5 7/4 9 2", "8 3 4/1 5 9/6 7 2")

    assert [cell.kind for cell in drawing.rows[1][:3]] == [Kind.GIVEN, Kind.DIFFERS, Kind.DIFFERS]


def test_the_34_game_shows_its_quarters_and_domains_their_numbers() -> None:
    [drawing] = FAMILY.draw("34-game:1-3 0 0 0/0 0 0 0/0 0 0 0/0 0 0 0")

    assert [cell.group for cell in drawing.rows[1][:4]] == [1, 1, 2, 2]
    assert drawing.rows[1][0].text == "1-3"


def test_groups_of_the_board_show_their_sums_below_it() -> None:
    _, sums = FAMILY.draw("custom;numbers=1-9;r1c1+r1c2=9;r1c1+r2c1+r2c2=15;r1c2+r2c1=7:2 7/9 0")

    assert [[cell.text for cell in row] for row in sums.rows] == [
        ["", "r1c1", "r1c2", "9", "of 9"],
        ["r1c1", "r2c1", "r2c2", "-", "of 15"],
        ["", "r1c2", "r2c1", "16!", "of 7"],
    ]
    assert sums.rows[2][3].kind is Kind.WRONG


def test_wrong_sums_without_a_margin_are_named() -> None:
    _, sums = FAMILY.draw("pandiagonal:16 3 2 13/5 10 11 8/9 6 7 12/4 15 14 1")

    assert ["broken", "diagonal", "2", "down", "30!", "of 34"] in [[cell.text for cell in row] for row in sums.rows]
    assert len(FAMILY.draw("normal:16 3 2 13/5 10 11 8/9 6 7 12/4 15 14 1")) == 1
