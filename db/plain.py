"""Questions in plain SQL, to a connection of SQLAlchemy or to one of sqlite3 alone.

Importing SQLAlchemy takes three times as long as most questions to a million boards. A command that only reads an
SQLite file does without it; all others, and PostgreSQL, ask the same text through it. Parameters are written ``:name``.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from db.revision import HEAD
from db.storable import storable

if TYPE_CHECKING:
    from sqlalchemy import Connection

    Asked = Connection | sqlite3.Connection

AT_ONCE = 1000  # rows that are fetched together
BUSY_TIMEOUT_S = 60.0
CACHE_KIB = 32_768
PREFIX = "sqlite:///"


def open_file(url: str) -> sqlite3.Connection | None:
    """The SQLite file of a URL, for reads alone; None where it takes SQLAlchemy to open or to upgrade it."""
    path = url.removeprefix(PREFIX)
    if not url.startswith(PREFIX) or "?" in path or not Path(path).is_file():
        return None
    connection = sqlite3.connect(path, timeout=BUSY_TIMEOUT_S, isolation_level=None)
    try:
        for pragma in ("query_only=ON", f"cache_size=-{CACHE_KIB}", "temp_store=MEMORY"):
            connection.execute(f"PRAGMA {pragma}")
        connection.execute("BEGIN")  # one state of the database for all questions of a command
        found = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    except sqlite3.Error:
        found = None
    if found != (HEAD,):
        connection.close()
        return None
    return connection


def is_file(connection: Asked) -> bool:
    """Whether SQLite answers."""
    return isinstance(connection, sqlite3.Connection) or connection.dialect.name == "sqlite"


def rows(
    connection: Asked, sql: str, values: Mapping[str, Any] | None = None, *, many: bool = False
) -> Iterator[tuple[Any, ...]]:
    """The rows of a question; ``many`` of them come as they are found, and are never held all at once."""
    values = {name: storable(held) if isinstance(held, str) else held for name, held in (values or {}).items()}
    if isinstance(connection, sqlite3.Connection):
        cursor = connection.execute(sql, values)
        while some := cursor.fetchmany(AT_ONCE):
            yield from some
        return
    from sqlalchemy import text  # noqa: PLC0415 - see above

    options = {"yield_per": AT_ONCE} if many else {}
    with connection.execute(text(sql), values, execution_options=options) as found:
        yield from map(tuple, found if many else found.all())


def value(connection: Asked, sql: str, values: Mapping[str, Any] | None = None) -> Any:
    """The first column of the first row; None where there is none."""
    return next((row[0] for row in rows(connection, sql, values)), None)
