"""What a board looks like, apart from where it is drawn: a grid of cells that terminal and SVG both render."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    """Why a cell looks as it does."""

    GIVEN = "given"
    SOLVED = "solved"
    EMPTY = "empty"
    DIFFERS = "differs"  # the witness has another value here
    WRONG = "wrong"
    CLUE = "clue"
    BLOCK = "block"  # a black cell
    OUTSIDE = "outside"  # no cell of the board
    MARGIN = "margin"  # a note beside the board, such as a sum


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell. A wall is drawn between neighbours of different ``group``; ``colour`` 0 is none, 1.. a palette."""

    text: str
    kind: Kind
    group: int = 0
    colour: int = 0


@dataclass(frozen=True, slots=True)
class Drawing:
    """A rectangle of cells, row by row; ``title`` names a layer where a board has several.

    ``hexagonal``: each row lies half a cell further right than the one above, so that a cell touches two there.
    """

    rows: tuple[tuple[Cell, ...], ...]
    title: str = ""
    hexagonal: bool = False
