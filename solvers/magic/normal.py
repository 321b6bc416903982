"""The normal form of magic boards: the first text among the eight that turning and mirroring the square make.

Every named rule set means the same in each of them. ``custom`` boards are their own: their groups are whatever the
text gives. Further symmetries, by which ``structures`` stays the same, exchange rows and columns as far as the groups
stay groups, or put for each number the one that stands as far from the other end (n^2 + 1 - v).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from solvers.magic.board import Board, Equation, format_board, parse
from solvers.magic.rules import Group
from solvers.structure import Structure, Unit
from solvers.symmetries import inverse, of_square, one_by_one


def _form(text: str) -> str:
    return text if text.startswith("custom") else min(_equivalents(parse(text)))


normal_forms = one_by_one(_form)


def structures(text: str) -> Iterator[Structure]:
    """The groups of the board and, where its numbers have one, of its complement."""
    board = parse(text)
    groups, whole = board.groups(), board.numbers[0] + board.numbers[-1]
    if board.rule == "pandiagonal" and board.width == 4 and not board.equations:
        groups = _edges(whole)
    yield Structure(board.domains(), [Unit(group.cells, group.sum) for group in groups], board.numbers)
    if tuple(whole - number for number in reversed(board.numbers)) == board.numbers:
        other = [tuple(sorted(whole - number for number in domain)) for domain in board.domains()]
        turned = [Unit(group.cells, whole * len(group.cells) - group.sum) for group in groups]
        yield Structure(other, turned, board.numbers)


def _edges(label: int) -> tuple[Group, ...]:
    """Neighbours on the torus of order 4, which is a hypercube: all its 384 symmetries keep pandiagonal squares.

    See Rosser and Walker, On the transformation group for diabolic magic squares of order four (1938).
    """
    places = [divmod(cell, 4) for cell in range(16)]
    beside = [(r * 4 + (c + 1) % 4, (r + 1) % 4 * 4 + c) for r, c in places]
    return tuple(Group("", (cell, other), label) for cell, others in enumerate(beside) for other in others)


def _equivalents(board: Board) -> Iterator[str]:
    size = board.width
    if not all(board.holds(cell) for cells, _ in board.equations for cell in cells):
        yield format_board(board)  # invalid, and what lies outside has no place after a turn
        return
    for order in of_square(size):
        cells = [board.cells[old] for old in order]
        rows = tuple(tuple(cells[start : start + size]) for start in range(0, size * size, size))
        place = inverse(order)
        moved = (
            Equation(tuple(sorted(_moved(cell, place, size) for cell in cells_)), total)
            for cells_, total in board.equations
        )
        yield format_board(replace(board, rows=rows, equations=tuple(sorted(moved))))


def _moved(cell: tuple[int, int], place: Sequence[int], size: int) -> tuple[int, int]:
    row, column = divmod(place[(cell[0] - 1) * size + cell[1] - 1], size)
    return row + 1, column + 1
