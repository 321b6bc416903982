"""Sums over a batch: the same as counting board by board gives, on both databases, and without reading the boards."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from sqlalchemy import Connection, Engine, select, text

from cli.pages.report import gather
from db import chunks, queries, totals
from db.engine import open_database, reading
from db.models import Chunk
from db.schema import upgrade
from db.submissions import Ask, Submission, begin
from solvers.core import Block, Verdict
from tests.db.filling import END, answer, block, numbered, rows, submit, take

EVERY = """
    SELECT board.source_id, board.variant_id, coalesce(answer.verdict, 'pending'), count(*)
    FROM source JOIN board ON board.source_id = source.id
    LEFT JOIN answer ON answer.board_id = coalesce(board.same_as, board.id)
    WHERE source.batch_id = :batch GROUP BY board.source_id, board.variant_id, 3 ORDER BY 1, 2, 3"""
VERDICTS = (Verdict.UNIQUE, Verdict.MULTIPLE, Verdict.UNIQUE, Verdict.INVALID, Verdict.UNDECIDED)


def counted(connection: Connection, batch: int) -> list[tuple[object, ...]]:
    return sorted(tuple(row) for row in connection.execute(text(EVERY), {"batch": batch}))


def solve(engine: Engine, batch: int, leave: int = 0) -> None:
    """Answer the boards of a batch, apart from the last ``leave`` of each chunk."""
    with engine.begin() as connection:
        waiting = select(Chunk.id).where(Chunk.batch_id == batch, Chunk.state == "waiting").order_by(Chunk.id)
        for key in connection.scalars(waiting).all():
            held = take(connection, key)
            found, _ = chunks.load_boards(connection, held)
            done = found[: len(found) - leave]
            answers = [answer(VERDICTS[at % 5], solve_ns=at, nodes=at, engine=f"e/{at % 2}") for at in range(len(done))]
            chunks.finish(connection, held, done, answers, set(), 101.0)
            if leave:
                chunks.requeue(connection, held, found[-leave:], leave)


def named(family: str, variant: str, *texts: str) -> Block:
    return block(*texts, family=family, variant=variant)


@pytest.fixture
def batches(engine: Engine) -> Engine:
    """1 and 2 were read at the same time, so their keys lie between each other; 3 holds copies of both and itself."""
    two = [begin(engine, "test", Ask(), {}) for _ in range(2)]
    for turn in range(2):
        for at, submission in enumerate(two):
            _add(submission, f"{turn}.txt", *(f"{at} {turn} {number}" for number in range(20)))
    for submission in two:
        submission.finish()
    solve(engine, 1)
    solve(engine, 2, leave=3)
    texts = [*(f"{at} 0 {number}" for at in range(2) for number in range(20)), "new", "new", "0 0 1"]
    submit(engine, named("sudoku", "9x9", *texts), named("kakuro", "3x3", "a", "b", "a"))
    return engine


def _add(submission: Submission, source: str, *texts: str) -> None:
    submission.open_source(source)
    submission.add(block(*texts))
    submission.add(named("sudoku", "4x4", *(f"small {each}" for each in texts)))
    submission.close_source(END)


@pytest.mark.parametrize("few", [totals.FEW, 0])
@pytest.mark.parametrize("batch", [1, 2, 3])
def test_cells_are_what_counting_gives(batch: int, few: int, batches: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    with reading(batches) as connection:
        pending = queries.progress(connection, batch).pending
        expected = counted(connection, batch)
        monkeypatch.setattr(totals, "FEW", max(few, pending))

        assert expected == [tuple(cell) for cell in totals.cells(connection, batch, pending)]


@pytest.mark.parametrize("batch", [1, 2, 3])
def test_verdicts_are_told_before_what_is_pending_is_told_apart(
    batch: int, batches: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    with reading(batches) as connection:
        done = queries.progress(connection, batch)
        expected: Counter[object] = Counter()
        for _, _, verdict, boards in counted(connection, batch):
            expected[verdict] += boards  # type: ignore[operator]  # a number
        monkeypatch.setattr(totals, "FEW", -1)

        found = totals.cells(connection, batch, done.pending)

    assert expected == totals.verdicts(found, done.pending)
    assert expected["pending"] == done.pending


def test_many_that_are_not_unique_are_counted_by_the_index(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    submit(engine, numbered(50))
    solve(engine, 1)
    monkeypatch.setattr(totals, "FEW", 1)

    with reading(engine) as connection:
        assert counted(connection, 1) == [tuple(cell) for cell in totals.cells(connection, 1, 0)]


def test_costs_are_of_all_or_of_boards_spread_over_the_batch(batches: Engine) -> None:
    with reading(batches) as connection:
        every, some = totals.costs(connection, 2, 1000), totals.costs(connection, 2, 20)

    assert len(every.costs) == len(rows(batches, "SELECT 1 FROM answer WHERE board_id IN"
                                        " (SELECT id FROM board WHERE source_id IN (2, 4))"))  # fmt: skip
    assert every.whole
    assert not some.whole
    assert 2 <= len(some.costs) <= 20
    assert set(some.costs) <= set(every.costs)


@pytest.mark.parametrize("few", [totals.FEW, 0])
def test_copies_are_in_order_of_their_number(few: int, batches: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    query = ("SELECT same_as, count(*) FROM board WHERE source_id = 5 AND same_as IS NOT NULL"
             " GROUP BY same_as ORDER BY 2 DESC, 1")  # fmt: skip
    every = rows(batches, query)
    monkeypatch.setattr(totals, "FEW", few)

    with reading(batches) as connection:
        assert every == totals.copies(connection, 3, 100)
        assert every[0] == totals.copies(connection, 3, 1)[0]


def test_engines_are_those_of_the_boards_and_of_the_ones_they_equal(batches: Engine) -> None:
    with reading(batches) as connection:
        assert totals.engines(connection, 1) == totals.engines(connection, 3) == ["e/0", "e/1"]
        assert totals.keys(connection, 1).alone is False
        assert totals.keys(connection, 3).alone is True


def test_a_batch_without_boards(engine: Engine) -> None:
    begin(engine, "test", Ask(), {}).finish()

    with reading(engine) as connection:
        assert (
            totals.cells(connection, 1, 0)
            == totals.costs(connection, 1, 9).costs
            == totals.engines(connection, 1)
            == []
        )


def test_no_step_of_a_page_walks_through_the_boards(tmp_path: Path) -> None:
    """Every statement behind the page of a batch, with the plan that SQLite makes of it."""
    engine = open_database(f"sqlite:///{tmp_path}/boards.db")
    upgrade(engine)
    submit(engine, numbered(50), named("kakuro", "3x3", "a"))
    solve(engine, 1, leave=5)
    submit(engine, numbered(50), named("kakuro", "3x3", "b"))
    with engine.begin() as connection:  # so that a batch of this size is a large one
        connection.execute(text("UPDATE batch SET boards = 1000000"))
    asked: list[str] = []
    with reading(engine) as connection:
        driver = connection.connection.driver_connection
        assert driver is not None
        driver.set_trace_callback(asked.append)
        gather(connection, 2, brief=True)
        driver.set_trace_callback(None)
        questions = [sql for sql in asked if sql.lstrip().upper().startswith(("SELECT", "WITH"))]
        plans = {sql: [row[3] for row in driver.execute(f"EXPLAIN QUERY PLAN {sql}")] for sql in questions}
    engine.dispose()

    assert len(plans) > 10
    walks = re.compile("SCAN (board|answer|likeness)(?! USING COVERING INDEX)|.*AUTOMATIC")
    assert {sql: plan for sql, plan in plans.items() if any(map(walks.match, plan))} == {}
    whole = [
        sql
        for sql, plan in plans.items()
        if any(re.match("SCAN (board|answer) (?!USING COVERING INDEX answer_rare)", step) for step in plan)
    ]
    assert all("LIMIT" in sql for sql in whole), whole  # the heads of orders that an index has
