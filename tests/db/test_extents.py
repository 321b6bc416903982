"""Board keys come in extents, and on PostgreSQL a partition is an extent."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import Engine, text

from db import extents
from db.submissions import Ask, begin, go_on
from tests.db.filling import END, block, rows, submit
from tests.db.test_control import solve
from tests.db.test_dropping import drop, faults, shown
from tests.db.test_partitions import partitions


def test_a_large_batch_has_partitions_of_its_own(server: Engine) -> None:
    submit(server, block("small"))
    submit(server, block(*"abcdef"))
    submit(server, block("small, too"))
    solve(server)
    assert partitions(server) == ["board_1", "board_9"]

    drop(server, 2)

    for table in extents.KEYS:
        assert partitions(server, table) == [f"{table}_1"]
    submit(server, block(*"ghijkl"))
    assert rows(server, "SELECT min(id) FROM board WHERE text = 'g'") == [(17,)] or partitions(server) == [
        "board_1",
        "board_9",
    ]


def test_extents_grow_with_their_batch(server: Engine) -> None:
    submission = begin(server, "test", Ask(), {})
    submission.open_source("boards.txt")
    for number in range(12):
        submission.add(block(*(f"{number} {each}" for each in range(8))))
        submission.flush()
    submission.finish()

    assert rows(server, "SELECT last_board - first_board + 1 FROM extent ORDER BY first_board") == [
        (8,),
        (8,),
        (16,),
        (32,),
        (64,),
    ]


def test_keys_prune_partitions(server: Engine) -> None:
    for name in "abcd":
        submit(server, block(*(f"{name}{number}" for number in range(8))))
    solve(server)
    with server.connect() as connection:
        plan = "\n".join(
            row[0] for row in connection.execute(text(
                "EXPLAIN SELECT board.text FROM board LEFT JOIN answer ON answer.board_id = board.id"
                " WHERE board.id BETWEEN 10 AND 14 AND answer.board_id BETWEEN 10 AND 14"))
        )  # fmt: skip

    assert "board_9" in plan
    assert "answer_9" in plan
    assert not any(f"board_{first}" in plan or f"answer_{first}" in plan for first in (1, 17, 25))


def test_there_are_not_too_many_extents(server: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extents, "MOST_OWN", 2)
    for name in "abcd":
        submit(server, block(*(f"{name}{number}" for number in range(8))))

    assert rows(server, "SELECT batch_id FROM extent ORDER BY first_board") == [(1,), (2,), (None,), (None,)]
    solve(server)
    drop(server, 3)
    assert rows(server, "SELECT count(*) FROM board") == [(24,)]


def test_submitters_that_cross_extents_at_once(server: Engine) -> None:
    def write(name: str) -> None:
        submission = begin(server, name, Ask(), {})
        submission.open_source(name)
        for number in range(10):
            some = block(*(f"{name} {number} {each}" for each in range(5)), "same")
            submission.add(some._replace(lines=range(number * 6 + 1, number * 6 + 7)))
            submission.flush()
        submission.close_source(END)
        submission.finish()

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(write, "abcd"))

    assert solve(server) == 201
    assert rows(server, "SELECT count(*), count(DISTINCT id), count(DISTINCT text) FROM board") == [(240, 240, 201)]
    strangers = """
        SELECT count(*) FROM board JOIN source ON source.id = source_id
        JOIN extent ON board.id BETWEEN extent.first_board AND extent.last_board
        WHERE extent.batch_id <> source.batch_id"""
    assert rows(server, strangers) == [(0,)]
    assert faults(server, 1, 2, 3, 4) == []
    assert [len(shown(server, batch)) for batch in (1, 2, 3, 4)] == [60] * 4


def test_an_interrupted_batch_goes_on_in_its_extent(server: Engine) -> None:
    submission = begin(server, "test", Ask(), {}, "here/1/1")
    submission.open_source("boards.txt")
    submission.add(block(*"abcd"))
    submission.flush()

    again = go_on(server, 1, Ask(), "here/2/2", lambda _: True)
    again.reopen_source(1, 4, 0)
    again.add(block(*"ef"))
    again.flush()

    assert rows(server, "SELECT id FROM board ORDER BY id") == [(key,) for key in range(1, 7)]
    assert rows(server, "SELECT batch_id FROM extent") == [(1,)]
