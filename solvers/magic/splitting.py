"""Splits a board by giving a cell each of its numbers in turn: boards that are disjoint and leave nothing out."""

from __future__ import annotations

from collections import deque
from dataclasses import replace

from solvers.magic.board import Board, Candidates, format_board, parse


def split(text: str, pieces: int) -> list[str]:
    """About ``pieces`` boards that add up to this one; fewer than two where no cell is open.

    A part that has no number left for a cell has no solution and is dropped; if all are, one of them stays.
    """
    whole, done, empty = deque([parse(text)]), 0, ""
    while whole and len(whole) < pieces and done < pieces:
        board = whole.popleft()
        cell = _choose(board)
        smaller = [_given(board, cell, number) for number in _choices(board, cell)] if cell >= 0 else [board]
        empty = empty or ("" if smaller else format_board(board))
        whole.extend(smaller)
        done += 1
    return [format_board(board) for board in whole] or [empty]


def _choose(board: Board) -> int:
    """The open cell that decides most; -1 if all cells are filled."""
    taken, domains, rank = _taken(board), board.domains(), _rank(board)
    sizes = {at: len(set(domains[at]) - taken) for at, cell in enumerate(board.cells) if len(cell) != 1}
    return min(sizes, key=lambda at: (sizes[at], *rank[at], at), default=-1)


def _choices(board: Board, cell: int) -> list[int]:
    """The numbers of an open cell that are left and not refuted by the sums; without any, the board has no solution."""
    taken = _taken(board)
    return [n for n in board.domains()[cell] if n not in taken and n in board.numbers and _fits(board, cell, n)]


def _taken(board: Board) -> set[int]:
    return {cell[0] for cell in board.cells if len(cell) == 1}


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
