"""Draws a board in the terminal: cells as text, walls as box-drawing lines between different groups.

A wall runs along the edge between two cells exactly if their groups differ; where a whole row or column of edges is
open, nothing is drawn, so that a sudoku box or a piece of beads is compact.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from rich.console import Console
from rich.style import Style
from rich.text import Text

from cli.text import visible
from solvers.drawing import Cell, Drawing, Kind
from solvers.picture import NOWHERE, wall

# The line that leaves a corner up, right, down, left: bits 1, 2, 4, 8.
CORNERS = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"

STYLES = {
    Kind.GIVEN: Style(bold=True),
    Kind.SOLVED: Style(color="green"),
    Kind.EMPTY: Style(dim=True),
    Kind.DIFFERS: Style(color="black", bgcolor="yellow"),
    Kind.WRONG: Style(color="white", bgcolor="red"),
    Kind.CLUE: Style(color="cyan"),
    Kind.BLOCK: Style(dim=True),
    Kind.OUTSIDE: Style(),
    Kind.MARGIN: Style(dim=True, italic=True),
}
PALETTE = (
    "bright_red", "bright_green", "bright_yellow", "bright_blue", "bright_magenta", "bright_cyan",
    "red", "green", "yellow", "blue", "magenta", "cyan",
)  # fmt: skip


def draw(drawing: Drawing, console: Console) -> None:
    """Print a drawing; where the console has no colours, with marks that `legend` explains."""
    if drawing.title:
        console.print(Text(visible(drawing.title), style="bold"))
    shown = list(lines(drawing, marked=is_plain(console)))
    width = max((line.cell_len for line in shown), default=0)
    cut = console.is_terminal and width > console.width  # wrapped, it could not be read at all
    for line in shown:
        console.print(line, no_wrap=True, overflow="ellipsis" if cut else "ignore", crop=cut)
    if cut:
        said = f"cut: it is {width} columns wide, and the terminal {console.width}; a picture: --svg -o FILE"
        console.print(Text(said, style="dim"), soft_wrap=True)


def lines(drawing: Drawing, *, marked: bool = False) -> Iterator[Text]:
    """The drawing as lines of styled text."""
    marks = MARKS if marked and legend([drawing]) else {}
    if drawing.hexagonal:
        yield from _sheet(drawing, marks)
        return
    grid = _Grid(drawing, marks)
    for row in range(grid.height + 1):
        if any(grid.floor(row, column) for column in range(grid.width)):
            yield Text(grid.border(row).rstrip(), style="dim")
        if row < grid.height:
            yield grid.content(row)


# Behind a cell where there is no colour to tell them by; in place of a blank, so nothing moves.
MARKS = {Kind.GIVEN: "'", Kind.DIFFERS: "*", Kind.WRONG: "!"}
LEGENDS = {Kind.GIVEN: "' given", Kind.DIFFERS: "* another value in the second solution", Kind.WRONG: "! wrong"}


def legend(drawings: Sequence[Drawing]) -> str:
    """What the marks say; "" where none is needed."""
    kinds = {cell.kind for drawing in drawings for row in drawing.rows for cell in row}
    return ", ".join(said for kind, said in LEGENDS.items() if kind in kinds) if kinds & _TOLD_APART else ""


def is_plain(console: Console) -> bool:
    return console.color_system is None or console.no_color


def only_differing(drawing: Drawing) -> Drawing:
    """The cells in which two solutions differ, and what says where they are."""
    rows = tuple(
        tuple(
            replace(cell, text="", kind=Kind.EMPTY) if cell.kind in (Kind.GIVEN, Kind.SOLVED) else cell for cell in row
        )
        for row in drawing.rows
    )
    return Drawing(rows, drawing.title)


_TOLD_APART = {Kind.SOLVED, Kind.DIFFERS, Kind.WRONG}


def _width(cell: Cell) -> int:
    """An empty cell has room for a value, so that all columns of a board are alike, and it can be read again."""
    return max(len(visible(cell.text)), int(cell.kind is Kind.EMPTY))


class _Grid:
    """Looks up cells and walls; ``floor(r, c)`` is the edge above cell (r, c), ``side(r, c)`` the one left of it."""

    def __init__(self, drawing: Drawing, marks: Mapping[Kind, str]) -> None:
        self._marks = marks
        self._rows = drawing.rows
        self.height = len(drawing.rows)
        self.width = max((len(row) for row in drawing.rows), default=0)
        self._widths = [
            max((_width(self._cell(row, column)) for row in range(self.height)), default=0)
            for column in range(self.width)
        ]
        self._walled = [any(self.side(row, column) for row in range(self.height)) for column in range(self.width + 1)]

    def _cell(self, row: int, column: int) -> Cell:
        inside = 0 <= row < self.height and 0 <= column < len(self._rows[row])
        return self._rows[row][column] if inside else NOWHERE

    def floor(self, row: int, column: int) -> bool:
        return wall(self._cell(row - 1, column), self._cell(row, column))

    def side(self, row: int, column: int) -> bool:
        return wall(self._cell(row, column - 1), self._cell(row, column))

    def border(self, row: int) -> str:
        """The line above a row."""
        text = ""
        for column in range(self.width + 1):
            if self._walled[column]:
                text += CORNERS[self._corner(row, column)]
            if column < self.width:
                text += ("─" if self.floor(row, column) else " ") * (self._widths[column] + 2)
        return text

    def _corner(self, row: int, column: int) -> int:
        up = row > 0 and self.side(row - 1, column)
        right = column < self.width and self.floor(row, column)
        down = row < self.height and self.side(row, column)
        left = column > 0 and self.floor(row, column - 1)
        return up + 2 * right + 4 * down + 8 * left

    def content(self, row: int) -> Text:
        line = Text()
        for column in range(self.width + 1):
            if self._walled[column]:
                line.append("│" if self.side(row, column) else " ", style="dim")
            if column < self.width:
                cell = self._cell(row, column)
                line.append(
                    f" {visible(cell.text):>{self._widths[column]}}{self._marks.get(cell.kind, ' ')}",
                    style=_style(cell),
                )
        return line


def _sheet(drawing: Drawing, marks: Mapping[Kind, str]) -> Iterator[Text]:
    """Hexagons: four characters a cell of one letter, each row two further right than the row above."""
    rows = len(drawing.rows)
    columns = max((len(row) for row in drawing.rows), default=0)

    def cell(row: int, column: int) -> Cell:
        inside = 0 <= row < rows and 0 <= column < len(drawing.rows[row])
        return drawing.rows[row][column] if inside else NOWHERE

    def side(row: int, at: int) -> bool:
        """Whether a wall stands in a row, ``at`` half cells from the left edge of the first row."""
        column, off = divmod(at - row, 2)
        return off == 0 and wall(cell(row, column - 1), cell(row, column))

    def floor(row: int, at: int) -> bool:
        """Whether a wall runs above a row, from ``at`` half a cell on."""
        return wall(cell(row - 1, (at - row + 1) // 2), cell(row, (at - row) // 2))

    for row in range(rows + 1):
        halves = range(rows + 2 * columns + 1)
        if any(floor(row, at) for at in halves):
            border = "".join(
                CORNERS[side(row - 1, at) + 2 * floor(row, at) + 4 * side(row, at) + 8 * floor(row, at - 1)]
                + ("─" if floor(row, at) else " ")
                for at in halves
            )
            yield Text(border.rstrip(), style="dim")
        if row < rows:
            line = Text("  " * row)
            for column in range(columns + 1):
                line.append("│" if side(row, row + 2 * column) else " ", style="dim")
                if column < columns:
                    here = cell(row, column)
                    line.append(f" {visible(here.text):>1}{marks.get(here.kind, ' ')}", style=_style(here))
            yield line


def _style(cell: Cell) -> Style:
    style = STYLES[cell.kind]
    if cell.kind is Kind.DIFFERS and cell.colour:  # the piece keeps its colour
        style = Style(reverse=True, bold=True)
    if cell.colour and style.bgcolor is None:
        style += Style(color=PALETTE[(cell.colour - 1) % len(PALETTE)])
    return style
