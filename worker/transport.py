"""How messages reach Celery: kombu's transport for Redis, with an eye on what stands in the queue.

    a list in Redis --JSON?--> a message --with the number of a chunk?--> made anew --> Celery

What kombu cannot read would end Celery's main process and every child with it, and a header that Celery does not expect
would cost a slot for good. So of a message nothing is taken but the chunk, its name and its time limit; what has none
of these is dropped, and a chunk that it meant is missed by the sweeper.
"""

from __future__ import annotations

import json
import logging
import re
from base64 import b64encode
from queue import Empty
from typing import Any

from kombu.transport import TRANSPORT_ALIASES, redis

log = logging.getLogger(__name__)

TASK = "gridmill.solve_chunk"
QUEUE = "chunks"
NAME = re.compile(r"([1-9]\d{0,18})-\S{1,300}", re.ASCII)  # of a message: the chunk, who sent it, a serial number
LONGEST_S = 1e7  # a time limit


class Channel(redis.Channel):
    """Drops what is no JSON."""

    def _brpop_read(self, **options: Any) -> Any:
        try:
            return super()._brpop_read(**options)  # type: ignore[no-untyped-call]  # kombu's
        except (ValueError, RecursionError) as error:  # it is taken off the list by then
            _say_dropped(type(error).__name__)
            raise Empty from None


class Transport(redis.Transport):
    """Drops what is JSON and no message of ours."""

    Channel = Channel

    def _deliver(self, message: object, queue: str) -> None:
        if (made := anew(message)) is None:
            _say_dropped(type(message).__name__)
        else:
            super()._deliver(made, queue)  # type: ignore[no-untyped-call]  # kombu's


def anew(message: object) -> dict[str, Any] | None:
    """The message with all that we do not need as Celery expects it; None if it is none of ours."""
    headers, properties = _part(message, "headers"), _part(message, "properties")
    name, tag, limits = headers.get("id"), properties.get("delivery_tag"), headers.get("timelimit")
    if headers.get("task") != TASK or not isinstance(name, str) or not isinstance(tag, str):
        return None
    if not (found := NAME.fullmatch(name)) or not _are_limits(limits):
        return None
    body = json.dumps([[int(found[1])], {}, {"callbacks": None, "errbacks": None, "chain": None, "chord": None}])
    return {
        "body": b64encode(body.encode()).decode(), "content-type": "application/json", "content-encoding": "utf-8",
        "headers": {
            "lang": "py", "task": TASK, "id": name, "root_id": name, "parent_id": None, "group": None, "eta": None,
            "expires": None, "retries": 0, "timelimit": limits, "argsrepr": f"({found[1]},)", "kwargsrepr": "{}",
            "origin": "", "ignore_result": True,
        },
        "properties": {
            "correlation_id": name, "delivery_mode": 2, "delivery_info": {"exchange": "", "routing_key": QUEUE},
            "priority": 0, "body_encoding": "base64", "delivery_tag": tag,
        },
    }  # fmt: skip


def _part(message: object, name: str) -> dict[str, Any]:
    part = message.get(name) if isinstance(message, dict) else None
    return part if isinstance(part, dict) else {}


def _are_limits(limits: object) -> bool:
    """[hard, soft] in seconds; there is no soft one."""
    if not isinstance(limits, list) or len(limits) != 2 or limits[1] is not None:
        return False
    return limits[0] is None or (type(limits[0]) in (int, float) and 0 < limits[0] < LONGEST_S)


def _say_dropped(got: str) -> None:
    log.error("expected a message with the number of a chunk, got another (%s): dropped", got)


def register() -> None:
    """From now on URLs of Redis mean this transport."""
    for scheme in ("redis", "rediss"):
        TRANSPORT_ALIASES[scheme] = f"{__name__}:Transport"
