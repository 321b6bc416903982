"""What ``gridmill solve`` says of a board on request, besides its answer.

    first lex   the least of all solutions, in the order of the text, and the second as witness
    minimal     which givens a unique board does not need; which givens of one without solution contradict each other
    canonical   a text that it has in common with the boards that symmetries make of it
    backdoor    the fewest cells that, given as well, make a board solvable without a guess

Each has the time limit of a board for itself. What was not finished is empty, and told with its place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from cli.filtering import Solved
from solvers import registry
from solvers.core import OUT_OF_TIME, Answer, Board, Budget, GridmillError, Verdict
from solvers.listing import ListingError, checked_page
from solvers.minimality import contradiction, unneeded

NOTHING = "-"  # of a list that was found to be empty


class NotAskedOfError(GridmillError):
    """A family that has no such analysis."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """What was asked for."""

    lex: bool = False
    minimal: bool = False
    canonical: bool = False
    backdoor: bool = False
    seconds: float = 0.0

    @property
    def columns(self) -> tuple[str, ...]:
        wanted = (("minimal", self.minimal), ("unneeded", self.minimal), ("contradiction", self.minimal),
                  ("canonical", self.canonical), ("backdoor", self.backdoor))  # fmt: skip
        return tuple(name for name, asked in wanted if asked)

    def least(self, found: Iterator[Solved], tell: Callable[[str], None]) -> Iterator[Solved]:
        """The answers with the least solutions in place of those that were found first."""
        for each in found if self.lex else ():
            lines = zip(each.block.lines, each.block.texts, each.answers, strict=True)
            answers = [self._least(each, line, text, answer, tell) for line, text, answer in lines]
            yield each._replace(answers=answers)
        if not self.lex:
            yield from found

    def _least(self, each: Solved, line: int, text: str, answer: Answer, tell: Callable[[str], None]) -> Answer:
        if not answer.solution or answer.verdict is Verdict.UNIQUE:
            return answer
        size = 1 + bool(answer.witness)
        try:
            solutions, _ = checked_page(registry.family(each.block.family), text, "", size, self.seconds)
            why = OUT_OF_TIME if len(solutions) < size else ""
        except ListingError as error:
            why = str(error)
        if why:
            tell(f"{each.opened.source}:{line}: --first lex: {why}")
            return answer._replace(solution="", witness="")
        return answer._replace(solution=solutions[0], witness=solutions[1] if size > 1 else "")

    def of(self, board: Board, answer: Answer, tell: Callable[[str], None], *, as_text: bool) -> dict[str, Any]:
        """The values of ``columns``; None, or "" as text, for what a board does not have or what was not finished."""
        found: dict[str, Any] = {}
        for name, analyse in (("minimal", self._minimal), ("canonical", self._canonical), ("backdoor", self._backdoor)):
            if not getattr(self, name):
                continue
            try:
                found |= analyse(board, answer)
            except GridmillError as error:
                tell(f"{board.source}:{board.line}: --{name}: {error}")
        values = {name: found.get(name) for name in self.columns}
        return {name: _as_text(value) for name, value in values.items()} if as_text else values

    def _minimal(self, board: Board, answer: Answer) -> dict[str, Any]:
        budget = Budget(seconds=self.seconds)
        if answer.verdict is Verdict.UNIQUE:
            (found,) = unneeded(board.family, [board.text], budget)
            said = {"minimal": "no" if found else "yes", "unneeded": found}
        elif answer.verdict in (Verdict.NONE, Verdict.INVALID):
            found = contradiction(board.family, board.text, budget)
            said = {"contradiction": found}
        else:
            return {}
        if found is None:
            raise GridmillError(OUT_OF_TIME)
        return said

    def _canonical(self, board: Board, _answer: Answer) -> dict[str, Any]:
        normal = registry.family(board.family).normal
        if normal is None:
            raise NotAskedOfError(f"expected a family that knows its symmetries, got {board.family}")
        (form,) = normal([board.text], seconds=self.seconds)
        if not form:
            raise GridmillError(OUT_OF_TIME)
        return {"canonical": form}

    def _backdoor(self, board: Board, answer: Answer) -> dict[str, Any]:
        backdoor = registry.family(board.family).backdoor
        if backdoor is None:
            having = ", ".join(name for name, family in registry.families().items() if family.backdoor)
            raise NotAskedOfError(f"expected a board of {having}, got one of {board.family}")
        if answer.verdict is not Verdict.UNIQUE:
            return {}
        return {"backdoor": backdoor(board.text, seconds=self.seconds)}


def _as_text(value: Any) -> Any:
    if isinstance(value, list):
        return " ".join(value) or NOTHING
    return "" if value is None else value
