"""The symmetries of boards with diagonals and no further rule (X-sudoku), and the least text that they make of one.

A symmetry puts rows and columns into new orders, and may exchange rows with columns. It keeps bands, stacks, and both
diagonals, so that row and column i meet on a diagonal again:

    rows      an order p that keeps bands and stacks and takes lines that mirror each other to such lines
    columns   p as well, or p mirrored: then the diagonals change places

9x9 has 96 of them, 16x16 has 18,432; each gives the values new names. Where there are more than can be tried, as on
25x25, a board has no least text here.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import islice
from math import isqrt

from solvers.sudoku._kernel import least_text
from solvers.sudoku.board import Box

MOST = 10_000  # orders of rows; those of 25x25 are 921,600
_END = ";diagonals"


def least_crossed(text: str) -> str:
    """The least text of all equivalents; "" where it is not known, or where diagonals are not the only further rule."""
    head, end, rest = text.partition(_END)
    if not end or rest or ";" in head:
        return ""
    prefix, _, cells = head.rpartition(":")
    shape, ways = _ways(prefix, isqrt(len(cells)))
    return shape + least_text(cells, ways) + _END if ways else ""


@cache
def _ways(prefix: str, size: int) -> tuple[str, bytes]:
    """The shape of boxes that lie, and all symmetries, as least.hpp takes them; none if they are too many."""
    given = Box(*map(int, prefix.split("x"))) if prefix else Box(isqrt(size), isqrt(size))
    turned = Box(given.columns, given.rows)
    box = min(given, turned, key=Box.prefix)
    orders = list(islice(_orders(size, box), MOST + 1))
    if len(orders) > MOST:
        return "", b""
    swaps = [swapped for swapped, old in enumerate((given, turned)) if old == box]
    ways = (
        bytes([swapped, *rows, *columns])
        for swapped in swaps
        for rows in orders
        for columns in (rows, [size - 1 - old for old in rows])
    )
    return box.prefix(), b"".join(ways)


def _orders(size: int, box: Box, first: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    """By new line the old one, for every order of the lines that ``first`` begins; only half of them is free."""
    new, last = len(first), size - 1
    if 2 * new >= size:
        yield (*first, *(last - old for old in reversed(first[: size // 2])))
        return
    taken = {*first, *(last - old for old in first)}
    for old in [new] if 2 * new == last else [old for old in range(size) if old not in taken and 2 * old != last]:
        known = [
            *enumerate(first),
            (last - new, last - old),
            *((last - at, last - line) for at, line in enumerate(first)),
        ]
        if all(_alike((new, old), other, width) for other in known for width in (box.rows, box.columns)):
            yield from _orders(size, box, (*first, old))


def _alike(one: tuple[int, int], other: tuple[int, int], width: int) -> bool:
    """Whether two lines are in one band, or stack, of that width exactly if they were before."""
    return (one[0] // width == other[0] // width) == (one[1] // width == other[1] // width)
