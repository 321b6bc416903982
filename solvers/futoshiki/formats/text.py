"""Canonical texts, one a line; those of one size are read many at once, by one pattern for all of their cells."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from math import isqrt

from solvers.core import Board, MalformedError
from solvers.futoshiki.board import LARGEST, SMALLEST, SYMBOLS, parse, variant
from solvers.futoshiki.formats.making import one_a_line
from solvers.reading.ahead import Stretch
from solvers.reading.blacks import is_marked
from solvers.reading.format import Format, Sample

BARE = 40  # how sure it is of squares without a sign, which may be another family's
SEEN = 20  # lines in which a sign is looked for
ENOUGH = 17  # givens of a square that tell whether its boxes are right by chance

_NO_GIVENS = str.maketrans("", "", "./")


def sniff(sample: Sample) -> int:
    """99 if the first boards parse and one has a sign; a square of letters and dots might be anything.

    0 if none of many has one, and no number stands twice in a box of any: these are sudoku.
    """
    seen = [line.strip() for line in sample.filled() if not is_marked(line)][:SEEN]
    first = seen[:3]
    if not all("/" in text for text in first):
        return 0
    try:
        signs = sum(len(parse(text).signs) for text in first)
    except MalformedError:
        return 0
    return (99 if signs else BARE * (not _have_boxes(seen))) if first else 0


def _have_boxes(texts: Sequence[str]) -> bool:
    """Whether squares have no sign, enough givens to tell, and in each box every number once."""
    squares = [text.split("/") for text in texts]
    if any(len(row) != len(rows) for rows in squares for row in rows):
        return False
    return all(map(_has_boxes, squares)) and any(len(text.translate(_NO_GIVENS)) >= ENOUGH for text in texts)


def _has_boxes(rows: Sequence[str]) -> bool:
    """Whether no number stands twice in a box, as high as divides the size and no higher than wide."""
    size = len(rows)
    high = max(n for n in range(1, isqrt(size) + 1) if size % n == 0)
    wide = size // high
    boxes = [
        "".join(row[at : at + wide] for row in rows[top : top + high]).translate(_NO_GIVENS)
        for top in range(0, size, high)
        for at in range(0, size, wide)
    ]
    return high > 1 and all(len(set(box)) == len(box) for box in boxes)


@lru_cache(maxsize=LARGEST)
def _canonical(size: int) -> re.Pattern[str]:
    """Lines of canonical boards of that size: behind a cell at most one sign to the right, then one below."""
    cell = f"[.{SYMBOLS[:size]}]"
    row = f"{cell}[<>]?+[v^]?+" * (size - 1) + f"{cell}[v^]?+/"
    last = f"{cell}[<>]?+" * (size - 1) + cell
    return re.compile(f"(?:{row * (size - 1)}{last}\n)*+")


def _found(texts: list[str]) -> Stretch | None:
    """The boards that come next, as far as they are canonical and of the first one's size."""
    size = texts[0].count("/") + 1
    if not SMALLEST <= size <= LARGEST:
        return None
    joined = "\n".join(texts) + "\n"
    match = _canonical(size).match(joined)
    count = joined.count("\n", 0, match.end()) if match else 0
    return Stretch(variant(texts[0]), texts[:count], range(count), count) if count else None


def write(board: Board) -> str:
    """The canonical text."""
    return f"{board.text}\n"


TEXT = Format(
    name="futoshiki-text",
    family="futoshiki",
    summary="canonical text, one board a line: .<.v/2.",
    example=".<..v./..>.^./.v2../....\n",
    signs="/",
    sniff=sniff,
    read=one_a_line(parse, _found),
    write=write,
)
