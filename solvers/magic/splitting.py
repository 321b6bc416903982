"""Splits a board by giving a cell each of its numbers in turn: boards that are disjoint and leave nothing out."""

from __future__ import annotations

from collections import deque
from dataclasses import replace

from solvers.magic.board import Board, Candidates, format_board, parse


def split(text: str, pieces: int) -> list[str]:
    """About ``pieces`` boards that add up to this one; fewer than two where no cell is open."""
    whole, done = deque([parse(text)]), 0
    while whole and len(whole) < pieces and done < pieces:
        board = whole.popleft()
        whole.extend(_cut(board) or [board])
        done += 1
    return [format_board(board) for board in whole]


def _cut(board: Board) -> list[Board]:
    """The board with each number of the open cell that decides most; nothing if all cells are filled.

    Where the sums alone refute all numbers but one or none, that one or the first stands for the contradiction: no
    solution is left out, and the kernel shows that there is none.
    """
    taken = {cell[0] for cell in board.cells if len(cell) == 1}
    domains = board.domains()
    choices = {
        at: [number for number in domains[at] if number not in taken]
        for at, cell in enumerate(board.cells)
        if len(cell) != 1
    }
    if not choices:
        return []
    rank = _rank(board)
    cell = min(choices, key=lambda at: (len(choices[at]), *rank[at], at))
    fitting = [number for number in choices[cell] if _fits(board, cell, number)]
    return [_given(board, cell, number) for number in fitting or choices[cell][:1] or board.numbers[:1]]


def _rank(board: Board) -> list[tuple[int, int]]:
    """For each cell, first the smaller: open cells of its fullest group, then minus the number of its groups.

    Cells of a group that is nearly full decide the rest of it; the centre and the diagonals lie in most groups.
    """
    found = [(len(board.cells), 0)] * len(board.cells)
    for _, cells, _ in board.groups():
        left = sum(len(board.cells[cell]) != 1 for cell in cells)
        for cell in cells:
            fewest, groups = found[cell]
            found[cell] = min(fewest, left), groups - 1
    return found


def _fits(board: Board, cell: int, number: int) -> bool:
    """False if a group of the cell cannot have its sum with this number, whatever its open cells get."""
    for _, cells, total in board.groups():
        if cell in cells:
            low, high = number, number
            for other in cells:
                if other != cell:
                    some = board.cells[other] or board.numbers
                    low, high = low + some[0], high + some[-1]
            if not low <= total <= high:
                return False
    return True


def _given(board: Board, cell: int, number: int) -> Board:
    row, column = divmod(cell, board.width)
    cells: list[Candidates] = list(board.rows[row])
    cells[column] = (number,)
    return replace(board, rows=(*board.rows[:row], tuple(cells), *board.rows[row + 1 :]))
