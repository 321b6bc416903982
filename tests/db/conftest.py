"""PostgreSQL with small extents."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from sqlalchemy import Engine

from db import extents
from db.engine import open_database
from db.schema import upgrade
from tests import servers


@pytest.fixture
def server(postgres: servers.Postgres, monkeypatch: pytest.MonkeyPatch) -> Iterator[Engine]:
    """PostgreSQL, with extents of eight boards for batches of four."""
    monkeypatch.setattr(extents, "SIZE", 8)
    monkeypatch.setattr(extents, "OWN", 4)
    engine = open_database(postgres.new_database())
    upgrade(engine)
    yield engine
    engine.dispose()
