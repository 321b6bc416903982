"""What commands need of the services: settings from options, the database opened."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection, Engine
from sqlalchemy.engine import make_url

from db.engine import DatabaseError, open_database, reading
from db.schema import upgrade
from worker.settings import Settings, load


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
