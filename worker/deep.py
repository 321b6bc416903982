"""The deep lane: one board with its whole time limit, split over all workers where its family can.

The limit is one of work: the seconds of all parts add up to it, so that a verdict does not depend on how many workers
there were.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sqlalchemy import Engine

from db import chunks, parts
from db.chunks import Claim
from db.engine import reading
from db.parts import Piece
from solvers import registry
from solvers.core import CANCELLED, OUT_OF_TIME, Answer, Budget, Family
from solvers.solving import solve_texts
from worker import metrics
from worker.settings import Settings

log = logging.getLogger(__name__)

PIECES = 64  # parts of a board, and of a part that is still too hard
MOST_PARTS = 4096  # of one board; those that exist then are searched to their end
MOST_DECIDING = 2  # solutions that are looked for to decide a board; more are counted
PATIENCE = 4.0  # a part is split when it took so many times as long as what was split before it


@dataclass(frozen=True, slots=True)
class Deep:
    """What the work on one claim of the deep lane needs."""

    engine: Engine
    settings: Settings
    held: Claim
    cancel: bytearray

    @property
    def family(self) -> Family:
        return registry.family(self.held.family)


def solve_board(deep: Deep, key: int, text: str) -> None:
    """Solve a board, or split it once it took too long."""
    held, limit_s = deep.held, deep.held.time_limit_s
    answer = _solve(deep, text, held.solution_limit, limit_s, deep.settings.split_s)
    if answer.reason == OUT_OF_TIME and (not limit_s or answer.solve_ns / 1e9 < limit_s):
        texts = _split(deep, text)
        if len(texts) > 1:
            with deep.engine.begin() as connection:
                _say(deep, kept=parts.split_board(connection, held, key, texts, answer))
            return
        answer = _solve(deep, text, held.solution_limit, limit_s)
    with deep.engine.begin() as connection:
        if answer.reason == CANCELLED:
            kept = chunks.give_back(connection, held)
        else:
            kept = chunks.finish(connection, held, [key], [answer], (), time.time())
    if kept and answer.reason != CANCELLED:
        metrics.answered(held, [answer])
    _say(deep, kept=kept)


def solve_part(deep: Deep) -> None:
    """Solve a part, or split it in turn."""
    held = deep.held
    with reading(deep.engine) as connection:
        piece = parts.load_part(connection, held)
    left_s = max(held.time_limit_s - piece.spent_s, 0.01) if held.time_limit_s else 0.0
    limit = max(1, held.solution_limit - piece.found)
    patience_s = deep.settings.split_s * PATIENCE**piece.depth if piece.parts < MOST_PARTS else 0.0
    answer = _solve(deep, piece.text, limit, left_s, patience_s)
    if answer.reason == OUT_OF_TIME and patience_s and (not left_s or answer.solve_ns / 1e9 < left_s):
        texts = _split(deep, piece.text)
        if len(texts) > 1:
            with deep.engine.begin() as connection:
                _say(deep, kept=parts.split_part(connection, held, piece, texts, answer))
            return
        answer = _solve(deep, piece.text, limit, left_s)
    _finish_part(deep, piece, answer)


def _finish_part(deep: Deep, piece: Piece, answer: Answer) -> None:
    with deep.engine.begin() as connection:
        if answer.reason == CANCELLED:
            kept = chunks.give_back(connection, deep.held)
        else:
            kept = parts.finish_part(connection, deep.held, piece, answer, _checks(deep.family), time.time())
    _say(deep, kept=kept)


def _solve(deep: Deep, text: str, limit: int, most_s: float, patience_s: float = 0.0) -> Answer:
    """Search for at most ``most_s`` and ``patience_s`` seconds; 0 means no bound."""
    if _decides_whole(deep):
        patience_s = 0.0
    seconds = min(filter(None, (most_s, patience_s)), default=0.0)
    return solve_texts(deep.family, [text], limit, Budget(seconds=seconds), deep.cancel, deep=True)[0]


def _decides_whole(deep: Deep) -> bool:
    """True where the family has a way of its own to decide hard boards, which wants them whole."""
    return deep.family.deep is not None and deep.held.solution_limit <= MOST_DECIDING


def _split(deep: Deep, text: str) -> list[str]:
    return deep.family.split(text, PIECES) if deep.family.split is not None and not _decides_whole(deep) else []


def _checks(family: Family) -> Callable[[str, Sequence[str]], str]:
    def check(text: str, solutions: Sequence[str]) -> str:
        found = family.check([text] * len(solutions), solutions) if solutions else []
        return next((f"a part's solution does not pass the check: {why}" for why in found if why), "")

    return check


def _say(deep: Deep, *, kept: bool) -> None:
    if not kept:
        log.warning("chunk %d: the lease was lost, or the board was decided meanwhile", deep.held.chunk_id)
