"""Walls in the terminal: a line runs exactly where neighbours are of different groups."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

from rich.console import Console

from cli.drawing import draw, legend, lines, only_differing
from solvers import registry
from solvers.drawing import Cell, Drawing, Kind
from tests.cli.conftest import SEVERAL, Cli


def _drawn(*rows: str, kinds: dict[str, Kind] | None = None) -> str:
    """A drawing of one character a cell: its letter is its group, `.` is outside."""
    cells = [[_cell(char, kinds or {}) for char in row] for row in rows]
    return _text(Drawing(tuple(map(tuple, cells))))


def _cell(char: str, kinds: dict[str, Kind]) -> Cell:
    kind = Kind.OUTSIDE if char == "." else kinds.get(char, Kind.GIVEN)
    return Cell("" if char == "." else char, kind, ord(char))


def _text(drawing: Drawing) -> str:
    return "\n".join(line.plain.rstrip() for line in lines(drawing))


def test_one_cell() -> None:
    assert _drawn("a") == "┌───┐\n│ a │\n└───┘"


def test_pieces_of_a_packing() -> None:
    expected = """\
┌───────────┐
│ a   a   a │
│   ┌───────┤
│ a │ b   b │
└───┤   ┌───┤
    │ b │ c │
    └───┴───┘"""
    assert expected == _drawn("aaa", "abb", ".bc")


def test_a_triangle_has_steps() -> None:
    drawn = _drawn("a", "aa", "aaa").splitlines()

    assert drawn[0] == "┌───┐"
    assert drawn[1] == "│ a │"
    assert drawn[2].startswith("│")
    assert drawn[2].rstrip().endswith("┐")
    assert drawn[-1].startswith("└")


def test_a_hole_is_walled() -> None:
    drawn = _drawn("aaa", "a.a", "aaa")

    assert drawn.count("┐") == 2  # the outer corner and the hole's
    assert drawn.count("┘") == 2


def test_margins_have_no_walls_among_themselves() -> None:
    drawn = _drawn("am", "mm", kinds={"m": Kind.MARGIN}).splitlines()

    assert drawn[0] == "┌───┐"
    assert drawn[3].strip() == "m   m" or drawn[3].split() == ["m", "m"]


def test_wide_cells_set_the_width_of_their_column() -> None:
    drawing = Drawing(((Cell("12", Kind.GIVEN), Cell("3", Kind.GIVEN)), (Cell("4", Kind.GIVEN), Cell("5", Kind.GIVEN))))

    assert _text(drawing) == "┌───────┐\n│ 12  3 │\n│  4  5 │\n└───────┘"


def test_control_characters_are_shown_and_not_obeyed() -> None:
    drawing = Drawing(((Cell("\x1b[2J", Kind.GIVEN),),), title="\x07bell")
    out = StringIO()

    draw(drawing, Console(file=out))

    assert "\x1b" not in out.getvalue()
    assert "\x07" not in out.getvalue()


def test_no_drawing_has_ragged_walls() -> None:
    """Every family's examples: each line of a drawing is as wide as its borders, and walls join."""
    for family in registry.families().values():
        for example in family.examples[:20]:
            for drawing in family.draw(example.text, example.solution):
                texts = [line.plain for line in lines(drawing)]
                width = max(map(len, texts))
                assert [text for text in texts if len(text) > width] == []
                assert texts


def test_without_colour_marks_tell_given_solved_and_differing_cells() -> None:
    family = registry.family("magic")
    text, solution, witness = "normal:0 7 0/0 0 0/0 0 0", "2 7 6/9 5 1/4 3 8", "6 7 2/1 5 9/8 3 4"
    out = StringIO()
    (first,), (second,) = family.draw(text, solution, witness), family.draw(text, witness, solution)

    draw(first, Console(file=out))
    draw(only_differing(second), Console(file=out))

    shown = out.getvalue()
    assert "2*  7'  6*" in shown
    assert "6*      2*" in shown
    assert legend([first]) == "' given, * another value in the second solution"
    assert legend(family.draw(text)) == ""


def test_the_second_solution_is_shown(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "several.txt").write_text(f"{SEVERAL}\n")
    cli("run", tmp_path / "several.txt")

    shown = cli("show", "1").stdout

    assert "a second solution, in the cells in which it differs:" in shown
    assert "' given, * another value" in shown


def test_a_board_that_is_wider_than_the_terminal_is_cut() -> None:
    (drawing,) = registry.family("sudoku").draw("." * 625)
    out = StringIO()

    draw(drawing, Console(file=out, force_terminal=True, width=40, color_system=None))

    *shown, said = [line for line in out.getvalue().splitlines() if line]
    assert max(len(line) for line in shown) <= 40
    assert "the terminal 40" in said
