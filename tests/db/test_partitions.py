"""PostgreSQL attaches and drops partitions while others read and write."""

# ruff: noqa: S608 - our own words only
from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from sqlalchemy import Engine, text
from sqlalchemy.exc import OperationalError

from db import submissions
from tests.db.filling import block, rows, submit
from tests.db.test_control import solve
from tests.db.test_dropping import drop, faults, shown
from tests.integration.program import until


def partitions(engine: Engine, table: str = "board") -> list[str]:
    query = f"SELECT inhrelid::regclass::text FROM pg_inherits WHERE inhparent = '{table}'::regclass ORDER BY inhrelid"
    return [str(row[0]) for row in rows(engine, query)]


def test_readers_and_writers_go_on_while_partitions_come_and_go(server: Engine) -> None:
    """Nobody waits for a long question, apart from whoever drops what it may look at."""
    submit(server, block(*"abcd"))
    submit(server, block(*"efgh"))
    solve(server)
    with server.connect() as long:
        assert long.scalar(text("SELECT count(*) FROM board JOIN answer ON board_id = id")) == 8  # holds its locks
        submit(server, block(*"ijkl"))  # a partition is attached
        with ThreadPoolExecutor(1) as pool:
            dropped = pool.submit(drop, server, 1)
            submit(server, block(*"mnop"))
            assert solve(server) == 8
            assert len(shown(server, 2)) == 4
            assert not dropped.done()
            long.rollback()

            assert dropped.result(timeout=60) == 0
    assert rows(server, "SELECT count(*) FROM board") == [(12,)]


def test_segments_that_are_being_stored_are_waited_for(server: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that found its boards' earlier ones before the mark points to what the drop has to hand on."""
    submit(server, block(*"abcd"))
    solve(server)
    marked, counted, go_on = submissions.find_duplicates, threading.Event(), threading.Event()

    def slowly(*args: Any) -> set[int]:
        found = marked(*args)
        counted.set()
        assert go_on.wait(60)
        return found

    monkeypatch.setattr(submissions, "find_duplicates", slowly)
    with ThreadPoolExecutor(2) as pool:
        stored = pool.submit(submit, server, block(*"dcba"))
        assert counted.wait(60)
        dropped = pool.submit(drop, server, 1)
        with pytest.raises(TimeoutError):
            dropped.result(timeout=0.3)
        go_on.set()

        assert (stored.result(timeout=60).known, dropped.result(timeout=60)) == (4, 4)
    assert faults(server, 2) == []
    assert {row[1] for row in shown(server, 2)} == {"unique"}


def test_a_partition_that_is_half_detached_is_dropped_by_the_next(server: Engine) -> None:
    submit(server, block(*"abcd"))
    submit(server, block(*"efgh"))
    solve(server)
    half = "SELECT count(*) FROM pg_inherits WHERE inhdetachpending"
    stop = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE query LIKE 'ALTER TABLE%'"
    with server.connect() as long, ThreadPoolExecutor(1) as pool:
        long.execute(text("SELECT count(*) FROM board"))
        dropped = pool.submit(drop, server, 1)
        until(lambda: rows(server, half) == [(1,)])
        assert rows(server, stop) == [(1,)]
        with pytest.raises(OperationalError):
            dropped.result(timeout=60)
    assert rows(server, half) == [(1,)]
    assert faults(server, 2) == []

    drop(server, 1)

    assert partitions(server) == ["board_9"]
    assert rows(server, "SELECT count(*) FROM batch") == [(1,)]
