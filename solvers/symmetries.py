"""The symmetries of a square: in which order its cells stand once it is turned and mirrored."""

from __future__ import annotations

from functools import cache

Order = tuple[int, ...]  # by new cell, the old one


@cache
def of_square(size: int) -> tuple[Order, ...]:
    """All eight, the identity first; the last four exchange rows and columns."""
    last, span = size - 1, range(size)
    whole = [(row, column) for row in span for column in span]
    kept = [[(r, c), (last - r, c), (r, last - c), (last - r, last - c)] for r, c in whole]
    swapped = [[(c, r) for r, c in images] for images in kept]
    return tuple(
        tuple(row * size + column for row, column in order)
        for images in (kept, swapped)
        for order in zip(*images, strict=True)
    )


def inverse(order: Order) -> Order:
    """By old cell, the new one."""
    found = [0] * len(order)
    for new, old in enumerate(order):
        found[old] = new
    return tuple(found)
