"""What commands need of the services: settings from options, the database opened."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from db.plain import open_file
from worker.settings import Settings, load

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine

    from db.plain import Asked


def settings_of(**options: str | int | None) -> Settings:
    """The settings with a command's options on top."""
    return load(options)


def database(settings: Settings, *, durable: bool = False) -> Engine:
    """The database, with tables of this version."""
    from db.engine import open_database  # noqa: PLC0415 - imports SQLAlchemy, which questions to a file do without
    from db.schema import upgrade  # noqa: PLC0415 - as above

    engine = open_database(settings.database, durable=durable)
    upgrade(engine)
    return engine


def existing(settings: Settings) -> Engine:
    """The database for commands that only ask: a misspelt file name is an error and no new, empty database."""
    from sqlalchemy.engine import make_url  # noqa: PLC0415 - see above

    from db.engine import DatabaseError  # noqa: PLC0415 - as above

    url = make_url(settings.database)
    if url.get_backend_name() == "sqlite" and url.database and not Path(url.database).exists():
        raise DatabaseError(f"expected a database, found no file {url.database}: `gridmill run FILE` makes one")
    return database(settings)


def refuse_foreign(settings: Settings) -> None:
    """Raises DatabaseError where the database is somebody else's; one that is not there yet may still come."""
    from sqlalchemy.exc import DBAPIError  # noqa: PLC0415 - see above

    from db.engine import open_database  # noqa: PLC0415 - as above
    from db.schema import revision  # noqa: PLC0415 - as above

    engine = open_database(settings.database)
    with suppress(DBAPIError):
        revision(engine)
    engine.dispose()


@contextmanager
def asking(where: str | None) -> Iterator[Connection]:
    """A connection that reads from the database of a command's ``--database``."""
    from db.engine import reading  # noqa: PLC0415 - see above

    with reading(existing(settings_of(database=where))) as connection:
        yield connection


@contextmanager
def questioning(where: str | None) -> Iterator[Asked]:
    """The same for questions in plain SQL (db.plain): an SQLite file is opened without loading SQLAlchemy."""
    settings = settings_of(database=where)
    if (file := open_file(settings.database)) is not None:
        with closing(file):
            yield file
        return
    with asking(where) as connection:
        yield connection
