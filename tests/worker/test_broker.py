"""What we ask of Redis, from a real server."""

from __future__ import annotations

import time
from threading import Timer

import pytest
import redis

from tests.servers import ValkeyServer
from worker.app import TASK, make_app
from worker.broker import Broker, BrokerError
from worker.settings import Settings


@pytest.fixture
def client(valkey: ValkeyServer) -> redis.Redis:
    return redis.Redis(unix_socket_path=str(valkey.unix_socket_path))


def test_a_server_answers_with_its_version(broker: Broker) -> None:
    assert broker.ping()[0].isdigit()


def test_a_server_that_is_not_there(tmp_path: object) -> None:
    with pytest.raises(BrokerError, match="does not answer"):
        Broker(Settings("", f"unix://{tmp_path}/nobody.sock")).ping()


def test_a_url_of_another_kind() -> None:
    with pytest.raises(BrokerError, match="expected a Redis URL"):
        Broker(Settings("", "amqp://host"))


def test_references_are_read_from_celerys_messages(queue: Settings, broker: Broker) -> None:
    app = make_app(queue)
    for chunk in (7, 8):
        app.send_task(TASK, args=[chunk], task_id=f"{chunk}-me-0")

    assert broker.referenced() == [7, 8]
    app.close()


def test_foreign_messages_refer_to_nothing(queue: Settings, broker: Broker, client: redis.Redis) -> None:
    hostile = [
        b"",
        b"not json",
        b"[]",
        b'{"headers": 1}',
        b'{"headers": {"id": "x-1"}}',
        b"\xff\xfe",
        b"null",
        b"7",
        b"[" * 100_000,
    ]
    client.lpush(f"{queue.queue}:chunks", *hostile)

    assert broker.referenced() == [-1] * len(hostile)
    client.close()


def test_the_bell_wakes(broker: Broker) -> None:
    ringing = Timer(0.1, broker.ring)
    ringing.start()
    start = time.monotonic()

    broker.wait_for_bell(5.0)

    assert time.monotonic() - start < 2.0
    ringing.join()


def test_groups_announce_their_slots(broker: Broker) -> None:
    assert broker.slots() == 0

    broker.announce("one", 2)
    broker.announce("two", 3)
    broker.announce("one", 4)

    assert broker.slots() == 7


@pytest.mark.parametrize("value", [b"abc", b"-7", b"\xff", b"2.5", b""])
def test_a_group_that_is_none_of_ours_has_no_slots(
    queue: Settings, broker: Broker, client: redis.Redis, value: bytes
) -> None:
    broker.announce("one", 2)
    client.set(f"{queue.queue}:group:evil", value, ex=60)
    client.lpush(f"{queue.queue}:group:list", value)

    assert broker.slots() == 2
    client.close()


def test_a_group_is_believed_within_reason(queue: Settings, broker: Broker, client: redis.Redis) -> None:
    client.set(f"{queue.queue}:group:evil", 10**12, ex=60)

    assert broker.slots() <= 4096
    client.close()
