"""PostgreSQL with small extents."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from sqlalchemy import Engine

from db import extents
from db.engine import open_database
from tests import servers


@pytest.fixture
def server(postgres: servers.Postgres, monkeypatch: pytest.MonkeyPatch) -> Iterator[Engine]:
    """PostgreSQL, with extents of eight boards for batches of four."""
    monkeypatch.setattr(extents, "SIZE", 8)
    monkeypatch.setattr(extents, "OWN", 4)
    engine = open_database(postgres.database_with_tables())
    yield engine
    engine.dispose()
