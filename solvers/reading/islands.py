"""Boards of another size in the middle of lines that are none: cut out of something else.

53..7....6..195....98...     boards of 9x9, and behind them the file changes its format
0 1 0 42                     refused,
0 2 0 4                      four rows of four numbers between lines that are refused: no board of 4x4
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain

from solvers.core import Board, Reject
from solvers.reading.format import Item, Lines

SMALLEST = 4  # rows of a board
VARIOUS = "various"
_BARE = re.compile(r"\s*[\d._*?-][\d._*?\s-]*")  # a row that is nothing but cells, as those of others may be
REASON = "expected boards as before, got lines that may be one of another size beside others that are none"


def without_islands(items: Iterable[Item], lines: Lines) -> Iterator[Item]:
    """The items with a reject for each board that is right beside refused lines, if all before it were of one size."""
    size, end = "", 0  # of all boards, VARIOUS if they differ; and the last line of a reject
    held: Board | None = None
    for item in chain(items, (None,)):
        if held is not None:
            island = _island(held, end, item, lines)
            end = island.line + island.lines - 1 if island else end
            size = size if island else VARIOUS
            yield island or held
            held = None
        if isinstance(item, Board) and size not in ("", VARIOUS, item.variant):
            held = item
        elif item is not None:
            if isinstance(item, Reject):
                end = _first(item, lines) + item.lines - 1
            else:
                size = item.variant if size in ("", item.variant) else VARIOUS
            yield item


def _first(reject: Reject, lines: Lines) -> int:
    """The first line of a reject, which may name a later one."""
    if reject.lines == 1:
        return reject.line
    raw = reject.raw.partition("\n")[0].strip()
    first = range(reject.line, max(0, reject.line - reject.lines), -1)
    return next((line for line in first if lines.text(line).strip() == raw), reject.line)


def _island(board: Board, end: int, following: Item | None, lines: Lines) -> Reject | None:
    """A reject for the rows of a board that stand right behind or before refused lines; None if they do not."""
    refused = isinstance(following, Reject)
    if board.line != end + 1 and not refused:
        return None
    rows = lines.between(board.line, _start(following, lines) - 1) or []
    gap = len(rows)
    while rows and not rows[-1].strip():
        rows.pop()
    if len(rows) < SMALLEST or not all(map(_BARE.fullmatch, rows)) or len(rows) > len(board.text):
        return None
    if board.line != end + 1 and len(rows) < gap:
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
