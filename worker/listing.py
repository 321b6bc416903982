"""The list lane: all solutions of one board, page by page into the database.

A page is cut by its size, never by the clock: a search that was stopped before its next solution would begin again
and never get there. A list that takes long gives its place up now and then, so that it cannot hold a slot for hours.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from sqlalchemy import Engine

from db import chunks, listings
from db.chunks import Claim
from db.clock import now
from db.engine import reading
from db.listings import PROVEN, Stored
from solvers import registry
from solvers.core import OUT_OF_TIME, Answer, Budget, Family, Verdict
from solvers.listing import checked_page
from solvers.solving import failed, solve_texts

log = logging.getLogger(__name__)

FIRST_PAGE, LARGEST_PAGE = 16, 8192
PAGE_S = 0.5  # what finding a page should take
TURN_S = 10.0  # after that another chunk gets its turn
LOOK_S = 0.25  # for the plain answer of a board, beside its list


def needs_list(family: Family, keys: Sequence[int], answers: Sequence[Answer]) -> Collection[int]:
    """The boards that may have several solutions."""
    if family.page is None:
        return set()
    return {key for key, answer in zip(keys, answers, strict=True) if answer.verdict not in PROVEN}


@dataclass(frozen=True, slots=True)
class Lister:
    """What the work on one claim of the list lane needs."""

    engine: Engine
    held: Claim
    cancel: bytearray
    board: int
    text: str

    @property
    def family(self) -> Family:
        return registry.family(self.held.family)

    def run(self) -> None:
        """Add pages until the list, the limit, the time or the turn ends."""
        with reading(self.engine) as connection:
            stored = listings.load(connection, self.board)
        start, size, complete = time.monotonic(), FIRST_PAGE, False
        while not complete and self._left_s(stored) >= 0 and stored.solutions < self.held.solution_limit:
            if self.cancel[0] or time.monotonic() - start > TURN_S:
                self._give_back()
                return
            room = min(size, self.held.solution_limit - stored.solutions)
            began = time.perf_counter_ns()
            found, complete = checked_page(self.family, self.text, stored.last, room, self._left_s(stored), self.cancel)
            spent_ns = time.perf_counter_ns() - began
            with self.engine.begin() as connection:
                after = listings.add_page(connection, self.held, self.board, stored, found, stored.spent_ns + spent_ns)
            if after is None:
                log.warning("chunk %d: the lease was lost, another worker goes on with the list", self.held.chunk_id)
                return
            stored = after
            size = _next_size(size, spent_ns / 1e9)
        self._conclude(stored, complete=complete)

    def _left_s(self, stored: Stored) -> float:
        """What the list may still take: 0 is for ever, below 0 is over."""
        if not self.held.time_limit_s:
            return 0.0
        left = self.held.time_limit_s - stored.spent_ns / 1e9
        return left if left > 0 else -1.0

    def _give_back(self) -> None:
        with self.engine.begin() as connection:
            chunks.give_back(connection, self.held)

    def _conclude(self, stored: Stored, *, complete: bool) -> None:
        plain = solve_texts(self.family, [self.text], 2, Budget(seconds=LOOK_S))[0]
        with self.engine.begin() as connection:
            some = listings.first_two(connection, self.board)
            answer = _answer(self.held, stored, some, plain, complete=complete)
            if chunks.finish(connection, self.held, [self.board], [answer], (), now(connection)) and complete:
                listings.complete(connection, self.board)


def _next_size(size: int, seconds: float) -> int:
    """Pages that take about PAGE_S; one that took long is followed by a smaller one."""
    if seconds < PAGE_S / 2:
        return min(2 * size, LARGEST_PAGE)
    return max(1, size // 2) if seconds > 2 * PAGE_S else size


def _answer(held: Claim, stored: Stored, some: Sequence[str], plain: Answer, *, complete: bool) -> Answer:
    """The answer that a list gives; ``plain`` is what the solver says of the board without listing."""
    count = stored.solutions
    first, second = (*some, "", "")[:2]
    proven = plain.verdict in (Verdict.UNIQUE, Verdict.NONE, Verdict.INVALID)
    if (proven and complete and plain.count != count) or (plain.verdict is Verdict.MULTIPLE and complete and count < 2):
        return failed(plain, f"the list ends after {count} solutions, the solver says {plain.verdict.value}")
    if count == 0 and proven:
        return plain
    verdict = (
        Verdict.MULTIPLE if count > 1 else (Verdict.NONE, Verdict.UNIQUE)[count] if complete else Verdict.UNDECIDED
    )
    limited = f"stopped at the limit of {count} solution{'s' * (count > 1)}"
    reason = "" if complete else limited if count >= held.solution_limit else OUT_OF_TIME
    return Answer(verdict, count, complete, first, second, reason, plain.nodes, stored.spent_ns, plain.engine)
