"""Which named set a board without a stated one means: the same shapes go under different letters."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import cache, lru_cache

import numpy as np

from solvers.beads.board import EMPTY, HOLE, Rules, parse
from solvers.beads.orientations import canonical_cells
from solvers.beads.pieces import LETTERS, Piece, Position
from solvers.beads.sets import DEFAULT, named, sets

BITS = 64
MARKS = 128  # that a region may be written with
ALL = np.uint64((1 << BITS) - 1)
_TO_EMPTY = str.maketrans(LETTERS, EMPTY * len(LETTERS))

Placed = dict[str, tuple[Position, ...]]


def fitting_set(text: str, preferred: str = DEFAULT) -> str:
    """The preferred set if the placed pieces of a canonical text fit it; else the first that they fit; else it."""
    names = [preferred, *(name for name in sets() if name != preferred)]
    letters = set(text) - {EMPTY, HOLE, "/", " "} if ":" not in text else set()
    if letters:
        fit = frozenset.intersection(*(_that_fit(text.translate(_without_others(letter))) for letter in letters))
        return next((name for name in names if name in fit), preferred)
    return next((name for name in names if _fits(name, *_placed(text))), preferred)


def fitting_sets(texts: Sequence[str]) -> list[str]:
    """The set that each of many canonical texts fits, all of one region and without a head.

    Which cells a letter has is a number of 64 bits; there are few different ones, and each is looked at once.
    """
    length = len(texts[0])
    empty = texts[0].translate(_TO_EMPTY)
    if length > BITS or ":" in empty or "\n".join(texts).translate(_TO_EMPTY) != "\n".join([empty] * len(texts)):
        return list(map(fitting_set, texts))
    names = [DEFAULT, *(name for name in sets() if name != DEFAULT)]
    joined = "".join(texts)
    marks = np.frombuffer(joined.encode(), np.uint8).reshape(len(texts), length)
    fit = np.full(len(texts), (1 << len(names)) - 1, np.uint64)
    for letter in marks_of(joined) - {EMPTY, HOLE, "/"}:
        bits = np.packbits(np.pad(marks == ord(letter), ((0, 0), (0, BITS - length))), axis=1).view(">u8")[:, 0]
        kinds, first, of = np.unique(bits, return_index=True, return_inverse=True)
        found = [_bits(names, _that_fit(texts[at].translate(_without_others(letter)))) for at in first]
        fit &= np.where(kinds == 0, ALL, np.array(found, np.uint64))[of]
    return [names[_lowest(int(each))] for each in fit]


def marks_of(text: str) -> set[str]:
    """The marks of a long text: sets of Python take three times as long."""
    if not text.isascii():
        return set(text)
    return set(map(chr, np.flatnonzero(np.bincount(np.frombuffer(text.encode(), np.uint8)))))


def _bits(names: Sequence[str], fit: frozenset[str]) -> int:
    return sum(1 << at for at, name in enumerate(names) if name in fit)


def _lowest(bits: int) -> int:
    """The first of the names whose bit is set; the default where none is."""
    return (bits & -bits).bit_length() - 1 if bits else 0


def _placed(text: str) -> tuple[Placed, Rules]:
    """The cells of each placed piece, and the rules of the board."""
    board = parse(text)
    return _cells(board.layers), board.rules


def _cells(layers: Sequence[Sequence[str]]) -> Placed:
    """The cells of each letter."""
    placed: defaultdict[str, list[Position]] = defaultdict(list)
    for z, rows in enumerate(layers):
        for y, row in enumerate(rows):
            for x, mark in enumerate(row):
                if mark not in {HOLE, EMPTY, " "}:
                    placed[mark].append(Position(z, y, x))
    return {mark: tuple(cells) for mark, cells in placed.items()}


@lru_cache(maxsize=16384)  # of a region of 55 cells all placements of twelve pieces are fewer
def _that_fit(text: str) -> frozenset[str]:
    """The sets that the pieces of the text fit: here one, the others of its board taken away."""
    placed, rules = _placed(text)
    return frozenset(name for name in sets() if _fits(name, placed, rules))


@cache
def _without_others(letter: str) -> dict[int, str]:
    return {ord(other): EMPTY for other in LETTERS if other != letter}


def set_by_letters(region: str, preferred: str = "") -> str:
    """The set that the placed letters of a flat region fit, one of the region's area before any other; "" if none.

    Where shapes fit none, it is one that has these letters and the region's area.
    """
    placed = _cells([region.split("/")])
    cells = sum(mark not in "/# " for mark in region)
    if not placed or "//" in region:
        return ""
    names = sorted(sets(), key=lambda name: (_area(name) != cells, name != preferred))
    own = (name for name in names if _area(name) == cells and placed.keys() <= _letters(name))
    return next((name for name in names if _fits(name, placed, Rules())), next(own, ""))


def _letters(name: str) -> set[str]:
    return {letter for piece in named(name).pieces for letter in piece.letters}


def _area(name: str) -> int:
    return sum(len(piece.cells) * len(piece.letters) for piece in named(name).pieces)


def _fits(name: str, placed: Placed, rules: Rules) -> bool:
    """Flips are allowed here: a board that breaks the rule against them still means its own set."""
    if named(name).grid is not named(DEFAULT).grid or rules.grid.flat is False:
        return name == DEFAULT
    shapes = _shapes(name)
    return all(letter in shapes and _same(shapes[letter], cells, rules) for letter, cells in placed.items())


@cache
def _shapes(name: str) -> dict[str, Piece]:
    """The piece of each letter of a set."""
    return {letter: piece for piece in named(name).pieces for letter in piece.letters}


def _same(piece: Piece, cells: tuple[Position, ...], rules: Rules) -> bool:
    grid = rules.grid
    return canonical_cells(cells, grid, flip=True) == canonical_cells(piece.cells, grid, flip=True)


def are_whole(region: str) -> bool:
    """Whether the letters of a flat region are as many as whole pieces of a set of its area have."""
    area = len(region) - region.count("/") - region.count("#")
    letters = set(region).difference("/. #")
    return any(all(region.count(letter) == sizes.get(letter) for letter in letters) for sizes in _sizes(area))


def are_all_whole(regions: Sequence[str]) -> bool:
    """Whether ``are_whole`` holds for all regions, which are flat and of one length."""
    joined = "".join(regions)
    if not joined.isascii() or "#" in joined or set(map(len, regions)) != {len(regions[0])}:
        return all(map(are_whole, regions))
    marks = np.frombuffer(joined.encode(), np.uint8).reshape(len(regions), -1)
    # How often each mark stands in each region, all counted at once: letter by letter takes three times as long.
    places = marks + np.arange(0, MARKS * len(regions), MARKS)[:, None]
    counts = np.bincount(places.ravel(), minlength=MARKS * len(regions)).reshape(len(regions), MARKS)
    counts[:, list(map(ord, "/. "))] = 0
    whole = np.zeros(len(regions), bool)
    for sizes in _sizes(len(regions[0]) - regions[0].count("/")):
        wanted = np.full(MARKS, -1)
        wanted[list(map(ord, sizes))] = list(sizes.values())
        whole |= ((counts == 0) | (counts == wanted)).all(axis=1)
    return bool(whole.all())


@cache
def _sizes(area: int) -> list[dict[str, int]]:
    """How many cells the piece of each letter has, for the sets of that area."""
    return [
        {letter: len(piece.cells) for letter, piece in _shapes(name).items()} for name in sets() if _area(name) == area
    ]
