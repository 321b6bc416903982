"""The named rule sets as groups of cells, each with the sum that it must have.

``normal``, ``semi``, ``pandiagonal`` (also: panmagic, Nasik), ``associative`` (also: regular, symmetrical) and
``concentric`` (also: nested) are as in Weisstein's MathWorld. ``bordered`` asks for the middle numbers in each inner
square too, as in H. White's budshaw.ca/BorderedMagicSquares.html; ``ultramagic`` is Trump's word for pandiagonal and
associative; ``34-game`` is Luogu P1274.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from solvers.core import MalformedError

RULES = ("normal", "semi", "pandiagonal", "associative", "ultramagic", "bordered", "concentric", "34-game", "custom")


class Group(NamedTuple):
    """Cells, row-major from 0, whose numbers have a sum."""

    name: str
    cells: tuple[int, ...]
    sum: int


@lru_cache(maxsize=256)  # a constant may be any number
def groups(rule: str, n: int, constant: int) -> tuple[Group, ...]:
    """The groups of a rule set at order ``n``; raises MalformedError where ``constant`` cannot be shared out."""
    return tuple(_groups(rule, n, constant))


def _groups(rule: str, n: int, constant: int) -> Iterator[Group]:
    if rule == "34-game" and n != 4:
        raise MalformedError(f"34-game: expected order 4, got {n}")
    if rule == "custom":
        return
    yield from _lines(range(n * n), n, constant, "", diagonals=rule != "semi" and n > 1)
    if rule in ("pandiagonal", "ultramagic"):
        yield from _broken_diagonals(n, constant)
    if rule in ("associative", "ultramagic"):
        yield from _opposites(n, constant)
    elif rule in ("bordered", "concentric"):
        yield from _inner_squares(n, constant)
    elif rule == "34-game":
        yield from _blocks(constant)


def _lines(square: range | list[int], n: int, constant: int, of: str, *, diagonals: bool) -> Iterator[Group]:
    cells = tuple(square)
    for i in range(n):
        yield Group(f"row {i + 1}{of}", cells[i * n : (i + 1) * n], constant)
        yield Group(f"column {i + 1}{of}", cells[i::n], constant)
    if diagonals:
        yield Group(f"diagonal 1{of}", cells[:: n + 1], constant)
        yield Group(f"diagonal 2{of}", cells[n - 1 : n * n - 1 : n - 1], constant)


def _broken_diagonals(n: int, constant: int) -> Iterator[Group]:
    for k in range(1, n):
        down = tuple(row * n + (row + k) % n for row in range(n))
        yield Group(f"broken diagonal {k + 1} down", down, constant)
        up = tuple(row * n + (n - 1 - row - k) % n for row in range(n))
        yield Group(f"broken diagonal {k + 1} up", up, constant)


def _opposites(n: int, constant: int) -> Iterator[Group]:
    pair, left = divmod(2 * constant, n)
    if left or (n % 2 and pair % 2):
        raise MalformedError(f"opposite cells of order {n} cannot share the sum {constant}")
    for cell in range(n * n // 2):
        yield Group(f"pair {cell + 1}", (cell, n * n - 1 - cell), pair)
    if n % 2:
        yield Group("centre", (n * n // 2,), pair // 2)


def _inner_squares(n: int, constant: int) -> Iterator[Group]:
    for m in range(n - 2, 2, -2):
        inner, left = divmod(constant * m, n)
        if left:
            raise MalformedError(f"an inner square of order {m} cannot have its share of {constant}")
        edge = (n - m) // 2
        square = [row * n + column for row in range(edge, n - edge) for column in range(edge, n - edge)]
        yield from _lines(square, m, inner, f" of the inner square of order {m}", diagonals=True)


@cache
def ring_ranks(n: int) -> tuple[tuple[int, ...], ...]:
    """For each cell of a bordered square, which of the n^2 numbers in order, from 0, its border may hold.

    The middle m^2 numbers stand in the inner square of order m; so a border holds what lies just around them.
    """
    found = []
    for cell in range(n * n):
        row, column = divmod(cell, n)
        m = min(n, max(n - 2 * min(row, column, n - 1 - row, n - 1 - column), 4 - n % 2))
        inside = range((n * n - (m - 2) ** 2) // 2, (n * n + (m - 2) ** 2) // 2) if m >= 5 else range(0)
        found.append(tuple(rank for rank in range((n * n - m * m) // 2, (n * n + m * m) // 2) if rank not in inside))
    return tuple(found)


def _blocks(constant: int) -> Iterator[Group]:
    for name, first in (("centre block", 5), ("block 1", 0), ("block 2", 2), ("block 3", 8), ("block 4", 10)):
        yield Group(name, (first, first + 1, first + 4, first + 5), constant)
    yield Group("corners", (0, 3, 12, 15), constant)
