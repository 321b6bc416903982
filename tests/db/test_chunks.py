"""The life of a chunk on both databases: claims, fences, sweeps, halves."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, event
from sqlalchemy.exc import IntegrityError

from db import chunks, control, leases, poison
from db.answers import insert_answers
from db.submissions import Ask
from solvers.core import Verdict
from tests.db.filling import answer, block, numbered, one_chunk, rows, submit, take

LEASE = 15.0


def test_a_claim_says_what_to_do(engine: Engine) -> None:
    chunk = one_chunk(engine, 3, Ask(solution_limit=5, time_limit_s=7.5, priority=1))

    with engine.begin() as connection:
        held = take(connection, chunk)
        keys, texts = chunks.load_boards(connection, held)

    assert (held.token, held.family, held.lane) == (1, "sudoku", "fast")
    assert (held.solution_limit, held.time_limit_s) == (5, 7.5)
    assert (keys, texts) == ([1, 2, 3], ["board 0", "board 1", "board 2"])


def test_one_of_many_gets_the_claim(engine: Engine) -> None:
    chunk = one_chunk(engine, 3)

    def claim(number: int) -> bool:
        with engine.begin() as connection:
            return chunks.claim(connection, chunk, f"a/{number}/1", 100.0, LEASE) is not None

    with ThreadPoolExecutor(4) as pool:
        won = list(pool.map(claim, range(8)))

    assert sum(won) == 1
    assert rows(engine, "SELECT attempts, state FROM chunk") == [(1, "running")]


def test_a_finished_chunk_cannot_be_claimed(engine: Engine) -> None:
    chunk = one_chunk(engine, 1)
    with engine.begin() as connection:
        assert chunks.finish(connection, take(connection, chunk), [1], [answer()], (), 101.0)

    with engine.begin() as connection:
        assert chunks.claim(connection, chunk, "a/2/1", 1e9, LEASE) is None


def test_a_late_finisher_writes_nothing(engine: Engine) -> None:
    chunk = one_chunk(engine, 1)
    with engine.begin() as connection:
        late = take(connection, chunk, now_s=100.0)
    with engine.begin() as connection:
        second = take(connection, chunk, now_s=100.0 + LEASE + 1)

    with engine.begin() as connection:
        assert not chunks.finish(connection, late, [1], [answer(nodes=666)], (), 120.0)
        assert not chunks.extend(connection, late, 200.0)
        assert not chunks.give_back(connection, late)
    with engine.begin() as connection:
        assert chunks.finish(connection, second, [1], [answer(nodes=2)], (), 121.0)

    assert rows(engine, "SELECT nodes FROM answer") == [(2,)]


def test_big_counts_are_kept(engine: Engine) -> None:
    chunk = one_chunk(engine, 1)
    with engine.begin() as connection:
        huge = answer(Verdict.MULTIPLE, 10**30, witness="other")
        assert chunks.finish(connection, take(connection, chunk), [1], [huge], (), 101.0)

    assert rows(engine, "SELECT count, big_count FROM answer") == [(2**63 - 1, str(10**30))]


def test_boards_that_need_more_go_deep(engine: Engine) -> None:
    chunk = one_chunk(engine, 3)
    with engine.begin() as connection:
        assert chunks.finish(connection, take(connection, chunk), [1, 2, 3], [answer()] * 3, {2}, 101.0)

    assert rows(engine, "SELECT board_id FROM answer ORDER BY board_id") == [(1,), (3,)]
    assert rows(engine, "SELECT first_board, last_board, boards, state FROM chunk WHERE lane = 'deep'") == [
        (2, 2, 1, "waiting")
    ]
    assert rows(engine, "SELECT sum(boards) FROM chunk") == [(3,)]


def test_boards_left_over_are_cut_again(engine: Engine) -> None:
    chunk = one_chunk(engine, 10)
    with engine.begin() as connection:
        held = take(connection, chunk)
        assert chunks.finish(connection, held, [1, 2, 3], [answer()] * 3, (), 101.0)
        chunks.requeue(connection, held, list(range(4, 11)), 3)

    assert rows(engine, "SELECT first_board, last_board, boards FROM chunk WHERE state = 'waiting' ORDER BY id") == [
        (4, 6, 3), (7, 9, 3), (10, 10, 1),
    ]  # fmt: skip
    assert rows(engine, "SELECT sum(boards) FROM chunk") == [(10,)]


def test_the_sweeper_puts_back_what_nobody_works_at(engine: Engine) -> None:
    for _ in range(4):
        submit(engine, numbered(1), ask=Ask(solution_limit=2 + _))
    with engine.begin() as connection:
        assert chunks.take_waiting(connection, 4, now_s=100.0) == [1, 2, 3, 4]
        take(connection, 1, now_s=100.0)
        take(connection, 2, now_s=110.0)

    with engine.begin() as connection:
        back = chunks.sweep(connection, now_s=100.0 + LEASE + 1, referenced={3}, patience_s=3.0)

    assert sorted(back) == [1, 4]  # 2 has a lease, 3 a reference
    assert rows(engine, "SELECT id, state FROM chunk ORDER BY id") == [
        (1, "waiting"), (2, "running"), (3, "queued"), (4, "waiting"),
    ]  # fmt: skip


def test_references_go_out_most_urgent_first(engine: Engine) -> None:
    for limit, priority in ((2, 0), (3, 5), (4, 5), (5, 9)):
        submit(engine, numbered(1), ask=Ask(solution_limit=limit, priority=priority))

    with engine.begin() as connection:
        assert chunks.take_waiting(connection, 3, 1.0) == [4, 2, 3]
        assert chunks.take_waiting(connection, 3, 1.0) == [1]


def test_a_board_that_kills_its_worker_is_found(engine: Engine) -> None:
    one_chunk(engine, 100)
    bad, now, attempts = 42, 100.0, 0

    while True:
        with engine.begin() as connection:
            waiting = chunks.take_waiting(connection, 1, now)
            if not waiting:
                break
            held = take(connection, waiting[0], now)
            keys, _ = chunks.load_boards(connection, held)
            if bad in keys:  # its worker dies
                attempts += 1
                assert poison.bury(connection, held.chunk_id, "a/1/1", now, "its worker died")
            else:
                assert chunks.finish(connection, held, keys, [answer()] * len(keys), (), now)
        now += 1

    assert rows(engine, "SELECT count(*) FROM answer WHERE verdict = 'unique'") == [(99,)]
    [(board, verdict, reason)] = rows(engine, "SELECT board_id, verdict, reason FROM answer WHERE verdict != 'unique'")
    assert (board, verdict) == (bad, "failed")
    assert "died" in str(reason)
    assert attempts <= 3 + 7  # 3, and the logarithm of 100
    assert rows(engine, "SELECT count(*) FROM chunk WHERE state != 'done'") == [(0,)]


def test_giving_back_costs_no_attempt(engine: Engine) -> None:
    chunk = one_chunk(engine, 1)
    for now in range(10):
        with engine.begin() as connection:
            assert chunks.give_back(connection, take(connection, chunk, float(now)))
            assert poison.stubborn(connection) == []


def test_leases_that_end_do_not_count_until_there_are_very_many(engine: Engine) -> None:
    """A machine may sleep, or be cut off; nobody died."""
    chunk = one_chunk(engine, 1)
    now = 100.0
    for _ in range(chunks.TRUSTED_ATTEMPTS - 1):
        now += LEASE + 1
        with engine.begin() as connection:
            take(connection, chunk, now)
            chunks.sweep(connection, now + LEASE + 1, (), 3.0)
            assert poison.stubborn(connection) == []
    tries = 0
    while not rows(engine, "SELECT * FROM answer"):
        tries, now = tries + 1, now + 2 * LEASE
        with engine.begin() as connection:
            take(connection, chunk, now)
            chunks.sweep(connection, now + LEASE + 1, (), 3.0)
            for key in poison.stubborn(connection):
                poison.split_stubborn(connection, key, now)

    assert tries <= 4
    assert "22 attempts" in str(rows(engine, "SELECT reason FROM answer"))


def test_a_lease_that_a_claim_ends_does_not_count_either(engine: Engine) -> None:
    chunk = one_chunk(engine, 1)
    for number in range(6):
        with engine.begin() as connection:
            take(connection, chunk, 100.0 + number * 2 * LEASE)

    assert rows(engine, "SELECT attempts, attempts_allowed FROM chunk") == [(6, 8)]


def test_halves_are_trusted_as_long_as_the_whole_was(engine: Engine) -> None:
    """The board that kills is in the first half; that a group is killed says nothing of the second."""
    chunk = one_chunk(engine, 2)
    for _ in range(3):
        with engine.begin() as connection:
            take(connection, chunk)
            assert poison.bury(connection, chunk, "a/1/1", 1.0, "its worker died")
    for _ in range(4):
        with engine.begin() as connection:
            held = take(connection, 2)
            assert poison.bury(connection, 2, "a/1/1", 1.0)

    with engine.begin() as connection:
        held = take(connection, 2)
        assert chunks.finish(connection, held, [2], [answer()], (), 1.0)


def test_the_fast_lane_goes_before_monsters_of_all_batches(engine: Engine) -> None:
    submit(engine, numbered(20))
    with engine.begin() as connection:
        held = take(connection, 1)
        assert chunks.finish(connection, held, list(range(1, 11)), [answer()] * 10, set(range(1, 11)), 1.0)
        chunks.requeue(connection, held, list(range(11, 21)), 5)  # chunks 12 and 13
    submit(engine, block("other"))  # 14

    with engine.begin() as connection:
        assert chunks.take_waiting(connection, 4, 1.0) == [12, 14, 13, 2]


def test_monsters_come_one_at_a_time_while_there_are_easy_boards(engine: Engine) -> None:
    submit(engine, numbered(2))
    with engine.begin() as connection:
        held = take(connection, 1)
        assert chunks.finish(connection, held, [1, 2], [answer()] * 2, {1, 2}, 1.0)  # chunks 2 and 3
    for number in range(6):
        submit(engine, block(f"easy {number}"))  # 4 to 9

    with engine.begin() as connection:
        assert chunks.take_waiting(connection, 3, 1.0) == [4, 5, 2]
        assert not chunks.overtaken(connection)
        assert chunks.take_waiting(connection, 2, 1.0) == [6, 7]
        assert chunks.finish(connection, take(connection, 2), [1], [answer()], (), 1.0)
        assert chunks.take_waiting(connection, 2, 1.0) == [8, 3]
        assert not chunks.overtaken(connection)


def test_what_is_urgent_takes_the_place_of_what_is_queued(engine: Engine) -> None:
    for limit in (2, 3):
        submit(engine, numbered(1), ask=Ask(solution_limit=limit))
    with engine.begin() as connection:
        assert chunks.take_waiting(connection, 1, 1.0) == [1]
        assert not chunks.overtaken(connection)
        control.prioritise(connection, 2, 5)

    with engine.begin() as connection:
        assert chunks.overtaken(connection)
        chunks.withdraw(connection)

        assert chunks.take_waiting(connection, 1, 1.0) == [2]


def test_a_priority_holds_for_chunks_that_come_later(engine: Engine) -> None:
    submit(engine, numbered(3), ask=Ask(solution_limit=3))
    submit(engine, numbered(3))
    with engine.begin() as connection:
        held = take(connection, 2)
        control.prioritise(connection, 2, 9)
    with engine.begin() as connection:
        assert chunks.finish(connection, held, [4, 5, 6], [answer()] * 3, {5}, 1.0)

        assert chunks.take_waiting(connection, 9, 1.0) == [3, 1]


def test_nobody_looks_through_the_chunks_of_an_archive(engine: Engine) -> None:
    """The index of chunks with work left is used by all that look around once a second."""
    if engine.dialect.name != "sqlite":
        pytest.skip("PostgreSQL plans by the size of the table")
    one_chunk(engine, 1)
    plans: list[str] = []

    def explain(connection: Connection, _cursor: Any, statement: str, parameters: Any, *_: Any) -> None:
        raw: Any = connection.connection.driver_connection
        plans.extend(row[3] for row in raw.execute(f"EXPLAIN QUERY PLAN {statement}", parameters))

    event.listen(engine, "before_cursor_execute", explain)
    with engine.begin() as connection:
        assert chunks.take_waiting(connection, 2, 1.0)
        chunks.overtaken(connection)
        chunks.withdraw(connection)
        chunks.sweep(connection, 1.0, (), 3.0)
        chunks.abandoned(connection, "a")
        poison.stubborn(connection)

    assert [plan for plan in plans if plan == "SCAN chunk"] == []
    assert any("chunk_open" in plan for plan in plans)


def test_one_leads(engine: Engine) -> None:
    with engine.begin() as connection:
        assert leases.lead(connection, "dispatcher", "one", 100.0, 5.0)
        assert not leases.lead(connection, "dispatcher", "two", 104.0, 5.0)
        assert leases.lead(connection, "dispatcher", "one", 104.0, 5.0)
        assert leases.lead(connection, "dispatcher", "two", 110.0, 5.0)
        leases.resign(connection, "dispatcher", "two")
        assert leases.lead(connection, "dispatcher", "one", 110.0, 5.0)


def test_the_dead_of_a_host_are_told_by_their_names(engine: Engine) -> None:
    chunk = one_chunk(engine, 1)
    with engine.begin() as connection:
        take(connection, chunk, owner="a_b/1/1")

        assert chunks.abandoned(connection, "a_b") == [(chunk, "a_b/1/1")]
        assert chunks.abandoned(connection, "axb") == []


def test_a_chunk_does_not_touch_boards_that_have_answers(engine: Engine) -> None:
    chunk = one_chunk(engine, 3)
    with engine.begin() as connection:
        insert_answers(connection, "answer", chunk, [2], [answer()])

    with engine.begin() as connection:
        keys, _ = chunks.load_boards(connection, take(connection, chunk))

    assert keys == [1, 3]


def test_a_chunk_whose_boards_all_have_answers_is_closed(engine: Engine) -> None:
    chunk = one_chunk(engine, 1)
    with engine.begin() as connection:
        insert_answers(connection, "answer", chunk, [1], [answer()])
    for _ in range(3):
        with engine.begin() as connection:
            poison.drop(connection, take(connection, chunk), 100.0, "an error")

    assert rows(engine, "SELECT state FROM chunk") == [("done",)]
    assert rows(engine, "SELECT verdict FROM answer") == [("unique",)]


def test_a_second_answer_is_refused_as_any_statement_would_be(engine: Engine) -> None:
    chunk = one_chunk(engine, 1)
    with engine.begin() as connection:
        insert_answers(connection, "answer", chunk, [1], [answer()])

    with pytest.raises(IntegrityError), engine.begin() as connection:
        insert_answers(connection, "answer", chunk, [1], [answer()])
