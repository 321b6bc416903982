"""Which givens a board does not need: without them it has the same single solution.

A board is minimal if it needs every given. Each given is taken away in turn, and the board solved with limit 2. In
beads a piece that is placed is one given.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isqrt

from solvers import registry
from solvers.core import UNLIMITED, Budget, Verdict, cells_of
from solvers.solving import solve_texts

SIGNS = "<>^v"  # stand between cells
NOTHING = ".#/"


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

    Empty if the board has no solution even without givens. None for a board that is not proven to have none.
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
        else:
            needed.add(name)
    return [name for name, _ in without_each(family, text)]


def without_each(family: str, text: str) -> Iterator[tuple[str, str]]:
    """Every given by its name, with the text that lacks it."""
    first, last = cells_of(text)
    make = MAKERS.get(family, _without_characters)
    for name, less in make(family, text[first:last]):
        yield name, text[:first] + less + text[last:]


def _without_characters(_family: str, cells: str) -> Iterator[tuple[str, str]]:
    side = isqrt(len(cells))
    row = column = 0
    for at, cell in enumerate(cells):
        if cell == "/":
            row, column = row + 1, 0
        elif cell not in SIGNS:
            if cell not in NOTHING:
                yield f"r{row + 1}c{column + 1}={cell}", f"{cells[:at]}.{cells[at + 1 :]}"
            column += 1
            if "/" not in cells and column == side:
                row, column = row + 1, 0


def _without_tokens(family: str, cells: str) -> Iterator[tuple[str, str]]:
    empty = "0" if family == "magic" else "."
    rows = [row.split(" ") for row in cells.split("/")]
    for row, tokens in enumerate(rows):
        for column, cell in enumerate(tokens):
            if cell.isalnum() and cell != "0":
                less = [*rows[:row], [*tokens[:column], empty, *tokens[column + 1 :]], *rows[row + 1 :]]
                yield f"r{row + 1}c{column + 1}={cell}", "/".join(" ".join(each) for each in less)


def _without_pieces(_family: str, cells: str) -> Iterator[tuple[str, str]]:
    for piece in sorted({cell for cell in cells if cell not in NOTHING}):
        yield piece, cells.replace(piece, ".")


MAKERS = {"beads": _without_pieces, "kakuro": _without_tokens, "magic": _without_tokens}
