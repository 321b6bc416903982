"""Creates and upgrades the tables. The program does it itself; nobody types alembic."""

from __future__ import annotations

import re
from pathlib import Path

from sqlalchemy import URL, Connection, Engine, inspect, text
from sqlalchemy.exc import DatabaseError as DriverError

from db.engine import DatabaseError, is_sqlite, masked, reading
from db.revision import HEAD

NUMBER = re.compile(r"\d{4}")  # what our revisions look like
LOCK = 0x6D696C6C  # any constant: the advisory lock that migrations take on PostgreSQL


def revision(engine: Engine) -> str:
    """The revision of the tables; "" where there are none. Raises DatabaseError for what belongs to somebody else."""
    try:
        with reading(engine) as connection:
            return _revision(connection)
    except DriverError as error:
        if "not a database" in str(error.orig):
            raise _foreign(engine.url, "which is not a database") from None
        raise


def _revision(connection: Connection) -> str:
    tables = set(inspect(connection).get_table_names())
    if "alembic_version" in tables:
        found: str = connection.scalar(text("SELECT version_num FROM alembic_version")) or ""
        if found and not NUMBER.fullmatch(found):
            raise _foreign(connection.engine.url, "which holds the tables of another program")
        return found
    # A file is somebody's own; a server's database may be shared, as long as no table has a name of ours.
    if tables if is_sqlite(connection) else tables & _our_tables():
        raise _foreign(connection.engine.url, f"which holds other tables such as {min(tables)!r}")
    return ""


def _our_tables() -> set[str]:
    from db.models import Base  # noqa: PLC0415 - only a database that is new needs them

    return set(Base.metadata.tables)


def _foreign(url: URL, why: str) -> DatabaseError:
    where = url.database if url.get_backend_name() == "sqlite" else masked(url.render_as_string())
    return DatabaseError(f"expected a database of Gridmill or a new one, got {where}, {why}: nothing was changed in it")


def upgrade(engine: Engine) -> None:
    """Bring the tables to HEAD; safe to call from several processes at once.

    Raises DatabaseError where the tables are newer than this program, or of another one.
    """
    if revision(engine) == HEAD:
        return
    with engine.begin() as connection:
        if not is_sqlite(connection):
            connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": LOCK})
        found = _revision(connection)
        if found > HEAD:
            raise DatabaseError(f"expected tables of revision {HEAD} or older, got {found}: upgrade Gridmill")
        if found != HEAD:
            _migrate(connection)


def _migrate(connection: Connection) -> None:
    from alembic import command  # noqa: PLC0415 - costs 0.1 s, and is needed once in a database's life
    from alembic.config import Config  # noqa: PLC0415 - the same

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    command.upgrade(config, HEAD)
