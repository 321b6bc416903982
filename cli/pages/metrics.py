"""Metrics for Prometheus, from the database alone: whoever can read it can tell how the work goes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib.metadata import version

from sqlalchemy import Connection

from db import queries
from db.clock import now
from worker.dispatcher import ROLE

Series = Iterable[tuple[str, float]]


def metrics(connection: Connection) -> str:
    """The text format of Prometheus, version 0.0.4."""
    return "".join(_lines(connection))


def _lines(connection: Connection) -> Iterator[str]:
    totals = queries.totals(connection)
    yield from _metric("gridmill_info", "gauge", "The version.", [(f'version="{version("gridmill")}"', 1)])
    yield from _metric("gridmill_batches", "gauge", "Batches in the database.", [("", totals.batches)])
    yield from _metric("gridmill_boards_total", "counter", "Boards accepted.", [("", totals.boards)])
    yield from _metric("gridmill_rejects_total", "counter", "Stretches of input rejected.", [("", totals.rejects)])
    yield from _metric("gridmill_known_total", "counter", "Boards that equal an earlier one.", [("", totals.known)])
    yield from _metric("gridmill_answered_total", "counter", "Boards answered by a solver.", [("", totals.answered)])
    states = queries.open_chunks(connection)
    chunks = [(f'state="{state}"', states.get(state, 0)) for state in ("waiting", "queued", "running")]
    yield from _metric("gridmill_chunks", "gauge", "Chunks with work left, by state.", chunks)
    led = 1.0 if queries.leader(connection, ROLE, now(connection)) else 0.0
    yield from _metric("gridmill_dispatcher_up", "gauge", "1 if somebody hands out chunks.", [("", led)])


def _metric(name: str, kind: str, about: str, series: Series) -> Iterator[str]:
    yield f"# HELP {name} {about}\n# TYPE {name} {kind}\n"
    for labels, value in series:
        yield f"{name}{f'{{{labels}}}' if labels else ''} {value:g}\n" if value < 1e6 else f"{name} {value:.0f}\n"
