"""How a piece may be turned on each grid: linear maps of positions, and a grid's neighbours.

A position (layer, row, column) becomes a vector: as it is on the square, hex and cubic grid; on the ball pyramid
(z, 2 row + z, 2 column + z), because each ball rests in the middle of four of the layer below. There a flat piece
can lie in three families of planes: level, and upright along either diagonal of the base, where its rows run along
the edges of the pyramid.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import permutations, product

from solvers.beads.pieces import Grid, Position

Vector = tuple[int, int, int]
Matrix = tuple[Vector, Vector, Vector]  # the images of one step along layer, row and column


def vector(position: Position, grid: Grid) -> Vector:
    """Where a cell of the region lies."""
    z, y, x = position
    return (z, 2 * y + z, 2 * x + z) if grid is Grid.PYRAMID else (z, y, x)


def apply(matrix: Matrix, position: Position) -> Vector:
    """The vector of a piece's cell once the piece is turned."""
    down, along, across = matrix
    z, y, x = position
    return tuple(z * d + y * a + x * c for d, a, c in zip(down, along, across, strict=True))  # type: ignore[return-value]


@cache
def turns(grid: Grid, flip: bool) -> tuple[Matrix, ...]:
    """Every way to turn a piece, and to flip it if ``flip``."""
    if grid is Grid.HEX:
        return _hex_turns(flip)
    if grid is Grid.CUBIC:
        return _signed_permutations(flip)
    if grid is Grid.PYRAMID:
        return _pyramid_turns()
    return tuple(m for m in _signed_permutations(True) if m[0] == (1, 0, 0) and (flip or _determinant(m) == 1))


def _signed_permutations(flip: bool) -> tuple[Matrix, ...]:
    found = []
    for order, signs in product(permutations(range(3)), product((1, -1), repeat=3)):
        rows = tuple(
            tuple(sign if axis == place else 0 for axis in range(3)) for place, sign in zip(order, signs, strict=True)
        )
        found.append(rows)
    return tuple(m for m in found if flip or _determinant(m) == 1)  # type: ignore[arg-type, misc]


def _determinant(m: Matrix) -> int:
    (a, b, c), (d, e, f), (g, h, i) = m
    return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)


def _hex_turns(flip: bool) -> tuple[Matrix, ...]:
    """The six neighbours in turning order; a sixth of a turn takes each to the next."""
    around = [(0, 0, 1), (0, 1, 0), (0, 1, -1), (0, 0, -1), (0, -1, 0), (0, -1, 1)]
    found: list[Matrix] = []
    for k in range(6):
        found.append(((1, 0, 0), around[(k + 1) % 6], around[k]))
        if flip:
            found.append(((1, 0, 0), around[k], around[(k + 1) % 6]))
    return tuple(found)


def _pyramid_turns() -> tuple[Matrix, ...]:
    squares = (((0, 2, 0), (0, 0, 2)), ((1, 1, 1), (1, -1, -1)), ((1, 1, -1), (1, -1, 1)))
    found: list[Matrix] = []
    for a, b in squares:
        for first, second in ((a, b), (b, a)):
            for s, t in product((1, -1), repeat=2):
                found.append(((0, 0, 0), _times(s, first), _times(t, second)))
    return tuple(found)


def _times(factor: int, v: Vector) -> Vector:
    return factor * v[0], factor * v[1], factor * v[2]


@cache
def steps(grid: Grid) -> frozenset[Vector]:
    """The vectors from a cell to its neighbours."""
    if grid is Grid.PYRAMID:
        return frozenset(apply(m, Position(0, 0, 1)) for m in turns(grid, True))
    return frozenset(apply(m, Position(0, 0, 1)) for m in turns(grid, True))


def is_connected(cells: tuple[Position, ...], grid: Grid) -> bool:
    """Whether a drawn piece holds together; pieces of the pyramid are drawn on squares."""
    near = steps(Grid.CUBIC if grid is Grid.PYRAMID else grid)
    left = {tuple(cell) for cell in cells}
    todo = [left.pop()]
    while todo:
        z, y, x = todo.pop()
        for dz, dy, dx in near:
            neighbour = (z + dz, y + dy, x + dx)
            if neighbour in left:
                left.remove(neighbour)
                todo.append(neighbour)
    return not left


@lru_cache(maxsize=8192)  # archives have few pieces, and each of them in every board
def canonical_cells(cells: tuple[Position, ...], grid: Grid, *, flip: bool) -> tuple[Position, ...]:
    """The same piece, turned so that its drawing comes first among all of its orientations."""
    on = Grid.SQUARE if grid is Grid.PYRAMID else grid
    ways = turns(on, flip or grid is Grid.PYRAMID)
    return min(_at_origin([apply(m, cell) for cell in cells]) for m in ways)


def _at_origin(vectors: list[Vector]) -> tuple[Position, ...]:
    low = [min(axis) for axis in zip(*vectors, strict=True)]
    return tuple(sorted(Position(v[0] - low[0], v[1] - low[1], v[2] - low[2]) for v in vectors))
