"""What symmetries leave of a board: cells, and the units that they share, without their places.

Boards that any symmetry turns into each other have the same ``invariant``; boards that have the same one need not be
equivalent. It is colour refinement (Weisfeiler and Leman, 1968): every cell starts with its own colour, and a few times
each unit takes as its colour those of its members, and each cell those of its units.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Sequence
from hashlib import blake2b
from typing import NamedTuple

ROUNDS = 3
BYTES = 16


class Unit(NamedTuple):
    """Cells that a rule or a value joins, and what is said of them; ``roles`` where they do not take part alike."""

    cells: Sequence[int]
    label: Hashable = ""
    roles: Sequence[str] = ()


class Structure(NamedTuple):
    """The colour that each cell has by itself, and the units; ``label`` says what is true of the whole board."""

    cells: Sequence[Hashable]
    units: Sequence[Unit]
    label: Hashable = ""


def invariant(structure: Structure) -> bytes:
    """16 bytes that do not depend on the order of cells and units."""
    colours = list(map(hashed, structure.cells))
    members = [list(zip(unit.roles or [""] * len(unit.cells), unit.cells, strict=True)) for unit in structure.units]
    found: list[bytes] = []
    for _ in range(ROUNDS):
        found = [
            hashed((unit.label, sorted((role, colours[cell]) for role, cell in mine)))
            for unit, mine in zip(structure.units, members, strict=True)
        ]
        shared: dict[int, list[tuple[str, bytes]]] = defaultdict(list)
        for colour, mine in zip(found, members, strict=True):
            for role, cell in mine:
                shared[cell].append((role, colour))
        colours = [hashed((colour, sorted(shared[cell]))) for cell, colour in enumerate(colours)]
    return hashed((structure.label, sorted(Counter(colours).items()), sorted(Counter(found).items())))


def hashed(value: object) -> bytes:
    """16 bytes of whatever has one spelling."""
    return blake2b(repr(value).encode(), digest_size=BYTES).digest()
