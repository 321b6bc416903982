"""Which givens a board does not need: without them it has the same single solution.

A board is minimal if it needs every given. Each given is taken away in turn, and the board solved with limit 2. In
beads a piece that is placed is one given.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from solvers import registry
from solvers.core import UNLIMITED, Budget, Verdict, cells_of
from solvers.givens import by_characters
from solvers.solving import solve_texts


def unneeded(
    family: str, texts: Sequence[str], budget: Budget = UNLIMITED, cancel: bytearray | None = None
) -> list[list[str] | None]:
    """For each canonical text the givens that it does not need, such as ``r1c1=7``.

    None for a board that is not proven unique, or one of whose reduced boards stayed undecided.
    """
    solver = registry.family(family)
    answers = solve_texts(solver, texts, 2, budget, cancel)
    found: list[list[str] | None] = []
    for text, answer in zip(texts, answers, strict=True):
        if answer.verdict is not Verdict.UNIQUE:
            found.append(None)
            continue
        reduced = list(without_each(family, text))
        verdicts = [each.verdict for each in solve_texts(solver, [less for _, less in reduced], 2, budget, cancel)]
        if Verdict.UNDECIDED in verdicts or Verdict.FAILED in verdicts:
            found.append(None)
        else:
            named = zip(reduced, verdicts, strict=True)
            found.append([name for (name, _), verdict in named if verdict is Verdict.UNIQUE])
    return found


def contradiction(family: str, text: str, budget: Budget = UNLIMITED) -> list[str] | None:
    """Givens that have no solution together, although without any one of them they have, such as ``r1c1=7``.

    Empty if the board has no solution even without givens. None for a board that is not proven to have none, or where
    one of its reduced boards stayed undecided: then nobody knows whether a smaller set contradicts itself.
    """
    solver = registry.family(family)
    (answer,) = solve_texts(solver, [text], 1, budget)
    if answer.verdict not in (Verdict.NONE, Verdict.INVALID):
        return None
    needed: set[str] = set()
    while left := next(((name, less) for name, less in without_each(family, text) if name not in needed), None):
        name, less = left
        (answer,) = solve_texts(solver, [less], 1, budget)
        if answer.verdict in (Verdict.NONE, Verdict.INVALID):
            text = less  # they contradict each other without this one too
        elif answer.solution:
            needed.add(name)
        else:
            return None
    return [name for name, _ in without_each(family, text)]


def without_each(family: str, text: str) -> Iterator[tuple[str, str]]:
    """Every given by its name, with the text that lacks it."""
    first, last = cells_of(text)
    givens = registry.family(family).givens or by_characters
    for name, less in givens(text[first:last]):
        yield name, text[:first] + less + text[last:]
