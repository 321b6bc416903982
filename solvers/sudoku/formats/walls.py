"""Boards whose numbers hold a digit and the walls of its cell, as HDU 4069 has them: walls make irregular boxes."""

from __future__ import annotations

from collections.abc import Sequence

from solvers.core import Board, MalformedError
from solvers.reading.format import Wish
from solvers.sudoku.alphabet import values
from solvers.sudoku.board import Sudoku, boxes, parse
from solvers.sudoku.formats.making import make

WALLED = 9  # the size of such boards
WALL, WALLS_OF_ALL = 16, 128  # the lowest and the highest of the four walls in a number

_CELLS = range(WALLED * WALLED)
# Each pair of neighbours, with the wall of the first one between them and that of the second.
_EDGES = sorted(
    [(cell, cell + 1, 32, 128) for cell in _CELLS if (cell + 1) % WALLED]
    + [(cell, cell + WALLED, 64, 16) for cell in _CELLS[:-WALLED]]
)
_USUAL = "".join(chr(ord("A") + boxes(WALLED)[0].of(*divmod(cell, WALLED))) for cell in _CELLS)


def walled(numbers: Sequence[int], wish: Wish) -> Board:
    """A board of irregular boxes: a number is a digit and the walls of its cell."""
    block = list(range(WALLED * WALLED))
    members = [[cell] for cell in block]
    for cell, other, wall, opposite in _EDGES:
        if bool(numbers[cell] & wall) != bool(numbers[other] & opposite):
            place = f"r{cell // WALLED + 1}c{cell % WALLED + 1}"
            raise MalformedError(f"expected a wall on both sides or none between {place} and the next", 1)
        old, new = block[cell], block[other]
        if old != new and not numbers[cell] & wall:
            if len(members[old]) > len(members[new]):
                old, new = new, old
            for each in members[old]:
                block[each] = new
            members[new] += members[old]
    names = {name: chr(ord("A") + number) for number, name in enumerate(dict.fromkeys(block))}
    if len(names) != WALLED:
        raise MalformedError(f"expected {WALLED} irregular boxes, got {len(names)}", 1)
    digits = [number % WALL for number in numbers]
    if max(digits) > WALLED:
        raise MalformedError(f"expected digits from 1 to {WALLED}, got {max(digits)}", 1)
    regions = "".join(names[name] for name in block)
    rules = parse("." * len(numbers) + f";regions:{regions}") if regions != _USUAL else None
    return make("".join(str(digit) for digit in digits), wish, rules=rules)


def write_walled(board: Board) -> str:
    """Numbers that hold a digit and the walls of its cell: 16 above, 32 right, 64 below, 128 left."""
    sudoku = parse(board.text)
    if sudoku.size != WALLED or sudoku.diagonals or sudoku.cages:
        raise MalformedError(f"expected a board of 9x9 with boxes alone, got one of {board.variant}", 1)
    numbers = [_with_walls(sudoku, cell) for cell in range(WALLED * WALLED)]
    return "".join(" ".join(map(str, numbers[at : at + WALLED])) + "\n" for at in range(0, len(numbers), WALLED))


def _with_walls(sudoku: Sudoku, cell: int) -> int:
    row, column = divmod(cell, WALLED)
    beside = ((16, -1, 0), (32, 0, 1), (64, 1, 0), (128, 0, -1))
    walls = 0
    for wall, down, right in beside:
        y, x = row + down, column + right
        inside = 0 <= y < WALLED and 0 <= x < WALLED
        walls += wall * (not inside or sudoku.group(y * WALLED + x) != sudoku.group(cell))
    return walls + values(WALLED).find(sudoku.cells[cell]) + 1
