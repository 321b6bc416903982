"""Random boards of every grid: a few pieces, some with copies, in a region grown to about their size."""

from __future__ import annotations

import random

from solvers.beads import FAMILY

SHAPES = ["o", "oo", "ooo", "oo/o", "oooo", "ooo/o", "oo/oo", ".oo/oo", "ooo/.o", "ooo/oo", "o.o/ooo"]
SOLID = ["oo/o//o", "oo/o//.o", "oo//o"]


def random_board(rng: random.Random) -> str:
    grid = rng.choice(["square", "square", "square", "hex", "cubic", "pyramid"])
    pool = SHAPES + (SOLID if grid == "cubic" else [])
    letters = iter("ABCDEFGHIJKLMNOP")
    pieces, area = [], 0
    while area < rng.randint(6, 12):
        shape, copies = rng.choice(pool), rng.choice([1, 1, 1, 2, 3])
        pieces.append("".join(next(letters) for _ in range(copies)) + "=" + shape)
        area += shape.count("o") * copies
    options = [f"grid={grid}"]
    options += [rng.choice(["flip=yes", "flip=no"])] if grid != "pyramid" else []
    if rng.random() < 0.3:
        options.append("spare=yes")
        area -= rng.randint(0, 3)
    region = random_region(rng, grid, max(area, 1))
    return FAMILY.canonical(";".join(pieces + options) + ":" + region)


def random_region(rng: random.Random, grid: str, area: int) -> str:
    """Grown cell by cell inside a box, so that it is connected more often than not."""
    if grid == "pyramid":
        return "../..//." if area < 9 else ".../.../...//../..//."
    depth = 2 if grid == "cubic" else 1
    cells = {(0, 0, 0)}
    while len(cells) < min(area, depth * 20):
        z, y, x = rng.choice(sorted(cells))
        dz, dy, dx = rng.choice([(0, 0, 1), (0, 1, 0), (0, -1, 0), (0, 0, -1), (1, 0, 0), (-1, 0, 0)])
        if 0 <= z + dz < depth and 0 <= y + dy < 4 and 0 <= x + dx < 5:
            cells.add((z + dz, y + dy, x + dx))
    layers = []
    for z in range(depth):
        rows = ["".join("." if (z, y, x) in cells else "#" for x in range(5)) for y in range(4)]
        layers.append("/".join(rows))
    return "//".join(layers)
