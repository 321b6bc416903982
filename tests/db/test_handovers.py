"""Boards that change hands in pieces: a cancel, a resume or a drop that was cut off anywhere is gone on with."""

from __future__ import annotations

import pytest
from sqlalchemy import Engine

from db import clock, control, dropping, handovers, leases
from db.engine import open_database, reading
from db.submissions import Ask
from solvers.core import OUT_OF_TIME, Verdict
from tests.db.filling import answer, block, rows, submit
from tests.db.test_control import progress, solve
from tests.db.test_dropping import Killed, alive, faults, killing


@pytest.fixture(autouse=True)
def small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(handovers, "SIZE", 2)


def go_on(engine: Engine) -> int:
    """What the leading dispatcher does."""
    with reading(engine) as connection:
        left = leases.cut_off(connection, clock.now(connection), lambda owner: owner == "dead/1/1")
    return sum(boards for batch in left for boards in handovers.pieces(engine, batch, "me/1/1", 2))


def test_pieces_add_up(engine: Engine) -> None:
    submit(engine, block(*"abcdefg"))
    submit(engine, block(*"gxfebcay"))

    assert handovers.cancel(engine, 1, "me/1/1") == 6
    assert (progress(engine, 1).pending, progress(engine, 2).pending) == (7, 8)
    assert handovers.resume(engine, 1, "me/1/1") == 0
    assert rows(engine, "SELECT known FROM batch ORDER BY id") == [(6,), (0,)]
    assert rows(engine, "SELECT count(*) FROM lease") == [(0,)]

    assert solve(engine) == 9
    assert (progress(engine, 1).pending, progress(engine, 2).pending) == (0, 0)
    assert faults(engine, 1, 2) == []


@pytest.mark.parametrize("after", [12, 20, 30, 45, 60])
def test_a_cancel_that_was_killed_is_gone_on_with(database_url: str, after: int) -> None:
    engine = open_database(database_url)
    submit(engine, block(*"abcdefg"))
    submit(engine, block(*"gfedcba"))
    stop = killing(engine, after)
    try:
        handovers.cancel(engine, 1, "dead/1/1")
    except Killed:
        engine.dispose()
    finally:
        stop()
    assert rows(engine, "SELECT control FROM batch WHERE id = 1") == [("cancelled",)]

    go_on(engine)

    assert solve(engine) == 7
    assert progress(engine, 2).over
    assert faults(engine, 2) == []
    assert rows(engine, "SELECT count(*) FROM lease") == [(0,)]
    engine.dispose()


def test_a_drop_that_stopped_at_its_mark_is_gone_on_with(engine: Engine) -> None:
    submit(engine, block(*"abc"))
    submit(engine, block(*"xbca"))
    with engine.begin() as connection:
        control.pause(connection, 1)
        dropping.mark(connection, 1, alive, "dead/1/1")

    assert go_on(engine) == 3

    assert solve(engine) == 4
    assert progress(engine, 2).over
    assert go_on(engine) == 0
    dropping.drop(engine, 1)
    assert faults(engine, 2) == []


def test_who_is_at_it_is_not_disturbed(engine: Engine) -> None:
    submit(engine, block(*"abc"))
    submit(engine, block(*"abc"))
    with engine.begin() as connection:
        control.stop(connection, 1)
        leases.take_handing(connection, 1, "other/2/2")

    assert go_on(engine) == 0


def test_what_somebody_else_wants_by_now_is_left_to_him(engine: Engine) -> None:
    submit(engine, block(*"abcdef"))
    submit(engine, block(*"abcdef"))
    with engine.begin() as connection:
        control.stop(connection, 1)
    cancel = handovers.pieces(engine, 1, "me/1/1", 2)
    assert next(cancel) == 2
    with engine.begin() as connection:
        control.go_on(connection, 1)
        leases.take_handing(connection, 1, "other/2/2")

    assert list(cancel) == []

    assert rows(engine, "SELECT owner FROM lease") == [("other/2/2",)]
    assert solve(engine) == 6


def limited(engine: Engine, *limits: float) -> None:
    """The same boards in batches with these limits."""
    for limit in limits:
        submit(engine, block(*"abc", "b"), ask=Ask(time_limit_s=limit))


@pytest.mark.parametrize("goes", ["cancelled", "dropped"])
def test_no_paused_batch_inherits_where_another_goes_on(engine: Engine, goes: str) -> None:
    for _ in range(3):
        submit(engine, block("a", "b"), ask=Ask(2, 60.0))
    with engine.begin() as connection:
        control.pause(connection, 2)
        if goes == "dropped":
            control.pause(connection, 1)
            dropping.mark(connection, 1, alive, "me/1/1")

    if goes == "dropped":
        dropping.drop(engine, 1)
    else:
        handovers.cancel(engine, 1, "me/1/1")

    assert solve(engine) == 2
    assert progress(engine, 3).over


def test_a_batch_that_comes_back_gets_its_own_time(engine: Engine) -> None:
    """What went to a batch that gives it less time is solved in both, and nobody is told that nobody knows."""
    limited(engine, 60, 1)
    assert handovers.cancel(engine, 1, "me/1/1") == 3
    with engine.begin() as connection:
        connection.exec_driver_sql("UPDATE chunk SET state = 'queued' WHERE batch_id = 2")

    assert handovers.resume(engine, 1, "me/1/1") == 3
    assert handovers.resume(engine, 1, "me/1/1") == 0

    assert solve(engine) == 3  # those of batch 2 are queued
    with engine.begin() as connection:
        connection.exec_driver_sql("UPDATE chunk SET state = 'waiting' WHERE state = 'queued'")
    assert solve(engine, answer(Verdict.UNDECIDED, 0, reason=OUT_OF_TIME, solution="")) == 3
    assert [progress(engine, batch).pending for batch in (1, 2)] == [0, 0]
    assert rows(engine, "SELECT known FROM batch ORDER BY id") == [(1,), (1,)]
    assert faults(engine, 1, 2) == []
    assert submit(engine, block("a"), ask=Ask(time_limit_s=60)).known == 1


@pytest.mark.parametrize(("verdict", "limits", "back"), [
    (Verdict.UNDECIDED, (60, 1), 3), (Verdict.UNIQUE, (60, 1), 0), (Verdict.UNDECIDED, (60, 60), 0),
    (Verdict.UNDECIDED, (0, 0), 0), (Verdict.UNDECIDED, (0, 60), 3), (Verdict.FAILED, (60, 1), 3),
])  # fmt: skip
def test_what_was_answered_meanwhile_in_less_time(
    engine: Engine, verdict: Verdict, limits: tuple[float, ...], back: int
) -> None:
    limited(engine, *limits)
    handovers.cancel(engine, 1, "me/1/1")
    solve(engine, answer(verdict, 0))

    assert handovers.resume(engine, 1, "me/1/1") == back

    assert solve(engine) == back
    assert faults(engine, 1, 2) == []
