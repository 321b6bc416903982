"""The board of sudoku and its canonical text.

    [RxC:]cells[;diagonals][;regions:AAB...][;cages:SUM=r1c1+r1c2,...]

R rows by C columns make a box; the shape is left out for square boxes, and where regions take the boxes' place.
Cells stand row by row: `1`-`9` up to size 9 and `A`.. beyond, `.` where nothing is given. With `diagonals` both long
diagonals hold each value once. Regions are a letter a cell, in order of first appearance. Cages give the sum of their
cells, which differ; they are named from the first cell on. A solution is written as cells alone.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from math import isqrt

from solvers.core import MalformedError
from solvers.sudoku.alphabet import LARGEST, SMALLEST, respell

LARGEST_WITH_REGIONS, LARGEST_WITH_CAGES = 16, 9
_LETTERS = "".join(map(chr, range(ord("A"), ord("A") + LARGEST)))
_PREFIX = re.compile(r"([0-9]{1,2})x([0-9]{1,2}):")
_CAGE = re.compile(r"([0-9]{1,3})=(r[0-9]{1,2}c[0-9]{1,2}(?:\+r[0-9]{1,2}c[0-9]{1,2})*)")
_CELL = re.compile(r"r([0-9]+)c([0-9]+)")


@dataclass(frozen=True, slots=True)
class Box:
    """The shape of a box; a board is as many cells wide and high as its box has cells."""

    rows: int
    columns: int

    @property
    def size(self) -> int:
        return self.rows * self.columns

    def prefix(self) -> str:
        return "" if self.rows == self.columns else f"{self.rows}x{self.columns}:"

    def of(self, row: int, column: int) -> int:
        """The box of a cell, counted from 0 in reading order; there are ``rows`` boxes side by side."""
        return row // self.rows * self.rows + column // self.columns


@dataclass(frozen=True, slots=True)
class Cage:
    """Cells that hold different values of that sum."""

    cells: tuple[int, ...]
    sum: int


@dataclass(frozen=True, slots=True)
class Sudoku:
    """A board: the shape of its boxes, its cells in canonical symbols, and its further rules.

    Where ``regions`` take the boxes' place, ``box`` is a whole row.
    """

    box: Box
    cells: str
    diagonals: bool = False
    regions: str = ""
    cages: tuple[Cage, ...] = ()

    @property
    def size(self) -> int:
        return self.box.size

    def group(self, cell: int) -> int:
        """The box or region of a cell, from 0."""
        if self.regions:
            return ord(self.regions[cell]) - ord("A")
        return self.box.of(cell // self.size, cell % self.size)

    def plain(self) -> bool:
        """Whether nothing but rows, columns and boxes counts."""
        return not (self.diagonals or self.regions or self.cages)


def cell_name(cell: int, size: int) -> str:
    """A cell's name, such as r1c1."""
    return f"r{cell // size + 1}c{cell % size + 1}"


@cache
def boxes(size: int) -> tuple[Box, ...]:
    """The box shapes of a size, the usual one first: nearest to a square, wider than high."""
    if not SMALLEST <= size <= LARGEST:
        return ()
    shapes = [Box(rows, size // rows) for rows in range(2, size // 2 + 1) if size % rows == 0]
    return tuple(sorted(shapes, key=lambda box: (abs(box.rows - box.columns), box.rows)))


@lru_cache(maxsize=1024)  # asked of each line of a file
def size_of(cells: int) -> int:
    """The size of a board of so many cells; 0 if there is none with boxes."""
    size = isqrt(cells)
    return size if size * size == cells and boxes(size) else 0


def parse(text: str) -> Sudoku:
    """Read any spelling of a board's text; raises MalformedError."""
    prefix = _PREFIX.match(text)
    start = prefix.end() if prefix else 0
    cells, *sections = text[start:].split(";")
    size = isqrt(len(cells))
    regions = any(section.startswith("regions:") for section in sections)
    if size * size != len(cells) or not (boxes(size) or (regions and SMALLEST <= size <= LARGEST_WITH_REGIONS)):
        raise MalformedError(f"expected as many cells as a board has (16, 36, 64, 81 ... 625), got {len(cells)}", 1)
    box = Box(1, size) if regions else _box(prefix, size)
    if regions and prefix:
        raise MalformedError("expected no shape of boxes beside regions", 1, 1)
    board = Sudoku(box, respell(cells, size, start).cells)
    column = start + len(cells) + 1
    for section in sections:
        board = _with_section(board, section, column + 1)
        column += len(section) + 1
    return board


def _box(prefix: re.Match[str] | None, size: int) -> Box:
    box = Box(int(prefix[1]), int(prefix[2])) if prefix else boxes(size)[0]
    if box not in boxes(size):
        raise MalformedError(f"expected boxes of {size} cells, got {box.rows}x{box.columns}", 1, 1)
    if not prefix and box.rows != box.columns:
        raise MalformedError(
            f"expected the shape of the boxes before {size}x{size} cells, such as {box.prefix()}", 1, 1
        )
    return box


def _with_section(board: Sudoku, section: str, column: int) -> Sudoku:
    name, _, value = section.partition(":")
    if section == "diagonals" and not board.diagonals:
        return replace(board, diagonals=True)
    if name == "regions" and not board.regions:
        return replace(board, regions=renamed(value, board.size, column))
    if name == "cages" and not board.cages:
        return replace(board, cages=_cages(value, board.size, column))
    raise MalformedError(f"expected diagonals, regions: or cages:, each once, got {section!r}", 1, column)


def renamed(regions: str, size: int, column: int = 0) -> str:
    """The regions by letters in order of first appearance; raises MalformedError if they are not as many as large."""
    names = "".join(dict.fromkeys(regions))
    if len(regions) != size * size or len(names) != size or any(regions.count(name) != size for name in names):
        raise MalformedError(f"expected {size} regions of {size} cells each", 1, column)
    return regions.translate(str.maketrans(names, _LETTERS[:size]))


def _cages(value: str, size: int, column: int) -> tuple[Cage, ...]:
    if size > LARGEST_WITH_CAGES:
        raise MalformedError(f"expected no cages beyond size {LARGEST_WITH_CAGES}, got size {size}", 1, column)
    cages = sorted((_cage(text, size, column) for text in value.split(",")), key=lambda cage: (cage.cells, cage.sum))
    return tuple(cages)


def _cage(text: str, size: int, column: int) -> Cage:
    match = _CAGE.fullmatch(text)
    if match is None:
        raise MalformedError(f"expected a cage such as 15=r1c1+r1c2, got {text!r}", 1, column)
    places = [(int(row) - 1, int(c) - 1) for row, c in _CELL.findall(match[2])]
    cells = sorted({row * size + c for row, c in places})
    if any(not (0 <= row < size and 0 <= c < size) for row, c in places):
        raise MalformedError(f"expected cells of the board, got {text!r}", 1, column)
    if not len(places) == len(cells) <= size:
        raise MalformedError(f"expected at most {size} different cells in a cage, got {text!r}", 1, column)
    return Cage(tuple(cells), int(match[1]))


def canonical(text: str) -> str:
    """Turn any spelling of a board's text into the canonical one; raises MalformedError."""
    if len(text) == 81 and not text.strip("123456789."):  # nearly all there are
        return text
    return format_board(parse(text))


def format_board(board: Sudoku) -> str:
    """The canonical text of a board."""
    text = board.cells if board.regions else board.box.prefix() + board.cells
    if board.diagonals:
        text += ";diagonals"
    if board.regions:
        text += f";regions:{board.regions}"
    if board.cages:
        cages = (f"{cage.sum}={'+'.join(cell_name(cell, board.size) for cell in cage.cells)}" for cage in board.cages)
        text += f";cages:{','.join(cages)}"
    return text


@cache
def _plain(cells: int) -> str:
    return f"{isqrt(cells)}x{isqrt(cells)}"


def variant(text: str) -> str:
    """The variant of a canonical text: `9x9`, `6x6/2x3`, `9x9/diagonals`, `7x7/jigsaw`, `9x9/killer`."""
    if ":" not in text and ";" not in text:
        return _plain(len(text))
    head, *sections = text.split(";")
    prefix, _, cells = head.rpartition(":")
    size = isqrt(len(cells))
    names = {"diagonals": "diagonals", "regions": "jigsaw", "cages": "killer"}
    parts = [f"{size}x{size}", *([prefix] if prefix else []), *(names[s.partition(":")[0]] for s in sections)]
    return "/".join(parts)
