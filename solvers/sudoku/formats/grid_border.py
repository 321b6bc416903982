"""Borders between the bands of a grid, and rows of empty cells that look like them.

    4--|-3-|---      dashes are empty cells, because rows have them beside givens,
    ---|---|---      so that this is a row as all others are,
    -2-|--7|-1-
    ---|---|---      unless one stands behind every band of a block that has all its rows without them

What has signs of its own, or another width than the rows, is a border wherever it stands; blanks may part its signs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import chain, takewhile
from typing import NamedTuple

from solvers.sudoku.alphabet import EMPTY
from solvers.sudoku.board import boxes
from solvers.sudoku.formats.grid_row import BORDER, Look, split_row

_SIGNS = re.compile(r"[-+|=:*\s]*")
_OWN = frozenset("+=:*")  # signs that rows of dashes have not
DASH = "-"
EDGES = frozenset("-+|=:* \t")  # first signs of borders, of which few other lines have one


class Dashes(NamedTuple):
    """The places, in each so many lines, of borders that might be rows of dashes; how many lines are in doubt."""

    period: int = 1
    places: frozenset[int] = frozenset()
    doubtful: int = 0

    def has(self, place: int) -> bool:
        return place % self.period in self.places


ROWS = Dashes()


def is_like(text: str) -> bool:
    """Whether a line has nothing but the signs of a border."""
    return text[:1] in EDGES and _SIGNS.fullmatch(text) is not None and _is_drawn(text)


@lru_cache(maxsize=1024)  # a file has few borders, each many times
def _is_drawn(signs: str) -> bool:
    return BORDER.fullmatch("".join(signs.split())) is not None


def empties(text: str) -> int:
    """How many empty cells a line of dashes may be, if it is no border; 0 for all other lines."""
    return len(split_row(text) or ()) if is_like(text) and _OWN.isdisjoint(text) else 0


def are_empty(rows: Iterable[Sequence[str]]) -> bool:
    """Whether dashes are empty cells: a row has them beside other symbols."""
    return any(DASH in row and set(row) != {DASH} for row in rows)


def is_border(text: str, rows: Sequence[Sequence[str]], below: Iterable[str]) -> bool:
    """Whether a line is a border of the grid whose rows above it these are, or above a grid if there are none.

    ``below`` are the lines that follow; they are asked only where the line may be a row of empty cells.
    """
    if not is_like(text):
        return False
    width = empties(text)
    if width != len(rows[0]) if rows else not boxes(width):
        return True
    behind = [row for line in _block(below) if not is_like(line) and (row := split_row(line))]
    if not rows and behind and len(behind[0]) != width:
        return True
    known = [row for row in chain(rows, behind[:width]) if len(row) == width]
    return not are_empty(known) and not set(chain.from_iterable(known)).isdisjoint(EMPTY.replace(DASH, ""))


def dashed(line: Look, size: int) -> Dashes:
    """What the lines of dashes are in a grid that begins here, of rows with ``size`` cells that may be dashes."""
    kinds = _kinds(line, size)
    count = len(kinds)
    ended = count < _room(size)
    if "d" not in kinds or (ended and (count - kinds.count("b")) % size == 0):
        return ROWS
    for box in boxes(size):
        bands = size // box.rows
        inner = [(box.rows + 1) * band - 1 for band in range(1, bands)]
        whole = size + bands - 1
        for frame in range(3 if count > inner[-1] else 0):  # borders between one board and the next
            places = frozenset([*inner, *range(whole, whole + frame)])
            if _fits(kinds, whole + frame, places):
                return Dashes(whole + frame, places)
        if ended and size < count <= whole + 1 and kinds.count("d") >= bands - 1 and "b" not in kinds:
            return Dashes(doubtful=count)  # a row is missing or too many, or borders are
    return ROWS


def _fits(kinds: str, period: int, places: frozenset[int]) -> bool:
    """Whether borders stand at these places, and nowhere else what is surely one."""
    around = {(kind, at % period in places) for at, kind in enumerate(kinds)}
    return ("r", True) not in around and ("d", True) in around and ("b", False) not in around


def _kinds(line: Look, size: int) -> str:
    """The lines of the block: r, d for dashes that may be a row, b for borders."""
    found: list[str] = []
    while len(found) < _room(size) and (text := line(len(found))):
        kind = "r" if not is_like(text) else "d" if empties(text) == size else "b"
        if kind == "r" and len(split_row(text) or ()) != size:
            break
        found.append(kind)
    return "".join(found)


def _room(size: int) -> int:
    """The lines that two boards may have."""
    return 3 * size + 4


def _block(below: Iterable[str]) -> Iterable[str]:
    return takewhile(str.strip, below)
