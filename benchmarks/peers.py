"""Our boards in the words of the peers that have no notation of their own."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Callable
from itertools import pairwise
from types import ModuleType

import numpy as np

from solvers.beads.board import parse as parse_beads
from solvers.futoshiki.board import parse as parse_futoshiki
from solvers.kakuro.board import Black
from solvers.kakuro.board import parse as parse_kakuro

Solve = Callable[[str], object]


def exact_cover_sudoku(module: ModuleType, box: int = 3) -> Solve:
    """Sudoku as an exact cover: a row for every value that a cell may hold, a column for every condition."""
    n = box * box
    symbols = "123456789" if n == 9 else "ABCDEFGHIJKLMNOP"

    def solve(text: str) -> object:
        rows = []
        for cell, symbol in enumerate(text):
            r, c = divmod(cell, n)
            for value in range(n):
                if symbol in (".", symbols[value]):
                    row = np.zeros(4 * n * n, dtype=np.int32)
                    b = r // box * box + c // box
                    row[[cell, n * n + r * n + value, 2 * n * n + c * n + value, 3 * n * n + b * n + value]] = 1
                    rows.append(row)
        return module.get_exact_cover(np.array(rows))

    return solve


def beads_rows(text: str) -> list[list[int]]:
    """The items of every placement of a missing piece: empty cells are numbered first, then the pieces."""
    board = parse_beads(text)
    cells = {(r, c): symbol for r, row in enumerate(board.layers[0]) for c, symbol in enumerate(row) if symbol != "#"}
    empty = {cell: at for at, cell in enumerate(cell for cell, symbol in cells.items() if symbol == ".")}
    placed = set(cells.values())
    missing = [piece for piece in board.rules.pieces() if not placed & set(piece.letters)]
    rows = []
    for number, piece in enumerate(missing):
        for shape in _shapes([(y, x) for _, y, x in piece.cells]):
            for r, c in empty:
                spots = [(r + y, c + x) for y, x in shape]
                if all(spot in empty for spot in spots):
                    rows.append([empty[spot] for spot in spots] + [len(empty) + number])
    return rows


def _shapes(cells: list[tuple[int, int]]) -> set[tuple[tuple[int, int], ...]]:
    """A piece turned and flipped in every way, its first cell at the origin."""
    found = set()
    for _ in range(2):
        for _ in range(4):
            cells = [(x, -y) for y, x in cells]
            y0, x0 = min(cells)
            found.add(tuple(sorted((y - y0, x - x0) for y, x in cells)))
        cells = [(y, -x) for y, x in cells]
    return found


def kakuro_cp_sat(module: ModuleType | None) -> Solve | None:
    """Kakuro for multi-puzzle-solver: the border off, sums by line; its digits are 1 to 9."""
    if module is None:
        return None

    def solve(text: str) -> object:
        board = parse_kakuro(text)
        grid = np.array(
            [["#" if isinstance(c, Black) else str(c.given or " ") for c in row[1:]] for row in board.rows[1:]]
        )
        rows = [_sums(row, "across") for row in board.rows[1:]]
        columns = [_sums(column, "down") for column in list(zip(*board.rows, strict=True))[1:]]
        return _quiet(lambda: module.Board(grid, rows, columns).solve_and_print(verbose=False))

    return solve


def _sums(line: tuple[object, ...], direction: str) -> list[int | str]:
    """The clues of the runs of a line, "#" where a run has none."""
    sums: list[int | str] = []
    for before, cell in pairwise(line):
        if isinstance(before, Black) and not isinstance(cell, Black):
            clue = getattr(before, direction)
            sums.append("#" if clue is None else clue)
    return sums


def unequal_cp_sat(module: ModuleType | None) -> Solve | None:
    """Futoshiki for multi-puzzle-solver: a picture of cells and signs."""
    if module is None:
        return None

    def solve(text: str) -> object:
        board = parse_futoshiki(text)
        n = board.size
        picture = np.full((2 * n - 1, 2 * n - 1), " ", dtype=object)
        for cell, value in enumerate(board.cells):
            r, c = divmod(cell, n)
            picture[2 * r, 2 * c] = str(value) if value else " "
            if c + 1 < n:
                picture[2 * r, 2 * c + 1] = "< >"[board.between(cell, cell + 1) + 1]
            if r + 1 < n:
                picture[2 * r + 1, 2 * c] = "n V"[board.between(cell, cell + n) + 1]
        return _quiet(lambda: module.Board(picture, include_zero_before_letter=False).solve_and_print(verbose=False))

    return solve


def _quiet(run: Callable[[], object]) -> object:
    with contextlib.redirect_stdout(io.StringIO()):
        return run()
