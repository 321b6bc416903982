"""The normal form of beads: the first list of cells among all that turning the whole board makes.

A board may be turned as its pieces may: with ``flip=no``, and in space, mirror images are different boards, but for
the ball pyramid, whose pieces are flat. Copies of one piece are interchangeable, so their letters are too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from solvers.beads.board import HOLE, Beads, Rules, format_head, parse
from solvers.beads.orientations import Matrix, Vector, apply, canonical_cells, turns, vector
from solvers.beads.pieces import Grid, Position
from solvers.symmetries import one_by_one

Cell = tuple[int, int, int, str]  # layer, row, column, letter


def _form(board: Beads) -> str:
    rules = board.rules
    cells = list(_cells(board))
    copies = _copies(rules)
    least = min(_relettered(_at_origin(_turned(cells, turn, rules.grid), rules.grid), copies) for turn in _turns(rules))
    return f"{format_head(rules)}:{';'.join(f'{z} {y} {x} {letter}' for z, y, x, letter in least)}"


normal_forms = one_by_one(lambda text: _form(parse(text)))


def _cells(board: Beads) -> Iterator[tuple[Vector, str]]:
    for z, rows in enumerate(board.layers):
        for y, row in enumerate(rows):
            for x, letter in enumerate(row):
                if letter != HOLE:
                    yield vector(Position(z, y, x), board.rules.grid), letter


def _turns(rules: Rules) -> tuple[Matrix, ...]:
    if rules.grid is Grid.PYRAMID:
        return turns(Grid.SQUARE, flip=True)  # around its axis
    return turns(rules.grid, rules.flip)


def _turned(cells: Sequence[tuple[Vector, str]], turn: Matrix, grid: Grid) -> list[Cell]:
    """Turned, as layer, row and column again."""
    moved = [(apply(turn, Position(*at)), letter) for at, letter in cells]
    if grid is not Grid.PYRAMID:
        return [(*at, letter) for at, letter in moved]
    return [(z, (y - z) // 2, (x - z) // 2, letter) for (z, y, x), letter in moved]


def _at_origin(cells: list[Cell], grid: Grid) -> list[Cell]:
    low = [min(axis) for axis in zip(*((z, y, x) for z, y, x, _ in cells), strict=True)]
    if grid is Grid.PYRAMID:
        low[0] = 0
    return sorted((z - low[0], y - low[1], x - low[2], letter) for z, y, x, letter in cells)


def _relettered(cells: list[Cell], copies: dict[str, str]) -> list[Cell]:
    """With the letters of each piece in the order in which its copies appear."""
    names: dict[str, str] = {}
    used: dict[str, int] = {}
    for *_, letter in cells:
        letters = copies.get(letter)
        if letters and letter not in names:
            names[letter] = letters[used.get(letters, 0)]
            used[letters] = used.get(letters, 0) + 1
    return [(z, y, x, names.get(letter, letter)) for z, y, x, letter in cells]


@lru_cache(maxsize=256)
def _copies(rules: Rules) -> dict[str, str]:
    """By letter, all letters of pieces of that shape, where there are several."""
    shapes: dict[tuple[Position, ...], str] = {}
    for piece in rules.pieces():
        shape = canonical_cells(piece.cells, rules.grid, flip=rules.flip)
        shapes[shape] = "".join(sorted(shapes.get(shape, "") + piece.letters))
    return {letter: letters for letters in shapes.values() if len(letters) > 1 for letter in letters}
