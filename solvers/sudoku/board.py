"""The board of sudoku and its canonical text.

    [RxC:]cells      R rows by C columns make a box; the prefix is left out for square boxes, and only for them
                     cells row by row: `1`-`9` up to size 9, `A`.. beyond, `.` where nothing is given

A solution is written as cells alone.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from math import isqrt

from solvers.core import MalformedError
from solvers.sudoku.alphabet import LARGEST, SMALLEST, respell

_PREFIX = re.compile(r"([0-9]{1,2})x([0-9]{1,2}):")
_VARIANT = re.compile(r"([0-9]{1,2})x\1(?:/([0-9]{1,2})x([0-9]{1,2}))?")


@dataclass(frozen=True, slots=True)
class Box:
    """The shape of a box; a board is as many cells wide and high as its box has cells."""

    rows: int
    columns: int

    @property
    def size(self) -> int:
        return self.rows * self.columns

    def prefix(self) -> str:
        return "" if self.rows == self.columns else f"{self.rows}x{self.columns}:"

    def of(self, row: int, column: int) -> int:
        """The box of a cell, counted from 0 in reading order; there are ``rows`` boxes side by side."""
        return row // self.rows * self.rows + column // self.columns


@dataclass(frozen=True, slots=True)
class Sudoku:
    """A board: its box shape and its cells in canonical symbols."""

    box: Box
    cells: str

    @property
    def size(self) -> int:
        return self.box.size


@cache
def boxes(size: int) -> tuple[Box, ...]:
    """The box shapes of a size, the usual one first: nearest to a square, wider than high."""
    if not SMALLEST <= size <= LARGEST:
        return ()
    shapes = [Box(rows, size // rows) for rows in range(2, size // 2 + 1) if size % rows == 0]
    return tuple(sorted(shapes, key=lambda box: (abs(box.rows - box.columns), box.rows)))


def size_of(cells: int) -> int:
    """The size of a board of so many cells; 0 if there is none."""
    size = isqrt(cells)
    return size if size * size == cells and boxes(size) else 0


def parse(text: str) -> Sudoku:
    """Read any spelling of a board's text; raises MalformedError."""
    prefix = _PREFIX.match(text)
    cells = text[prefix.end() :] if prefix else text
    start = len(text) - len(cells)
    size = size_of(len(cells))
    if size == 0:
        raise MalformedError(f"expected as many cells as a board has (16, 36, 64, 81 ... 625), got {len(cells)}", 1)
    box = Box(int(prefix[1]), int(prefix[2])) if prefix else boxes(size)[0]
    if box not in boxes(size):
        raise MalformedError(f"expected boxes of {size} cells, got {box.rows}x{box.columns}", 1, 1)
    if not prefix and box.rows != box.columns:
        raise MalformedError(
            f"expected the shape of the boxes before {size}x{size} cells, such as {box.prefix()}", 1, 1
        )
    return Sudoku(box, respell(cells, size, start).cells)


def canonical(text: str) -> str:
    """Turn any spelling of a board's text into the canonical one; raises MalformedError."""
    return format_board(parse(text))


def format_board(board: Sudoku) -> str:
    """The canonical text of a board."""
    return board.box.prefix() + board.cells


def variant(text: str) -> str:
    """The size of a canonical text, and the shape of its boxes where they are not square: `9x9`, `6x6/2x3`."""
    prefix, _, cells = text.rpartition(":")
    size = isqrt(len(cells))
    return f"{size}x{size}/{prefix}" if prefix else f"{size}x{size}"


def box_of_variant(name: str) -> Box | None:
    """The box that a variant's name asks for, the usual one if it gives no shape; None if it names none."""
    match = _VARIANT.fullmatch(name)
    if match is None:
        return None
    shapes = boxes(int(match[1]))
    if match[2] is None:
        return shapes[0] if shapes else None
    box = Box(int(match[2]), int(match[3]))
    return box if box in shapes else None
