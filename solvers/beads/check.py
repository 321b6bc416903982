"""Checks solutions by the rules alone: every letter is one copy of its piece, and the given letters stay."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from solvers.beads.board import EMPTY, HOLE, Rules, parse_head
from solvers.beads.orientations import Vector, apply, turns, vector
from solvers.beads.pieces import Piece, Position
from solvers.core import MalformedError

Cells = tuple[int, ...]  # indices into the text of the region


def check(texts: Sequence[str], solutions: Sequence[str]) -> list[str]:
    """Say for each board what is wrong with its solution, or "" if it is right."""
    return [_check(text, solution) for text, solution in zip(texts, solutions, strict=True)]


def _check(text: str, solution: str) -> str:
    head, _, region = text.rpartition(":")
    if len(region) != len(solution):
        return f"expected {len(region)} characters as in the board, got {len(solution)}"
    for index, (mark, filled) in enumerate(zip(region, solution, strict=True)):
        if mark == EMPTY:
            if filled in "./#":
                return f"{place(region, index)} is not filled"
        elif mark != filled:
            return f"{place(region, index)} is {filled!r}, the board has {mark!r}"
    try:
        kind = _kind(head, "".join(mark if mark in "/#" else EMPTY for mark in region))
    except MalformedError as error:
        return f"no board: {error}"
    return kind.wrong(region, solution)


def place(region: str, index: int) -> str:
    """Name the cell at an index of the region's text: ``r2c3``, in space ``l1r2c3``."""
    z, y, x = position(region, index)
    layer = f"l{z + 1}" if "//" in region else ""
    return f"{layer}r{y + 1}c{x + 1}"


def position(region: str, index: int) -> Position:
    """Layer, row and column of the cell at an index of the region's text."""
    layers = region[:index].split("//")
    rows = layers[-1].split("/")
    return Position(len(layers) - 1, len(rows) - 1, len(rows[-1]))


class _Kind:
    """The rules on one region, and which cells were found to be a copy of a piece or not."""

    def __init__(self, rules: Rules, region: str) -> None:
        self.rules = rules
        self.pieces = rules.pieces()
        self.owner = {letter: piece for piece in self.pieces for letter in piece.letters}
        cells = [index for index, mark in enumerate(region) if mark not in f"/{HOLE}"]
        self.vectors = {index: vector(position(region, index), rules.grid) for index in cells}
        self.shapes = {piece: _orientations(piece, rules) for piece in self.pieces}
        self.known: dict[tuple[Piece, Cells], bool] = {}

    def wrong(self, region: str, solution: str) -> str:
        found: dict[str, list[int]] = {}
        for index in self.vectors:
            found.setdefault(solution[index], []).append(index)
        for letter, cells in found.items():
            if letter not in self.owner:
                return f"{place(region, cells[0])}: {letter!r} is no piece"
            if not self._is_copy(self.owner[letter], tuple(cells)):
                return f"piece {letter} at {' '.join(place(region, i) for i in cells)} has the wrong shape"
        if not self.rules.spare and len(found) < len(self.owner):
            return f"piece {min(set(self.owner) - set(found))} is missing"
        return self._out_of_order(region, found)

    def _is_copy(self, piece: Piece, cells: Cells) -> bool:
        key = (piece, cells)
        if key not in self.known:
            self.known[key] = _at_origin(self.vectors[i] for i in cells) in self.shapes[piece]
        return self.known[key]

    def _out_of_order(self, region: str, found: dict[str, list[int]]) -> str:
        """Copies of a piece that were not given take their letters in the order of their first cells."""
        given = set(region)
        for piece in self.pieces:
            placed = [letter for letter in found if letter in piece.letters and letter not in given]
            free = [letter for letter in piece.letters if letter not in given]
            if placed != free[: len(placed)]:
                return f"expected the copies {piece.letters} in the order of their letters, got {''.join(placed)}"
        return ""


@lru_cache(maxsize=64)
def _kind(head: str, empty: str) -> _Kind:
    return _Kind(parse_head(head, "//" in empty), empty)


def _orientations(piece: Piece, rules: Rules) -> frozenset[tuple[Vector, ...]]:
    ways = turns(rules.grid, rules.flip)
    return frozenset(_at_origin(apply(way, cell) for cell in piece.cells) for way in ways)


def _at_origin(vectors: Iterable[Vector]) -> tuple[Vector, ...]:
    """Moved so that the first in order is the origin: the same for every place of a shape."""
    ordered = sorted(vectors)
    z, y, x = ordered[0]
    return tuple((c - z, b - y, a - x) for c, b, a in ordered)
