"""Lists of solutions: pages append under the fencing token, and nothing else moves."""

from __future__ import annotations

import pytest
from sqlalchemy import Engine

from db import chunks, control, listings, queries
from db.chunks import Claim
from db.listings import LANE, Progress, Stored
from db.submissions import Ask
from solvers.core import OUT_OF_TIME, Answer, Verdict
from tests.db.filling import answer, block, cancel, rows, submit, take

ALL = Ask(solution_limit=100, time_limit_s=0.0, listing=True)
TWO = answer(Verdict.MULTIPLE, 2, solution="s1", witness="s2")


def begin(engine: Engine, *texts: str, ask: Ask = ALL) -> int:
    """Boards that the fast lane passed on to the list lane; returns the chunk of the last."""
    submit(engine, block(*texts), ask=ask)
    with engine.begin() as connection:
        held = take(connection, connection.exec_driver_sql("SELECT max(id) FROM chunk").scalar_one())
        keys = list(range(held.first_board, held.last_board + 1))
        assert held.listing
        assert chunks.finish(connection, held, keys, [TWO] * len(keys), set(keys), 1.0, LANE)
        return int(connection.exec_driver_sql("SELECT max(id) FROM chunk").scalar_one())


def add(engine: Engine, held: Claim, *solutions: str, board: int = 1, spent_ns: int = 5) -> Stored | None:
    with engine.begin() as connection:
        before = listings.load(connection, board)
        return listings.add_page(connection, held, board, before, solutions, before.spent_ns + spent_ns)


def test_pages_append(engine: Engine) -> None:
    chunk = begin(engine, "a")
    with engine.begin() as connection:
        held = take(connection, chunk)

    add(engine, held, "s1", "s2")
    stored = add(engine, held, "s3")

    assert stored == Stored(3, "s3", 10)
    assert rows(engine, "SELECT ordinal, text FROM solution ORDER BY ordinal") == [(1, "s1"), (2, "s2"), (3, "s3")]
    with engine.connect() as connection:
        assert listings.load(connection, 1) == stored
        assert listings.progress(connection, 1) == Progress(1, 3)
        assert queries.progress(connection, 1).pending == 1


def test_who_lost_the_lease_writes_no_page(engine: Engine) -> None:
    chunk = begin(engine, "a")
    with engine.begin() as connection:
        held = take(connection, chunk)
    with engine.begin() as connection:
        again = take(connection, chunk, now_s=1e6)

    assert add(engine, held, "s1") is None
    assert add(engine, again, "s1", "s2") == Stored(2, "s2", 5)


def test_attempts_count_from_the_last_page(engine: Engine) -> None:
    chunk = begin(engine, "a")
    for number in range(10):
        with engine.begin() as connection:
            held = take(connection, chunk, now_s=1e6 * (number + 1))
        assert add(engine, held, f"s{number}")

    assert rows(engine, "SELECT count(*) FROM solution") == [(10,)]


def test_single_solutions_are_listed_with_their_answers(engine: Engine) -> None:
    submit(engine, block("a", "b", "c"), ask=ALL)
    answers = [answer(), answer(Verdict.NONE, 0, solution=""), answer(solution="other")]
    with engine.begin() as connection:
        held = take(connection, 1)
        chunks.finish(connection, held, [1, 2, 3], answers, (), 1.0, LANE)
        listings.add_single(connection, [1, 2, 3], answers)

    with engine.connect() as connection:
        found = [(row.board, row.ordinal, row.solution) for row in listings.solutions(connection, batch=1)]
    assert found == [(1, 1, "solution"), (3, 1, "other")]


def test_a_part_of_a_list(engine: Engine) -> None:
    chunk = begin(engine, "a")
    with engine.begin() as connection:
        held = take(connection, chunk)
    add(engine, held, *(f"s{number}" for number in range(1, 10)))

    with engine.connect() as connection:
        found = list(listings.solutions(connection, board=1, after=3, limit=2))
        pages = list(listings.pages(connection, 1))
    assert [(row.ordinal, row.solution, row.line) for row in found] == [(4, "s4", 1), (5, "s5", 1)]
    assert [len(page) for page in pages] == [9]


def test_a_known_list_is_no_count(engine: Engine) -> None:
    submit(engine, block("a"), ask=Ask(solution_limit=100, time_limit_s=0.0))

    assert submit(engine, block("a"), ask=ALL).known == 0
    assert submit(engine, block("a"), ask=ALL).known == 1


def test_a_duplicate_shows_the_list_of_the_first(engine: Engine) -> None:
    chunk = begin(engine, "a")
    submit(engine, block("a"), ask=ALL)
    with engine.begin() as connection:
        held = take(connection, chunk)
    add(engine, held, "s1")

    with engine.connect() as connection:
        assert [(row.board, row.solution) for row in listings.solutions(connection, batch=2)] == [(2, "s1")]


def test_a_cancelled_list_goes_over_to_who_waits_for_it(engine: Engine) -> None:
    chunk = begin(engine, "a")
    submit(engine, block("a"), ask=ALL)
    with engine.begin() as connection:
        held = take(connection, chunk)
    add(engine, held, "s1", "s2")

    with engine.begin() as connection:
        assert cancel(connection, 1) == 1

    with engine.connect() as connection:
        assert listings.load(connection, 2).solutions == 2
        assert listings.progress(connection, 2).solutions == 2
        assert listings.progress(connection, 1) == Progress(1, 0)


@pytest.mark.parametrize("verdicts", [["undecided"], ["undecided", "failed"]])
def test_a_list_that_time_cut_short_goes_on(engine: Engine, verdicts: list[str]) -> None:
    chunk = begin(engine, "a", ask=Ask(100, 1.0, listing=True))
    with engine.begin() as connection:
        held = take(connection, chunk)
    add(engine, held, "s1", "s2")
    short = Answer(Verdict.MULTIPLE, 2, False, "s1", "s2", OUT_OF_TIME, 1, 10**9, "test/1")
    with engine.begin() as connection:
        chunks.finish(connection, held, [1], [short], (), 2.0)

    with engine.begin() as connection:
        assert control.retry(connection, 1, verdicts, 60.0) == 1

    assert rows(engine, "SELECT lane, purpose FROM chunk WHERE state = 'waiting'") == [("list", "again")]
