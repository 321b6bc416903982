"""The deep lane: one board with its whole time limit, and every means that its family has.

    own kernel, for split_s  ->  the other engines, each for its share  ->  the own kernel on the parts of the board,
                                                                           spread over all workers; or on the whole

The limit is one of work: the seconds of the own kernel, on the whole or on all parts together, so that a verdict does
not depend on how many workers there were, and a board that the kernel decides within the limit is decided. What was
tried before costs split_s and a quarter of the limit for each other engine more, at most. What engines said that did
not find out is kept beside the answer.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, Engine

from db import answers, chunks, parts
from db.chunks import Claim
from db.clock import now
from db.engine import reading
from db.parts import Piece
from solvers import registry
from solvers.core import CANCELLED, OUT_OF_TIME, Answer, Budget, EngineMissingError, Family, Verdict
from solvers.solving import solve_texts
from worker import metrics
from worker.settings import Settings

log = logging.getLogger(__name__)

PIECES = 64  # parts of a board, and of a part that is still too hard
MOST_PARTS = 4096  # of one board; those that exist then are searched to their end
SHARE, SHARE_S = 0.25, 10.0  # of the time that is left, and at most, for each engine beside the family's own
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


def solve_board(deep: Deep, key: int, text: str) -> bool:
    """Solve a board; once it took too long, ask other engines, and split it if they do not know either: True then."""
    held, limit_s = deep.held, deep.held.time_limit_s
    answer = _solve(deep, text, held.solution_limit, limit_s, deep.settings.split_s)
    own, tried = answer, list[Answer]()
    if _goes_on(answer, limit_s):
        answer, tried = _ask_engines(deep, text, answer)
    if _goes_on(answer, limit_s):
        texts = _split(deep, text)
        if len(texts) > 1:
            with deep.engine.begin() as connection:
                kept = parts.split_board(connection, held, key, texts, own)
                _keep(deep, connection, key, tried if kept else [])
            _say(deep, kept=kept)
            return kept
        answer = _with_cost(_solve(deep, text, held.solution_limit, limit_s), answer)
    with deep.engine.begin() as connection:
        if answer.reason == CANCELLED:
            kept = chunks.give_back(connection, held)
        else:
            kept = chunks.finish(connection, held, [key], [answer], (), now(connection))
            _keep(deep, connection, key, tried if kept else [])
    if kept and answer.reason != CANCELLED:
        metrics.answered(held, [answer])
    _say(deep, kept=kept)
    return False


def _goes_on(answer: Answer, limit_s: float) -> bool:
    """True if the time for a first search was too short, and there is more."""
    return answer.reason == OUT_OF_TIME and (not limit_s or answer.solve_ns / 1e9 < limit_s)


def _left(spent: Answer, limit_s: float) -> float:
    return max(limit_s - spent.solve_ns / 1e9, 0.01) if limit_s else 0.0


def _with_cost(answer: Answer, before: Answer) -> Answer:
    """The answer with what was spent before it."""
    return answer._replace(nodes=answer.nodes + before.nodes, solve_ns=answer.solve_ns + before.solve_ns)


def _ask_engines(deep: Deep, text: str, answer: Answer) -> tuple[Answer, list[Answer]]:
    """The answer of the first engine that decides the board, or else ``answer`` with all costs; and those in vain.

    A family with a way of its own for hard boards has its portfolio there.
    """
    tried: list[Answer] = []
    names = deep.family.engines if deep.family.deep is None and deep.held.solution_limit <= MOST_DECIDING else ()
    for name in names:
        left_s = _left(answer, deep.held.time_limit_s)
        budget = Budget(seconds=min(left_s * SHARE, SHARE_S) if left_s else SHARE_S)
        try:
            found = solve_texts(deep.family, [text], deep.held.solution_limit, budget, deep.cancel, engine=name)[0]
        except EngineMissingError:
            continue
        if found.reason == CANCELLED or found.verdict not in (Verdict.UNDECIDED, Verdict.FAILED):
            return _with_cost(found, answer), [*tried, answer]
        tried.append(found)
        answer = _with_cost(answer, found)
    return answer, tried


def _keep(deep: Deep, connection: Connection, key: int, tried: Sequence[Answer]) -> None:
    if tried:
        answers.keep_tried(connection, deep.held.chunk_id, key, tried)


def solve_part(deep: Deep) -> bool:
    """Solve a part, or split it in turn: True then."""
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
                kept = parts.split_part(connection, held, piece, texts, answer)
            _say(deep, kept=kept)
            return kept
        answer = _solve(deep, piece.text, limit, left_s)
    _finish_part(deep, piece, answer)
    return False


def _finish_part(deep: Deep, piece: Piece, answer: Answer) -> None:
    with deep.engine.begin() as connection:
        if answer.reason == CANCELLED:
            kept = chunks.give_back(connection, deep.held)
        else:
            kept = parts.finish_part(connection, deep.held, piece, answer, _checks(deep.family), now(connection))
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
