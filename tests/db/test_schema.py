"""Migrations: from nothing to the tables of the models, on both databases, whoever comes first."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Engine, inspect, text

from db import schema
from db.engine import DatabaseError, masked, open_database
from db.models import Base
from db.revision import HEAD
from tests.servers import Postgres


@pytest.fixture(params=["sqlite", "postgresql"])
def nothing(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database, of both kinds in turn."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'boards.db'}"
    server: Postgres = request.getfixturevalue("postgres")
    return server.new_database()


def test_up_from_nothing(nothing: str) -> None:
    engine = open_database(nothing)
    assert schema.revision(engine) == ""

    schema.upgrade(engine)

    assert schema.revision(engine) == HEAD
    engine.dispose()


def test_migrations_make_the_tables_of_the_models(engine: Engine) -> None:
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})

        assert compare_metadata(context, Base.metadata) == []


def test_several_processes_may_migrate_at_once(nothing: str) -> None:
    engines = [open_database(nothing) for _ in range(4)]

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(schema.upgrade, engines))

    assert [schema.revision(engine) for engine in engines] == [HEAD] * 4
    for engine in engines:
        engine.dispose()


def test_tables_of_a_newer_program_are_refused(engine: Engine) -> None:
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))

    with pytest.raises(DatabaseError, match="got 9999: upgrade Gridmill"):
        schema.upgrade(engine)


@pytest.mark.parametrize("table", ["board", "alembic_version"])
def test_tables_of_another_program_stay_as_they_are(nothing: str, table: str) -> None:
    engine = open_database(nothing)
    with engine.begin() as connection:
        connection.execute(text(f"CREATE TABLE {table} (version_num VARCHAR(32))"))
        connection.execute(text(f"INSERT INTO {table} VALUES ('00ab12')"))  # noqa: S608 - names of ours

    with pytest.raises(DatabaseError, match=r"which holds .*: nothing was changed"):
        schema.upgrade(engine)

    assert inspect(engine).get_table_names() == [table]
    engine.dispose()


def test_a_server_may_hold_other_tables_beside(nothing: str) -> None:
    engine = open_database(nothing)
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE customer (id INTEGER)"))

    if nothing.startswith("postgresql"):
        schema.upgrade(engine)

        assert schema.revision(engine) == HEAD
    else:
        with pytest.raises(DatabaseError, match="'customer'"):
            schema.upgrade(engine)
    engine.dispose()


@pytest.mark.parametrize("url", ["nonsense", "mysql://host/boards", "sqlite://", "sqlite:///:memory:"])
def test_other_databases_are_refused(url: str) -> None:
    with pytest.raises(DatabaseError, match="expected"):
        open_database(url)


def test_passwords_are_masked() -> None:
    assert "secret" not in masked("postgresql://me:secret@host/boards")
