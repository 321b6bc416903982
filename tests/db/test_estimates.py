"""How long the rest of a batch will take, from what its variants cost before."""

from __future__ import annotations

import pytest
from sqlalchemy import Engine

from db import chunks
from db.estimates import OVERHEAD_NS, Estimate, estimate
from tests.db.filling import answer, block, numbered, rows, submit, take

MS = 1_000_000


def left(engine: Engine, batch: int) -> Estimate:
    with engine.connect() as connection:
        return estimate(connection, batch)


def test_costs_come_from_earlier_boards_of_the_variant(engine: Engine) -> None:
    submit(engine, block("a", "b"))
    assert left(engine, 1) == Estimate(0.0, 2, 0)
    with engine.begin() as connection:
        held = take(connection, 1)
        chunks.finish(connection, held, [1, 2], [answer(solve_ns=3 * MS), answer(solve_ns=5 * MS)], (), 1.0)
    submit(engine, block("c", "d", "e"), block("f", variant="16x16"))

    assert left(engine, 1) == Estimate()
    found = left(engine, 2)
    assert found.work_s == pytest.approx(4 * (4 * MS + OVERHEAD_NS) / 1e9)  # a chunk counts as its first variant


def test_who_works_is_counted_once(engine: Engine) -> None:
    submit(engine, block("a"), block("b", family="magic"))
    with engine.begin() as connection:
        take(connection, 1)
        take(connection, 2)

    assert left(engine, 1).workers == 1


def test_a_deep_board_moves_no_average(engine: Engine) -> None:
    submit(engine, numbered(200))
    with engine.begin() as connection:
        held = take(connection, 1)
        assert chunks.finish(connection, held, list(range(1, 201)), [answer()] * 200, {7}, 1.0)
    with engine.begin() as connection:
        slow = answer(solve_ns=60_000_000_000)
        assert chunks.finish(connection, take(connection, 2), [7], [slow], (), 2.0)

    assert rows(engine, "SELECT mean_ns FROM variant") == [(1000.0,)]


def test_one_board_moves_the_average_less_than_many(engine: Engine) -> None:
    submit(engine, numbered(200))
    submit(engine, block("x"))
    with engine.begin() as connection:
        assert chunks.finish(connection, take(connection, 1), list(range(1, 201)), [answer()] * 200, (), 1.0)
        assert chunks.finish(connection, take(connection, 2), [201], [answer(solve_ns=250_000_000)], (), 1.0)

    [(mean_ns,)] = rows(engine, "SELECT mean_ns FROM variant")
    assert float(str(mean_ns)) < 15_000_000
