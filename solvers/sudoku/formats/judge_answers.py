"""Answers as judges of sudoku want them: rows of digits, or words where there is no solution, or several."""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt

from solvers.core import Answer, MalformedError, Verdict
from solvers.sudoku._kernel import page
from solvers.sudoku.alphabet import values
from solvers.sudoku.check import check


def _numbers(solution: str) -> list[list[int]]:
    """The rows of a solution as numbers."""
    size = isqrt(len(solution))
    symbols = values(size)
    return [[symbols.index(c) + 1 for c in solution[at : at + size]] for at in range(0, len(solution), size)]


def close_rows(solution: str) -> str:
    """Rows of symbols close together."""
    size = isqrt(len(solution))
    return "".join(solution[at : at + size] + "\n" for at in range(0, len(solution), size))


def answer_rows(text: str, answer: Answer, solutions: Sequence[str]) -> str:  # noqa: ARG001  # a judge's signature
    """The filled rows, or an empty line."""
    return close_rows(answer.solution) if answer.solution else "\n"


def answer_3111(text: str, answer: Answer, solutions: Sequence[str]) -> str:  # noqa: ARG001  # a judge's signature
    """The filled rows, or `impossible`."""
    return close_rows(answer.solution) if answer.solution else "impossible\n"


def answer_4069(text: str, answer: Answer, solutions: Sequence[str]) -> str:  # noqa: ARG001  # a judge's signature
    """The filled rows, `No solution` or `Multiple Solutions`."""
    if answer.verdict is Verdict.MULTIPLE:
        return "Multiple Solutions\n"
    return close_rows(answer.solution) if answer.solution else "No solution\n"


def answer_989(text: str, answer: Answer, solutions: Sequence[str]) -> str:  # noqa: ARG001  # a judge's signature
    """The solution that comes first in the order of its numbers, row by row."""
    if not answer.solution:
        return "NO SOLUTION\n"
    first = answer.solution
    if answer.verdict is not Verdict.UNIQUE:
        (first,), _ = page(text, "", 1)
        if wrong := check([text], [first])[0]:
            raise MalformedError(f"a solution does not pass the check: {wrong}")
    return "".join(" ".join(map(str, row)) + "\n" for row in _numbers(first))
