"""Splits a board by giving a cell each of its candidates in turn: boards that are disjoint and leave nothing out."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations
from typing import NamedTuple

from solvers.kakuro.board import Cell, Kakuro, White, format_board, parse


class Run(NamedTuple):
    """The cells of a run, by number in reading order, and its clue."""

    cells: list[int]
    clue: int | None


class Net(NamedTuple):
    """The runs of a board and, by cell, which of them it belongs to; the same for all its pieces."""

    digits: int
    runs: list[Run]
    runs_of: list[list[int]]


class Piece:
    """A board in the making: the digit of every cell, 0 where it is open, and what each run has left, as bits."""

    def __init__(self, net: Net, digits: list[int], left: list[int]) -> None:
        self.net = net
        self.digits = digits
        self.left = left

    def candidates(self, cell: int) -> int:
        found = (1 << self.net.digits) - 1
        for run in self.net.runs_of[cell]:
            found &= self.left[run]
        return found

    def put(self, cell: int, digit: int) -> None:
        """Gives a cell one of its candidates, and so on to all cells that are left with one."""
        self.settle([*self._gave(cell, digit)])

    def settle(self, todo: list[int]) -> None:
        """Fills those of the cells that have one candidate, and what follows from them."""
        while todo:
            cell = todo.pop()
            bits = self.candidates(cell)
            if not self.digits[cell] and bits.bit_count() == 1:
                todo += self._gave(cell, bits.bit_length())

    def _gave(self, cell: int, digit: int) -> Iterator[int]:
        """Notes the digit; the cells whose candidates may be fewer now."""
        self.digits[cell] = digit
        for run in self.net.runs_of[cell]:
            self.left[run] = _left(self.net, self.digits, run)
        for run in self.net.runs_of[cell]:
            yield from self.net.runs[run].cells

    def branch(self) -> int:
        """The open cell with the fewest candidates, but two; -1 if none is open or one has no candidate."""
        best, fewest = -1, self.net.digits + 1
        for cell, digit in enumerate(self.digits):
            if digit:
                continue
            number = self.candidates(cell).bit_count()
            if number == 0:
                return -1
            if 1 < number < fewest:
                best, fewest = cell, number
        return best

    def with_each_candidate(self, cell: int) -> Iterator[Piece]:
        bits = self.candidates(cell)
        for digit in range(1, self.net.digits + 1):
            if bits >> digit - 1 & 1:
                piece = Piece(self.net, self.digits.copy(), self.left.copy())
                piece.put(cell, digit)
                yield piece


def split(text: str, pieces: int) -> list[str]:
    """Boards that add up to this one: ``pieces`` or, as a cut makes several at once, a few more; fewer only where no
    cell has two candidates left.

    Cells that the clues and givens of their runs leave one digit are filled in and cost no cut. A board without an open
    cell, or with one that has no candidate, is not cut any more: its verdict is the kernel's.
    """
    board = parse(text)
    waiting, done = deque([_whole(board)]), list[Piece]()
    while waiting and len(waiting) + len(done) < pieces:
        piece = waiting.popleft()
        cell = piece.branch()
        if cell < 0:
            done.append(piece)
        else:
            waiting += piece.with_each_candidate(cell)
    return [format_board(_filled(board, piece.digits)) for piece in (*done, *waiting)]


def _whole(board: Kakuro) -> Piece:
    net = _net(board)
    digits = [cell.given for row in board.rows for cell in row if isinstance(cell, White)]
    piece = Piece(net, digits, [_left(net, digits, run) for run in range(len(net.runs))])
    piece.settle(list(range(len(digits))))
    return piece


def _filled(board: Kakuro, digits: list[int]) -> Kakuro:
    filled = iter(digits)
    rows = (tuple(White(next(filled)) if isinstance(cell, White) else cell for cell in row) for row in board.rows)
    return replace(board, rows=tuple(rows))


def _left(net: Net, digits: list[int], run: int) -> int:
    """The digits that complete the givens of a run to a set with its sum."""
    cells, clue = net.runs[run]
    given = 0
    for cell in cells:
        if digits[cell]:
            given |= 1 << digits[cell] - 1
    return _completing(net.digits, len(cells), clue, given)


@cache
def _completing(digits: int, length: int, clue: int | None, given: int) -> int:
    if clue is None:
        return ((1 << digits) - 1) & ~given
    found = 0
    for chosen in _sums(digits, length).get(clue, ()):
        if chosen & given == given:
            found |= chosen
    return found & ~given


@cache
def _sums(digits: int, length: int) -> dict[int, list[int]]:
    """The sets of ``length`` digits, as bits, by their sum."""
    found = defaultdict(list)
    for chosen in combinations(range(1, digits + 1), length):
        found[sum(chosen)].append(sum(1 << digit - 1 for digit in chosen))
    return dict(found)


def _net(board: Kakuro) -> Net:
    number = 0
    cells: list[list[tuple[Cell, int]]] = []
    for row in board.rows:
        cells.append([])
        for cell in row:
            cells[-1].append((cell, number))
            number += isinstance(cell, White)
    net = Net(board.digits, [], [[] for _ in range(number)])
    for line in cells:
        _add_runs(net, line, across=True)
    for column in map(list, zip(*cells, strict=True)):
        _add_runs(net, column, across=False)
    return net


def _add_runs(net: Net, line: list[tuple[Cell, int]], *, across: bool) -> None:
    clue: int | None = None
    run: Run | None = None
    for cell, number in line:
        if not isinstance(cell, White):
            clue, run = (cell.across if across else cell.down), None
            continue
        if run is None:
            run = Run([], clue)
            net.runs.append(run)
        run.cells.append(number)
        net.runs_of[number].append(len(net.runs) - 1)
