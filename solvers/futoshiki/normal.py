"""The normal form of futoshiki: the first text among all that the square's symmetries and the complement make.

The complement puts n + 1 - v for each value v and turns every sign round.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from solvers.futoshiki.board import Futoshiki, Sign, format_board, parse
from solvers.symmetries import inverse, of_square


def normal_forms(texts: Sequence[str]) -> list[str]:
    """For each canonical text the one that it shares with its equivalents alone."""
    return [min(map(format_board, _equivalents(parse(text)))) for text in texts]


def _equivalents(board: Futoshiki) -> Iterator[Futoshiki]:
    size = board.size
    other = Futoshiki(
        size,
        tuple(size + 1 - value if value else 0 for value in board.cells),
        frozenset(Sign(greater, smaller) for smaller, greater in board.signs),
    )
    for order in of_square(size):
        place = inverse(order)
        for each in (board, other):
            signs = frozenset(Sign(place[smaller], place[greater]) for smaller, greater in each.signs)
            yield Futoshiki(size, tuple(each.cells[old] for old in order), signs)
