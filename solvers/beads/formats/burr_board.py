"""A problem of BurrTools as a board: the result is its region, the other shapes are its pieces."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from solvers.beads.formats.burr_document import Document, Part, Problem, Voxels, number
from solvers.beads.orientations import canonical_cells
from solvers.beads.pieces import LETTERS, Grid, Piece, Position, format_shape
from solvers.beads.sets import DEFAULT, named, sets
from solvers.core import MalformedError

LARGEST = 4000  # cells of a shape's box
_VOXEL = re.compile(r"([#+_])[0-9]*")


class Shape(NamedTuple):
    """A shape as its text says: symbols by layer, row and column; and its filled cells, moved to the origin."""

    layers: tuple[tuple[str, ...], ...]
    cells: tuple[Position, ...]


def board_text(file: Document, problem: Problem) -> str:
    """The board's text, which need not be canonical; raises MalformedError, also for rules that are not supported."""
    if file.lattice != "0":
        raise MalformedError(f"rules that are not supported: lattice {file.lattice} (cubes are lattice 0)", 1)
    result = _shape(file, problem.result)
    open_cells = sum(row.count("+") for rows in result.layers for row in rows)
    refused = problem.refused | ({"cells that may stay empty": open_cells} if open_cells else {})
    spare = any(part.least < part.most for part in problem.parts)
    partly = sum(0 < part.least < part.most for part in problem.parts)
    refused |= {"pieces used at least once, at most several times": partly} if partly else {}
    if spare and any(part.least == part.most for part in problem.parts):
        refused["pieces of which some must be used and others not"] = len(problem.parts)
    if refused:
        told = ", ".join(f"{what} ({count})" for what, count in refused.items())
        raise MalformedError(f"rules that are not supported: {told}", 1)
    if not result.cells:
        raise MalformedError("expected a result with cells, got none", 1)
    flat = len(result.layers) == 1
    parts = tuple(problem.parts)
    shapes = tuple(_voxels(file, part.shape) for part in parts)
    head = f"{_pieces_said(parts, shapes, flat)};grid={'square' if flat else 'cubic'}{';spare=yes' if spare else ''}"
    region = "//".join(["/".join(rows) for rows in result.layers])
    return f"{head}:{region.translate(_CELLS)}"


_CELLS = str.maketrans("_#", "#.")


def _voxels(file: Document, at: int) -> Voxels:
    """The shape of a number; raises MalformedError."""
    if not 0 <= at < len(file.shapes):
        raise MalformedError(f"expected one of {len(file.shapes)} shapes, got number {at}", 1)
    return file.shapes[at]


def _shape(file: Document, at: int) -> Shape:
    return _drawn(at, _voxels(file, at))


@lru_cache(maxsize=256)  # a file has many problems of the same pieces
def _pieces_said(parts: tuple[Part, ...], shapes: tuple[Voxels, ...], flat: bool) -> str:  # the lattice, not optional
    """The head that names or draws the pieces."""
    return ";".join(_set_or_drawn(tuple(_pieces(parts, shapes, flat=flat)), flat=flat))


def _pieces(parts: tuple[Part, ...], shapes: tuple[Voxels, ...], *, flat: bool) -> Iterator[Piece]:
    """The pieces, under the letters that their shapes are called by if those are a piece's, or else A, B, C ..."""
    used = 0
    names = [shape.name for shape in shapes]
    own = len(set("".join(names))) == len("".join(names)) and set("".join(names)) <= set(LETTERS)
    own = own and [len(name) for name in names] == [part.most for part in parts]
    for part, shape in zip(parts, shapes, strict=True):
        cells = _drawn(part.shape, shape).cells
        if used + part.most > len(LETTERS) or not cells:
            raise MalformedError(f"expected 1 to {len(LETTERS)} pieces with cells, got {used + part.most}", 1)
        if part.most:
            letters = shape.name if own else LETTERS[used : used + part.most]
            yield Piece(letters, _laid_flat(cells) if flat else cells)
        used += part.most


def _set_or_drawn(pieces: tuple[Piece, ...], *, flat: bool) -> list[str]:
    """The named set that these pieces are, letters and all where the file tells them; or else their drawings."""
    grid = Grid.SQUARE if flat else Grid.CUBIC

    def key(piece: Piece, *, letters: bool) -> tuple[object, ...]:
        shape = canonical_cells(piece.cells, grid, flip=flat)
        return (piece.letters, shape) if letters else (len(piece.letters), shape)

    found = [each for each in (named(DEFAULT), *sets().values()) if each.grid is grid]
    for letters in (True, False):
        mine = sorted(key(piece, letters=letters) for piece in pieces)
        for each in found:
            if sorted(key(piece, letters=letters) for piece in each.pieces) == mine:
                return [each.name]
    return [f"{piece.letters}={format_shape(piece.cells)}" for piece in pieces]


@lru_cache(maxsize=1024)
def _laid_flat(cells: tuple[Position, ...]) -> tuple[Position, ...]:
    """A flat piece that stands upright, laid down; any other as it is, which then fits nowhere."""
    for axes in ((0, 1, 2), (1, 0, 2), (2, 1, 0)):
        turned = tuple(sorted(Position(*(cell[axis] for axis in axes)) for cell in cells))
        if all(cell.layer == 0 for cell in turned):
            return turned
    raise MalformedError("expected flat pieces for a flat result, got one that is not", 1)


@lru_cache(maxsize=512)  # a file has the same shapes in many problems, and archives in many files
def _drawn(at: int, shape: Voxels) -> Shape:
    """The shape of what the document says; raises MalformedError, which names the shape by its number."""
    width, height, depth = map(number, (shape.x, shape.y, shape.z))
    if not 0 < width * height * depth <= LARGEST:
        raise MalformedError(f"expected a shape of at most {LARGEST} cells, got {width}x{height}x{depth}", 1)
    bare = "".join(shape.text.split())
    if bare.strip("#_+") and (other := _VOXEL.sub("", bare)):
        raise MalformedError(f"expected # _ or + in shape {at}, got {other[0]!r}", 1)
    marks = "".join(_VOXEL.findall(bare)) if bare.strip("#_+") else bare
    if len(marks) != width * height * depth:
        raise MalformedError(f"expected {width * height * depth} cells of shape {at}, got {len(marks)}", 1)
    return _of_marks(marks, width, height)


def _of_marks(marks: str, width: int, height: int) -> Shape:
    rows = [marks[at : at + width] for at in range(0, len(marks), width)]
    layers = tuple(tuple(rows[at : at + height]) for at in range(0, len(rows), height))
    filled = [at for at, mark in enumerate(marks) if mark == "#"]
    cells = [Position(at // (width * height), at // width % height, at % width) for at in filled]
    low = Position(*(min(axis) for axis in zip(*cells, strict=True))) if cells else Position(0, 0, 0)
    return Shape(layers, tuple(Position(z - low.layer, y - low.row, x - low.column) for z, y, x in cells))
