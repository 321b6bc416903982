"""Draws a board: one colour a piece, walls between pieces, one drawing a layer."""

from __future__ import annotations

from solvers.beads.board import EMPTY, HOLE, parse
from solvers.beads.pieces import Grid
from solvers.drawing import Cell, Drawing, Kind

_OUTSIDE = Cell("", Kind.OUTSIDE)


def draw(text: str, solution: str = "", witness: str = "") -> list[Drawing]:
    """Draw the board with, where given, its solution; cells in which the witness differs are marked."""
    board = parse(text)
    colours = {letter: number for number, letter in enumerate(board.rules.letters(), 1)}
    given = _layers(text.rpartition(":")[2])
    filled = _layers(solution) if solution else given
    other = _layers(witness) if witness else filled
    drawings = []
    for z, rows in enumerate(given):
        width = max(map(len, rows))
        grid = tuple(
            tuple(_cell(mark, filled[z][y][x], other[z][y][x], colours) for x, mark in enumerate(row))
            + (_OUTSIDE,) * (width - len(row))
            for y, row in enumerate(rows)
        )
        title = f"layer {z + 1}" if len(given) > 1 else ""
        drawings.append(Drawing(grid, title, hexagonal=board.rules.grid is Grid.HEX))
    return drawings


def _layers(region: str) -> list[list[str]]:
    return [rows.split("/") for rows in region.split("//")]


def _cell(given: str, filled: str, other: str, colours: dict[str, int]) -> Cell:
    if given == HOLE:
        return _OUTSIDE
    if filled == EMPTY:
        return Cell("", Kind.EMPTY)
    number = colours[filled]
    kind = Kind.GIVEN if given != EMPTY else Kind.DIFFERS if other != filled else Kind.SOLVED
    return Cell(filled, kind, number, number)
