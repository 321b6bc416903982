"""The dispatcher on both databases with a real broker: its window, its sweeps, its lead."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import redis
from sqlalchemy import Engine, make_url, text

from db import chunks, control, dropping, leases
from db.engine import open_database
from tests.db.filling import answer, block, numbered, rows, submit, take
from tests.servers import Postgres, ValkeyServer
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


def test_a_handover_that_was_cut_off_is_gone_on_with(leader: Dispatcher, broker: Broker, engine: Engine) -> None:
    machine, pid, _ = owner.me().split("/")
    dead = f"{machine}/{pid}/1"
    for texts in ("ab", "ba", "cd", "dc"):
        submit(engine, block(*texts))
    with engine.begin() as connection:  # as of `cancel 1` and `drop 3`, killed behind their first transactions
        control.stop(connection, 1)
        leases.take_handing(connection, 1, dead)
        control.pause(connection, 3)
        dropping.mark(connection, 3, owner.is_dead, dead)

    leader.turn()

    open_chunks = "SELECT batch_id, boards FROM chunk WHERE state = 'queued' ORDER BY batch_id"
    assert rows(engine, open_chunks) == [(2, 2), (4, 2)]
    assert len(broker.referenced()) == 2
    assert rows(engine, "SELECT role FROM lease") == [(dispatcher.ROLE,)]


def test_a_handover_that_a_worker_has_no_rights_for_stays(
    postgres: Postgres, queue: Settings, broker: Broker, caplog: pytest.LogCaptureFixture
) -> None:
    url = postgres.database_with_tables()
    whole = open_database(url)
    for _ in range(2):
        submit(whole, block("a"))
    role = make_url(url).database
    with whole.begin() as connection:
        for right in (f"CREATE ROLE {role} LOGIN", f"GRANT SELECT ON ALL TABLES IN SCHEMA public TO {role}",
                      f"GRANT INSERT, UPDATE, DELETE ON lease, chunk TO {role}"):  # fmt: skip
            connection.execute(text(right))
        control.stop(connection, 1)
        leases.take_handing(connection, 1, "")
    limited = open_database(make_url(url).set(username=role).render_as_string(hide_password=False))
    app = make_app(queue)
    leader = Dispatcher(app, broker, limited, queue)

    for _ in range(2):
        leader.turn()

    assert caplog.text.count("could not change hands") == 1
    assert rows(whole, "SELECT count(*) FROM lease WHERE role LIKE 'hand on%'") == [(1,)]
    app.close()
    limited.dispose()
    whole.dispose()
