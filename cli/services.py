"""What commands need of the services: settings from options, the database opened, a worker group started."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection, Engine
from sqlalchemy.engine import make_url

from db.engine import DatabaseError, open_database, reading
from db.schema import upgrade
from worker.embedded import embedded_broker
from worker.settings import Settings, home, load


def settings_of(**options: str | int | None) -> Settings:
    """The settings with a command's options on top."""
    return load(options)


def database(settings: Settings, *, durable: bool = False) -> Engine:
    """The database, with tables of this version."""
    engine = open_database(settings.database, durable=durable)
    upgrade(engine)
    return engine


def existing(settings: Settings) -> Engine:
    """The database for commands that only ask: a misspelt file name is an error and no new, empty database."""
    url = make_url(settings.database)
    if url.get_backend_name() == "sqlite" and url.database and not Path(url.database).exists():
        raise DatabaseError(f"expected a database, found no file {url.database}: `gridmill run FILE` makes one")
    return database(settings)


@contextmanager
def asking(where: str | None) -> Iterator[Connection]:
    """A connection that reads from the database of a command's ``--database``."""
    with reading(existing(settings_of(database=where))) as connection:
        yield connection


@contextmanager
def working(settings: Settings, log: Path | None = None) -> Iterator[tuple[Settings, subprocess.Popen[bytes]]]:
    """A worker group of this machine, and an embedded broker if none is configured, for as long as the context lasts.

    The group logs to ``log`` (default: worker.log beside the embedded database).
    """
    log = log or home() / "worker.log"
    log.parent.mkdir(parents=True, exist_ok=True)
    with embedded_broker(settings) as found, log.open("ab") as out:
        command = [sys.executable, "-m", "worker", str(os.getpid())]
        group = subprocess.Popen(  # noqa: S603 - our own program
            command, env=found.environment(), stdout=out, stderr=out, start_new_session=True
        )
        try:
            yield found, group
        finally:
            group.terminate()
            try:
                group.wait(20)
            except subprocess.TimeoutExpired:
                group.kill()
                group.wait()
