"""A section of an .sdk file that lacks a row, or has one too many, costs its board and no other."""

from __future__ import annotations

import pytest

from solvers.core import Block, Board, Reject
from solvers.reading import Note, Source, boards, read, stream
from tests.reading.test_frames import CHANGES, THREE, rows

FIRST, SECOND, _ = THREE
STATE = FIRST.replace(".", "5", 1)


def grid(cells: str) -> str:
    return "\n".join(rows(cells))


def told(text: str) -> tuple[list[Board], list[Reject]]:
    rejects: list[Reject] = []
    return list(read(Source.of(text), rejects=rejects.append)), rejects


@pytest.mark.parametrize("change", ["missing", "twice", "short"])
@pytest.mark.parametrize("row", [2, 8])
@pytest.mark.parametrize("head", ["#AMe\n", "[Puzzle]\n", "#AMe\n[Puzzle]\n"])
def test_a_section_with_too_few_or_many_rows_costs_its_board(head: str, row: int, change: str) -> None:
    before, more = head.count("\n"), {"missing": -1, "twice": 1}.get(change, 0)
    lines = f"{head}{grid(FIRST)}\n[State]\n{grid(STATE)}\n{head}{grid(SECOND)}\n".split("\n")

    found, rejects = told("\n".join(CHANGES[change](lines, before + row)))

    assert [board.text for board in found] == [SECOND]
    assert [(reject.line, reject.lines) for reject in rejects] == [(before, 20 + more)]


@pytest.mark.parametrize("change", ["missing", "twice", "short"])
def test_a_spoilt_state_is_told_and_the_givens_decide(change: str) -> None:
    lines = f"[Puzzle]\n{grid(FIRST)}\n[State]\n{grid(STATE)}\n[Puzzle]\n{grid(SECOND)}\n".split("\n")

    events = list(stream(Source.of("\n".join(CHANGES[change](lines, 13)))))

    found = [board for event in events if isinstance(event, Block) for board in boards(event)]
    assert [board.text for board in found] == [FIRST, SECOND]
    assert "placed" not in (found[0].fields or {})
    assert [event.line for event in events if isinstance(event, Note) and "behind [State]" in event.text] == [2]


@pytest.mark.parametrize("heading", ["[Stte]", ""])
def test_what_was_placed_is_no_board_without_its_heading(heading: str) -> None:
    parts = ["[Puzzle]", grid(FIRST), heading, grid(STATE), "[Puzzle]", grid(SECOND)]

    found, _ = told("\n".join(filter(None, parts)))

    assert [board.text for board in found] == [FIRST, SECOND]
    assert (found[0].fields or {})["placed"] == STATE


@pytest.mark.parametrize("name", ["Puzle", "Givens"])
def test_a_section_of_another_name_does_not_hide_a_board(name: str) -> None:
    found, rejects = told(f"[Puzzle]\n{grid(FIRST)}\n[{name}]\n{grid(SECOND)}\n")

    assert [board.text for board in found] == [FIRST, SECOND]
    assert [reject.line for reject in rejects] == [11]


def test_a_misspelt_puzzle_is_refused_with_its_state() -> None:
    found, rejects = told(f"#AMe\n[Puzle]\n{grid(FIRST)}\n[State]\n{grid(STATE)}\n#AYou\n[Puzzle]\n{grid(SECOND)}\n")

    assert [board.text for board in found] == [SECOND]
    assert [(reject.line, reject.lines) for reject in rejects] == [(2, 20)]


def test_numbers_of_puzzles_are_their_labels() -> None:
    found, rejects = told(f"[Puzzle 1]\n{grid(FIRST)}\n[Puzzle 2]\n{grid(SECOND)}\n")

    assert [(board.text, board.label) for board in found] == [(FIRST, "Puzzle 1"), (SECOND, "Puzzle 2")]
    assert not rejects


@pytest.mark.parametrize("row", range(9))
def test_a_damaged_row_is_part_of_the_reject_of_its_board(row: int) -> None:
    spoilt = [*rows(SECOND)[:row], ".9.2...$$4", *rows(SECOND)[row + 1 :]]

    found, (reject,) = told("\n".join(["[Puzzle]", grid(FIRST), "", "[Puzzle]", *spoilt, "", "[Puzzle]", grid(FIRST)]))

    assert [board.text for board in found] == [FIRST, FIRST]
    assert reject.raw.splitlines() == ["[Puzzle]", *spoilt]


DASHED = """\
-J--D-B--K----M-
--A---FHC-----K-
---L--K--D-AH---
------OJ-M---D-B
----------------
-H-F----A--J-C--
N-------MF---E--
----------ID---N
--DE------------
A------LB-------
----N----L--DKG-
--N-K---DO------
--K-A-----------
---AHINOJE--C-D-
-P--C---------H-
GN----J--------F
"""


@pytest.mark.parametrize("turn", range(0, 16, 4))
@pytest.mark.parametrize("head", ["Puzzle {}", "[Puzzle {}]", "[Puzzle]", "#AMe {}", "Grid {}"])
def test_a_row_of_dashes_among_rows_with_dashes_is_no_border(head: str, turn: int) -> None:
    wide = DASHED.splitlines()
    turned = [*wide[turn:], *wide[:turn]]

    found, rejects = told("\n".join([head.format(1), *wide, head.format(2), *turned]))

    assert [board.variant for board in found] == ["16x16", "16x16"]
    assert not rejects
