"""Boards drawn with box characters, as Gridmill shows them, are read again."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.console import Console

from cli.drawing import draw
from solvers.core import Board, Reject
from solvers.reading import Source, read
from solvers.registry import family

PAPER = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SPARSE = ".................1.....2.3......3.2...1.4......5....6..3......4.7..8...962...7..."
SIXTEEN = next(each.text for each in family("sudoku").examples if family("sudoku").variant(each.text) == "16x16")
DRAWN = """\
Number 7
┌───────┬───────┬───────┐
│ 5 3 . │ . 7 . │ . . . │
│ 6 . . │ 1 9 5 │ . . . │
│ . 9 8 │ . . . │ . 6 . │
├───────┼───────┼───────┤
│ 8 . . │ . 6 . │ . . 3 │
│ 4 . . │ 8 . 3 │ . . 1 │
│ 7 . . │ . 2 . │ . . 6 │
├───────┼───────┼───────┤
│ . 6 . │ . . . │ 2 8 . │
│ . . . │ 4 1 9 │ . . 5 │
│ . . . │ . 8 . │ . 7 9 │
└───────┴───────┴───────┘
"""


def shown(text: str) -> str:
    console = Console(file=StringIO(), width=300, no_color=True)
    for drawing in family("sudoku").draw(text):
        draw(drawing, console)
    out = console.file
    assert isinstance(out, StringIO)
    return out.getvalue()


def boards(text: str) -> tuple[list[Board], list[Reject]]:
    rejects: list[Reject] = []
    return list(read(Source.of(text), rejects=rejects.append)), rejects


@pytest.mark.parametrize(
    "text", [PAPER, SPARSE, ".1.....23.....3.", "2x3:1..4....6....4..2..3..6....1....2..5", SIXTEEN]
)
def test_what_is_shown_is_read(text: str) -> None:
    found, rejects = boards(shown(text) * 2 + "\n" + shown(text))

    assert [each.text for each in found] == [text] * 3
    assert not rejects


def test_a_drawing_with_boxes_higher_than_wide_is_refused() -> None:
    found, rejects = boards(shown("3x2:1..4....6....4..2..3..6....1....2..5"))

    assert not found
    assert rejects


def test_a_drawing_with_dots_and_a_title() -> None:
    (found,), rejects = boards(DRAWN)

    assert (found.text, found.label, found.line) == (PAPER, "Number 7", 3)
    assert not rejects


def test_a_drawing_with_a_blank_between_the_cells() -> None:
    (found,), rejects = boards(DRAWN.replace(".", " "))

    assert (found.text, found.label) == (PAPER, "Number 7")
    assert not rejects


def test_drawings_over_the_pages_of_a_long_source() -> None:
    found, rejects = boards((shown(PAPER) + "\n") * 1500)  # more than half a megabyte

    assert [each.text for each in found] == [PAPER] * 1500
    assert not rejects
