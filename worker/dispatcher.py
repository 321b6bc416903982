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
import signal
import sys
import time
from contextlib import suppress
from enum import Enum, auto
from itertools import count

from celery import Celery
from kombu.exceptions import OperationalError as KombuError
from redis.exceptions import RedisError
from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from db import chunks, clock, handovers, leases, poison
from db.engine import masked, open_database, reading
from db.errors import BusyError
from db.schema import upgrade
from worker import owner
from worker.app import HARD_LIMIT_S, TASK, make_app
from worker.broker import Broker, BrokerError
from worker.settings import Settings

log = logging.getLogger(__name__)

ROLE = leases.DISPATCHER
LEADER_S = 5.0
WINDOW = 4  # references in Redis for each slot
PATIENCE_S = 3.0  # a queued chunk without a reference is taken for lost after that
HUNGRY_S, BUSY_S, IDLE_S = 0.01, 0.05, 1.0  # between two looks, unless somebody rings
READY_S = 0.2  # between two tries to reach database and broker at the start
SWEEP_S = 1.0
HANDOVER_BOARDS = 2000  # of a piece, and for how long pieces may hold up the rest of a turn
HANDOVER_S = 0.5
UNABLE_S = 60.0  # before a handover that failed is tried again


def dispatch(settings: Settings) -> None:
    """Wait until database and broker are there, then dispatch until SIGTERM, which raises SystemExit.

    Raises DatabaseError where the tables are of a newer program.
    """
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    engine = open_database(settings.database)
    broker = Broker(settings)
    _wait_until_ready(settings, engine, broker)
    Dispatcher(make_app(settings), broker, engine, settings).run()


def _wait_until_ready(settings: Settings, engine: Engine, broker: Broker) -> None:
    """Wait for database and broker, and say so once for each."""
    said = ""
    while True:
        try:
            upgrade(engine)
            broker.ping()
        except (SQLAlchemyError, BrokerError) as error:
            where = settings.database if isinstance(error, SQLAlchemyError) else settings.broker
            if where != said:
                log.warning("waiting for %s: %s", masked(where), _first_line(error))
            said = where
            time.sleep(READY_S)
        else:
            return


class State(Enum):
    """How soon a dispatcher should look again."""

    FOLLOWING = auto()  # another one leads, or a service is away
    IDLE = auto()
    BUSY = auto()
    HUNGRY = auto()  # the window was found empty: tasks are shorter than the time between two looks


REST_S = {State.IDLE: IDLE_S, State.BUSY: BUSY_S, State.HUNGRY: HUNGRY_S}


class Dispatcher:
    """The loop of one worker group."""

    def __init__(self, app: Celery, broker: Broker, engine: Engine, settings: Settings) -> None:
        self._app = app
        self._broker = broker
        self._engine = engine
        self._slots = settings.processes()
        self._me = owner.me()
        self._serial = count()
        self._led_until = self._swept = self._unable_until = 0.0
        self._rung = False
        self._dead: set[tuple[int, str]] = set()

    def run(self) -> None:
        """Take turns until SystemExit."""
        try:
            while True:
                self._rest(self._try_turn())
        finally:
            self._resign()

    def _try_turn(self) -> State:
        try:
            return self.turn()
        except (RedisError, KombuError, SQLAlchemyError, OSError) as error:
            log.warning("dispatcher waits: %s", _first_line(error))
            return State.FOLLOWING

    def _rest(self, state: State) -> None:
        """Only the leader listens for the bell: it would be lost on another."""
        if state is State.FOLLOWING:
            time.sleep(IDLE_S)
            return
        with suppress(RedisError):
            self._rung = self._broker.wait_for_bell(REST_S[state])

    def turn(self) -> State:
        """One look at database and Redis."""
        sweeps = time.monotonic() - self._swept >= SWEEP_S
        if sweeps:
            self._swept = time.monotonic()
            self._broker.announce(self._me, self._slots)
            self._bury_dead()
        if not self._lead():
            return State.FOLLOWING
        referenced = self._broker.referenced()
        if sweeps:
            self._sweep(referenced)
            self._hand_over()
        if referenced and (sweeps or self._rung) and self._make_way():
            referenced = []
        taken = self._fill(len(referenced))
        if referenced:
            return State.BUSY
        return State.HUNGRY if taken else State.IDLE

    def _lead(self) -> bool:
        """Hold the lease; asked for anew when half of it is over."""
        now = time.monotonic()
        if now > self._led_until - LEADER_S / 2:
            with self._engine.begin() as connection:
                leads = leases.lead(connection, ROLE, self._me, clock.now(connection), LEADER_S)
                if not leads and owner.is_dead(other := leases.leader(connection, ROLE)):
                    leases.resign(connection, ROLE, other)
                    leads = leases.lead(connection, ROLE, self._me, clock.now(connection), LEADER_S)
            self._led_until = now + LEADER_S if leads else 0.0
        return now < self._led_until

    def _sweep(self, referenced: list[int]) -> None:
        with self._engine.begin() as connection:
            back = chunks.sweep(connection, clock.now(connection), set(referenced), PATIENCE_S)
        if back:
            log.info("put back %d chunks that nobody worked at", len(back))
        with reading(self._engine) as connection:
            stubborn = poison.stubborn(connection)
        for chunk in stubborn:
            try:
                with self._engine.begin() as connection:
                    poison.split_stubborn(connection, chunk, clock.now(connection))
            except SQLAlchemyError:  # must not hold up all others
                log.exception("chunk %d used up its attempts and could not be dealt with", chunk)

    def _hand_over(self) -> None:
        """Go on where a cancel, a resume or a drop was cut off, so that no batch waits for one that nobody solves."""
        if time.monotonic() < self._unable_until:
            return
        with reading(self._engine) as connection:
            batches = leases.cut_off(connection, clock.now(connection), self._is_gone)
        end = time.monotonic() + HANDOVER_S
        for batch in batches:
            try:
                for boards in handovers.pieces(self._engine, batch, self._me, HANDOVER_BOARDS):
                    log.info("%d boards of batch %d changed hands, which somebody had begun and left", boards, batch)
                    if time.monotonic() > end:
                        return
            except BusyError:  # somebody drops another one
                continue
            except SQLAlchemyError as error:  # must not hold up all others; mostly a right that this worker lacks
                self._unable_until = time.monotonic() + UNABLE_S
                log.warning("boards of batch %d could not change hands: %s", batch, _first_line(error))
                return

    def _is_gone(self, owner_of_mark: str) -> bool:
        """What this dispatcher left for a later turn is open, too."""
        return owner_of_mark == self._me or owner.is_dead(owner_of_mark)

    def _make_way(self) -> bool:
        """Take references back if something more urgent waits: a message in Redis has no rank."""
        with reading(self._engine) as connection:
            if not chunks.overtaken(connection):
                return False
        with self._engine.begin() as connection:
            chunks.withdraw(connection)
        self._broker.withdraw()
        return True

    def _fill(self, present: int) -> int:
        """Fill the window once it is half empty: each look at what waits costs the database something."""
        window = WINDOW * max(self._slots, self._broker.slots())
        if 2 * present > window:
            return 0
        with self._engine.begin() as connection:
            taken = chunks.take_waiting(connection, window - present, clock.now(connection))
            patient = chunks.longer_than(connection, taken, HARD_LIMIT_S / 2)
        for chunk in taken:
            most_s = None if chunk in patient else HARD_LIMIT_S
            self._app.send_task(
                TASK, args=[chunk], task_id=f"{chunk}-{self._me}-{next(self._serial)}", time_limit=most_s
            )
        return len(taken)

    def _bury_dead(self) -> None:
        """End the leases of processes of this machine that are gone, instead of waiting for their end.

        Only of those that were gone a second ago too: Celery's main process comes first, for it knows how they died.
        """
        with reading(self._engine) as connection:
            held = chunks.abandoned(connection, owner.place())
        dead = {(chunk, name) for chunk, name in held if owner.is_dead(name)}
        for chunk, name in dead & self._dead:
            with self._engine.begin() as connection:
                poison.bury(connection, chunk, name, clock.now(connection))
            log.warning("the worker of chunk %d died: the chunk waits again", chunk)
        self._dead = dead

    def _resign(self) -> None:
        try:
            with self._engine.begin() as connection:
                leases.resign(connection, ROLE, self._me)
        except SQLAlchemyError:
            log.info("could not hand over the lead; it ends by itself")


def _first_line(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0]
