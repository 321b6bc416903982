"""Rows of nothing but marks in grids that spreadsheets saved: between two boards they part them, inside they are rows.

5,3,,,7,,,,      nine rows of nine fields, a row of marks, and again nine until the next such row or the end:
...              the row of marks is read as a blank line. Before eight rows it is the first row of a board.
,,,,,,,,
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from solvers.reading.fields import MARKS, NOTHING, fields_of
from solvers.reading.format import Page, Respelt, Unreadable, joined

SIZES = range(4, 26)
_EMPTY_ROWS = frozenset(mark * size for mark in MARKS for size in range(min(SIZES) - 1, max(SIZES) + 1))
_LENGTHS = frozenset(map(len, _EMPTY_ROWS))
LONGEST_CELL = 2


def parted(every: Iterator[Page]) -> Iterator[Page]:
    """The pages with rows of marks that part boards as blank lines."""
    rows, width = 0, 0  # since the last line that was no row, or between boards
    held: list[str] = []
    for page in every:
        if isinstance(page, Unreadable):
            yield _read(held, rows, width, final=True)[0]
            yield page
            held, rows, width = [], 0, 0
            continue
        whole = joined(held, page) if held else page
        if _LENGTHS.isdisjoint(map(len, whole)) or _EMPTY_ROWS.isdisjoint(whole):
            last, wide = _rows_at_end(whole)
            rows, width, held = last + (rows if last == len(whole) and wide == width else 0), wide, []
            yield whole
        else:
            texts, held, rows, width = _read(whole, rows, width, final=False)
            yield texts
    if held:
        yield _read(held, rows, width, final=True)[0]


def _rows_at_end(page: Sequence[str]) -> tuple[int, int]:
    """How many rows of one width a page without rows of marks ends with, and that width."""
    width = _width(page[-1]) if page else 0
    if not width:
        return 0, 0
    rows = next((at for at, text in enumerate(reversed(page)) if _width(text) != width), len(page))
    return rows, width


def _read(page: list[str], rows: int, width: int, *, final: bool) -> tuple[list[str], list[str], int, int]:
    """The lines that are clear, those for which more must be seen, and the rows before the latter with their width."""
    found = list(page)
    at, gap = 0, -1  # how many rows parted boards last
    while at < len(found):
        wide = _width(found[at])
        if wide != width:
            rows, width = 0, wide
        tabs = "\t" in found[at]  # a row of tabs is blank to others
        if not (wide and rows % width == 0 and (rows or tabs) and found[at].strip(" ") in _EMPTY_ROWS):
            rows, at = rows + bool(wide), at + 1
            continue
        end = next((n for n in range(at, len(found)) if found[n].strip(" ") not in _EMPTY_ROWS), len(found))
        behind = next((n for n in range(end, len(found)) if _width(found[n]) != width), len(found))
        if behind == len(found) and behind - end <= 2 * width + end - at and not final:
            return _cut(page, found, 0, at), _cut(page, found, at, len(found)), rows, width
        own = _own(found, at, end, behind, width, gap if rows else 0, final=final)
        if own is None and (rows or not tabs):
            own = end - at  # as boards that nothing parts have it
        if own is None:
            rows, at = 0, end
            continue
        if own < end - at:
            gap, rows = end - at - own, 0
        found[at : end - own] = [""] * (end - own - at)
        found[end - own : end] = ["\t".join([NOTHING] * width)] * own if tabs else found[end - own : end]
        rows, at = rows + own, end
    return _cut(page, found, 0, len(found)), [], rows, width


def _own(found: Sequence[str], start: int, end: int, behind: int, width: int, gap: int, *, final: bool) -> int | None:
    """How many rows of marks from ``start`` to ``end`` are the first ones of a board: after it must come the next gap.

    Of several answers the one with the gap that was there before, or with one that comes again, or one at whose end a
    gap begins, or else the one with the fewest; None for no answer.
    """
    clean = {}
    for own in range(min(end - start, width - 1) + 1):
        over, parts = end + width - own, end - start - own
        if over == behind or (over < behind and found[over].strip(" ") in _EMPTY_ROWS):
            again = parts and _again(found, over, behind, width, parts, final=final)
            clean[own] = (parts != gap, not again, found[over - 1].strip(" ") in _EMPTY_ROWS, own)
    return min(clean, key=clean.__getitem__, default=None)


def _again(found: Sequence[str], over: int, behind: int, width: int, gap: int, *, final: bool) -> bool:
    """Whether behind a board that is ``over`` there, there is nothing, or as large a gap; and so behind the next."""
    for at in (over, over + gap + width):
        if at >= behind:
            return at == behind or (behind == len(found) and not final)
        if any(text.strip(" ") not in _EMPTY_ROWS for text in found[at : at + gap]):
            return False
    return True


def _cut(page: list[str], found: list[str], start: int, end: int) -> list[str]:
    """A stretch of the lines, with what is remembered of their spelling."""
    was = {at: page[at] for at in range(start, end) if found[at] and found[at] != page[at]}
    was |= page.was if isinstance(page, Respelt) else {}
    here = {at - start: text for at, text in was.items() if start <= at < end}
    return Respelt(found[start:end], here) if here else found[start:end]


def _width(text: str) -> int:
    """How many fields a row has; 0 for lines that are none."""
    if not any(mark in text for mark in MARKS):
        return 0
    if text.strip(" ") in _EMPTY_ROWS:
        return len(text.strip(" ")) + 1
    cells = fields_of(text)
    return len(cells) if len(cells) in SIZES and max(map(len, cells)) <= LONGEST_CELL else 0
