"""Opens the database: SQLite in WAL mode or PostgreSQL, told apart by the URL."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError

from solvers.core import GridmillError

if TYPE_CHECKING:
    from sqlalchemy.engine.interfaces import DBAPIConnection
    from sqlalchemy.pool import ConnectionPoolEntry

BUSY_TIMEOUT_MS = 60_000
LOOK_S = 0.001  # between two looks for the write lock of SQLite
CACHE_KIB = 32_768
# A cable that is pulled says nothing: without these a connection would wait for a quarter of an hour. What the URL says
# comes first.
PATIENCE = {
    "connect_timeout": "10", "tcp_user_timeout": "20000", "keepalives_idle": "15", "keepalives_interval": "5",
    "keepalives_count": "3",
}  # fmt: skip


# Options of a URL that are no secrets. Any other may be one, or a slip of the pen for one.
SHOWN = {
    "user", "host", "hostaddr", "port", "dbname", "db", "service", "connect_timeout", "application_name", "sslmode",
    "sslcert", "sslkey", "sslrootcert", "target_session_attrs", "ssl_cert_reqs", "ssl_ca_certs", "ssl_certfile",
    "ssl_keyfile", "mode", "uri", "socket_timeout", "socket_connect_timeout", "protocol",
}  # fmt: skip


class DatabaseError(GridmillError):
    """The database cannot be used: wrong URL, unreachable, or of another version."""


def open_database(url: str, *, durable: bool = False) -> Engine:
    """An engine for ``sqlite:///file`` or ``postgresql://…``.

    ``durable`` asks SQLite to sync each commit (submissions); without it a power cut may roll back the last answers
    together with the state of their chunk, which costs work and loses nothing.
    """
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError):  # what was given is not shown: it may hold a password
        raise DatabaseError("expected a database URL such as sqlite:///boards.db or postgresql://host/boards") from None
    backend = parsed.get_backend_name()
    if backend == "sqlite":
        if not parsed.database or parsed.database == ":memory:":
            raise DatabaseError("expected a file in the SQLite URL: workers are other processes and share it")
        _make_folder(Path(parsed.database).parent)
        return _sqlite(url, "FULL" if durable else "NORMAL")
    if backend == "postgresql":
        patient = parsed.set(drivername="postgresql+psycopg", query=PATIENCE | dict(parsed.query))
        return create_engine(patient, pool_pre_ping=True, pool_size=4)
    raise DatabaseError(f"expected a sqlite or postgresql URL, got {backend!r}")


def _make_folder(path: Path) -> None:
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DatabaseError(f"expected a folder for the database, got {path}: {error.strerror}") from None


def _sqlite(url: str, synchronous: str) -> Engine:
    engine = create_engine(url, connect_args={"timeout": BUSY_TIMEOUT_MS / 1000, "check_same_thread": False})

    @event.listens_for(engine, "connect")
    def set_up(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
        connection.isolation_level = None  # we begin transactions ourselves, see below
        cursor = connection.cursor()
        cursor.execute(f"PRAGMA busy_timeout={BUSY_TIMEOUT_MS}")
        if _may_be_ours(cursor):
            cursor.execute("PRAGMA journal_mode=WAL")
        cursor.execute(f"PRAGMA synchronous={synchronous}")
        cursor.execute(f"PRAGMA cache_size=-{CACHE_KIB}")
        cursor.execute("PRAGMA temp_store=MEMORY")
        cursor.close()

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        # A transaction that reads first and writes later fails with "database is locked" without waiting; so writers
        # take the lock at once and queue up on busy_timeout.
        if connection.get_execution_options().get("gridmill_reads", False):
            connection.exec_driver_sql("BEGIN")
        else:
            _begin_writing(connection)

    return engine


def _may_be_ours(cursor: Any) -> bool:
    """Not of a file with the tables of another program, in which even the journal mode stays as it is."""
    tables = {name for (name,) in cursor.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    return not tables or "alembic_version" in tables


def _begin_writing(connection: Connection) -> None:
    """Take the write lock, looking for it every LOOK_S; raises OperationalError if it is not free for a minute.

    SQLite's own wait sleeps longer and longer, 100 ms in the end: with three writers the lock was idle for as long.
    """
    raw: Any = connection.connection.driver_connection
    driver = connection.dialect.loaded_dbapi
    end = time.monotonic() + BUSY_TIMEOUT_MS / 1000
    raw.execute("PRAGMA busy_timeout=0")
    try:
        while True:
            try:
                raw.execute("BEGIN IMMEDIATE")
            except driver.OperationalError as error:
                if not error.sqlite_errorname.startswith("SQLITE_BUSY") or time.monotonic() > end:
                    raise
                time.sleep(LOOK_S)
            else:
                return
    except driver.Error as error:
        raise DBAPIError.instance("BEGIN IMMEDIATE", None, error, driver.Error, dialect=connection.dialect) from error
    finally:
        raw.execute(f"PRAGMA busy_timeout={BUSY_TIMEOUT_MS}")


def reading(engine: Engine) -> Connection:
    """A connection for reads only, which see one state of the database; on SQLite it never waits for a writer.

    Two looks at what grows must agree: the pages of a list and their number, the boards of a batch and its answers.
    """
    connection = engine.connect().execution_options(gridmill_reads=True)
    return connection if is_sqlite(connection) else connection.execution_options(isolation_level="REPEATABLE READ")


def is_sqlite(connection: Connection) -> bool:
    return connection.dialect.name == "sqlite"


def masked(url: str) -> str:
    """The URL without its passwords, for messages; what is no URL may be a password altogether."""
    scheme, mark, rest = url.partition("://")
    if not mark:
        return "(no URL)"
    before, at, after = rest.rpartition("@")  # a password may hold an @, too
    user, colon, _ = before.partition(":")
    try:
        parsed = make_url(f"{scheme}://{user}{':***' * bool(colon)}{at}{after}")
    except (ArgumentError, ValueError):
        return "(no URL)"
    hidden = {name: "***" for name in parsed.query if name not in SHOWN}
    return parsed.update_query_dict(hidden).render_as_string(hide_password=True).replace("%2A", "*")
