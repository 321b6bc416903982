"""Where a drawn grid ends: what stands between two frames is one board, or one that is spoilt.

    +-----+-----+      b   a frame, or a border between bands of rows
    | 5 3 | . 7 |      r   rows, three in this band; a spoilt one, too
    | 6 . | 1 9 |      r
    hello              ?   anything else; a blank where nothing stands
    | . 9 | 8 . |      r

Counting rows shifts all boards behind one that is missing. The bands tell more: a board has as many of them as others,
a closing frame and an opening one stand together, and where nothing stands between two boards, their bands are one of
twice the height.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

LONGEST = 200  # lines of a grid with its borders
FEW = 3  # lines that may stand in a grid and are none of it


class Kinds:
    """What the lines ahead are, each looked at once: r, b, a blank or ?; nothing behind the last."""

    def __init__(self, line: Callable[[int], str | None], kind: Callable[[str], str]) -> None:
        self._line = line
        self._kind = kind
        self._known: list[str] = []

    def at(self, place: int) -> str:
        while len(self._known) <= place:
            text = self._line(len(self._known)) if len(self._known) < LONGEST else None
            self._known.append("" if text is None else self._kind(text))
        return self._known[place]

    def run(self, start: int, kinds: str) -> int:
        """How many lines from there on are of these kinds."""
        end = start
        while (kind := self.at(end)) and kind in kinds:
            end += 1
        return end - start


def extent(kinds: Kinds, size: int, *, opened: bool) -> int:
    """How many lines the grid takes that begins here, with a frame above it if ``opened``; 0 if it is not drawn."""
    at = rows = 0
    bands: list[int] = []
    while True:
        count = kinds.run(at, "r")
        if rows + count > size:
            return at + _too_many(kinds, at, count, bands, size, opened=opened)
        rows, at = rows + count, at + count
        bands.append(count)
        borders = kinds.run(at, "b")
        if rows == size:
            return at
        inside = borders and kinds.at(at + borders) == "r" and not _closes(kinds, at, borders, rows, bands, size)
        gap = (
            0 if inside else _gap(kinds, at + borders, size - rows, size, drawn=opened or len(bands) > 1 or borders > 0)
        )
        if not inside and not gap:
            return at
        at += borders + gap


def _closes(kinds: Kinds, at: int, borders: int, rows: int, bands: Sequence[int], size: int) -> bool:
    """Whether borders behind too few rows are the frame of the grid, and what follows is the next one."""
    if borders > 1:
        return rows + _piece(kinds, at + borders) > size
    following = kinds.run(at + borders, "r")
    if rows + following <= size or following % size == 0:
        return rows + following > size
    heights = Counter(band for band in (*bands, following) if size % band == 0)
    return bool(heights) and len(bands) >= size // heights.most_common(1)[0][0]


def _piece(kinds: Kinds, start: int) -> int:
    """The rows from there on up to a frame, which is two borders, or to anything that is none."""
    rows, at = 0, start
    while count := kinds.run(at, "r"):
        rows, at = rows + count, at + count
        at += kinds.run(at, "b") == 1
    return rows


def _gap(kinds: Kinds, at: int, missing: int, size: int, *, drawn: bool) -> int:
    """How many lines of something else stand in a drawn grid, behind which just the rows follow that are missing."""
    count = kinds.run(at, " ?")
    borders = kinds.run(at + count, "b") if 0 < count <= FEW else 0
    begin = at + count
    drawn = drawn or borders > 0 or kinds.at(begin + kinds.run(begin, "r")) == "b"
    if not 0 < count <= FEW or not drawn:
        return 0
    begin += borders
    rows = {kinds.run(begin, "r"), _piece(kinds, begin)} if borders < 2 else set()
    if size in rows:
        return 0  # a whole grid of its own
    return count + borders if (rows - {0}) & {missing, missing - kinds.run(at, "?")} else 0


def _too_many(kinds: Kinds, at: int, count: int, bands: Sequence[int], size: int, *, opened: bool) -> int:
    """How many rows of a band belong to the grid, and lines behind it, if they are more than it may have."""
    behind = kinds.at(at + count)
    if not bands:
        if count % size == 0:
            return size * (opened or behind == "b")
        return count if count < 2 * size and (opened or behind == "b") else 0
    if half := next((band for band in bands if count == 2 * band), 0):
        return half  # the other half is the first band of the next grid
    if behind != "b" or opened:
        return count
    end, height = at + count, bands[0]  # nothing parts it from the next grid, and which of them is spoilt is not known
    for _ in range(size // height - 1 if 2 * height <= count + 1 else 0):
        following = kinds.run(end + 1, "r")
        if kinds.run(end, "b") != 1 or following < height:
            break
        end += 1 + height
        if following > height:
            break
    return end - at
