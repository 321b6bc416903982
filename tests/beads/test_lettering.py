"""Boards that are lettered in another way than their set says: never `none`, and the hint names the set."""

from __future__ import annotations

import random

import pytest

from solvers.beads import FAMILY
from solvers.beads.board import canonical
from solvers.beads.lettering import are_all_whole, are_whole
from solvers.core import MalformedError, Verdict
from tests.beads.reading import read

EMPTY_60 = "/".join(["." * 10] * 6)
GOLOMB_L = "LLLL....../L........./" + "/".join(["." * 10] * 4)
GOLOMB_T = "TTT......./.T......../.T......../" + "/".join(["." * 10] * 3)


@pytest.mark.parametrize("text", [GOLOMB_L, EMPTY_60])
def test_another_area_is_never_none_where_a_set_fits(text: str) -> None:
    answer = FAMILY.solve([text])[0]

    assert answer.verdict is Verdict.INVALID
    assert "the set pentomino" in answer.reason


def test_an_empty_board_of_a_stated_set_is_of_that_set() -> None:
    answer = FAMILY.solve(["kanoodle:" + EMPTY_60])[0]

    assert answer.verdict is Verdict.NONE
    assert "the area fits the set pentomino" in answer.reason


def test_a_stated_set_with_letters_of_another_is_invalid_too() -> None:
    answer = FAMILY.solve(["kanoodle:" + "I........./" * 5 + ".........."])[0]

    assert answer.verdict is Verdict.INVALID


def test_letters_of_no_piece_are_malformed_with_the_hint() -> None:
    with pytest.raises(MalformedError, match="the letters fit the set pentomino"):
        canonical(GOLOMB_T)


def test_a_board_of_drawn_pieces_gets_no_hint() -> None:
    answer = FAMILY.solve(["A=ooo;B=oo:BB./.../"[:-1]])[0]
    crooked = FAMILY.solve(["A=ooo;B=oo:AA./A.."])[0]

    assert "the set" not in answer.reason
    assert crooked.verdict is Verdict.INVALID
    assert "the set" not in crooked.reason
    with pytest.raises(MalformedError) as caught:
        canonical("A=ooo;B=oo:KK./KK.")
    assert "the set" not in str(caught.value)


def test_rows_with_golomb_letters_are_read_as_pentominoes() -> None:
    _, boards, rejects = read(GOLOMB_T.replace("/", "\n") + "\n")

    assert not rejects
    assert [board.variant for board in boards] == ["6x10/pentomino"]


def test_a_wrong_piece_under_golomb_letters_is_wrong_among_pentominoes() -> None:
    rows = ["LLLL......", "L......XXX", "........X.", "........X.", "..........", ".........."]
    _, boards, rejects = read("\n".join(rows) + "\n")
    answer = FAMILY.solve([boards[0].text])[0]

    assert not rejects
    assert answer.verdict is Verdict.INVALID
    assert "piece X at r2c8" in answer.reason


def test_an_unknown_rule_is_named() -> None:
    _, boards, rejects = read("A=oo;B=o;flop=yes:...\n")

    assert not boards
    assert "'flop=yes'" in rejects[0].reason


def test_an_unknown_set_is_named_with_those_that_exist() -> None:
    _, boards, rejects = read("foo:.../...\n")

    assert not boards
    assert "expected a piece set (kanoodle, lonpos, noi2005" in rejects[0].reason
    assert "'foo'" in rejects[0].reason


def test_boards_of_one_row_are_recognised() -> None:
    _, boards, rejects = read("A=oo;B=o:...\n")

    assert not rejects
    assert [board.text for board in boards] == ["A=oo;B=o:..."]


def test_many_regions_are_whole_if_each_is() -> None:
    by = random.Random(1)
    good = "AALCCCCDDDD/ALLLHICIGDF/ABLHHIIIGFF/BBHHEEGGGKK/BBEEEJJJJKK"
    some = [good.translate(str.maketrans("".join(by.sample("ABCDEFGHIJKL", 6)), "......")) for _ in range(30)]
    spoilt = [text[:at] + by.choice("AL.") + text[at + 1 :] for text in some for at in (by.randrange(11),)]

    assert are_all_whole(some)
    assert [are_all_whole([text]) for text in spoilt] == list(map(are_whole, spoilt))
    assert not are_all_whole([*some, *spoilt])
