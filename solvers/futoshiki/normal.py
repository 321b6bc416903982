"""The normal form of futoshiki: the first text among all that the square's symmetries and the complement make.

The complement puts n + 1 - v for each value v and turns every sign round. Where signs leave rows or columns free, they
can be exchanged, and without signs so can values: ``structures`` stays the same by that.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterator

from solvers.futoshiki.board import Futoshiki, Sign, format_board, parse
from solvers.structure import Structure, Unit
from solvers.symmetries import inverse, of_square, one_by_one


def _form(text: str) -> str:
    return min(map(format_board, _equivalents(parse(text))))


normal_forms = one_by_one(_form)


def structures(text: str) -> Iterator[Structure]:
    """Lines, signs and equal values of the board and of its complement, by the cells that say something."""
    board = parse(text)
    signed = {cell for sign in board.signs for cell in sign}
    places = {at: new for new, at in enumerate(at for at, value in enumerate(board.cells) if value or at in signed)}
    for each in (board, _complement(board)):
        units: dict[Hashable, list[int]] = defaultdict(list)
        for at, new in places.items():
            units["row", at // board.size].append(new)
            units["column", at % board.size].append(new)
            if each.cells[at]:
                units["value", each.cells[at]].append(new)
        signs = [Unit([places[cell] for cell in sign], "sign", ("smaller", "greater")) for sign in each.signs]
        colours = [each.cells[at] if board.signs else 0 for at in places]
        yield Structure(colours, [*map(Unit, units.values()), *signs], board.size)


def _complement(board: Futoshiki) -> Futoshiki:
    return Futoshiki(
        board.size,
        tuple(board.size + 1 - value if value else 0 for value in board.cells),
        frozenset(Sign(greater, smaller) for smaller, greater in board.signs),
    )


def _equivalents(board: Futoshiki) -> Iterator[Futoshiki]:
    size = board.size
    other = _complement(board)
    for order in of_square(size):
        place = inverse(order)
        for each in (board, other):
            signs = frozenset(Sign(place[smaller], place[greater]) for smaller, greater in each.signs)
            yield Futoshiki(size, tuple(each.cells[old] for old in order), signs)
