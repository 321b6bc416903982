"""Keeps a claim alive while a kernel runs, and stops the kernel when the claim is lost or the worker must go.

The kernel has released the GIL, so a thread of this process can prolong the lease and set the cancel byte.
"""

from __future__ import annotations

import os
import time
from pathlib import Path
from threading import Event, Thread
from types import TracebackType
from typing import Self

from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from db import chunks
from db.chunks import Claim
from db.clock import now
from db.engine import open_database, reading
from worker import owner
from worker.settings import Settings

LOOK_S = 0.2
ASK_S = 1.0  # between two looks whether anybody still wants the answer


class Heartbeat:
    """``with Heartbeat(…) as beat:`` while ``beat.cancel`` is in the hands of a kernel."""

    def __init__(self, engine: Engine, held: Claim, lease_s: float, stop_file: str) -> None:
        self._engine = engine
        self._held = held
        self._lease_s = lease_s
        self._stop_file = Path(stop_file) if stop_file else None
        self._done = Event()
        self._thread = Thread(target=self._beat, name="heartbeat", daemon=True)
        self._parent = os.getppid()
        self.cancel = bytearray(1)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._done.set()
        self._thread.join()

    def rest(self, seconds: float) -> None:
        """Hold the claim and do nothing for so long, unless it must be given back sooner."""
        end = time.monotonic() + seconds
        while not self.cancel[0] and (left := end - time.monotonic()) > 0:
            time.sleep(min(left, LOOK_S))

    def _beat(self) -> None:
        now = time.monotonic()
        ask, extend = now + ASK_S, now + self._lease_s / 3
        while not self._done.wait(LOOK_S):
            now = time.monotonic()
            stop = self._must_stop()
            if not stop and now >= ask:
                ask = now + ASK_S
                stop = not self._wanted()
            if not stop and now >= extend:
                extend = now + self._lease_s / 3
                stop = not self._extend()
            if stop:
                self.cancel[0] = 1
                return

    def _must_stop(self) -> bool:
        """Told to, or an orphan: Celery's main process is gone, and nobody would hear of this child's end."""
        return os.getppid() != self._parent or (self._stop_file is not None and self._stop_file.exists())

    def _wanted(self) -> bool:
        try:
            with reading(self._engine) as connection:
                return chunks.wanted(connection, self._held)
        except SQLAlchemyError:
            return True

    def _extend(self) -> bool:
        try:
            with self._engine.begin() as connection:
                return chunks.extend(connection, self._held, now(connection) + self._lease_s)
        except SQLAlchemyError:
            return True  # the database is away: go on, and let the fencing token decide at the end


def held_by_group(settings: Settings, group: int) -> bool:
    """True if a process of this machine in that process group holds a chunk, or if nobody can tell."""
    engine = open_database(settings.database)
    try:
        with reading(engine) as connection:
            return any(owner.in_group(name, group) for _, name in chunks.abandoned(connection, owner.place()))
    except SQLAlchemyError:
        return True
    finally:
        engine.dispose()
