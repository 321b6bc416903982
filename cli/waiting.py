"""Says what a batch waits for, once nothing of it has moved for a while: a pause, another batch, a server, workers."""

from __future__ import annotations

import time

from sqlalchemy import Connection

from cli.saying import say
from db import handing, leases, queries
from db.clock import now
from db.engine import masked
from db.queries import Progress
from worker.broker import Broker, BrokerError
from worker.settings import Settings

PATIENCE_S = 2.0  # without any movement
COST = 20  # as many times as long as a look takes is the pause to the next
NOBODY = "nobody works: start `gridmill worker`"


class Waits:
    """Looks at one batch from time to time; ``nobody`` is what to say where no workers are to be seen."""

    def __init__(self, settings: Settings, nobody: str = NOBODY) -> None:
        self._settings = settings
        self._nobody = nobody
        self._at: tuple[int, ...] = ()
        self._next = time.monotonic() + PATIENCE_S
        self._said: set[str] = set()

    def look(self, connection: Connection, done: Progress) -> list[str]:
        """What has not been said yet; nothing while the batch moves."""
        at = (done.answered, done.again, done.parts.done, done.solutions, done.boards, done.rejects)
        start = time.monotonic()
        if at != self._at:
            self._at, self._next = at, start + PATIENCE_S
            self._said.clear()
        if start < self._next or done.over:
            return []
        found = [why for why in self._reasons(connection, done) if why not in self._said]
        self._said.update(found)
        self._next = time.monotonic() + max(PATIENCE_S, COST * (time.monotonic() - start))
        return found

    def _reasons(self, connection: Connection, done: Progress) -> list[str]:
        found = standing(connection, done)
        if found or done.running or not done.pending + done.again:
            return found
        if queries.leader(connection, leases.DISPATCHER, now(connection)):
            return []
        return [self._broker_is_away() or self._nobody]

    def _broker_is_away(self) -> str:
        if not self._settings.broker:
            return ""
        try:
            Broker(self._settings).ping()
        except BrokerError as error:
            return f"waiting for {masked(self._settings.broker)}: {error}"
        return ""


def standing(connection: Connection, done: Progress) -> list[str]:
    """What somebody has to do before the batch can be finished, whoever works."""
    batch = done.batch_id
    if done.control == "paused":
        return [f"batch {batch} is paused: `gridmill resume {batch}` lets it go on"]
    found = told(batch, awaited(connection, batch)) if done.known and done.pending else []
    if not done.complete and not leases.reader(connection, batch, now(connection)):
        found.append(f"batch {batch} is not read to its end, and nobody reads it: `gridmill resume {batch}` reads on")
    return found


def awaited(connection: Connection, batch: int) -> list[tuple[int, str]]:
    """Batches that hold boards of this one and do not go on: (batch, ``paused`` or ``cancelled``)."""
    if not queries.any_controlled(connection):  # mostly; to look for boards takes longer
        return []
    return handing.awaited(connection, batch)


def told(batch: int, others: list[tuple[int, str]]) -> list[str]:
    """The same in words."""
    return [
        f"boards of batch {batch} wait for batch {other}, which is {state}: `gridmill {_help(state)} {other}`"
        for other, state in others
    ]


def _help(state: str) -> str:
    """The command that lets others go on; a drop that was cut off has to be completed."""
    return "drop" if state == "dropping" else "resume"


def say_each(reasons: list[str]) -> None:
    for reason in reasons:
        say(reason)
