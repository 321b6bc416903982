"""What boards that no format recognises look like: a word of what would have to change for them to be read.

53..7....   ..1...8..      two groups of cells in each line: boards beside each other
6..195...   .3..2....
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from math import isqrt

LOOKED = 100  # lines
FEW = 6  # fewer lines are not spaced for sure
MOST_SIDE = 6  # boards beside each other
MOST_LINES = 10  # of a board in longer lines than rows
SIZES = range(4, 26)
_FOREIGN = re.compile(r"[^\x00-\x7f]")
_CELLS = re.compile(r"[0-9A-Za-z.*_?-]+")
_EMPTY = re.compile(r"[.0*_?-]")
_APART = re.compile(r"[\s|]+")


def hint(texts: Sequence[str]) -> str:
    """What is said behind the reason, perhaps nothing: most lines must have the same number of cells."""
    filled = [text.strip() for text in texts if text.strip()][:LOOKED]
    if known := _spaced(texts) or _foreign(filled):
        return known
    groups = [_APART.split(text.strip("| ")) for text in filled]
    cells = [each for each in groups if all(map(_CELLS.fullmatch, each)) and _EMPTY.search("".join(each))]
    lengths = [tuple(map(len, each)) for each in cells]
    usual = max(set(lengths), key=lengths.count, default=())
    if len(filled) < 2 or 2 * lengths.count(usual) < len(filled):
        return ""
    if 1 < len(usual) <= MOST_SIDE and len(set(usual)) == 1 and usual[0] in SIZES and _are_rows(lengths, usual):
        return f"; {len(usual)} boards beside each other? write one below the other"
    size = usual[0] if len(usual) == 1 else 0
    if size and size not in SIZES and isqrt(size) ** 2 != size:
        count = next((many for many in range(2, MOST_LINES) if isqrt(size * many) in SIZES and _fit(size, many)), 0)
        count = 0 if len(filled) % max(1, count) else count
        if count and size > max(SIZES):
            return f"; {count} lines of {size} cells a board? write them as one line"
        return f"; {size} cells in most lines, {isqrt(size) ** 2} or {(isqrt(size) + 1) ** 2} make a square"
    return ""


def _spaced(texts: Sequence[str]) -> str:
    """An empty line behind every line."""
    is_spaced = len(texts) > FEW and not any(map(str.strip, texts[1 : 2 * LOOKED : 2]))
    return "; every second line is empty: leave those out" if is_spaced else ""


def _foreign(filled: Sequence[str]) -> str:
    """A symbol of another script in most lines, which are as long as each other and cells but for that."""
    symbols = Counter(_FOREIGN.findall("".join(filled)))
    known = [_FOREIGN.sub(".", text) for text in filled]
    cells = [len(text) for text in known if _CELLS.fullmatch(text)]
    if not symbols or 2 * sum(map(bool, map(_FOREIGN.search, filled))) < len(filled) or len(set(cells)) != 1:
        return ""
    (symbol, _), *_ = symbols.most_common(1)
    at = next(text.index(symbol) for text in filled if symbol in text) + 1
    return f"; {symbol!r} (U+{ord(symbol):04X}), first in column {at}, is no sign of a cell"


def _are_rows(lengths: Sequence[tuple[int, ...]], usual: tuple[int, ...]) -> bool:
    """Whether there are rows enough for a board."""
    return lengths.count(usual) >= usual[0]


def _fit(size: int, count: int) -> bool:
    """Whether so many lines are a square of cells, and each is some of its rows."""
    side = isqrt(size * count)
    return side**2 == size * count and side % count == 0
