"""Beads in CP-SAT's terms: a Boolean for each way to lay a piece; each cell is covered by exactly one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from solvers.beads.board import EMPTY, HOLE, Rules, parse_head
from solvers.beads.check import position
from solvers.beads.orientations import Vector, apply, turns, vector
from solvers.beads.pieces import Piece
from solvers.cp_sat import Puzzle, engine

Cells = tuple[int, ...]  # indices into the text of the region, ascending


def _puzzle(text: str, cp: Any) -> Puzzle:
    head, _, region = text.rpartition(":")
    rules = parse_head(head, "//" in region)
    model = cp.CpModel()
    covers: dict[int, list[Any]] = {index: [] for index, mark in enumerate(region) if mark not in f"/{HOLE}"}
    uses: list[Any] = []
    ways: list[tuple[Piece, Cells]] = []
    for piece in rules.pieces():
        mine = []
        for cells in _ways(piece, rules, region):
            mine.append(model.new_bool_var(""))
            ways.append((piece, cells))
            for index in cells:
                covers[index].append(mine[-1])
        copies = len(piece.letters)
        model.add(sum(mine) <= copies if rules.spare else sum(mine) == copies)
        uses += mine
    for each in covers.values():
        model.add_exactly_one(each)

    def write(found: Sequence[int]) -> str:
        return _filled(region, [way for way, used in zip(ways, found, strict=True) if used])

    return Puzzle(model, uses, write)


def _ways(piece: Piece, rules: Rules, region: str) -> Iterator[Cells]:
    """Every place where the piece, or its given copy, may lie."""
    at = {
        vector(position(region, index), rules.grid): index
        for index, mark in enumerate(region)
        if mark not in f"/{HOLE}"
    }
    shapes = {_at_origin([apply(turn, cell) for cell in piece.cells]) for turn in turns(rules.grid, rules.flip)}
    for shape in sorted(shapes):
        for z, y, x in at:
            cells = [at.get((z + c, y + b, x + a), -1) for c, b, a in shape]
            if min(cells) >= 0 and _fits(piece, [region[index] for index in cells], region):
                yield tuple(sorted(cells))


def _at_origin(vectors: list[Vector]) -> tuple[Vector, ...]:
    z, y, x = min(vectors)
    return tuple(sorted((c - z, b - y, a - x) for c, b, a in vectors))


def _fits(piece: Piece, marks: list[str], region: str) -> bool:
    """On empty cells alone, or on all cells of one given copy and no others."""
    letter = marks[0]
    if len(set(marks)) > 1:
        return False
    return letter == EMPTY or (letter in piece.letters and region.count(letter) == len(marks))


def _filled(region: str, ways: Sequence[tuple[Piece, Cells]]) -> str:
    """The region with a letter in each cell; copies take the free letters in the order of their first cells."""
    given = set(region)
    free = {piece: iter([letter for letter in piece.letters if letter not in given]) for piece, _ in ways}
    marks = list(region)
    for piece, cells in sorted(ways, key=lambda way: way[1]):
        letter = region[cells[0]] if region[cells[0]] != EMPTY else next(free[piece])
        for index in cells:
            marks[index] = letter
    return "".join(marks)


solve = engine(_puzzle)
