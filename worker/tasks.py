"""The one task: solve a chunk.

    claim  ->  load boards  ->  solve in slices, each answer checked  ->  record answers and close the chunk

The message is a number. Everything else is in the database, so a message may be lost, doubled or late.
"""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from functools import cache

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError

from db import chunks, listings, poison
from db.answers import MAX_INTEGER
from db.chunks import Claim
from db.clock import now
from db.engine import open_database, reading
from db.listings import LANE
from solvers import registry
from solvers.core import CANCELLED, Answer, Answers
from solvers.engines import solve_with
from worker import lanes, metrics, owner
from worker.app import TASK, app
from worker.broker import Broker
from worker.deep import Deep, solve_board, solve_part
from worker.failing import how
from worker.leases import Heartbeat
from worker.listing import Lister, needs_list
from worker.settings import Settings, load

log = logging.getLogger(__name__)

registry.families()  # loaded before the children are forked, so that none of them pays for it

FIRST_SLICE = 16  # boards of the first kernel call
SLICE_S = 0.5  # what later calls should take: between two, a chunk that takes too long is cut
GROWTH = 8  # of one call over the one before, at most: boards beside each other may differ
FORGIVE_S, FORGIVE_LOOK_S = 20.0, 0.5  # how long a database that is away is waited for
PAUSE_S, LONGEST_PAUSE_S = 0.05, 10.0  # before a chunk is given back that the database did not take; doubles
CHUNK_PATIENCE_S = 3.0  # after that the rest of a chunk goes back to the queue, in smaller chunks


@dataclass(slots=True)
class Work:
    """What became of a chunk's boards: answered, or ``left`` because time was up."""

    keys: list[int] = field(default_factory=list)
    answers: Answers = field(default_factory=Answers)
    left: list[int] = field(default_factory=list)
    seconds: float = 0.0

    def take(self, keys: list[int], answers: Sequence[Answer]) -> None:
        """The answers of one call up to the first that a cancel cut short; what comes after is ``left``.

        A kernel that solves boards side by side may have answered some of those, too. They are solved again: a chunk
        is a range of boards, so what is put back must not have holes.
        """
        columns = Answers(answers)
        reasons = columns.column("reason")
        cut = reasons.index(CANCELLED) if CANCELLED in reasons else len(reasons)
        self.keys += keys[:cut]
        self.answers.extend(columns[:cut])
        self.left += keys[cut:]

    def pace(self) -> int:
        """Boards that would take a second."""
        return max(1, int(len(self.keys) / max(self.seconds, 1e-6)))


@cache
def _settings() -> Settings:
    return load()


@cache
def _engine(_pid: int) -> Engine:
    return open_database(_settings().database)


@cache
def _broker(_pid: int) -> Broker:
    return Broker(_settings())


@app.task(name=TASK, bind=False)  # type: ignore[untyped-decorator]  # Celery ships no types
def solve_chunk(chunk_id: object) -> None:
    """Solve the boards of a chunk, unless it is done or somebody else holds it."""
    if type(chunk_id) is not int or not 0 < chunk_id <= MAX_INTEGER:
        log.error("expected the number of a chunk, got %r: message dropped", chunk_id)
        return
    engine = _engine(os.getpid())  # a connection belongs to the process that opened it, not to its children
    settings = _settings()
    with engine.begin() as connection:
        held = chunks.claim(connection, chunk_id, owner.me(), now(connection), settings.lease_s)
    if held is None:
        log.info("chunk %d is done or held by another worker", chunk_id)
        return
    metrics.claimed(held)
    _work(engine, settings, held)


def _work(engine: Engine, settings: Settings, held: Claim) -> None:
    start = time.monotonic()
    with Heartbeat(engine, held, settings.lease_s, settings.stop_file) as beat:
        try:
            if _do(engine, settings, held, beat.cancel):
                _broker(os.getpid()).ring()
            metrics.finished(held, time.monotonic() - start)
        except (DBAPIError, OSError):  # no fault of the boards, and perhaps one that lasts, such as a right that lacks
            beat.rest(min(LONGEST_PAUSE_S, PAUSE_S * 2.0**held.token))
            _forgive(engine, held, FORGIVE_S)
            raise
        except Exception as error:
            log.exception("chunk %d failed", held.chunk_id)
            with engine.begin() as connection:
                poison.drop(connection, held, now(connection), how(error, settings.memory_mb))


def _forgive(engine: Engine, held: Claim, seconds: float) -> None:
    """Wait for the database to come back, and do not count this attempt; the lease ends by itself."""
    end = time.monotonic() + seconds
    while True:
        try:
            with engine.begin() as connection:
                if not chunks.give_back(connection, held):
                    chunks.forgive(connection, held)
        except (DBAPIError, OSError):
            if time.monotonic() > end:
                return
            time.sleep(FORGIVE_LOOK_S)
        else:
            return


def _do(engine: Engine, settings: Settings, held: Claim, cancel: bytearray) -> bool:
    """What the lane asks for; answers are recorded before this returns. True if chunks wait that did not before."""
    if held.lane == "part":
        return solve_part(Deep(engine, settings, held, cancel))
    with reading(engine) as connection:
        keys, texts = chunks.load_boards(connection, held)
    if held.lane == LANE and len(keys) == 1:
        Lister(engine, held, cancel, keys[0], texts[0]).run()
        return False
    if held.lane == "deep" and len(keys) == 1 and not held.engine:
        return solve_board(Deep(engine, settings, held, cancel), keys[0], texts[0])
    return _record(engine, held, _solve(held, keys, texts, cancel))


def _solve(held: Claim, keys: list[int], texts: list[str], cancel: bytearray) -> Work:
    """Solve slice by slice, until the boards, the patience or the permission ends."""
    family = registry.family(held.family)
    budget = lanes.budget(held.lane, held.time_limit_s)
    limit = 2 if held.listing else held.solution_limit  # more are found by listing them
    work = Work()
    start = time.monotonic()
    first, size = 0, 1 if held.engine else FIRST_SLICE
    while first < len(keys):
        some = slice(first, first + size)
        answers = solve_with(family, held.engine, texts[some], limit, budget, cancel)
        work.seconds = time.monotonic() - start
        work.take(keys[some], answers)
        first += size
        if cancel[0] or work.seconds > CHUNK_PATIENCE_S:
            work.left += keys[first:]
            break
        size = max(1, min(GROWTH * size, int(work.pace() * SLICE_S)))
    return work


def _record_lists(connection: Connection, held: Claim, work: Work) -> bool:
    """What has one solution is listed by it; what may have more goes on to the list lane."""
    deeper = needs_list(registry.family(held.family), work.keys, work.answers)
    if not chunks.finish(connection, held, work.keys, work.answers, deeper, now(connection), LANE):
        return False
    listings.add_single(connection, work.keys, work.answers)
    return True


def _record(engine: Engine, held: Claim, work: Work) -> bool:
    """Keep what was found; True if some of the boards wait again, in other chunks."""
    deeper: Collection[int] = ()
    with engine.begin() as connection:
        if work.keys or not work.left:
            if held.listing:
                kept = _record_lists(connection, held, work)
            else:
                deeper = lanes.needs_more(held.lane, held.time_limit_s, work.keys, work.answers)
                kept = chunks.finish(connection, held, work.keys, work.answers, deeper, now(connection))
            if kept and work.left:
                chunks.requeue(connection, held, work.left, work.pace())
        else:
            kept = chunks.give_back(connection, held)
    if kept:
        metrics.answered(held, work.answers, len(deeper))
    else:
        log.warning("chunk %d: the lease was lost, its answers come from another worker", held.chunk_id)
    return kept and bool(deeper or work.left)
