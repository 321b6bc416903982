"""The cells of many boards at once: from columns of their rows, or from lines that have one beginning.

The columns are those of ``solvers.reading.alike``: the first rows of all boards, the second rows, and so on.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain

from solvers.reading.alike import Alike, Columns
from solvers.reading.fields import MARKS
from solvers.reading.format import Lines, Wish

LONGEST = 300  # characters of a line with one board


def alike_of(lines: Lines, wish: Wish, variant: str = "9x9") -> Alike:
    """Takes boards of a variant that are written alike, if that is what the user wants."""
    return Alike(lines, "sudoku", wished=wish.variant in ("", variant))


def close(rows: Columns, symbols: bytes = b"123456789.0", empty: str = "0") -> list[str] | None:
    """The cells of each board from columns of rows as long as they are many; None if there is another symbol.

    ``empty`` are symbols of an empty cell beside the dot.
    """
    size = len(rows)
    if any(set(map(len, row)) != {size} for row in rows):
        return None
    return _boards("".join(chain.from_iterable(zip(*rows, strict=True))), size * size, symbols, empty)


def apart(rows: Columns, symbols: bytes = b"123456789.0", empty: str = "0") -> list[str] | None:
    """The same for rows in which a blank stands between two cells, and perhaps one behind the last."""
    size = len(rows)
    joined = "\n".join(chain.from_iterable(zip(*rows, strict=True))).replace(" \n", "\n").rstrip(" ") + "\n"
    if joined[1::2] != (" " * (size - 1) + "\n") * (len(rows[0]) * size):
        return None
    return _boards(joined[::2], size * size, symbols, empty)


def marked(rows: Columns) -> list[str] | None:
    """The same for rows in which a mark stands between two cells; where nothing does, one cell is empty."""
    size = len(rows)
    joined = "\n" + "\n".join(chain.from_iterable(zip(*rows, strict=True))) + "\n"
    mark = next((mark for mark in MARKS if mark in joined), MARKS[0])
    if f"\n\t{mark}" in joined or re.search(rf"\n(?:[^{mark}\n]+{mark}){{{size - 1}}}\n", joined):
        return None  # lines that are blank to others, and rows whose last mark may be one too many
    for _ in range(2):
        joined = joined.replace(mark * 2, f"{mark}.{mark}")
    joined = joined.replace(f"\n{mark}", f"\n.{mark}").replace(f"{mark}\n", f"{mark}.\n")
    if joined[2::2] != (mark * (size - 1) + "\n") * (len(rows[0]) * size):
        return None
    return _boards(joined[1::2].rstrip("\n"), size * size, b"123456789.0", "0")


def runs(bodies: str, letters: str) -> list[str] | None:
    """The cells of boards in which a letter is a run of empty cells, as many as its place says; None if not all fit."""
    for count, letter in enumerate(letters, 1):
        bodies = bodies.replace(letter, "." * count)
    texts = bodies.split("\n")
    return texts if set(map(len, texts)) == {81} else None


def behind(prefix: str, texts: Sequence[str], symbols: bytes) -> str:
    """What stands in each line behind the same beginning, as lines again; "" if not in all, or if there is more."""
    joined = "\n" + "\n".join(texts)
    if max(map(len, texts)) > LONGEST or joined.count(f"\n{prefix}") != len(texts):
        return ""
    bodies = joined.replace(f"\n{prefix}", "\n")[1:]
    return "" if not bodies.isascii() or bodies.encode().translate(None, symbols + b"\n") else bodies


def _boards(joined: str, cells: int, symbols: bytes, empty: str) -> list[str] | None:
    if not joined.isascii() or joined.encode().translate(None, symbols):
        return None
    for symbol in empty:
        joined = joined.replace(symbol, ".")
    return [joined[at : at + cells] for at in range(0, len(joined), cells)]
