"""Boards that are cut off or have a row too many, told by others of the same list that their pieces fill.

A board with more or fewer cells than its pieces have is one that has no solution, and by itself it is answered so. In a
list where the same pieces fill other boards it is a spoilt one.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import zip_longest

from solvers.beads.board import canonical, parse_head
from solvers.core import MalformedError


class Filling:
    """The boards that were filled, one for each kind of pieces."""

    def __init__(self) -> None:
        self._filled: dict[str, str] = {}

    def add(self, text: str) -> None:
        """Take note of a board, if its pieces have as many cells as it has."""
        head, _, region = text.rpartition(":")
        if head not in self._filled and _count(region) == _room(head, layered="//" in region):
            self._filled[head] = region

    def require(self, text: str, others: Iterable[str] = ()) -> None:
        """Raises MalformedError if the board is spoilt, with the column in its region; ``others`` are lines behind."""
        head, _, region = text.rpartition(":")
        room = _room(head, layered="//" in region)
        if room in (0, _count(region)):
            self.add(text)
            return
        for other in others if head not in self._filled else ():
            try:
                self.add(canonical(other))
            except MalformedError:
                continue
        if known := self._filled.get(head):
            reason = f"expected {room} cells, as many as the pieces have, got {_count(region)}"
            raise MalformedError(reason, 1, _column(region, known))


def _count(region: str) -> int:
    return len(region) - region.count("/") - region.count("#")


@lru_cache(maxsize=256)
def _room(head: str, *, layered: bool) -> int:
    """How many cells the pieces fill; 0 if some may stay unused, or are drawn by hand, for regions of any kind."""
    rules = parse_head(head, layered)
    return 0 if rules.spare or rules.drawn else sum(len(piece.cells) * len(piece.letters) for piece in rules.pieces())


def _column(region: str, known: str) -> int:
    """Where the first row ends that is not as long as that of the other region."""
    column = 1
    for row, other in zip_longest(region.split("/"), known.split("/")):
        if row is None or other is None or len(row) != len(other):
            return column + min(len(row or ""), len(other or ""))
        column += len(row) + 1
    return column
