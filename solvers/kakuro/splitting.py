"""Splits a board by giving a cell each of its candidates in turn: boards that are disjoint and leave nothing out."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations

from solvers.kakuro.board import BLACK, Kakuro, White, format_board, parse

Place = tuple[int, int]
Run = tuple[tuple[Place, ...], int | None]


def split(text: str, pieces: int) -> list[str]:
    """About ``pieces`` boards that add up to this one; fewer than two where no cell is open."""
    board = parse(text)
    runs = _runs(board)
    whole, done = deque([board]), 0
    while whole and 0 < len(whole) < pieces and done < pieces:
        board = whole.popleft()
        smaller = list(_cut(board, runs))
        done += 1
        whole.extend(smaller or [board])
    return [format_board(board) for board in whole]


def _cut(board: Kakuro, runs: dict[Place, list[Run]]) -> Iterator[Kakuro]:
    """The board with each candidate of the open cell that has fewest.

    Nothing if no cell is open, or if one has no candidate: then there is no solution, which the kernel shows.
    """
    open_cells = [place for place in runs if _given(board, place) == 0]
    if not open_cells:
        return
    choices = [(_candidates(board, runs[place]), place) for place in open_cells]
    candidates, (r, c) = min(choices, key=lambda choice: (len(choice[0]), choice[1]))
    for digit in sorted(candidates):
        row = (*board.rows[r][:c], White(digit), *board.rows[r][c + 1 :])
        yield replace(board, rows=(*board.rows[:r], row, *board.rows[r + 1 :]))


def _given(board: Kakuro, place: Place) -> int:
    cell = board.rows[place[0]][place[1]]
    return cell.given if isinstance(cell, White) else 0


def _candidates(board: Kakuro, runs: list[Run]) -> set[int]:
    """The digits that complete the givens of each of the cell's runs to a combination with the run's sum."""
    found = set(range(1, board.digits + 1))
    for places, clue in runs:
        givens = {digit for place in places if (digit := _given(board, place))}
        found -= givens
        if clue is not None:
            fitting = [chosen for chosen in _sums(board.digits, len(places), clue) if givens <= chosen]
            found &= set().union(*fitting)
    return found


@cache
def _sums(digits: int, length: int, total: int) -> tuple[frozenset[int], ...]:
    """The sets of ``length`` digits with this sum."""
    chosen = combinations(range(1, digits + 1), length)
    return tuple(frozenset(some) for some in chosen if sum(some) == total)


def _runs(board: Kakuro) -> dict[Place, list[Run]]:
    """By white cell, in reading order: its run across and its run down."""
    height, width = len(board.rows), len(board.rows[0])
    lines = [[(r, c) for c in range(width)] for r in range(height)]
    columns = [[(r, c) for r in range(height)] for c in range(width)]
    runs: dict[Place, list[Run]] = {
        (r, c): [] for r, row in enumerate(board.rows) for c, cell in enumerate(row) if isinstance(cell, White)
    }
    for line, across in [*((line, True) for line in lines), *((line, False) for line in columns)]:
        clue: int | None = None
        places: list[Place] = []
        for r, c in [*line, (-1, -1)]:
            cell = board.rows[r][c] if r >= 0 else BLACK
            if isinstance(cell, White):
                places.append((r, c))
                continue
            for place in places:
                runs[place].append((tuple(places), clue))
            clue, places = (cell.across if across else cell.down), []
    return runs
