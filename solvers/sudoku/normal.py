"""The normal form of sudoku: the first text among all that the symmetries of the board make.

    plain, up to 9x9    exchanges of bands, of rows in a band, of stacks, of columns in a stack; turning and mirroring;
                        new values: all symmetries that there are (8x8 is too large for it, see below)
    all others          turning and mirroring, and new values where no cage says a sum

Plain boards of 8x8 and beyond 9x9 have the symmetries of the first line too, more than can be tried; which of them
are equivalent by an exchange of bands or rows, nobody says here. Boards with further rules keep some of them, and with
cages the complement, which puts n + 1 - v for each value v. ``structures`` stays the same by all of these.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import permutations, product
from operator import itemgetter
from typing import cast

from solvers.structure import Structure, Unit
from solvers.sudoku.alphabet import values
from solvers.sudoku.analysis import CELLS, canonical_forms
from solvers.sudoku.board import Box, Cage, Sudoku, format_board, parse
from solvers.symmetries import Order, inverse, of_square

Pick = Callable[[str], tuple[str, ...]]
SMALL = 6  # up to this size all symmetries are tried: 3456 of 6x6


def normal_forms(texts: Sequence[str]) -> list[str]:
    """For each canonical text one that it shares with equivalent boards alone."""
    usual = [len(text) == CELLS for text in texts]
    forms = iter(canonical_forms([text for text, fits in zip(texts, usual, strict=True) if fits]))
    return [next(forms) if fits else _form(text) for text, fits in zip(texts, usual, strict=True)]


def structures(text: str) -> Iterator[Structure]:
    """What a board's symmetries beyond its normal form leave as it is; nothing where there are none."""
    board = None if len(text) == CELLS else parse(text)
    if board is None or (board.plain() and board.size <= SMALL):
        return
    yield _structure(board)
    if board.cages:
        yield _structure(_complement(board))


def _structure(board: Sudoku) -> Structure:
    """Of the cells that say something: those with givens and those in cages."""
    size, caged = board.size, {cell for cage in board.cages for cell in cage.cells}
    places = [at for at, symbol in enumerate(board.cells) if symbol != "." or at in caged]
    units: dict[Hashable, list[int]] = defaultdict(list)
    for number, at in enumerate(places):
        row, column = divmod(at, size)
        for unit in (("row", row), ("column", column), ("group", board.group(at))):
            units[unit].append(number)
        if board.diagonals:
            for unit in [("diagonal", 1)] * (row == column) + [("diagonal", 2)] * (row + column == size - 1):
                units[unit].append(number)
        if board.cells[at] != ".":
            units["value", board.cells[at]].append(number)
    new = {at: number for number, at in enumerate(places)}
    cages = [Unit([new[cell] for cell in cage.cells], cage.sum) for cage in board.cages]
    colours = [board.cells[at] if board.cages else "" for at in places]
    return Structure(colours, [*map(Unit, units.values()), *cages], len(board.cells))


def _complement(board: Sudoku) -> Sudoku:
    names = values(board.size)
    cages = tuple(Cage(cage.cells, (board.size + 1) * len(cage.cells) - cage.sum) for cage in board.cages)
    return replace(board, cells=board.cells.translate(str.maketrans(names, names[::-1])), cages=cages)


def _form(text: str) -> str:
    board = parse(text)
    if board.plain() and board.size <= SMALL:
        return _form_of_small(board)
    return min(format_board(_relabelled(each)) for each in _turned(board))


def _form_of_small(board: Sudoku) -> str:
    """Lying boxes come before standing ones, so one of both is enough."""
    box, cells = board.box, board.cells
    if box.rows > box.columns:
        box, cells = Box(box.columns, box.rows), "".join(cells[old] for old in of_square(board.size)[4])
    names = values(board.size)
    return box.prefix() + min(_renamed("".join(pick(cells)), names) for pick in _exchanges(box))


@cache
def _exchanges(box: Box) -> tuple[Pick, ...]:
    size = box.size
    rows, columns = list(_lines(box.columns, box.rows)), list(_lines(box.rows, box.columns))
    orders = [[r * size + c for r in row for c in column] for row, column in product(rows, columns)]
    if box.rows == box.columns:
        orders += [[c * size + r for r in row for c in column] for row, column in product(rows, columns)]
    return tuple(cast("Pick", itemgetter(*order)) for order in orders)


def _lines(bands: int, each: int) -> Iterator[list[int]]:
    """The orders in which rows can stand: bands as wholes, rows inside their band."""
    for order in permutations(range(bands)):
        for inside in product(permutations(range(each)), repeat=bands):
            yield [band * each + line for band, lines in zip(order, inside, strict=True) for line in lines]


def _turned(board: Sudoku) -> Iterator[Sudoku]:
    for number, order in enumerate(of_square(board.size)):
        swaps = number >= 4 and not board.regions
        box = Box(board.box.columns, board.box.rows) if swaps else board.box
        yield replace(
            board, box=box, cells=_moved(board.cells, order), regions=_moved(board.regions, order, "A"),
            cages=_moved_cages(board.cages, inverse(order)),
        )  # fmt: skip


def _moved(cells: str, order: Order, first: str = "") -> str:
    """In a new order; regions are named by first appearance."""
    if not cells:
        return ""
    moved = "".join(cells[old] for old in order)
    if not first:
        return moved
    names = {ord(name): chr(ord(first) + at) for at, name in enumerate(dict.fromkeys(moved))}
    return moved.translate(names)


def _moved_cages(cages: tuple[Cage, ...], place: Order) -> tuple[Cage, ...]:
    moved = (Cage(tuple(sorted(place[cell] for cell in cage.cells)), cage.sum) for cage in cages)
    return tuple(sorted(moved, key=lambda cage: (cage.cells, cage.sum)))


def _relabelled(board: Sudoku) -> Sudoku:
    return board if board.cages else replace(board, cells=_renamed(board.cells, values(board.size)))


def _renamed(cells: str, into: str) -> str:
    """With the values in the order in which they first appear."""
    names = dict(zip(map(ord, dict.fromkeys(cells.replace(".", ""))), into, strict=False))
    return cells.translate(names)
