"""Metrics for Prometheus: what the database tells of all work, and what the children of this worker did.

The children write what they count to files of a folder that the group shares (prometheus_client's way with several
processes); a process of its own answers at the address of the setting ``metrics``. Whoever can read the database can
tell how the work goes, so ``gridmill serve`` answers with the first half.
"""

from __future__ import annotations

import signal
import socket
import sys
from collections import Counter as Count
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.metadata import version
from typing import Any

from sqlalchemy import Engine

from db import queries
from db.chunks import Claim
from db.clock import now
from db.engine import open_database, reading
from solvers.core import Answer, Answers, Verdict
from worker.settings import Settings, SettingsError, load

ROLE = "dispatcher"
STATES = ("waiting", "queued", "running")
BUCKETS_S = (0.001, 0.01, 0.1, 0.5, 1, 2, 5, 10, 60, 600)
MISSING = "metrics need an extra: `pip install 'gridmill[metrics]'`"


def address(asked: str) -> tuple[str, int]:
    """``9108`` or ``host:9108``; raises SettingsError."""
    host, _, port = asked.rpartition(":")
    if not port.isascii() or not port.isdigit() or int(port) > 65535:
        raise SettingsError(f"expected [HOST:]PORT for the metrics, got {asked!r}")
    return host.strip("[]") or "127.0.0.1", int(port)


def check(settings: Settings) -> None:
    """Raises SettingsError where metrics are asked for and cannot be had."""
    if not settings.metrics:
        return
    host, port = address(settings.metrics)
    try:
        import prometheus_client  # noqa: F401, PLC0415 - an extra
    except ModuleNotFoundError:
        raise SettingsError(MISSING) from None
    try:
        family, *_, place = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, socket.SOCK_STREAM) as tried:
            tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            tried.bind(place)
    except OSError as error:
        raise SettingsError(f"metrics cannot be served at {settings.metrics}: {error.strerror}") from None


class FromDatabase:
    """Collects what the database tells; a collector of prometheus_client."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def collect(self) -> Iterator[Any]:
        from prometheus_client.core import GaugeMetricFamily  # noqa: PLC0415 - an extra

        with reading(self._engine) as connection:
            totals = queries.totals(connection)
            open_chunks = queries.open_chunks(connection)
            led = bool(queries.leader(connection, ROLE, now(connection)))
        # Gauges, as a batch that is dropped takes its numbers with it.
        yield GaugeMetricFamily("gridmill_batches", "Batches in the database.", totals.batches)
        yield GaugeMetricFamily("gridmill_boards", "Boards in the database.", totals.boards)
        yield GaugeMetricFamily("gridmill_rejects", "Stretches of input that were rejected.", totals.rejects)
        yield GaugeMetricFamily("gridmill_known", "Boards that equal an earlier one.", totals.known)
        yield GaugeMetricFamily("gridmill_answered", "Boards answered by a solver.", totals.answered)
        depth = GaugeMetricFamily("gridmill_chunks", "Chunks with work left, by state.", labels=["state"])
        for state in STATES:
            depth.add_metric([state], open_chunks.get(state, 0))
        yield depth
        yield GaugeMetricFamily("gridmill_dispatcher_up", "1 if somebody hands out chunks.", int(led))
        info = GaugeMetricFamily("gridmill_info", "The version.", labels=["version"])
        info.add_metric([version("gridmill")], 1)
        yield info


def exposition(engine: Engine) -> tuple[bytes, str]:
    """What the database tells in the text format of Prometheus, and its media type."""
    from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest  # noqa: PLC0415 - an extra

    registry = CollectorRegistry()
    registry.register(FromDatabase(engine))
    return generate_latest(registry), CONTENT_TYPE_LATEST


def serve(settings: Settings) -> None:
    """Answer until SIGTERM: the database's numbers, and those of the children of this group."""
    from prometheus_client import CollectorRegistry, start_http_server  # noqa: PLC0415 - an extra
    from prometheus_client.multiprocess import MultiProcessCollector  # noqa: PLC0415 - an extra

    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]  # it registers itself
    registry.register(FromDatabase(open_database(settings.database)))
    host, port = address(settings.metrics)
    start_http_server(port, host, registry)
    while True:
        signal.pause()


@cache
def _counters() -> dict[str, Any]:
    """None of them exists in a process that counts nothing."""
    if not load().metrics:
        return {}
    from prometheus_client import Counter, Histogram  # noqa: PLC0415 - an extra

    lane = ["family", "lane"]
    return {
        "solved": Counter("gridmill_worker_boards", "Boards answered here.", ["family", "verdict"]),
        "chunks": Counter("gridmill_worker_chunks", "Chunks finished here.", lane),
        "attempts": Counter("gridmill_worker_attempts", "Claims of chunks, with those that came to nothing.", lane),
        "repeats": Counter("gridmill_worker_repeats", "Claims of chunks that were tried before.", lane),
        "busy": Counter("gridmill_worker_solve_seconds", "Time that kernels took, as they say.", ["family"]),
        "took": Histogram("gridmill_worker_chunk_seconds", "Time at a chunk, all in all.", lane, buckets=BUCKETS_S),
    }


def claimed(held: Claim) -> None:
    if found := _counters():
        found["attempts"].labels(held.family, held.lane).inc()
        if held.token > 1:
            found["repeats"].labels(held.family, held.lane).inc()


def finished(held: Claim, seconds: float) -> None:
    if found := _counters():
        found["chunks"].labels(held.family, held.lane).inc()
        found["took"].labels(held.family, held.lane).observe(seconds)


def answered(held: Claim, answers: Sequence[Answer], deeper: int = 0) -> None:
    """So many of the undecided ones go on to another lane, and are counted there."""
    if found := _counters():
        columns = Answers(answers)
        verdicts = Count(columns.column("verdict"))
        verdicts[Verdict.UNDECIDED] -= deeper
        for verdict, boards in (+verdicts).items():
            found["solved"].labels(held.family, Verdict(verdict).value).inc(boards)
        found["busy"].labels(held.family).inc(sum(columns.column("solve_ns")) / 1e9)
