"""Boards in the middle of lines that are none, of another size than all before or with nothing given: cut out of
something else.

53..7....6..195....98...     boards of 9x9, and behind them the file changes its format
0 1 0 42                     refused,
0 2 0 4                      four rows of four numbers right beside lines that are refused: no board of 4x4
                             nor where a blank line parts them, if those on both sides are refused
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain, takewhile

from solvers.core import Board, Reject
from solvers.reading.format import Item, Lines

SMALLEST = 4  # rows of a board
NEAR = 4  # lines further on others are no longer beside it; between are blank ones and titles
_BARE = re.compile(r"\s*[\d._*?-][\d._*?\s,;-]*")  # a row that is nothing but cells, as those of others may be
REASON = "expected boards as before, got an empty one, or one of another size, beside others that are none"


def without_islands(items: Iterable[Item], lines: Lines) -> Iterator[Item]:
    """The items with a reject for each board beside refused lines that is empty or of another size than all before."""
    sizes = set[str]()
    end = 0  # the last line of a reject
    held: Board | None = None
    strange = False
    for item in chain(items, (None,)):
        if held is not None:
            island = _island(held, end, item, lines, strange=strange)
            if island:
                end = island.line + island.lines - 1
            else:
                sizes.add(held.variant)
            yield island or held
            held = None
        if isinstance(item, Board):
            strange = (bool(sizes) and item.variant not in sizes) or _is_empty(item)
            if strange or (end and _size_above(item, lines)):
                held = item
                continue
        if isinstance(item, Reject):
            end = _first(item, lines) + item.lines - 1
        elif item is not None:
            sizes.add(item.variant)
        if item is not None:
            yield item


def _first(reject: Reject, lines: Lines) -> int:
    """The first line of a reject, which may name a later one."""
    if reject.lines == 1:
        return reject.line
    raw = reject.raw.partition("\n")[0].strip()
    first = range(reject.line, max(0, reject.line - reject.lines), -1)
    return next((line for line in first if lines.text(line).strip() == raw), reject.line)


def _is_empty(board: Board) -> bool:
    return not board.text.rpartition(":")[2].strip("./0 ")


def _size_above(board: Board, lines: Lines) -> int:
    """The number alone in one of the two lines above a board, as other notations state its size; 0 for none."""
    above = (lines.text(board.line - far).strip() for far in (1, 2))
    return next((int(text) for text in above if text.isdecimal() and len(text) < SMALLEST), 0)


def _island(board: Board, end: int, following: Item | None, lines: Lines, *, strange: bool) -> Reject | None:
    """A reject for the rows of a ``strange`` board right beside refused lines, or of any with some near on both sides
    if it is strange or its size stands above; else None."""
    behind = lines.between(board.line, _start(following, lines) - 1) or []
    rows = list(takewhile(_BARE.fullmatch, behind))
    headed = _size_above(board, lines) == len(rows)
    if not SMALLEST <= len(rows) <= len(board.text) or not (strange or headed):
        return None
    before = board.line - end if end else 2 if headed else NEAR
    after = len(behind) - len(rows) + 1 if isinstance(following, Reject) else NEAR
    if max(before, after) >= NEAR and not (strange and min(before, after) == 1):
        return None
    lines.tally.board -= len(rows)
    return lines.reject(REASON, "\n".join(rows), line=board.line, lines=len(rows))


def _start(item: Item | None, lines: Lines) -> int:
    """The first line of what follows a board; at the end of the source, one more than it has."""
    if item is None:
        return lines.number + 1
    if isinstance(item, Reject):
        return _first(item, lines)
    return item.line if isinstance(item, Board) else item.lines[0]
