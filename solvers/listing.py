"""All solutions of a board, page by page, in ascending order; no page leaves this module unchecked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from solvers.core import Family, GridmillError

PAGE = 1000  # solutions asked for at once


class ListingError(GridmillError):
    """A board whose solutions cannot be listed."""


class OutOfTimeError(ListingError):
    """A page that was not finished in the time it had; what came before stands."""


def pages(family: Family, text: str, *, after: str = "", limit: int = 0, seconds: float = 0.0) -> Iterator[list[str]]:
    """Pages of the solutions that come after ``after``, at most ``limit`` in all (0: every one).

    ``seconds`` is what a page may take (0: as long as it needs); OutOfTimeError follows the part that was found.
    """
    if family.page is None:
        raise ListingError(f"expected a family that can list solutions, got {family.name}")
    left = limit
    complete = False
    while not complete and (left > 0 or limit == 0):
        size = min(PAGE, left) if limit else PAGE
        found, complete = family.page(text, after, size, 0, seconds)
        _pass(family, text, found)
        if found:
            yield found
            after = found[-1]
            left -= len(found)
        if not complete and len(found) < size:
            raise OutOfTimeError(f"not finished in {seconds:g} s a page; go on after {after!r}")


def _pass(family: Family, text: str, found: Sequence[str]) -> None:
    wrong = [why for why in family.check([text] * len(found), found) if why]
    if wrong:
        raise ListingError(f"a solution does not pass the check: {wrong[0]}")
