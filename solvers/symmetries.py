"""The symmetries of a square: in which order its cells stand once it is turned and mirrored; and forms under these."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from solvers.core import Normal

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


def one_by_one(form: Callable[[str], str]) -> Normal:
    """The normal forms of a family whose form of one board takes milliseconds, so that no limit cuts it off."""

    def normal_forms(
        texts: Sequence[str],
        *,
        seconds: float = 0.0,  # noqa: ARG001  # the signature of Normal
        cancel: bytearray | None = None,
    ) -> list[str]:
        return ["" if cancel is not None and cancel[0] else form(text) for text in texts]

    return normal_forms
