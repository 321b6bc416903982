"""What we ask of Redis beside Celery: which chunks it still refers to, who is there, and the bell.

Keys, all under the prefix of the settings: ``chunks`` (Celery's list of messages), ``bell`` (a push here wakes the
dispatcher), ``group:<owner>`` (the slots of a worker group, expiring).
"""

from __future__ import annotations

import json
from typing import Any

import redis
from redis.exceptions import RedisError

from solvers.core import GridmillError
from worker.settings import Settings

GROUP_SECONDS = 10
MOST_SLOTS = 4096  # of a group that is believed


class BrokerError(GridmillError):
    """The broker cannot be reached or does not speak the Redis protocol."""


class Broker:
    """A connection to Redis with our prefix."""

    def __init__(self, settings: Settings) -> None:
        self._prefix = f"{settings.queue}:"
        url = settings.broker.replace("redis+socket://", "unix://", 1)
        try:
            self._redis: Any = redis.Redis.from_url(url, socket_timeout=10, socket_connect_timeout=3)
        except ValueError as error:
            raise BrokerError(f"expected a Redis URL such as redis://localhost:6379/0: {error}") from None

    def ping(self) -> str:
        """The server's version; raises BrokerError."""
        try:
            info = self._redis.info("server")
        except RedisError as error:
            raise BrokerError(f"the broker does not answer: {error}") from error
        return str(info.get("valkey_version") or info.get("redis_version"))

    def referenced(self) -> list[int]:
        """The chunks that messages in the queue point to, oldest first; the window keeps the list short."""
        messages = reversed(self._redis.lrange(self._prefix + "chunks", 0, -1))
        return [_chunk_of(message) for message in messages]

    def ring(self) -> None:
        """Wake the dispatcher; nobody needs to listen, because it looks by itself once a second."""
        try:
            self._redis.lpush(self._prefix + "bell", "1")
            self._redis.expire(self._prefix + "bell", GROUP_SECONDS)
        except RedisError:
            pass  # a sleeping dispatcher costs a second, an exception here would cost a finished submission

    def wait_for_bell(self, seconds: float) -> bool:
        """True if somebody rang."""
        if self._redis.brpop([self._prefix + "bell"], timeout=seconds) is None:
            return False
        self._redis.delete(self._prefix + "bell")
        return True

    def withdraw(self) -> None:
        """Take back the messages that no worker has taken."""
        self._redis.delete(self._prefix + "chunks")

    def announce(self, owner: str, slots: int) -> None:
        """Say that a worker group is there, for the next ten seconds."""
        self._redis.set(f"{self._prefix}group:{owner}", slots, ex=GROUP_SECONDS)

    def slots(self) -> int:
        """Slots of all worker groups that announced themselves."""
        keys = list(self._redis.scan_iter(match=f"{self._prefix}group:*", count=1000))
        return sum(map(_slots_of, self._redis.mget(keys))) if keys else 0

    def close(self) -> None:
        self._redis.close()


def _chunk_of(message: bytes) -> int:
    """The chunk a Celery message points to; -1 for a message that is not ours."""
    try:
        return int(json.loads(message)["headers"]["id"].partition("-")[0])
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return -1


def _slots_of(value: bytes | None) -> int:
    """What a group announced; 0 where it has ended meanwhile, or never was one of ours."""
    text = (value or b"")[:9]
    return min(int(text), MOST_SLOTS) if text.isdigit() else 0
