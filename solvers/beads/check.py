"""Checks solutions by the rules alone: every letter is one copy of its piece, and the given letters stay.

In bulk, most boards are of few kinds and many have the same solution. So a solution is looked at once for each kind,
and the givens of thousands of boards are compared as bytes in one go; only where something differs boards are checked,
and explained, one by one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

import numpy as np

from solvers.beads.board import EMPTY, HOLE, Rules, parse_head
from solvers.beads.orientations import Vector, apply, turns, vector
from solvers.beads.pieces import LETTERS, Piece, Position
from solvers.core import MalformedError

Cells = tuple[int, ...]  # indices into the text of the region
TOGETHER = 4096  # boards whose givens are compared in one go: they fit the processor's second cache
MOST_KNOWN = 200_000  # solutions, and places of pieces, that a kind remembers
_TO_EMPTY = str.maketrans(LETTERS, EMPTY * len(LETTERS))
_BYTES_TO_EMPTY = bytes.maketrans(LETTERS.encode(), EMPTY.encode() * len(LETTERS))


def check(texts: Sequence[str], solutions: Sequence[str]) -> list[str]:
    """Say for each board what is wrong with its solution, or "" if it is right."""
    if len(texts) != len(solutions):
        raise ValueError(f"expected as many solutions as boards ({len(texts)}), got {len(solutions)}")
    found = [""] * len(texts)
    if not texts or _all_right(texts, solutions):
        return found
    kinds: dict[tuple[str, str], list[int]] = {}
    for at, text in enumerate(texts):
        head, _, region = text.rpartition(":")
        kinds.setdefault((head, region.translate(_TO_EMPTY)), []).append(at)
    for places in kinds.values():
        alike = len(places) < len(texts) and _all_right([texts[at] for at in places], [solutions[at] for at in places])
        for at in () if alike else places:
            found[at] = _check(texts[at], solutions[at])
    return found


def _all_right(texts: Sequence[str], solutions: Sequence[str]) -> bool:
    """Whether all boards are of one kind and all solutions right; false also where that takes a closer look."""
    head, colon, region = texts[0].rpartition(":")
    sizes = set(map(len, texts)), set(map(len, solutions))
    if sizes != ({len(texts[0])}, {len(region)}):
        return False
    try:
        kind = _kind(head, region.translate(_TO_EMPTY))
        return kind.all_right(set(solutions)) and all(
            kind.keeps_givens(head + colon, texts[at : at + TOGETHER], solutions[at : at + TOGETHER])
            for at in range(0, len(texts), TOGETHER)
        )
    except (MalformedError, UnicodeEncodeError):
        return False


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
        kind = _kind(head, region.translate(_TO_EMPTY))
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
    """The rules on one region, and what was found right before."""

    def __init__(self, rules: Rules, region: str) -> None:
        self.rules = rules
        self.pieces = rules.pieces()
        self.owner = {letter: piece for piece in self.pieces for letter in piece.letters}
        self.region = region.encode("ascii")
        cells = [index for index, mark in enumerate(region) if mark not in f"/{HOLE}"]
        self.vectors = {index: vector(position(region, index), rules.grid) for index in cells}
        self.shapes = {piece: _orientations(piece, rules) for piece in self.pieces}
        self.picks = {letter: _pick(letter) for letter in self.owner}
        self.known: dict[Piece, set[bytes]] = {piece: set() for piece in self.pieces}
        self.right: set[str] = set()  # solutions, where no piece has copies and so the givens do not matter

    def all_right(self, solutions: set[str]) -> bool:
        """Whether all solutions are right, whatever is given; false where copies make that depend on the givens."""
        if any(len(piece.letters) > 1 for piece in self.pieces):
            return False
        new = solutions - self.right
        if not all(self._lies_right(solution) for solution in new):
            return False
        if len(self.right) + len(new) > MOST_KNOWN:
            self.right.clear()
        self.right |= new
        return True

    def keeps_givens(self, head: str, texts: Sequence[str], solutions: Sequence[str]) -> bool:
        """Whether all texts are of this kind, behind this head, and given letters stay in solutions that are right."""
        boards = np.frombuffer("".join(texts).encode("ascii"), np.uint8).reshape(len(texts), -1)
        if head and (boards[:, : len(head)] != np.frombuffer(head.encode("ascii"), np.uint8)).any():
            return False
        filled = np.frombuffer("".join(solutions).encode("ascii"), np.uint8).reshape(len(texts), -1)
        empty = np.frombuffer(self.region * len(texts), np.uint8).reshape(len(texts), -1)
        regions = boards[:, len(head) :]
        return bool(((regions == filled) | (regions == empty)).all())

    def _lies_right(self, solution: str) -> bool:
        """Whether every cell is filled and every letter is one copy of its piece."""
        marks = solution.encode("ascii", "replace")
        if marks.translate(_BYTES_TO_EMPTY) != self.region:
            return False
        return all(
            (where := marks.translate(pick)) in self.known[self.owner[letter]] or self._is_copy(letter, where)
            for letter, pick in self.picks.items()
        )

    def _is_copy(self, letter: str, where: bytes) -> bool:
        """Whether a letter lies right at the bytes that are 1; one that lies nowhere does if pieces may be spare."""
        piece = self.owner[letter]
        cells = [self.vectors[index] for index, mark in enumerate(where) if mark]
        if not cells:
            return self.rules.spare
        if _at_origin(cells) not in self.shapes[piece]:
            return False
        if len(self.known[piece]) < MOST_KNOWN:
            self.known[piece].add(where)
        return True

    def wrong(self, region: str, solution: str) -> str:
        """What is wrong with a solution that keeps the givens of this region; "" if nothing is."""
        found: dict[str, list[int]] = {}
        right = self._lies_right(solution)
        if right and len(self.owner) == len(self.pieces):
            return ""
        for index in self.vectors:
            found.setdefault(solution[index], []).append(index)
        for letter, cells in () if right else found.items():
            if letter not in self.owner:
                return f"{place(region, cells[0])}: {letter!r} is no piece"
            if not self._is_copy(letter, solution.encode("ascii", "replace").translate(self.picks[letter])):
                return f"piece {letter} at {' '.join(place(region, i) for i in cells)} has the wrong shape"
        if not self.rules.spare and len(found) < len(self.owner):
            return f"piece {min(set(self.owner) - set(found))} is missing"
        return self._out_of_order(region, found)

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


def _pick(letter: str) -> bytes:
    """A table that makes this letter 1 and all others 0."""
    return bytes(int(mark == ord(letter)) for mark in range(256))


def _orientations(piece: Piece, rules: Rules) -> frozenset[tuple[Vector, ...]]:
    ways = turns(rules.grid, rules.flip)
    return frozenset(_at_origin(apply(way, cell) for cell in piece.cells) for way in ways)


def _at_origin(vectors: Iterable[Vector]) -> tuple[Vector, ...]:
    """Moved so that the first in order is the origin: the same for every place of a shape."""
    ordered = sorted(vectors)
    z, y, x = ordered[0]
    return tuple((c - z, b - y, a - x) for c, b, a in ordered)
