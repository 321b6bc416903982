"""Pieces: a shape, its letters, and the text that draws it (``oo/o``)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from solvers.core import MalformedError

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
SHAPE = "o./"  # of which a drawn shape consists


class Grid(StrEnum):
    """Which cells are neighbours; see the package's page."""

    SQUARE = "square"
    HEX = "hex"
    CUBIC = "cubic"
    PYRAMID = "pyramid"

    @property
    def flat(self) -> bool:
        """In the plane a piece may be flipped unless the head forbids it; in space its mirror image is another."""
        return self in {Grid.SQUARE, Grid.HEX}


class Position(NamedTuple):
    """Layer, row and column, each from 0."""

    layer: int
    row: int
    column: int


@dataclass(frozen=True, slots=True)
class Piece:
    """A connected shape. It may be used once for each of its letters: ``AB`` are two copies, interchangeable."""

    letters: str
    cells: tuple[Position, ...]


def parse_shape(text: str) -> tuple[Position, ...]:
    """The cells of a drawn shape: rows joined by ``/``, layers by ``//``; ``.`` is no cell. Moved to the origin."""
    cells = [
        Position(layer, row, column)
        for layer, rows in enumerate(text.split("//"))
        for row, line in enumerate(rows.split("/"))
        for column, mark in enumerate(line)
        if mark != "."
    ]
    if not cells or any(mark not in SHAPE for mark in text):
        raise MalformedError(f"expected a drawn piece such as oo/o, got {text!r}")
    low = Position(*(min(axis) for axis in zip(*cells, strict=True)))
    return tuple(Position(z - low.layer, y - low.row, x - low.column) for z, y, x in cells)


@lru_cache(maxsize=4096)
def format_shape(cells: tuple[Position, ...]) -> str:
    """Draw cells that lie at the origin, without blanks at the ends of rows."""
    filled = set(cells)
    depth, height = max(c.layer for c in cells) + 1, max(c.row for c in cells) + 1
    width = max(c.column for c in cells) + 1
    layers = []
    for z in range(depth):
        rows = ("".join("o" if (z, y, x) in filled else "." for x in range(width)) for y in range(height))
        layers.append("/".join(row.rstrip(".") or "." for row in rows))
    return "//".join(layers)


def require_letters(letters: str) -> None:
    """Raise MalformedError unless these are different letters or digits."""
    wrong = next((letter for letter in letters if letter not in LETTERS), "")
    if wrong or not letters:
        raise MalformedError(f"expected letters or digits that name a piece, got {letters!r}")
    if len(set(letters)) != len(letters):
        raise MalformedError(f"expected each letter once among the pieces, got {letters!r}")
