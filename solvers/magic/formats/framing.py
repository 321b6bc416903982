"""Where squares stand among rows that follow each other without a line between, when some of the rows are spoilt.

    cells of each row    5 5 5 5 5   5 5 1 5 5 5   5 5 5 5 5       the 1 is a date that somebody wrote there
    read as              a square    left out      a square

A square is as many rows as its first one has cells. Where that does not come out at the end, or a number stands twice
in square after square, some rows are left out, and of all readings the cheapest counts. Readings that cost the same
cannot be told apart: then all that they differ in is left out, as a square made of the rows of two would be invented.
Where a row is missing and another one doubled, the number of rows comes out and only numbers that stand twice show it:
such a square is left out, with those beside it that might as well begin a row earlier or later.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from math import inf
from typing import NamedTuple

from solvers.magic.board import EMPTY

LEAST, MOST = 3, 32  # cells of a row; shorter ones are rows where all are short
TELLING = 2  # numbers of a row that stands there twice
LEFT_OUT = 2.0  # what it costs to leave rows out; a square with a number twice costs 1

Rows = Sequence[Sequence[str]]


class Part(NamedTuple):
    """Rows from ``start`` up to ``end``: a square, or what makes none."""

    start: int
    end: int
    is_square: bool


def parts_of(rows: Rows, *, whole: bool) -> list[Part]:
    """The squares of rows and what is between them; without ``whole`` more rows follow, and the last half is left."""
    return _straight(rows, whole=whole) or _without_shifted(rows, _Reading(rows, whole=whole).parts())


def is_clean(square: Rows) -> bool:
    """Whether no number stands twice or is larger than all numbers of a normal square."""
    given = [cell for row in square for cell in row if cell not in EMPTY]
    return len(set(given)) == len(given) and max(map(_number, given), default=0) <= len(square) ** 2


@lru_cache(maxsize=4096)  # the numbers of a list are few, and each row may belong to several squares
def _number(cell: str) -> float:
    """The number of a cell, 0 where several are, and more than any for what is none."""
    return int(cell[:9]) if cell.isdecimal() else 0 if "|" in cell or "-" in cell else inf


def is_doubled(row: Sequence[str], following: Sequence[str]) -> bool:
    """Whether a row stands there twice that has more numbers than rows that are alike by chance."""
    return row == following and sum(cell not in EMPTY for cell in row) >= TELLING


def _without_shifted(rows: Rows, parts: list[Part]) -> list[Part]:
    """The parts without squares that have a number twice, or of which two share a row, and without those beside them
    that may be shifted."""
    if len(parts) < 2:
        return parts
    doubtful = [part.is_square and _may_be_shifted(rows, part) for part in parts]
    wrong = [part.is_square and not is_clean(rows[part.start : part.end]) for part in parts]
    for at, (part, following) in enumerate(pairwise(parts)):
        if is_doubled(rows[part.end - 1], rows[part.end]) and part.is_square and following.is_square:
            wrong[at], wrong[at + 1] = wrong[at] or doubtful[at], wrong[at + 1] or doubtful[at + 1]
    for order in (range(len(parts)), range(len(parts) - 1, -1, -1)):
        for before, at in pairwise(order):
            wrong[at] = wrong[at] or (wrong[before] and doubtful[at])
    return [part._replace(is_square=part.is_square and not bad) for part, bad in zip(parts, wrong, strict=True)]


def _may_be_shifted(rows: Rows, part: Part) -> bool:
    """Whether the rows from one earlier or later on make a square without a number twice, too."""
    order = part.end - part.start
    others = (rows[at : at + order] for at in (part.start - 1, part.start + 1) if 0 <= at <= len(rows) - order)
    return any(all(len(row) == order for row in other) and is_clean(other) for other in others)


def _straight(rows: Rows, *, whole: bool) -> list[Part]:
    """The squares one behind the other, if nothing is wrong with any of them; otherwise none."""
    found: list[Part] = []
    at = 0
    while at < len(rows) and (whole or 2 * at < len(rows)):
        order = len(rows[at])
        square = rows[at : at + order]
        if not LEAST <= order == len(square) or any(len(row) != order for row in square) or not is_clean(square):
            return []
        if at and is_doubled(rows[at - 1], rows[at]):
            return []
        found.append(Part(at, at + order, True))
        at += order
    return found


class _Reading:
    """The cheapest readings of rows.

    ``squares[i]`` is what a square costs that begins with row i, ``costs[i]`` what all rows from there on do.
    """

    def __init__(self, rows: Rows, *, whole: bool) -> None:
        self._whole = whole
        self._lengths = list(map(len, rows))
        self._count = len(rows)
        self._cut = [False] * self._count  # a square that goes on behind the last row
        self._squares = self._costs_of_squares(rows)
        self._costs = costs = [0.0] * (self._count + 1)
        for at in reversed(range(self._count)):
            square = self._squares[at]
            if not self._cut[at]:
                leaving = LEFT_OUT + min(costs[at + 1 : self._farthest(at) + 1])
                costs[at] = leaving if square == inf else min(leaving, square + costs[at + self._lengths[at]])

    def _costs_of_squares(self, rows: Rows) -> list[float]:
        least = LEAST if max(self._lengths) >= LEAST else 1
        given = [[cell for cell in row if cell not in EMPTY] for row in rows]
        counts, largest = list(map(len, given)), [max(map(_number, row), default=0) for row in given]
        costs = [inf] * self._count
        alike = 0  # rows from here on that are as long as this one
        for at in reversed(range(self._count)):
            order = self._lengths[at]
            alike = alike + 1 if at + 1 < self._count and self._lengths[at + 1] == order else 1
            if least <= order <= min(alike, MOST):
                own = slice(at, at + order)
                clean = max(largest[own]) <= order * order and len(set().union(*given[own])) == sum(counts[own])
                costs[at] = 0.0 if clean else 1.0  # as is_clean() says, without another look at each cell
            self._cut[at] = not self._whole and least <= order <= MOST and at + alike == self._count < at + order
        return costs

    def _farthest(self, at: int) -> int:
        """Up to where rows are left out at once: one more than a square has."""
        largest = max(self._lengths[at : at + LEAST])
        return min(self._count, at + 1 + min(MOST, largest))

    def _going_on(self, at: int) -> float:
        """What it costs if a square begins here."""
        return inf if self._squares[at] == inf else self._squares[at] + self._costs[at + self._lengths[at]]

    def parts(self) -> list[Part]:
        found: list[Part] = []
        at = 0
        gap: Part | None = Part(0, 0, False)
        while gap and at < self._count:
            starts, gap = self._next(at)
            found += [Part(start, start + self._lengths[start], True) for start in starts]
            if gap:
                found.append(gap)
                at = gap.end
        # What is wrong in the last half shows in what follows.
        return found if self._whole else [part for part in found if 2 * part.start < self._count or part == found[0]]

    def _next(self, at: int) -> tuple[list[int], Part | None]:
        """The squares that come next, and the rows behind them that are left out; None if that is all."""
        starts: list[int] = []
        gaps: list[Part] = []
        while at < self._count and not self._cut[at]:
            cost = self._costs[at]
            end = next((e for e in range(at + 1, self._farthest(at) + 1) if cost == LEFT_OUT + self._costs[e]), 0)
            if end:
                gaps = [gap for gap in gaps if gap.end < end]  # the fewest rows suffice
                gaps.append(Part(at, end, False))
            if self._going_on(at) > cost:
                gap = Part(gaps[0].start, gaps[-1].end, False)
                return [start for start in starts if start < gap.start], gap
            starts.append(at)
            at += self._lengths[at]
        return starts, None
