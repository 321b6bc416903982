"""The normal form of sudoku: the first text among all that the symmetries of the board make.

    plain         exchanges of bands, of rows in a band, of stacks, of columns in a stack; turning and mirroring; new
                  values: all symmetries that there are
    diagonals     those of the first line that keep both diagonals
    all others    turning and mirroring, and new values; with cages, in place of all new values, the complement, which
                  puts n + 1 - v for each value v and changes the sums

Beyond 9x9 a few boards of the first lines are treated as all others: 24x24, those with boxes wider than 6, and those of
which hundreds of thousands of symmetries make the same rows, such as one with nothing but sixteen values on a diagonal;
with diagonals 25x25 and boxes of 2x12. So are some with a value twice in a unit, for which more was to be tried than a
fifth of a second allows; that may depend on which of its equivalents a board is. All others keep some of the symmetries
of the first line as well, that take their regions and cages with them: ``structures`` stays the same by all of these.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace

from solvers.structure import Structure, Unit
from solvers.sudoku._kernel import minlex
from solvers.sudoku.alphabet import values
from solvers.sudoku.analysis import canonical_forms
from solvers.sudoku.board import Box, Cage, Sudoku, format_board, parse
from solvers.sudoku.crossed import least_crossed
from solvers.symmetries import Order, inverse, of_square


def normal_forms(texts: Sequence[str], *, seconds: float = 0.0, cancel: bytearray | None = None) -> list[str]:
    """For each canonical text one that it shares with equivalent boards alone; "" for one that was not finished."""
    forms = _plain_forms([text for text in texts if _is_plain(text)], seconds, cancel)
    return [(next(forms) if _is_plain(text) else _other_form(text, cancel)) for text in texts]


def _plain_forms(texts: Sequence[str], seconds: float, cancel: bytearray | None) -> Iterator[str]:
    """A call takes as many as it ends in the time of one; the board that it was at has that time for itself then."""
    while texts:
        found = minlex(texts, seconds, cancel)
        last = minlex(texts[len(found) : len(found) + 1], seconds, cancel)
        yield from (form or _form(text) for text, form in zip(texts, found + last, strict=False))
        texts = texts[len(found) + len(last) :]
        if texts and not last:
            yield ""
            texts = texts[1:]


def _other_form(text: str, cancel: bytearray | None) -> str:
    """Takes half a second at most."""
    return "" if cancel is not None and cancel[0] else least_crossed(text) or _form(text)


def structures(text: str) -> Iterator[Structure]:
    """What a board's symmetries beyond its normal form leave as it is; nothing where there are none."""
    board = parse(text)
    if not _is_plain(text):
        whole = least_crossed(text) != ""
    else:
        whole = (board.size <= 9 or not _clashes(board)) and canonical_forms([text]) != [""]
    if whole:
        return
    yield _structure(board)
    if board.cages:
        yield _structure(_complement(board))


def _clashes(board: Sudoku) -> bool:
    """Whether a unit has a value twice, and the form may depend on which of its equivalents the board is."""
    units: dict[tuple[str, int], set[str]] = defaultdict(set)
    for at, symbol in enumerate(board.cells):
        row, column = divmod(at, board.size)
        for unit in (("row", row), ("column", column), ("group", board.group(at))):
            if symbol in units[unit]:
                return True
            if symbol != ".":
                units[unit].add(symbol)
    return False


def _is_plain(text: str) -> bool:
    return ";" not in text


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
    both = (board, _complement(board)) if board.cages else (board,)
    return min(format_board(_relabelled(turned)) for each in both for turned in _turned(each))


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
