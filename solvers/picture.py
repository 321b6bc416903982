"""A drawing as shapes on a plane: rectangles, lines and words, which SVG, PNG and PDF all put on their own paper.

    cell (r, c) covers x = left + c .. left + c + 1, y = top + r .. top + r + 1; one unit is the side of a cell

A thick line (wall) runs along every edge between cells of different groups, a thin one along the others. What a
shape looks like is a name, and `LOOKS` says what the name means.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from solvers.drawing import Cell, Drawing, Kind

if TYPE_CHECKING:
    from solvers.core import Answer, Board

MARGIN = 0.15
TITLE = 0.7  # height of a title above its layer
GAP = 0.6  # between two layers
PALETTE_SIZE = 12
NOWHERE = Cell("", Kind.OUTSIDE, group=-1)
FREE = (Kind.OUTSIDE, Kind.MARGIN)  # kinds that have no walls among themselves
GLYPH = 0.62  # width of a glyph by its height, in the fonts that are used


@dataclass(frozen=True, slots=True)
class Rectangle:
    """A filled cell; ``colour`` 1.. is one of the palette and comes before the look's own fill."""

    x: float
    y: float
    look: str
    colour: int = 0


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the look ``wall``, ``grid`` or ``diagonal``."""

    x1: float
    y1: float
    x2: float
    y2: float
    look: str


@dataclass(frozen=True, slots=True)
class Words:
    """Text around its middle (x, y), ``size`` high."""

    x: float
    y: float
    text: str
    size: float
    look: str


Shape = Rectangle | Line | Words


@dataclass(frozen=True, slots=True)
class Picture:
    """Shapes in the order of painting, on a plane of ``width`` by ``height`` cells."""

    width: float
    height: float
    shapes: tuple[Shape, ...]
    title: str = ""

    def svg(self, *, styled: bool = True) -> str:
        """The picture as an SVG document; without ``styled`` the page around it brings solvers.svg.STYLE."""
        from solvers.svg import svg  # noqa: PLC0415 - a picture may go to other paper

        return svg(self, styled=styled)

    def _repr_svg_(self) -> str:
        return self.svg()


def draw(board: Board, answer: Answer | None = None) -> Picture:
    """A board as a picture, with the solution of an answer, and marks where its witness differs.

    Raises MalformedError where the answer is of another board.
    """
    from solvers import registry  # noqa: PLC0415 - the registry loads the families, which know no pictures
    from solvers.core import Answer, Board, MalformedError  # noqa: PLC0415 - as above

    if not isinstance(board, Board):
        raise TypeError(f"expected a Board, got {board!r}")
    if answer is not None and not isinstance(answer, Answer):
        raise TypeError(f"expected an Answer, got {answer!r}")
    solution, witness = (answer.solution, answer.witness) if answer else ("", "")
    title = f"{board.family} {board.variant}" + (f", {answer.verdict}" if answer else "")
    try:
        drawings = registry.family(board.family).draw(board.text, solution, witness)
    except (IndexError, KeyError, ValueError) as error:
        if not answer:
            raise
        raise MalformedError(f"expected an answer to this board, got {solution!r} ({error})") from None
    return picture(drawings, title)


def picture(drawings: Sequence[Drawing], title: str = "") -> Picture:
    """Layers side by side, each under its title."""
    shapes: list[Shape] = []
    left, height = MARGIN, 0.0
    top = MARGIN + (TITLE if any(drawing.title for drawing in drawings) else 0)
    for drawing in drawings:
        columns = max((len(row) for row in drawing.rows), default=0)
        if drawing.title:
            shapes.append(Words(left + columns / 2, MARGIN + TITLE / 2, drawing.title, 0.4, "title"))
        shapes += _layer(drawing, columns, left, top)
        left += columns + _indent(drawing, len(drawing.rows) - 1) + GAP
        height = max(height, top + len(drawing.rows) + MARGIN)
    return Picture(left - GAP + MARGIN, height, tuple(shapes), title)


def wall(one: Cell, other: Cell) -> bool:
    """Whether a wall stands between two neighbours."""
    if one.kind in FREE and other.kind in FREE:
        return False
    return one.kind in FREE or other.kind in FREE or one.group != other.group


def _indent(drawing: Drawing, row: int) -> float:
    """How much further right than the first a row begins."""
    return row / 2 if drawing.hexagonal else 0.0


def _layer(drawing: Drawing, columns: int, left: float, top: float) -> Iterator[Shape]:
    rows = len(drawing.rows)
    places = [(row, column) for row in range(rows) for column in range(columns)]
    for row, column in places:
        cell = _cell(drawing, row, column)
        if cell.kind not in FREE:
            yield Rectangle(left + _indent(drawing, row) + column, top + row, _look(cell), _palette(cell))
    # Thin lines first: a wall must not be cut by them.
    edges = list(_edges(drawing, rows, columns, left, top))
    yield from (edge for edge in edges if edge.look == "grid")
    yield from (edge for edge in edges if edge.look == "wall")
    for row, column in places:
        yield from _content(_cell(drawing, row, column), left + _indent(drawing, row) + column, top + row)


def _look(cell: Cell) -> str:
    """A clue without two sums is a sign between cells, such as an inequality, and no black cell."""
    return "sign" if cell.kind is Kind.CLUE and "\\" not in cell.text else cell.kind.value


def _palette(cell: Cell) -> int:
    return (cell.colour - 1) % PALETTE_SIZE + 1 if cell.colour else 0


def _cell(drawing: Drawing, row: int, column: int) -> Cell:
    inside = 0 <= row < len(drawing.rows) and 0 <= column < len(drawing.rows[row])
    return drawing.rows[row][column] if inside else NOWHERE


def _edges(drawing: Drawing, rows: int, columns: int, left: float, top: float) -> Iterator[Line]:
    if drawing.hexagonal:
        yield from _hexagonal_edges(drawing, rows, columns, left, top)
        return
    for row in range(rows + 1):
        for column in range(columns + 1):
            here = _cell(drawing, row, column)
            x, y = left + column, top + row
            if look := _edge(_cell(drawing, row - 1, column), here):
                yield Line(x, y, x + 1, y, look)
            if look := _edge(_cell(drawing, row, column - 1), here):
                yield Line(x, y, x, y + 1, look)


def _hexagonal_edges(drawing: Drawing, rows: int, columns: int, left: float, top: float) -> Iterator[Line]:
    """Above a cell lie two others, each over half of it."""
    for row in range(rows + 1):
        for column in range(-1, columns + 1):
            here = _cell(drawing, row, column)
            x, y = left + row / 2 + column, top + row
            if look := _edge(_cell(drawing, row - 1, column), here):
                yield Line(x, y, x + 0.5, y, look)
            if look := _edge(_cell(drawing, row - 1, column + 1), here):
                yield Line(x + 0.5, y, x + 1, y, look)
            if look := _edge(_cell(drawing, row, column - 1), here):
                yield Line(x, y, x, y + 1, look)


def _edge(one: Cell, other: Cell) -> str:
    if wall(one, other):
        return "wall"
    signs = _look(one) == _look(other) == "sign"
    return "" if one.kind in FREE or signs else "grid"


def _content(cell: Cell, x: float, y: float) -> Iterator[Shape]:
    if _look(cell) == "clue":
        yield Line(x, y, x + 1, y + 1, "diagonal")
        down, _, across = cell.text.partition("\\")
        if down:
            yield Words(x + 0.3, y + 0.74, down, _size(down, 0.34, 0.5), "clue")
        if across:
            yield Words(x + 0.7, y + 0.28, across, _size(across, 0.34, 0.5), "clue")
    elif cell.text:
        yield Words(x + 0.5, y + 0.5, cell.text, _size(cell.text, 0.6, 0.9), _look(cell))
        if cell.kind is Kind.DIFFERS and cell.colour:  # the piece keeps its colour, so a bar is the mark
            yield Line(x + 0.25, y + 0.87, x + 0.75, y + 0.87, "wall")


def _size(text: str, most: float, room: float) -> float:
    return min(most, room / (GLYPH * len(text)))


def palette(light: bool) -> list[tuple[int, int, int]]:
    """The colours of pieces, for light and for dark paper, as red, green, blue of 0 to 255."""
    from colorsys import hls_to_rgb  # noqa: PLC0415 - only pieces have colours

    # Neighbouring numbers lie far apart on the wheel.
    hues = [(number * 5 % PALETTE_SIZE) / PALETTE_SIZE for number in range(PALETTE_SIZE)]
    tones = [hls_to_rgb(hue, 0.8 if light else 0.3, 0.6 if light else 0.4) for hue in hues]
    return [(round(255 * red), round(255 * green), round(255 * blue)) for red, green, blue in tones]


@dataclass(frozen=True, slots=True)
class Look:
    """Fill of the cell, colour of the words, on light and on dark paper; "" is none."""

    fill: str
    ink: str
    dark_fill: str
    dark_ink: str
    bold: bool = False


LOOKS = {
    "given": Look("#ffffff", "#111418", "#1d2126", "#f2f4f6", bold=True),
    "solved": Look("#ffffff", "#1a5fb4", "#1d2126", "#8ab8ff"),
    "empty": Look("#ffffff", "#8a8f98", "#1d2126", "#7a8088"),
    "differs": Look("#ffdf80", "#111418", "#7a5c00", "#ffffff", bold=True),
    "wrong": Look("#ffb3b3", "#7a0000", "#8c1d1d", "#ffffff", bold=True),
    "clue": Look("#3a4048", "#ffffff", "#3a4048", "#ffffff"),
    "sign": Look("", "#5c636c", "", "#a2a9b1"),
    "block": Look("#24282e", "#ffffff", "#08090b", "#ffffff"),
    "margin": Look("", "#5c636c", "", "#a2a9b1"),
    "title": Look("", "#111418", "", "#f2f4f6", bold=True),
}
STROKES = {"wall": ("#111418", "#d8dce0", 0.07), "grid": ("#b9bec5", "#454b53", 0.025),
           "diagonal": ("#8a8f98", "#8a8f98", 0.025)}  # fmt: skip
