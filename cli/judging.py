"""Answers in the form that the statement's judge wants, for formats that come from one."""

from __future__ import annotations

from typing import TextIO

from cli.files import on_screen
from solvers import registry
from solvers.core import Answer, Family, GridmillError, Verdict
from solvers.reading.format import Judge

PAGE = 1000  # solutions asked for at once


class NoJudgeError(GridmillError):
    """A source in a format for which no judge's form is known."""


class JudgeWriter:
    """Writes answers one after the other, with what stands between two."""

    def __init__(self) -> None:
        self._between = ""
        self._number = 0

    def write(self, family: str, form: str, text: str, answer: Answer, out: TextIO | None = None) -> None:
        judge = judge_of(family, form)
        found = [answer.solution] if answer.solution else []
        solutions = every_solution(registry.family(family), text) if judge.every else found
        self._number += 1
        heading = judge.heading.format(self._number)
        (out or on_screen()).write(self._between + heading + judge.write(text, answer, solutions))
        self._between = judge.between


def has_words(answer: Answer) -> bool:
    """Whether a judge has words for an answer: there is a solution, or it is proven that there is none."""
    return bool(answer.solution) or answer.verdict in (Verdict.NONE, Verdict.INVALID)


def judge_of(family: str, form: str) -> Judge:
    """Raises NoJudgeError with the formats that have one."""
    formats = registry.family(family).formats
    for found in formats:
        if found.name == form and found.judge:
            return found.judge
    judged = [found.name for found in formats if found.judge]
    raise NoJudgeError(f"--as judge: expected a source in a judge's format ({', '.join(judged)}), got {form!r}")


def every_solution(family: Family, text: str) -> list[str]:
    """All solutions of a board, each passed by the checker."""
    if family.page is None:
        raise NoJudgeError(f"the family {family.name} cannot list all solutions")
    solutions: list[str] = []
    complete = False
    while not complete:
        page, complete = family.page(text, solutions[-1] if solutions else "", PAGE)
        solutions += page
    wrong = [why for why in family.check([text] * len(solutions), solutions) if why]
    if wrong:
        raise NoJudgeError(f"a solution does not pass the check: {wrong[0]}")
    return solutions
