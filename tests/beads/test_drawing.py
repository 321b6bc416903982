"""Hexagons lie half a cell further right from row to row; pieces keep their colour where two solutions differ."""

from __future__ import annotations

from cli.drawing import lines
from solvers.beads import FAMILY
from solvers.picture import Line, Rectangle, picture
from solvers.svg import svg

HEX = "A=oo;B=oo;grid=hex:../.."


def test_rows_of_hexagons_are_shifted_in_pictures() -> None:
    shapes = picture(FAMILY.draw(HEX, "AA/BB")).shapes
    places = [(shape.x, shape.y) for shape in shapes if isinstance(shape, Rectangle)]
    x, y = places[0]

    assert [(round(a - x, 3), round(b - y, 3)) for a, b in places] == [(0, 0), (1, 0), (0.5, 1), (1.5, 1)]
    walls = {(round(s.x1 - x, 3), round(s.x2 - x, 3)) for s in shapes if isinstance(s, Line) and s.y1 == s.y2 == y + 1}
    assert walls == {(0, 0.5), (0.5, 1), (1, 1.5), (1.5, 2), (2, 2.5)}


def test_rows_of_hexagons_are_shifted_in_the_terminal() -> None:
    [drawing] = FAMILY.draw(HEX, "AA/BB")

    assert [str(line).rstrip() for line in lines(drawing)] == [
        "┌───────┐",
        "│ A   A │",
        "└─┬─────┴─┐",
        "  │ B   B │",
        "  └───────┘",
    ]


def test_pieces_keep_their_colour_where_the_witness_differs() -> None:
    drawings = FAMILY.draw("A=oo;B=oo:../..", "AA/BB", "AB/AB")
    shapes = picture(drawings).shapes

    assert [shape.colour for shape in shapes if isinstance(shape, Rectangle)] == [1, 1, 2, 2]
    assert "rect.p1:not(.wrong)" in svg(picture(drawings))
    assert sum(isinstance(shape, Line) and shape.x2 - shape.x1 == 0.5 for shape in shapes) == 2  # a mark in two cells
