"""Counting all solutions of a board with a running count: in parts, whose counts add up, once it takes long.

Parts know less of each other than the whole board does, so a board that is counted quickly is never cut.
"""

from __future__ import annotations

from collections.abc import Sequence
from threading import Lock

from solvers.core import OUT_OF_TIME, Answer, Answers, Budget, Family, Verdict
from solvers.solving import solve_texts

ALL = 10**18  # solutions
WHOLE_S = 0.5  # for the whole board, before it is cut
PARTS = 64
PATIENCE = 4.0  # a part is cut when it took so many times as long as what was cut before it


class Counting:
    """Counts boards, from several threads; ``found`` is how many solutions the boards that take long have so far."""

    def __init__(self) -> None:
        self._lock = Lock()
        self.found = 0

    def __call__(
        self, family: Family, texts: Sequence[str], limit: int, budget: Budget, cancel: bytearray | None
    ) -> Answers:
        """As solve_texts answers; a count that was stopped is what was found until then."""
        first = min(budget.seconds or WHOLE_S, WHOLE_S)
        answers = solve_texts(family, texts, limit, budget._replace(seconds=first), cancel)
        for at, answer in enumerate(answers):
            if answer.reason == OUT_OF_TIME and first != budget.seconds:
                answers.replace(at, self._longer(family, texts[at], answer, limit, budget, cancel))
        return answers

    def _longer(
        self, family: Family, text: str, answer: Answer, limit: int, budget: Budget, cancel: bytearray | None
    ) -> Answer:
        """Counts what a first search of the board did not come to the end of; ``answer`` is what that found."""
        least = self._say(0, answer.count)
        total = answer._replace(count=0, count_is_exact=True, reason="")
        waiting = [(piece, 1) for piece in reversed(_cut(family, text))] or [(text, 0)]
        while waiting and total.count_is_exact:
            piece, depth = waiting.pop()
            left = max(budget.seconds - total.solve_ns / 1e9, 0.001) if budget.seconds else 0.0
            patience = WHOLE_S * PATIENCE**depth if depth else left
            most = min(left or patience, patience)
            (part,) = solve_texts(family, [piece], limit - total.count, budget._replace(seconds=most), cancel)
            if part.verdict is Verdict.FAILED:
                return part
            least = self._say(least, total.count + part.count)
            if part.reason == OUT_OF_TIME and most != left:
                smaller = [(each, depth + 1) for each in reversed(_cut(family, piece))]
                waiting += smaller or [(piece, 0)]
                part = part._replace(count=0, count_is_exact=True, reason="")
            total = _with_part(total, part, limit)
        if not total.count_is_exact:
            total = total._replace(count=least)
        return total._replace(verdict=_verdict(total))

    def _say(self, before: int, now: int) -> int:
        """How many solutions a board has at least."""
        now = max(before, now)
        with self._lock:
            self.found += now - before
        return now


def _cut(family: Family, text: str) -> list[str]:
    pieces = family.split(text, PARTS) if family.split is not None else []
    return pieces if len(pieces) > 1 else []


def _with_part(total: Answer, part: Answer, limit: int) -> Answer:
    """The sum; solutions are those that were found first."""
    shown = [shown for shown in (total.solution, total.witness, part.solution, part.witness) if shown]
    shown = [*dict.fromkeys(shown), "", ""]
    count = total.count + part.count
    reason = f"stopped at the limit of {limit} solutions" if part.reason and count >= limit else part.reason
    return total._replace(
        count=count, count_is_exact=part.count_is_exact, solution=shown[0], witness=shown[1], reason=reason,
        nodes=total.nodes + part.nodes, solve_ns=total.solve_ns + part.solve_ns,
    )  # fmt: skip


def _verdict(answer: Answer) -> Verdict:
    if answer.count > 1:
        return Verdict.MULTIPLE
    if not answer.count_is_exact:
        return Verdict.UNDECIDED
    return Verdict.UNIQUE if answer.count else Verdict.NONE
