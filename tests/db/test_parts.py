"""Boards in parts: what decides the whole, and what is left when it is decided."""

from __future__ import annotations

import time
from collections.abc import Sequence
from threading import Thread
from typing import Any

import pytest
from sqlalchemy import Engine, text

from db import chunks, parts, poison
from db.chunks import Claim
from db.submissions import Ask
from solvers.core import OUT_OF_TIME, Answer, Verdict
from tests.db.filling import answer, block, rows, submit, take

UNIQUE = answer(solution="s1")
NONE = answer(Verdict.NONE, 0, solution="")
TWO = answer(Verdict.MULTIPLE, 2, solution="s2", witness="s3")
SHORT = answer(Verdict.UNDECIDED, 0, solution="", reason=OUT_OF_TIME, count_is_exact=False)


def right(_text: str, _solutions: Sequence[str]) -> str:
    return ""


def split(engine: Engine, pieces: int, ask: Ask | None = None) -> None:
    """Board 1 in parts, chunks 2 and on."""
    submit(engine, block("a"), ask=ask)
    with engine.begin() as connection:
        chunks.finish(connection, take(connection, 1), [1], [SHORT], {1}, 1.0)
    with engine.begin() as connection:
        held = take(connection, 2)
        assert parts.split_board(connection, held, 1, [f"part {n}" for n in range(pieces)], SHORT)


def finish(engine: Engine, chunk: int, found: Answer, check: parts.Check = right) -> Claim:
    with engine.begin() as connection:
        held = take(connection, chunk)
        piece = parts.load_part(connection, held)
        assert parts.finish_part(connection, held, piece, found, check, 3.0)
    return held


@pytest.mark.parametrize(
    ("answers", "verdict", "count", "exact"),
    [
        ([UNIQUE, NONE, NONE], "unique", 1, True),
        ([NONE, NONE, NONE], "none", 0, True),
        ([TWO, UNIQUE, TWO], "multiple", 5, True),
        ([UNIQUE, SHORT, NONE], "undecided", 1, False),
        ([SHORT, NONE, TWO], "multiple", 2, False),
    ],
)
def test_parts_add_up(engine: Engine, answers: list[Answer], verdict: str, count: int, exact: bool) -> None:
    split(engine, 3, Ask(solution_limit=100, time_limit_s=0.0))

    for chunk, found in enumerate(answers, 3):
        finish(engine, chunk, found)

    [row] = rows(engine, "SELECT verdict, count, count_is_exact FROM answer")
    assert (row[0], row[1], bool(row[2])) == (verdict, count, exact)
    assert rows(engine, "SELECT count(*) FROM chunk WHERE state <> 'done'") == [(0,)]
    assert rows(engine, "SELECT count(*) FROM part") == [(0,)]
    assert rows(engine, "SELECT sum(boards) FROM chunk") == [(1,)]


def test_two_solutions_call_off_the_rest(engine: Engine) -> None:
    split(engine, 10)
    with engine.begin() as connection:
        running = take(connection, 12)
    finish(engine, 3, UNIQUE)
    finish(engine, 4, answer(solution="s9"))

    assert rows(engine, "SELECT verdict, solution, witness FROM answer") == [("multiple", "s1", "s9")]
    with engine.begin() as connection:
        assert not chunks.wanted(connection, running)
        assert chunks.take_waiting(connection, 99, 1.0) == []


def test_a_part_is_split_in_turn(engine: Engine) -> None:
    split(engine, 2, Ask(solution_limit=100, time_limit_s=0.0))
    with engine.begin() as connection:
        held = take(connection, 3)
        piece = parts.load_part(connection, held)
        assert (piece.text, piece.depth) == ("part 0", 1)
        assert parts.split_part(connection, held, piece, ["x", "y"], SHORT)

    for chunk in (4, 5, 6):
        finish(engine, chunk, UNIQUE)

    assert rows(engine, "SELECT verdict, count, nodes FROM answer") == [("multiple", 3, 5)]


def test_the_limit_of_time_ends_all_parts(engine: Engine) -> None:
    split(engine, 5, Ask(time_limit_s=2.0))

    finish(engine, 3, SHORT._replace(solve_ns=3_000_000_000))

    assert rows(engine, "SELECT verdict, reason FROM answer") == [("undecided", OUT_OF_TIME)]


def test_a_part_that_kills_its_worker(engine: Engine) -> None:
    split(engine, 2)
    finish(engine, 4, NONE)
    for _ in range(3):
        with engine.begin() as connection:
            take(connection, 3)
            assert poison.bury(connection, 3, "a/1/1", 1.0, "its worker died of old age")

    assert rows(engine, "SELECT verdict, reason FROM answer") == [("failed", "its worker died of old age")]
    assert rows(engine, "SELECT count(*) FROM chunk WHERE state <> 'done'") == [(0,)]


def test_the_whole_is_checked_too(engine: Engine) -> None:
    split(engine, 1)

    finish(engine, 3, UNIQUE, lambda text, solutions: f"{text} is not {solutions[0]}")

    assert rows(engine, "SELECT verdict, reason, solution FROM answer") == [("failed", "a is not s1", None)]


def test_a_part_that_is_split_while_another_decides_the_board_leaves_nothing(engine: Engine) -> None:
    split(engine, 3, Ask(solution_limit=2, time_limit_s=0.0))
    with engine.begin() as connection:
        slow, fast = take(connection, 3), take(connection, 4)
        pieces = [parts.load_part(connection, held) for held in (slow, fast)]

    def decide() -> None:
        with engine.begin() as other:
            parts.finish_part(other, fast, pieces[1], TWO, right, 3.0)

    with engine.connect() as connection, connection.begin() as transaction:
        assert parts.split_part(connection, slow, pieces[0], ["x", "y"], SHORT)
        decider = Thread(target=decide)
        decider.start()
        decider.join(0.3)
        transaction.commit()
    decider.join()

    assert rows(engine, "SELECT verdict FROM answer") == [("multiple",)]
    assert rows(engine, "SELECT count(*) FROM chunk WHERE state <> 'done'") == [(0,)]
    assert rows(engine, "SELECT count(*) FROM part") == [(0,)]


def test_parts_that_are_split_at_once_get_chunks_of_their_own(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    split(engine, 2, Ask(solution_limit=9, time_limit_s=0.0))
    with engine.begin() as connection:
        claims = [take(connection, 3), take(connection, 4)]
        pieces = [parts.load_part(connection, held) for held in claims]
    insert_chunks = parts.insert_chunks

    def slowly(*some: Any, **more: Any) -> None:
        insert_chunks(*some, **more)
        time.sleep(0.2)

    monkeypatch.setattr(parts, "insert_chunks", slowly)

    def split_one(number: int) -> None:
        with engine.begin() as connection:
            assert parts.split_part(connection, claims[number], pieces[number], [f"{number}a", f"{number}b"], SHORT)

    threads = [Thread(target=split_one, args=(number,)) for number in range(2)]
    for thread in threads:
        thread.start()
        time.sleep(0.05)
    for thread in threads:
        thread.join()

    assert rows(engine, "SELECT count(*), count(DISTINCT chunk_id) FROM part WHERE verdict IS NULL") == [(4, 4)]


def test_a_part_of_a_decided_board_that_is_given_up_is_over(engine: Engine) -> None:
    split(engine, 2)
    finish(engine, 3, TWO)
    with engine.begin() as connection:
        connection.execute(text("UPDATE chunk SET state = 'waiting' WHERE id = 4"))
        parts.give_up(connection, 2, 4, "it died", 9.0)

    assert rows(engine, "SELECT state FROM chunk WHERE id = 4") == [("done",)]
