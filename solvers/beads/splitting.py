"""Splits a board by the ways to cover its first empty cell: boards that are disjoint and leave nothing out.

The first cell in the order of the text, and not the one with the fewest ways: copies of a piece take their letters in
the order of their first cells, so the piece that covers it has the first free letter in every solution.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from functools import lru_cache

from solvers.beads.board import EMPTY, Rules, parse_head
from solvers.beads.check import position
from solvers.beads.orientations import Vector, apply, turns, vector
from solvers.beads.pieces import Piece

FRAME = "/#"
Shape = tuple[Vector, ...]  # of an oriented piece, moved so that its first cell is the origin


def split(text: str, pieces: int) -> list[str]:
    """About ``pieces`` boards that add up to this one; fewer than two where no cell is empty."""
    head, colon, region = text.rpartition(":")
    rules = parse_head(head, "//" in region)
    empty = "".join(mark if mark in FRAME else EMPTY for mark in region)
    at = {vector(position(empty, i), rules.grid): i for i, mark in enumerate(empty) if mark == EMPTY}
    whole, done = deque([region]), 0
    while 0 < len(whole) < pieces and done < pieces:
        board = whole.popleft()
        done += 1
        whole.extend(list(_cut(board, rules, at)) or [board])
    return [f"{head}{colon}{board}" for board in whole]


def _cut(region: str, rules: Rules, at: Mapping[Vector, int]) -> Iterator[str]:
    """The region with each piece that can cover its first empty cell, in each way; nothing if none can."""
    first = region.find(EMPTY)
    if first < 0:
        return
    z, y, x = next(place for place, index in at.items() if index == first)
    for piece in rules.pieces():
        letter = next((letter for letter in piece.letters if letter not in region), "")
        for shape in _shapes(piece, rules) if letter else ():
            for c, b, a in shape:  # each of its cells on the first empty one
                cells = [at.get((z - c + k, y - b + j, x - a + i), -1) for k, j, i in shape]
                if min(cells) == first and all(region[index] == EMPTY for index in cells):
                    yield "".join(letter if index in cells else mark for index, mark in enumerate(region))


@lru_cache(maxsize=256)
def _shapes(piece: Piece, rules: Rules) -> tuple[Shape, ...]:
    """The different orientations of a piece."""
    found = set()
    for turn in turns(rules.grid, rules.flip):
        cells = [apply(turn, cell) for cell in piece.cells]
        z, y, x = min(cells)
        found.add(tuple(sorted((c - z, b - y, a - x) for c, b, a in cells)))
    return tuple(sorted(found))
