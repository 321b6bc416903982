"""All solutions of a board, page by page, in ascending order; no page leaves this module unchecked."""

from __future__ import annotations

import re
from collections.abc import Iterator

from solvers import registry
from solvers.core import Board, Budget, Family, GridmillError, Verdict
from solvers.solving import columns_of, solve_texts

PAGE = 1000  # solutions asked for at once


class ListingError(GridmillError):
    """A board whose solutions cannot be listed."""


class InvalidBoardError(ListingError):
    """A board that breaks the rules of its family as it stands; the message says where."""


class OutOfTimeError(ListingError):
    """A page that was not finished in the time it had; what came before stands."""


def solutions(board: Board | str, *, family: str = "", limit: int = 0) -> Iterator[str]:
    """All solutions of a board (0: every one) in ascending order; a text is one of ``family``.

    Raises ListingError where its family cannot list them, InvalidBoardError for a board that breaks the rules.
    """
    if not isinstance(limit, int):
        raise TypeError(f"expected limit to be a whole number, got {limit!r}")
    if limit < 0:
        raise ValueError(f"expected limit to be 0 or more, got {limit}")
    (name,), (text,) = columns_of([board], family)
    return (solution for page in pages(registry.family(name), text, limit=limit) for solution in page)


def pages(family: Family, text: str, *, after: str = "", limit: int = 0, seconds: float = 0.0) -> Iterator[list[str]]:
    """Pages of the solutions that come after ``after``, at most ``limit`` in all (0: every one).

    ``seconds`` is what a page may take (0: as long as it needs); OutOfTimeError follows the part that was found.
    Raises InvalidBoardError for a board that breaks the rules, which has no solutions either, but another answer.
    """
    left = limit
    none_yet = True
    complete = False
    while not complete and (left > 0 or limit == 0):
        size = min(PAGE, left) if limit else PAGE
        found, complete = checked_page(family, text, after, size, seconds)
        if none_yet and not found:
            _require_valid(family, text, seconds)
        none_yet = False
        if found:
            yield found
            after = found[-1]
            left -= len(found)
        if not complete and len(found) < size:
            on = f"go on after {after!r}" if after else "no solution was found yet: allow more time"
            raise OutOfTimeError(f"not finished in {seconds:g} s a page; {on}")


def _require_valid(family: Family, text: str, seconds: float) -> None:
    answer = solve_texts(family, [text], 1, Budget(seconds=seconds))[0]
    if answer.verdict is Verdict.INVALID:
        raise InvalidBoardError(f"invalid: {answer.reason}")


def checked_page(
    family: Family, text: str, after: str, size: int, seconds: float = 0.0, cancel: bytearray | None = None
) -> tuple[list[str], bool]:
    """As solvers.core.Pager; raises ListingError for an ``after`` that cannot be, and if a solution is found wrong."""
    if family.page is None:
        raise ListingError(f"expected a family that can list solutions, got {family.name}")
    try:
        found, complete = family.page(text, after, size, 0, seconds, cancel)
    except (ValueError, RuntimeError) as error:  # what kernels throw at an `after` that is no solution's text
        raise ListingError(str(error)) from error
    wrong = next(filter(None, family.check([text] * len(found), found)), "") if found else ""
    if wrong:
        raise ListingError(f"a solution does not pass the check: {wrong}")
    return found, complete


def ascending_key(solution: str) -> list[tuple[int, str]]:
    """What solutions of a board are sorted by: cell by cell, numbers by their value."""
    return [(len(part), part) for part in re.split("[ /]", solution)]
