"""Boards whose numbers hold a digit and the walls of its cell, as HDU 4069 has them: walls make irregular boxes."""

from __future__ import annotations

from collections.abc import Sequence

from solvers.core import Board, MalformedError
from solvers.reading.format import Wish
from solvers.sudoku.board import parse
from solvers.sudoku.formats.making import make

WALLED = 9  # the size of such boards
WALL, WALLS_OF_ALL = 16, 128  # the lowest and the highest of the four walls in a number


def walled(numbers: Sequence[int], wish: Wish) -> Board:
    """A board of irregular boxes: a number is a digit and the walls of its cell."""
    block = list(range(WALLED * WALLED))
    for cell, number in enumerate(numbers):
        row, column = divmod(cell, WALLED)
        for wall, other, inside in (
            (32, cell + 1, column < WALLED - 1),
            (64, cell + WALLED, row < WALLED - 1),
        ):
            opposite = {32: 128, 64: 16}[wall]
            if inside and bool(number & wall) != bool(numbers[other] & opposite):
                raise MalformedError(
                    f"expected a wall on both sides or none between r{row + 1}c{column + 1} and the next", 1
                )
            if inside and not number & wall:
                old, new = block[cell], block[other]
                block = [new if each == old else each for each in block]
    names = {name: chr(ord("A") + number) for number, name in enumerate(dict.fromkeys(block))}
    if len(names) != WALLED:
        raise MalformedError(f"expected {WALLED} irregular boxes, got {len(names)}", 1)
    digits = [number % WALL for number in numbers]
    if max(digits) > WALLED:
        raise MalformedError(f"expected digits from 1 to {WALLED}, got {max(digits)}", 1)
    rules = parse("." * len(numbers) + ";regions:" + "".join(names[name] for name in block))
    return make("".join(str(digit) for digit in digits), wish, rules=rules)
