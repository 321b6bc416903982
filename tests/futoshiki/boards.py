"""Boards for the tests: any at all, and those that have a solution."""

from __future__ import annotations

import random

from hypothesis import strategies as st

from solvers.futoshiki.board import Futoshiki, Sign, make


def neighbours(size: int) -> list[tuple[int, int]]:
    """Every pair of cells between which a sign may stand."""
    across = [(cell, cell + 1) for cell in range(size * size) if (cell + 1) % size]
    return across + [(cell, cell + size) for cell in range(size * (size - 1))]


@st.composite
def boards(draw: st.DrawFn) -> Futoshiki:
    """A board with any givens and any signs."""
    size = draw(st.integers(2, 12))
    row = st.lists(st.integers(0, size), min_size=size, max_size=size)
    cells = draw(st.lists(row, min_size=size, max_size=size))
    pairs = draw(st.lists(st.sampled_from(neighbours(size)), unique=True, max_size=20))
    return make(cells, [Sign(*(pair if draw(st.booleans()) else pair[::-1])) for pair in pairs])


def random_board(rng: random.Random, size: int) -> Futoshiki:
    """A board from a random latin square, a part of it spoilt afterwards."""
    rows, columns, values = (rng.sample(range(size), size) for _ in range(3))
    square = [[values[(row + column) % size] + 1 for column in columns] for row in rows]
    flat = [value for row in square for value in row]
    given, signed = rng.choice([0.1, 0.2, 0.4]), rng.choice([0.1, 0.3, 0.6])
    signs = [
        Sign(one, other) if flat[one] < flat[other] else Sign(other, one)
        for one, other in neighbours(size)
        if rng.random() < signed
    ]
    cells = [[value if rng.random() < given else 0 for value in row] for row in square]
    if rng.random() < 0.3:
        cells[rng.randrange(size)][rng.randrange(size)] = rng.randint(1, size)
    if signs and rng.random() < 0.3:
        at = rng.randrange(len(signs))
        signs[at] = Sign(signs[at].greater, signs[at].smaller)
    return make(cells, signs)
