"""The dispatcher on both databases with a real broker: its window, its sweeps, its lead."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import redis
from sqlalchemy import Engine, text

from db import chunks, leases
from tests.db.filling import answer, numbered, rows, submit, take
from tests.servers import ValkeyServer
from worker import dispatcher, owner
from worker.app import make_app
from worker.broker import Broker
from worker.dispatcher import Dispatcher, State
from worker.settings import Settings


@pytest.fixture
def leader(settings: Settings, broker: Broker, engine: Engine) -> Iterator[Dispatcher]:
    app = make_app(settings)
    yield Dispatcher(app, broker, engine, settings)
    app.close()


def test_the_window_is_filled_and_no_more(leader: Dispatcher, broker: Broker, engine: Engine) -> None:
    submit(engine, numbered(40_000))  # 20 chunks

    assert leader.turn() is State.HUNGRY  # the window was empty

    assert broker.referenced() == [1, 2, 3, 4, 5, 6, 7, 8]  # four a slot
    assert rows(engine, "SELECT count(*) FROM chunk WHERE state = 'queued'") == [(8,)]
    assert leader.turn() is State.BUSY
    assert len(broker.referenced()) == 8


def test_slots_of_other_groups_widen_the_window(leader: Dispatcher, broker: Broker, engine: Engine) -> None:
    broker.announce("another host", 3)
    submit(engine, numbered(60_000))

    leader.turn()

    assert len(broker.referenced()) == 4 * (2 + 3)


def test_nothing_to_do(leader: Dispatcher) -> None:
    assert leader.turn() is State.IDLE


def test_lost_references_come_back(
    leader: Dispatcher, broker: Broker, engine: Engine, valkey: ValkeyServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dispatcher, "PATIENCE_S", 0.0)
    monkeypatch.setattr(dispatcher, "SWEEP_S", 0.0)
    submit(engine, numbered(4000))
    leader.turn()
    client = redis.Redis(unix_socket_path=str(valkey.unix_socket_path))
    client.flushall()
    client.close()
    assert broker.referenced() == []

    leader.turn()

    assert broker.referenced() == [1, 2]


def test_only_one_of_two_leads(
    leader: Dispatcher, settings: Settings, broker: Broker, engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    leader.turn()
    monkeypatch.setattr(owner, "me", lambda: "another/1/1")
    app = make_app(settings)
    follower = Dispatcher(app, broker, engine, settings)
    submit(engine, numbered(10))

    assert follower.turn() is State.FOLLOWING
    assert broker.referenced() == []
    app.close()


def test_the_lead_of_a_dead_process_is_taken_at_once(leader: Dispatcher, engine: Engine) -> None:
    machine, pid, _ = owner.me().split("/")
    with engine.begin() as connection:
        leases.lead(connection, dispatcher.ROLE, f"{machine}/{pid}/1", 1e12, 5.0)

    assert leader.turn() is State.IDLE


def test_chunks_of_dead_workers_wait_again(leader: Dispatcher, engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dispatcher, "SWEEP_S", 0.0)
    submit(engine, numbered(10))
    machine, pid, _ = owner.me().split("/")
    with engine.begin() as connection:
        take(connection, 1, 1e12, f"{machine}/{pid}/1")

    for _ in range(2):
        leader.turn()

    assert rows(engine, "SELECT state, attempts FROM chunk") == [("queued", 1)]


def test_finished_work_is_left_alone(leader: Dispatcher, broker: Broker, engine: Engine) -> None:
    submit(engine, numbered(1))
    with engine.begin() as connection:
        chunks.finish(connection, take(connection, 1), [1], [answer()], (), 1.0)

    assert leader.turn() is State.IDLE
    assert broker.referenced() == []
    with engine.connect() as connection:
        assert connection.scalar(text("SELECT count(*) FROM answer")) == 1
