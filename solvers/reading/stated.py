"""A stated solution beside the one that was found: confirmed, or contradicted cell by cell."""

from __future__ import annotations

from itertools import zip_longest
from math import isqrt

from solvers.core import Answer, Family, Verdict

SHOWN = 5  # cells that are named
NONE: list[str] = []


def compare(stated: str, solution: str) -> str:
    """`confirmed`, or `differs at r9c9 (stated 7, found 8), ...`; nothing if one of the two is missing."""
    if not stated or not solution:
        return ""
    if stated == solution:
        return "confirmed"
    pairs = [
        (f"r{row}c{column}", one, other)
        for row, (ones, others) in enumerate(zip_longest(_rows(stated), _rows(solution), fillvalue=NONE), 1)
        for column, (one, other) in enumerate(zip_longest(ones, others, fillvalue="nothing"), 1)
        if one != other
    ]
    missing = [place for place, one, _ in pairs if one in (".", "nothing")]
    wrong = [f"{place} (stated {one}, found {other})" for place, one, other in pairs if place not in missing]
    parts = [f"differs at {_some(wrong)}"] if wrong else []
    return "; ".join(parts + ([f"incomplete at {_some(missing)}"] if missing else []))


def assess(stated: str, family: Family, text: str, answer: Answer) -> str:
    """What the answer says of a stated solution: `confirmed`, how it differs, or that there is none or another one."""
    if not stated:
        return ""
    if answer.verdict is Verdict.UNIQUE:
        return compare(stated, answer.solution)
    if answer.verdict in (Verdict.NONE, Verdict.INVALID):
        return "contradicted: the board has no solution"
    wrong = family.check([text], [stated])[0]
    if wrong:
        return f"is no solution: {wrong}"
    return "is one of several solutions" if answer.verdict is Verdict.MULTIPLE else "is a solution"


def misplaced(placed: str, answer: Answer) -> str:
    """The placed digits that the one solution contradicts, `wrong at r1c3 (placed 4, found 6)`; nothing without any."""
    if answer.verdict is not Verdict.UNIQUE or len(placed) != len(answer.solution):
        return ""
    size = isqrt(len(placed))
    wrong = [
        f"r{at // size + 1}c{at % size + 1} (placed {one}, found {other})"
        for at, (one, other) in enumerate(zip(placed, answer.solution, strict=True))
        if one not in (".", other)
    ]
    return f"wrong at {_some(wrong)}" if wrong else ""


def _some(places: list[str]) -> str:
    rest = len(places) - SHOWN
    return ", ".join(places[:SHOWN]) + (f" and {rest} more" if rest > 0 else "")


def _rows(solution: str) -> list[list[str]]:
    """The cells row by row: rows end at `/`, and cells stand apart if they are numbers; else it is a square."""
    body = solution.rpartition(":")[2]
    if "/" in body or " " in body:
        return [row.split() if " " in row else list(row) for row in body.split("/")]
    size = isqrt(len(body))
    return [list(body[at : at + size]) for at in range(0, len(body), size or 1)]
