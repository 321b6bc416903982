"""Many boards of one size at once, from the values and signs of all their cells as bytes.

cells  ..2.  right  <..>  below  v...      a byte a cell, row by row and board by board; a blank or NUL for no sign
woven  .<v   .   2   .>                    value, sign to the right, sign below, and a `/` or line end; then
text   .<v.2.>/                            without blanks
"""

from __future__ import annotations

from functools import lru_cache

from solvers.futoshiki.board import LARGEST, SMALLEST, SYMBOLS

BLANK = b" \0"


def woven(cells: bytes, right: bytes, below: bytes, size: int) -> list[str]:
    """The canonical texts of boards; none if one of them needs a closer look.

    ``cells`` has a dot for an empty cell; ``right`` and ``below`` are as long.
    """
    area = size * size
    if not (SMALLEST <= size <= LARGEST and cells) or len(cells) % area or not len(cells) == len(right) == len(below):
        return []
    others = (
        cells.translate(None, b"." + SYMBOLS[:size].encode()),
        right.translate(None, b"<>" + BLANK),
        below.translate(None, b"^v" + BLANK),
        right[size - 1 :: size].translate(None, BLANK),
        b"".join([below[area - column :: area] for column in range(1, size + 1)]).translate(None, BLANK),
    )
    if any(others):
        return []
    out = bytearray(4 * len(cells))
    out[0::4], out[1::4], out[2::4] = cells, right, below
    out[3::4] = _ends(size) * (len(cells) // area)
    return out.translate(None, BLANK).decode().split("\n")[:-1]


@lru_cache(maxsize=LARGEST)
def _ends(size: int) -> bytes:
    """What stands behind each cell of a board."""
    row = b" " * (size - 1)
    return (row + b"/") * (size - 1) + row + b"\n"


def either(first: bytes, second: bytes) -> bytes | None:
    """The signs of one or the other, NUL for none; None where both have one for the same place."""
    ones, others = int.from_bytes(first, "big"), int.from_bytes(second, "big")
    return None if ones & others else (ones | others).to_bytes(len(first), "big")
