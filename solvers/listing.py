"""All solutions of a board, page by page, in ascending order; no page leaves this module unchecked."""

from __future__ import annotations

import re
from collections.abc import Iterator

from solvers import registry
from solvers.core import Board, Family, GridmillError

PAGE = 1000  # solutions asked for at once


class ListingError(GridmillError):
    """A board whose solutions cannot be listed."""


class OutOfTimeError(ListingError):
    """A page that was not finished in the time it had; what came before stands."""


def solutions(board: Board | str, *, family: str = "", limit: int = 0) -> Iterator[str]:
    """All solutions of a board (0: every one) in ascending order; a text is one of ``family``.

    Raises ListingError where its family cannot list them.
    """
    name = board.family if isinstance(board, Board) else family
    found = registry.family(name)
    text = board.text if isinstance(board, Board) else found.canonical(board)
    for page in pages(found, text, limit=limit):
        yield from page


def pages(family: Family, text: str, *, after: str = "", limit: int = 0, seconds: float = 0.0) -> Iterator[list[str]]:
    """Pages of the solutions that come after ``after``, at most ``limit`` in all (0: every one).

    ``seconds`` is what a page may take (0: as long as it needs); OutOfTimeError follows the part that was found.
    """
    left = limit
    complete = False
    while not complete and (left > 0 or limit == 0):
        size = min(PAGE, left) if limit else PAGE
        found, complete = checked_page(family, text, after, size, seconds)
        if found:
            yield found
            after = found[-1]
            left -= len(found)
        if not complete and len(found) < size:
            raise OutOfTimeError(f"not finished in {seconds:g} s a page; go on after {after!r}")


def checked_page(
    family: Family, text: str, after: str, size: int, seconds: float = 0.0, cancel: bytearray | None = None
) -> tuple[list[str], bool]:
    """As solvers.core.Pager; raises ListingError where a solution does not pass the check."""
    if family.page is None:
        raise ListingError(f"expected a family that can list solutions, got {family.name}")
    found, complete = family.page(text, after, size, 0, seconds, cancel)
    wrong = next(filter(None, family.check([text] * len(found), found)), "") if found else ""
    if wrong:
        raise ListingError(f"a solution does not pass the check: {wrong}")
    return found, complete


def ascending_key(solution: str) -> list[tuple[int, str]]:
    """What solutions of a board are sorted by: cell by cell, numbers by their value."""
    return [(len(part), part) for part in re.split("[ /]", solution)]
