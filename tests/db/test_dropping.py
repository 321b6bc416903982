"""A batch that is dropped is gone, and others keep what they had of it."""

# ruff: noqa: S608 - our own words only
from __future__ import annotations

from collections.abc import Callable

import pytest
from sqlalchemy import Engine, event, text

from db import audits, chunks, control, dropping, extents, listings, queries, reruns
from db.batches import known_batch, latest_batch
from db.control import ControlError
from db.engine import open_database, reading
from db.errors import BusyError, NotFoundError
from db.filters import Filter
from db.results import results
from db.submissions import Ask, begin, go_on
from solvers.core import Reject, Verdict
from tests.db.filling import answer, block, cancel, resume, rows, submit, take
from tests.db.test_control import solve

TABLES = (
    "batch", "source", "board", "answer", "other_answer", "likeness", "listing", "solution", "chunk", "part", "reject",
    "note", "taken", "fingerprint", "holding",
)  # fmt: skip


@pytest.fixture(params=["shared", "own"])
def own(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Whether batches of three boards take extents of their own, of four boards each."""
    monkeypatch.setattr(extents, "SIZE", 4)
    monkeypatch.setattr(extents, "OWN", 3 if request.param == "own" else 10**6)
    return bool(request.param == "own")


def alive(_owner: str) -> bool:
    return False


def drop(engine: Engine, batch: int) -> int:
    with engine.begin() as connection:
        dropping.mark(connection, batch, alive)
    return dropping.drop(engine, batch)


def shown(engine: Engine, batch: int) -> list[tuple[str, str | None, str | None, int | None]]:
    with reading(engine) as connection:
        found = results(connection, Filter(batch=batch))
        return [(each.text, each.verdict, each.engine, each.same_as) for each in found]


def faults(engine: Engine, *batches: int) -> list[str]:
    with reading(engine) as connection:
        return [fault for batch in batches for fault in audits.disorders(connection, batch)]


def test_nothing_of_it_stays(engine: Engine, own: bool) -> None:
    submit(engine, block("a", "b", "c"), rejects=[Reject("boards.txt", 4, 1, "no board", "???")])
    solve(engine)
    with engine.begin() as connection:
        assert reruns.rerun(connection, 1, None) == 3
    solve(engine)

    assert drop(engine, 1) == 0

    left = {table: rows(engine, f"SELECT count(*) FROM {table}")[0][0] for table in TABLES}
    # The fingerprints of a partition stay behind; SQLite has none.
    stale = 3 if own and engine.dialect.name == "postgresql" else 0
    assert left == dict.fromkeys(TABLES, 0) | {"fingerprint": stale}


@pytest.mark.usefixtures("own")
def test_its_duplicates_inherit_its_answers(engine: Engine) -> None:
    submit(engine, block("x", "y", "z"))
    submit(engine, block("a", "b", "b", "c"))
    submit(engine, block("b", "z", "new"))
    submit(engine, block("b", "c", "old"))
    solve(engine, answer(Verdict.MULTIPLE, 10**30, engine="old/1"))
    with engine.begin() as connection:
        reruns.rerun(connection, 2, None)
        connection.execute(
            text("INSERT INTO likeness (board_id, hash) SELECT id, hash FROM board WHERE same_as IS NULL")
        )
    solve(engine, answer(engine="new/2"))
    before = [shown(engine, batch) for batch in (1, 3, 4)]

    assert drop(engine, 2) == 2

    after = [shown(engine, batch) for batch in (1, 3, 4)]
    assert [[row[:3] for row in batch] for batch in after] == [[row[:3] for row in batch] for batch in before]
    first = rows(engine, "SELECT id FROM board WHERE text = 'b' AND same_as IS NULL")[0][0]
    assert after[1][0][3] is None  # the first of those that are left stands for the others
    assert after[2][0][3] == first
    assert rows(engine, "SELECT count(*) FROM other_answer WHERE kind = 'rerun'") == [(2,)]
    assert rows(engine, "SELECT count(*) FROM likeness WHERE board_id NOT IN (SELECT id FROM board)") == [(0,)]
    assert rows(engine, f"SELECT count(*) FROM likeness WHERE board_id = {first}") == [(1,)]
    assert faults(engine, 1, 3, 4) == []
    with reading(engine) as connection:
        assert [queries.progress(connection, batch).pending for batch in (1, 3, 4)] == [0, 0, 0]
        assert [queries.progress(connection, batch).known for batch in (1, 3, 4)] == [0, 1, 1]
    assert submit(engine, block("b", "a")).known == 1  # what nobody holds any more is new


@pytest.mark.usefixtures("own")
def test_it_may_hold_duplicates_of_others(engine: Engine) -> None:
    submit(engine, block("a", "b", "c"))
    submit(engine, block("c", "d", "a"))
    solve(engine)

    assert drop(engine, 2) == 0

    assert [row[:2] for row in shown(engine, 1)] == [("a", "unique"), ("b", "unique"), ("c", "unique")]
    assert faults(engine, 1) == []
    assert submit(engine, block("a", "d")).known == 1


@pytest.mark.usefixtures("own")
def test_what_has_no_answer_is_solved_by_others(engine: Engine) -> None:
    submit(engine, block("a", "b", "c"))
    submit(engine, block("c", "d", "a"))
    submit(engine, block("b", "c"))
    with engine.begin() as connection:
        control.pause(connection, 1)
        cancel(connection, 3)

    assert drop(engine, 1) == 3

    assert solve(engine) == 3  # c and a for batch 2, which has d, too
    assert [row[1] for row in shown(engine, 2)] == ["unique"] * 3
    assert faults(engine, 2) == []
    with engine.begin() as connection:
        resume(connection, 3)
    assert solve(engine) == 1  # b was handed to the cancelled batch, since no other has it
    assert [row[1] for row in shown(engine, 3)] == ["unique"] * 2
    assert faults(engine, 2, 3) == []


@pytest.mark.usefixtures("own")
def test_a_list_goes_along(engine: Engine) -> None:
    ask = Ask(solution_limit=9, listing=True)
    submit(engine, block("a", "b", "c"), ask=ask)
    submit(engine, block("d", "a", "e"), ask=ask)
    with engine.begin() as connection:
        held = take(connection, 1)
        keys, _ = chunks.load_boards(connection, held)
        before = listings.load(connection, keys[0])
        assert listings.add_page(connection, held, keys[0], before, ["1", "2", "3"], 5) is not None
        listings.complete(connection, keys[0])
        assert chunks.finish(connection, held, keys, [answer(Verdict.MULTIPLE, 3)] * 3, (), 1.0)

    assert drop(engine, 1) == 1

    with reading(engine) as connection:
        assert [found.solution for found in listings.solutions(connection, 2)] == ["1", "2", "3"]
        assert listings.progress(connection, 2) == (0, 3)
    assert rows(engine, "SELECT count(*) FROM solution") == [(3,)]


@pytest.mark.usefixtures("own")
def test_an_undecided_answer_that_was_inherited_is_superseded(engine: Engine) -> None:
    submit(engine, block("a", "b", "c"), ask=Ask(time_limit_s=5.0))
    submit(engine, block("a", "x", "y"), ask=Ask(time_limit_s=5.0))
    solve(engine, answer(Verdict.UNDECIDED, 0))
    drop(engine, 1)

    assert submit(engine, block("a"), ask=Ask(time_limit_s=4.0)).known == 1
    assert submit(engine, block("a"), ask=Ask(time_limit_s=6.0)).known == 0


def test_who_reads_or_solves_it_is_not_disturbed(engine: Engine) -> None:
    submission = begin(engine, "test", Ask(), {}, "here/1/1")
    submission.open_source("boards.txt")
    submission.add(block("a", "b"))
    submission.flush()
    with pytest.raises(ControlError, match="is being read"):
        drop(engine, 1)

    submission.finish()
    with pytest.raises(ControlError, match="has boards left to solve: `gridmill cancel 1`"):
        drop(engine, 1)
    with engine.begin() as connection:
        held = take(connection, 1, now_s=10**12)
        control.pause(connection, 1)
    with pytest.raises(ControlError, match="is being solved: it stops within seconds"):
        drop(engine, 1)
    with engine.begin() as connection:
        cancel(connection, 1)
    drop(engine, 1)

    with engine.begin() as connection:
        assert not chunks.finish(connection, held, [1, 2], [answer()] * 2, (), 1.0)
    with pytest.raises(NotFoundError, match="expected the number of a batch"):
        drop(engine, 1)


def test_a_reader_of_a_cancelled_batch_stops(engine: Engine) -> None:
    submission = begin(engine, "test", Ask(), {}, "here/1/1")
    submission.open_source("boards.txt")
    with engine.begin() as connection:
        cancel(connection, 1)
        dropping.mark(connection, 1, alive)
    submission.add(block("a"))

    with pytest.raises(BusyError):
        submission.flush()

    with pytest.raises(NotFoundError, match="is being dropped"), engine.begin() as connection:
        resume(connection, 1)
    with pytest.raises(NotFoundError, match="is being dropped"):
        go_on(engine, 1, Ask(), "here/2/2", lambda _: True)


def test_a_batch_that_is_being_dropped_is_out_of_sight(engine: Engine) -> None:
    submit(engine, block("a"))
    submit(engine, block("b"))
    solve(engine)
    with engine.begin() as connection:
        dropping.mark(connection, 2, alive)

    with reading(engine) as connection:
        assert [found.text for found in results(connection, Filter())] == ["a"]
        assert [found.batch_id for found in queries.batches(connection)] == [1]
        assert (latest_batch(connection), queries.totals(connection).boards) == (1, 1)
        for look in (known_batch, queries.progress, control.existing, audits.totals):
            with pytest.raises(NotFoundError, match="`gridmill drop 2` completes that"):
                look(connection, 2)
    assert submit(engine, block("b")).known == 0  # its boards do not stand for new ones


class Killed(BaseException):
    """What kill -9 is to a connection."""


def killing(engine: Engine, after: int) -> Callable[[], None]:
    """Fail at the ``after``-th statement from now on; returns what ends that."""
    left = after

    def count(*_: object) -> None:
        nonlocal left
        left -= 1
        if left < 0:
            raise Killed

    event.listen(engine, "before_cursor_execute", count)
    return lambda: event.remove(engine, "before_cursor_execute", count)


@pytest.mark.usefixtures("own")
def test_a_drop_that_was_killed_anywhere_is_completed(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dropping, "BITE", 2)
    engine = open_database(database_url)
    submit(engine, block("x", "y", "z"))
    step = 3 if engine.dialect.name == "sqlite" else 11  # in which everything takes five times as long
    for number, killed_after in enumerate(range(0, 140, step)):
        submit(engine, *([block("a", "b", "c", "d", "e")] * 2), rejects=[Reject("", 1, 1, "none", "?")] * 3)
        submit(engine, block("d", "a", "x"))
        solve(engine)
        batch = 2 * number + 2
        with engine.begin() as connection:
            dropping.mark(connection, batch, alive)
        stop = killing(engine, killed_after)
        try:
            dropping.drop(engine, batch)
        except Killed:
            engine.dispose()
        finally:
            stop()
        assert faults(engine, 1, batch + 1) == []
        with engine.begin() as connection:
            if connection.scalar(text("SELECT count(*) FROM batch WHERE id = :batch"), {"batch": batch}):
                dropping.mark(connection, batch, alive)
        dropping.drop(engine, batch)

        assert [row[:2] for row in shown(engine, batch + 1)] == [("d", "unique"), ("a", "unique"), ("x", "unique")]
        assert faults(engine, 1, batch + 1) == []
        drop(engine, batch + 1)
    assert rows(engine, "SELECT count(*) FROM board") == [(3,)]
    assert rows(engine, "SELECT count(*) FROM answer") == [(3,)]
    engine.dispose()
