"""Creates and upgrades the tables. The program does it itself; nobody types alembic."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, Engine, inspect, text

from db.engine import DatabaseError, is_sqlite, reading
from db.revision import HEAD

LOCK = 0x6D696C6C  # any constant: the advisory lock that migrations take on PostgreSQL


def revision(engine: Engine) -> str:
    """The revision of the tables; "" where there are none."""
    with reading(engine) as connection:
        return _revision(connection)


def _revision(connection: Connection) -> str:
    if not inspect(connection).has_table("alembic_version"):
        return ""
    return connection.scalar(text("SELECT version_num FROM alembic_version")) or ""


def upgrade(engine: Engine) -> None:
    """Bring the tables to HEAD; safe to call from several processes at once.

    Raises DatabaseError where the tables are newer than this program.
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
