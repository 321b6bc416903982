"""Which of the two clues of a black cell comes first: authors disagree, and the board itself tells most of the time."""

from __future__ import annotations

from typing import NamedTuple

from solvers.core import MalformedError
from solvers.kakuro import _kernel
from solvers.reading.format import Wish

DOWN_FIRST = "down-first"
ACROSS_FIRST = "across-first"


CLUE_ORDER = "clue-order"  # the option of the formats that have the choice


Evidence = tuple[int, int]  # clues that do not fit, and runs of two or more cells without a clue


class Reading(NamedTuple):
    """A board's text in the chosen order, the order's name, why that one, and what to warn of ("" if nothing)."""

    text: str
    order: str
    why: str
    note: str


def oriented(text: str, wished: str = "", usual: str = DOWN_FIRST) -> Reading:
    """The board in the order that ``wished`` says or, without a wish, that fits the cells; else the ``usual`` one.

    ``text`` is canonical, read down first. A clue without cells and a sum out of reach speak against an order, and if
    both orders have as many of these, a run of two or more cells without a clue does.
    """
    if wished in (DOWN_FIRST, ACROSS_FIRST):
        return Reading(_read(text, wished), wished, "as asked", "")
    other = ACROSS_FIRST if usual == DOWN_FIRST else DOWN_FIRST
    against = dict(zip((DOWN_FIRST, ACROSS_FIRST), evidence(text), strict=True))
    if against[other] < against[usual]:
        why = f"{usual}, {_said(against[usual], against[other])}"
        return Reading(_read(text, other), other, why, f"clues read {other}: {why}")
    if against[usual] < against[other]:
        return Reading(_read(text, usual), usual, f"{other}, {_said(against[other], against[usual])}", "")
    note = f"nothing tells the order of the clues; read {usual}" if _kernel.swapped(text) != text else ""
    return Reading(_read(text, usual), usual, "nothing tells the order of the clues", note)


def evidence(text: str) -> tuple[Evidence, Evidence]:
    """What speaks against the clues of a canonical text as they are, and against them exchanged."""
    misfits, missing, exchanged_misfits, exchanged_missing = _kernel.evidence(text)
    return (misfits, missing), (exchanged_misfits, exchanged_missing)


def _read(text: str, order: str) -> str:
    return text if order == DOWN_FIRST else _kernel.swapped(text)


def _said(against: Evidence, less: Evidence) -> str:
    """The evidence that tells one order from the other."""
    (misfits, missing), (fewer, _) = against, less
    return f"{misfits} clues would fit no cells" if misfits > fewer else f"{missing} runs would have no clue"


def wished_order(wish: Wish) -> str:
    """The order that the user asked for; "" if none."""
    return wish.variant if wish.variant in {DOWN_FIRST, ACROSS_FIRST} else ""


def one_order(wish: Wish) -> None:
    """For a format whose notation fixes the order: raises MalformedError if the user asks for one."""
    if wished_order(wish):
        raise MalformedError(f"this format has one order of clues, got --clue-order {wish.variant}")
