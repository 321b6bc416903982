"""What may be done to a batch: the state of its chunks and of what others wait for."""

from __future__ import annotations

import time
from threading import Event, Thread
from typing import Any

import pytest
from sqlalchemy import Engine, text

from db import audits, chunks, control, dropping, handing, poison, queries, reruns, submissions
from db.control import ControlError
from db.submissions import Ask
from solvers.core import OUT_OF_TIME, Answer, Verdict
from tests.db.filling import answer, block, cancel, numbered, resume, rows, submit, take


def solve(engine: Engine, found: Answer | None = None) -> int:
    """Claim and finish everything that waits; returns how many boards."""
    solved = 0
    while True:
        with engine.begin() as connection:
            ready = chunks.take_waiting(connection, 10, 1.0)
            for key in ready:
                held = take(connection, key)
                keys, _ = chunks.load_boards(connection, held)
                assert chunks.finish(connection, held, keys, [found or answer()] * len(keys), (), 2.0)
                solved += len(keys)
        if not ready:
            return solved


def progress(engine: Engine, batch: int = 1) -> queries.Progress:
    with engine.connect() as connection:
        return queries.progress(connection, batch)


def test_a_paused_batch_waits(engine: Engine) -> None:
    submit(engine, numbered(5))
    with engine.begin() as connection:
        control.pause(connection, 1)
        assert chunks.take_waiting(connection, 9, 1.0) == []
        assert chunks.claim(connection, 1, "a/1/1", 1.0, 9.0) is None

    with engine.begin() as connection:
        resume(connection, 1)

    assert solve(engine) == 5


def test_who_runs_a_paused_batch_is_told(engine: Engine) -> None:
    submit(engine, numbered(5))
    with engine.begin() as connection:
        held = take(connection, 1)
        assert chunks.wanted(connection, held)
        control.pause(connection, 1)

        assert not chunks.wanted(connection, held)
        assert chunks.finish(connection, held, [1, 2], [answer()] * 2, (), 1.0)  # what it has is kept
        chunks.requeue(connection, held, [3, 4, 5], 3)
        assert chunks.take_waiting(connection, 9, 1.0) == []


def test_a_cancelled_batch_keeps_its_answers(engine: Engine) -> None:
    submit(engine, block("a"), block("b", family="kakuro"))
    with engine.begin() as connection:
        assert chunks.finish(connection, take(connection, 1), [1], [answer()], (), 1.0)
        late = take(connection, 2)
    with engine.begin() as connection:
        assert cancel(connection, 1) == 0

    with engine.begin() as connection:
        assert not chunks.finish(connection, late, [2], [answer()], (), 1.0)
    assert solve(engine) == 0
    assert (progress(engine).answered, progress(engine).pending, progress(engine).over) == (1, 1, True)
    with pytest.raises(ControlError, match="is cancelled"), engine.begin() as connection:
        control.pause(connection, 1)


def test_others_get_the_boards_that_they_wait_for(engine: Engine) -> None:
    submit(engine, block("a", "b", "c"))
    assert submit(engine, block("b", "d", "b")).known == 2
    assert submit(engine, block("b")).known == 1
    with engine.begin() as connection:
        assert cancel(connection, 1) == 1

    assert solve(engine) == 2

    assert rows(engine, "SELECT id, same_as FROM board ORDER BY id") == [
        (1, None), (2, 4), (3, None), (4, None), (5, None), (6, 4), (7, 4),
    ]  # fmt: skip
    assert [(progress(engine, batch).boards, progress(engine, batch).pending) for batch in (1, 2, 3)] == [
        (3, 2), (3, 0), (1, 0),
    ]  # fmt: skip
    assert rows(engine, "SELECT known FROM batch ORDER BY id") == [(1,), (1,), (1,)]
    with engine.begin() as connection:
        resume(connection, 1)
    assert solve(engine) == 2
    assert progress(engine).pending == 0


@pytest.mark.parametrize(("limits", "heir"), [((60, 1, 60), 3), ((0, 1, 0, 5), 3), ((60, 5, 5), 2)])
@pytest.mark.parametrize("dropped", [False, True])
def test_the_batch_that_gives_most_time_inherits(
    engine: Engine, limits: tuple[float, ...], heir: int, *, dropped: bool
) -> None:
    """Whoever asked for a minute must not be told after a second that nobody knows."""
    for limit in limits:
        submit(engine, block("a"), ask=Ask(time_limit_s=limit))
    with engine.begin() as connection:
        if dropped:
            connection.execute(text("UPDATE batch SET control = 'cancelled' WHERE id = 1"))  # and nothing handed on yet
            dropping.mark(connection, 1, lambda _: True)
        else:
            cancel(connection, 1)
    if dropped:
        dropping.drop(engine, 1)

    assert rows(engine, "SELECT id FROM board WHERE same_as IS NULL") == [(heir,)]


def test_a_resume_takes_back_from_a_drop_that_was_cut_off(engine: Engine) -> None:
    submit(engine, block("a", "b"))
    submit(engine, block("b"))
    with engine.begin() as connection:
        connection.execute(text("UPDATE batch SET control = 'cancelled' WHERE id = 1"))
        dropping.mark(connection, 1, lambda _: True)
    with engine.begin() as connection:
        assert handing.awaited(connection, 2) == [(1, "dropping")]
        assert resume(connection, 2) == 1

    assert solve(engine) == 1
    assert dropping.drop(engine, 1) == 0
    assert rows(engine, "SELECT batch_id FROM source") == [(2,)]


def test_a_cancelled_board_does_not_stand_for_a_new_one(engine: Engine) -> None:
    submit(engine, block("a"))
    with engine.begin() as connection:
        cancel(connection, 1)

    assert submit(engine, block("a")).known == 0


def test_priorities_move_batches(engine: Engine) -> None:
    submit(engine, block("a"))
    submit(engine, block("b"))
    with engine.begin() as connection:
        control.prioritise(connection, 2, 5)

        assert chunks.take_waiting(connection, 9, 1.0) == [2, 1]
        with pytest.raises(ControlError, match="expected a priority"):
            control.prioritise(connection, 2, 10**9)


def test_batches_of_one_priority_take_turns(engine: Engine) -> None:
    submit(engine, numbered(10_000))  # chunks 1 to 5
    submit(engine, block(*(f"x{n}" for n in range(4000))))  # 6 and 7

    with engine.begin() as connection:
        assert chunks.take_waiting(connection, 5, 1.0) == [1, 6, 2, 7, 3]


def test_a_cancel_waits_for_a_segment_that_has_looked_for_duplicates(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    submit(engine, block("a", "b"))
    looked, find = Event(), submissions.find_duplicates

    def slowly(*some: Any) -> set[int]:
        found = find(*some)
        looked.set()
        time.sleep(0.3)
        return found

    monkeypatch.setattr(submissions, "find_duplicates", slowly)
    second = Thread(target=submit, args=(engine, block("b")))
    second.start()
    looked.wait()
    with engine.begin() as connection:
        control.stop(connection, 1)
    with engine.begin() as connection:
        assert cancel(connection, 1) == 1
    second.join()

    assert solve(engine) == 1
    assert (progress(engine, 2).answered, progress(engine, 2).over) == (1, True)


def test_a_retry_replaces_the_answer(engine: Engine) -> None:
    submit(engine, block("a", "b", "c"), ask=Ask(time_limit_s=1.0))
    with engine.begin() as connection:
        cut_short = answer(Verdict.UNDECIDED, 0, reason=OUT_OF_TIME, solution="")
        answers = [answer(), cut_short, cut_short]
        assert chunks.finish(connection, take(connection, 1), [1, 2, 3], answers, (), 1.0)
    with engine.begin() as connection:
        assert control.retry(connection, 1, ["undecided"], 60.0) == 2
        assert control.retry(connection, 1, ["undecided"], 60.0) == 0  # they are under way
        assert control.retry(connection, 1, ["failed"], None) == 0
    assert (progress(engine).answered, progress(engine).again, progress(engine).over) == (3, 2, False)
    with engine.begin() as connection:
        held = take(connection, 2)
        assert (held.lane, held.time_limit_s) == ("deep", 60.0)
        chunks.give_back(connection, held)

    assert solve(engine, answer(Verdict.NONE, 0, solution="")) == 2

    assert rows(engine, "SELECT board_id, verdict FROM answer ORDER BY board_id") == [
        (1, "unique"), (2, "none"), (3, "none"),
    ]  # fmt: skip
    assert rows(engine, "SELECT board_id, verdict, kind FROM other_answer ORDER BY board_id") == [
        (2, "undecided", "past"), (3, "undecided", "past"),
    ]  # fmt: skip
    assert (progress(engine).answered, progress(engine).over) == (3, True)
    assert submit(engine, block("b"), ask=Ask(time_limit_s=30.0)).known == 1


def test_what_is_solved_again_counts_as_boards_and_not_as_pending(engine: Engine) -> None:
    submit(engine, block("a", "b", "c"), ask=Ask(time_limit_s=1.0))
    solve(engine)
    with engine.begin() as connection:
        assert reruns.rerun(connection, 1, None, "other") == 3
    with engine.connect() as connection:
        found = queries.progress(connection, 1)

    assert (found.again, found.pending, found.deep, found.over) == (3, 0, 0, False)


def test_batches_that_are_not_there(engine: Engine) -> None:
    for act in (control.pause, resume, cancel):
        with pytest.raises(ControlError, match="expected the number of a batch, got 9"), engine.begin() as connection:
            act(connection, 9)


def test_attempts_that_a_cancel_ended_do_not_count(engine: Engine) -> None:
    """However often a long board is cancelled and resumed, it is not taken for one that kills its workers."""
    submit(engine, block("a"))
    for _ in range(4):
        with engine.begin() as connection:
            take(connection, 1)
            cancel(connection, 1)
            resume(connection, 1)

    with engine.begin() as connection:
        assert poison.stubborn(connection) == []
    assert solve(engine) == 1


def test_a_group_that_was_killed_does_not_count_and_a_worker_that_died_alone_does(engine: Engine) -> None:
    submit(engine, block("a"))
    for _ in range(5):
        with engine.begin() as connection:
            take(connection, 1)
            assert poison.bury(connection, 1, "a/1/1", 1.0)
    assert rows(engine, "SELECT attempts, attempts_allowed FROM chunk") == [(5, 8)]
    for _ in range(3):
        with engine.begin() as connection:
            take(connection, 1)
            assert poison.bury(connection, 1, "a/1/1", 1.0, "its worker died of signal 11 (SIGSEGV)")

    assert rows(engine, "SELECT verdict FROM answer") == [("failed",)]


def test_a_chunk_that_takes_every_group_with_it_fails_in_the_end(engine: Engine) -> None:
    submit(engine, block("a"))
    tries = 0
    while not rows(engine, "SELECT * FROM answer"):
        with engine.begin() as connection:
            take(connection, 1)
            assert poison.bury(connection, 1, "a/1/1", 1.0)
        tries += 1

    assert tries <= chunks.TRUSTED_ATTEMPTS + 3


def test_boards_that_went_over_to_a_cancelled_batch_come_back(engine: Engine) -> None:
    submit(engine, block("a", "b"))
    submit(engine, block("a", "b"))
    with engine.begin() as connection:
        cancel(connection, 1)
        cancel(connection, 2)

        assert resume(connection, 1) == 2
        assert handing.awaited(connection, 1) == []
    assert solve(engine) == 2
    assert (progress(engine).pending, progress(engine, 2).pending) == (0, 0)
    assert rows(engine, "SELECT known FROM batch ORDER BY id") == [(0,), (2,)]


def test_what_a_batch_waits_for_is_named(engine: Engine) -> None:
    submit(engine, block("a"))
    submit(engine, block("a"))
    with engine.begin() as connection:
        cancel(connection, 1)
        control.pause(connection, 2)
        resume(connection, 1)

        assert handing.awaited(connection, 1) == [(2, "paused")]
        connection.execute(text("UPDATE batch SET control = 'cancelled' WHERE id = 2"))
        assert any("1 of its boards wait for batch 2" in fault for fault in audits.disorders(connection, 1))


def test_boards_go_over_in_runs(engine: Engine) -> None:
    """Many boards in few chunks, none of which holds a board of another one."""
    same = [f"board {number}" for number in range(3000)]
    submit(engine, block(*same))
    submit(engine, block(*same[:1500], "mine", *same[1500:], "mine too"))
    submit(engine, block(*same))
    with engine.begin() as connection:
        assert cancel(connection, 1) == 3000

    query = "SELECT first_board, last_board, boards FROM chunk WHERE batch_id = 2 AND state <> 'done' ORDER BY id"
    assert rows(engine, query) == [(3001, 4500, 1500), (4501, 6002, 1502)]
    assert solve(engine) == 3002
    assert [progress(engine, batch).pending for batch in (1, 2, 3)] == [0, 0, 0]
    assert rows(engine, "SELECT known FROM batch ORDER BY id") == [(3000,), (0,), (3000,)]


def test_nothing_is_asked_of_a_cancelled_batch(engine: Engine) -> None:
    submit(engine, block("a"))
    with engine.begin() as connection:
        cancel(connection, 1)
        with pytest.raises(ControlError, match="gridmill resume 1"):
            control.retry(connection, 1, ["failed"], None)
        with pytest.raises(ControlError, match="gridmill resume 1"):
            reruns.rerun(connection, 1, None)


def test_boards_that_were_known_are_named_with_their_owner(engine: Engine) -> None:
    submit(engine, block("a", "b"))
    submit(engine, block("b", "c"))
    with engine.connect() as connection:
        assert handing.owners(connection, 2) == [(1, 1)]
        assert handing.owners(connection, 1) == []


def test_chunks_without_a_limit_have_no_net(engine: Engine) -> None:
    submit(engine, block("a"), ask=Ask(time_limit_s=0.0))
    submit(engine, block("b"), ask=Ask(time_limit_s=60.0))
    with engine.begin() as connection:
        connection.execute(text("UPDATE chunk SET lane = 'deep'"))

        assert chunks.longer_than(connection, [1, 2], 3600.0) == {1}
