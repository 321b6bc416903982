"""Splits a board by laying every piece that can cover its first empty cell: disjoint boards that leave nothing out.

The first cell in the order of the text, because copies of a piece that are not given take their letters in that order:
the one that begins there has the lowest letter that is free, in the part as in the whole.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from solvers.beads.board import EMPTY, HOLE, Rules, parse_head
from solvers.beads.check import position
from solvers.beads.orientations import Vector, apply, turns, vector
from solvers.beads.pieces import Piece


def split(text: str, pieces: int) -> list[str]:
    """About ``pieces`` boards that add up to this one; fewer than two where nothing can be laid."""
    head, colon, region = text.rpartition(":")
    cut = _Cut(parse_head(head, "//" in region), region)
    whole, done = deque([region]), 0
    while 0 < len(whole) < pieces and done < pieces:
        board = whole.popleft()
        whole.extend(cut(board) or [board])
        done += 1
    return [head + colon + board for board in whole]


class _Cut:
    """The cells of a region, and how its pieces may lie."""

    def __init__(self, rules: Rules, region: str) -> None:
        cells = [index for index, mark in enumerate(region) if mark not in f"/{HOLE}"]
        self.vectors = {index: vector(position(region, index), rules.grid) for index in cells}
        self.index = {place: index for index, place in self.vectors.items()}
        ways = turns(rules.grid, rules.flip)
        self.shapes = {
            piece: {_from_first([apply(way, cell) for cell in piece.cells]) for way in ways} for piece in rules.pieces()
        }

    def __call__(self, region: str) -> list[str]:
        """The board with each piece that fits laid on its first empty cell; nothing where none does."""
        first = region.find(EMPTY)
        if first < 0:
            return []
        return [
            _laid(region, cells, letter)
            for piece, letter in self._free(region)
            for cells in self._places(region, first, piece)
        ]

    def _free(self, region: str) -> Iterator[tuple[Piece, str]]:
        for piece in self.shapes:
            letter = next((letter for letter in piece.letters if letter not in region), "")
            if letter:
                yield piece, letter

    def _places(self, region: str, first: int, piece: Piece) -> Iterator[list[int]]:
        z, y, x = self.vectors[first]
        for shape in sorted(self.shapes[piece]):
            cells = [self.index.get((z + c, y + b, x + a), -1) for c, b, a in shape]
            if all(cell >= 0 and region[cell] == EMPTY for cell in cells):
                yield cells


def _from_first(cells: list[Vector]) -> tuple[Vector, ...]:
    """Moved so that the first in the order of a region's text is the origin."""
    z, y, x = min(cells)
    return tuple(sorted((c - z, b - y, a - x) for c, b, a in cells))


def _laid(region: str, cells: list[int], letter: str) -> str:
    marks = list(region)
    for cell in cells:
        marks[cell] = letter
    return "".join(marks)
