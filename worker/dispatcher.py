"""Keeps a small window of references in Redis, and puts back what was lost.

Every worker group runs one dispatcher; a lease in the database makes one of them the leader. The database is the
truth: the leader compares it with what Redis holds, so a lost message, a flushed Redis or a dead worker costs seconds
and no boards.

    waiting --take--> queued + reference in Redis --claim--> running --> done
       ^                |  no reference left         |  lease over, owner dead
       +----------------+----------------------------+
"""

from __future__ import annotations

import logging
import time
from itertools import count
from threading import Event

from celery import Celery
from kombu.exceptions import OperationalError as KombuError
from redis.exceptions import RedisError
from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from db import chunks
from worker import owner
from worker.app import TASK
from worker.broker import Broker
from worker.settings import Settings

log = logging.getLogger(__name__)

ROLE = "dispatcher"
LEADER_S = 5.0
WINDOW = 4  # references in Redis for each slot
PATIENCE_S = 3.0  # a queued chunk without a reference is taken for lost after that
BUSY_S = 0.05  # between two looks while there is work
IDLE_S = 1.0
SWEEP_S = 1.0


class Dispatcher:
    """The loop of one worker group; ``run`` returns when ``stop`` is set."""

    def __init__(self, app: Celery, broker: Broker, engine: Engine, settings: Settings) -> None:
        self._app = app
        self._broker = broker
        self._engine = engine
        self._slots = settings.processes()
        self._me = owner.me()
        self._serial = count()
        self._led_until = self._swept = 0.0

    def run(self, stop: Event) -> None:
        while not stop.is_set():
            try:
                busy = self.turn()
                if busy:
                    stop.wait(BUSY_S)
                else:
                    self._broker.wait_for_bell(IDLE_S)
            except (RedisError, KombuError, SQLAlchemyError, OSError) as error:
                log.warning("dispatcher waits: %s", _first_line(error))
                stop.wait(IDLE_S)
        self._resign()

    def turn(self) -> bool:
        """One look at database and Redis; True if there is work, so that the next look should come soon."""
        if time.monotonic() - self._swept >= SWEEP_S:
            self._broker.announce(self._me, self._slots)
            self._bury_dead()
        if not self._lead():
            return False
        referenced = self._broker.referenced()
        self._sweep(referenced)
        return self._fill(len(referenced)) > 0 or bool(referenced)

    def _lead(self) -> bool:
        """Hold the lease; asked for anew when half of it is over."""
        now = time.monotonic()
        if now > self._led_until - LEADER_S / 2:
            with self._engine.begin() as connection:
                leads = chunks.lead(connection, ROLE, self._me, time.time(), LEADER_S)
            self._led_until = now + LEADER_S if leads else 0.0
        return now < self._led_until

    def _sweep(self, referenced: list[int]) -> None:
        if time.monotonic() - self._swept < SWEEP_S:
            return
        self._swept = time.monotonic()
        with self._engine.begin() as connection:
            back = chunks.sweep(connection, time.time(), set(referenced), PATIENCE_S)
            chunks.split_stubborn(connection, time.time())
        if back:
            log.info("put back %d chunks that nobody worked at", len(back))

    def _fill(self, present: int) -> int:
        room = WINDOW * max(self._slots, self._broker.slots()) - present
        if room <= 0:
            return 0
        with self._engine.begin() as connection:
            taken = chunks.take_waiting(connection, room, time.time())
        for chunk in taken:
            self._app.send_task(TASK, args=[chunk], task_id=f"{chunk}-{self._me}-{next(self._serial)}")
        return len(taken)

    def _bury_dead(self) -> None:
        """End the leases of processes of this machine that are gone, instead of waiting for their end."""
        with self._engine.connect() as connection:
            held = chunks.abandoned(connection, owner.host())
        for chunk, name in held:
            if owner.is_dead(name):
                with self._engine.begin() as connection:
                    chunks.bury(connection, chunk, name)
                log.warning("the worker of chunk %d died: the chunk waits again", chunk)

    def _resign(self) -> None:
        try:
            with self._engine.begin() as connection:
                chunks.resign(connection, ROLE, self._me)
        except SQLAlchemyError:
            log.info("could not hand over the lead; it ends by itself")


def _first_line(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0]
