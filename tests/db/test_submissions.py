"""Submissions: what was read is stored, duplicates point to their first, chunks cover the rest exactly."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import Engine, func, select

from db import chunks, cutting, extents, submissions
from db.cutting import Stretch, cut
from db.duplicates import content_hashes
from db.engine import open_database
from db.models import Board
from db.schema import upgrade
from db.storable import storable
from db.submissions import Ask
from solvers.core import OUT_OF_TIME, Block, Reject, Verdict
from tests import servers
from tests.db.filling import answer, block, numbered, rows, submit, take


def test_everything_read_is_stored(engine: Engine) -> None:
    boards = Block("sudoku", "9x9", ["x", "y"], [3, 7], ["one", ""], ["", "solved"], [None, {"author": "é"}])
    reject = Reject("boards.txt", 5, 2, "no board", "raw")

    done = submit(engine, boards, rejects=[reject])

    assert (done.boards, done.known, done.rejects) == (2, 0, 1)
    assert rows(engine, "SELECT id, line, label, text, stated, fields FROM board ORDER BY id") == [
        (1, 3, "one", "x", None, None),
        (2, 7, None, "y", "solved", '{"author": "\\u00e9"}'),
    ]
    assert rows(engine, 'SELECT line, "column", reason, raw FROM reject') == [(5, 2, "no board", "raw")]
    assert rows(engine, "SELECT boards, rejects, first_board, last_board FROM source") == [(2, 1, 1, 2)]
    assert rows(engine, "SELECT boards, known, rejects FROM batch WHERE complete") == [(2, 0, 1)]


def test_duplicates_point_to_the_first(engine: Engine) -> None:
    submit(engine, block("a", "b", "a"))

    again = submit(engine, block("b", "c"))

    assert (again.boards, again.known) == (2, 1)
    assert rows(engine, "SELECT id, same_as FROM board ORDER BY id") == [
        (1, None), (2, None), (3, 1), (4, 2), (5, None),
    ]  # fmt: skip
    assert rows(engine, "SELECT first_board, last_board, boards FROM chunk ORDER BY id") == [(1, 2, 2), (5, 5, 1)]


def test_the_same_text_of_another_family_is_another_board(engine: Engine) -> None:
    done = submit(engine, block("a"), block("a", family="kakuro"))

    assert done.known == 0


def test_another_question_is_another_board(engine: Engine) -> None:
    submit(engine, block("a"), ask=Ask(solution_limit=2))

    assert submit(engine, block("a"), ask=Ask(solution_limit=100)).known == 0
    assert submit(engine, block("a"), ask=Ask(solution_limit=2)).known == 1


def test_a_board_that_waits_under_a_smaller_limit_stands_for_none_with_more(engine: Engine) -> None:
    submit(engine, block("a"), ask=Ask(time_limit_s=1.0))

    assert submit(engine, block("a"), ask=Ask(time_limit_s=0.5)).known == 1
    assert submit(engine, block("a"), ask=Ask(time_limit_s=60.0)).known == 0
    assert submit(engine, block("a"), ask=Ask(time_limit_s=60.0)).known == 1
    assert submit(engine, block("a"), ask=Ask(time_limit_s=0.0)).known == 0


def test_an_answer_cut_short_does_not_stand_for_a_longer_search(engine: Engine) -> None:
    submit(engine, block("a"), ask=Ask(time_limit_s=1.0))
    with engine.begin() as connection:
        held = take(connection, 1)
        cut_short = answer(Verdict.UNDECIDED, 0, reason=OUT_OF_TIME, solution="")
        assert chunks.finish(connection, held, [1], [cut_short], (), 1.0)

    assert submit(engine, block("a"), ask=Ask(time_limit_s=1.0)).known == 1
    assert submit(engine, block("a"), ask=Ask(time_limit_s=60.0)).known == 0
    assert submit(engine, block("a"), ask=Ask(time_limit_s=60.0)).known == 1


def test_segments_keep_keys_and_chunks_in_order(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(submissions, "SEGMENT_BOARDS", 10)
    monkeypatch.setattr(cutting, "NEW_CHUNK", 4)
    monkeypatch.setattr(submissions, "MAX_CHUNK", 4)

    done = submit(engine, *(block(f"{n}", f"{n + 1}", f"{n + 2}") for n in range(0, 30, 3)))

    assert done.boards == 30
    spans = rows(engine, "SELECT first_board, last_board, boards FROM chunk ORDER BY id")
    covered = [key for first, last, _ in spans for key in range(first, last + 1)]  # type: ignore[call-overload]
    assert covered == list(range(1, 31))
    assert sum(span[2] for span in spans) == 30  # type: ignore[misc]


def test_segments_grow_with_their_batch_but_not_with_large_boards(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in (("SEGMENT_BOARDS", 2), ("LARGEST_SEGMENT", 4), ("MOST_CHARACTERS", 100)):
        monkeypatch.setattr(submissions, name, value)
    sizes, reserve = [], extents.reserve

    def noted(*args: Any) -> int:
        sizes.append(args[3])
        return reserve(*args)

    monkeypatch.setattr(extents, "reserve", noted)

    submit(engine, *(block(f"{n:02}") for n in range(90)), *(block(f"{n:060}") for n in range(6)))

    assert sizes == [2] * 30 + [3] * 7 + [4] * 2 + [3, 2, 2]  # the last ones have 60 characters


def test_hostile_text_is_stored_inert(engine: Engine) -> None:
    hostile = "x\0'; DROP TABLE board; --\x1b[2J\ud800"

    submit(engine, Block("sudoku", "9x9", ["a"], [1], [hostile]), rejects=[Reject("s", 1, 0, hostile, hostile)])

    [(label,)] = rows(engine, "SELECT label FROM board")
    assert label == "x\u2400'; DROP TABLE board; --\x1b[2J\\ud800"
    assert rows(engine, "SELECT count(*) FROM reject") == [(1,)]


def test_costs_decide_the_size_of_chunks(engine: Engine) -> None:
    submit(engine, numbered(4000))
    assert rows(engine, "SELECT boards FROM chunk ORDER BY id") == [(2000,), (2000,)]
    with engine.begin() as connection:
        held = take(connection, 1)
        slow = answer(solve_ns=100_000_000)
        assert chunks.finish(connection, held, range(1, 2001), [slow] * 2000, (), 1.0)

    submit(engine, block(*(f"more {n}" for n in range(20))))

    assert rows(engine, "SELECT boards FROM chunk ORDER BY id")[2:] == [(10,), (10,)]


@given(
    st.lists(st.tuples(st.sampled_from("sk"), st.integers(1, 30)), max_size=8),
    st.sets(st.integers(1, 60)),
    st.integers(1, 9),
)
def test_chunks_cover_each_new_board_once(sizes: list[tuple[str, int]], duplicates: set[int], size: int) -> None:
    stretches, families, key = [], {}, 1
    for family, length in sizes:
        stretches.append(Stretch(family, 7, key, length))
        families |= dict.fromkeys(range(key, key + length), family)
        key += length

    made = cut(stretches, duplicates, lambda _: size)

    solved = [[k for k in range(first, last + 1) if k not in duplicates] for _, first, last, _ in made]
    assert [k for keys in solved for k in keys] == [k for k in range(1, key) if k not in duplicates]
    assert [len(keys) for keys in solved] == [boards for *_, boards in made]
    assert all(len({families[k] for k in keys}) == 1 for keys in solved)
    assert all(len(keys) <= size for keys in solved)


def test_hashes_know_family_and_text() -> None:
    hashes = {*content_hashes("sudoku", ["a", "b"]), *content_hashes("kakuro", ["a", "b"])}

    assert len(hashes) == 4
    assert {len(each) for each in hashes} == {16}


@given(st.text())
def test_storable_text_stays_what_it_is(raw: str) -> None:
    kept = storable(raw)

    assert storable(kept) == kept
    assert kept == raw or set(raw) & {"\0", *map(chr, range(0xD800, 0xE000))}


def test_writers_do_not_wait_for_each_other(postgres: servers.Postgres) -> None:
    """On PostgreSQL a segment is stored while another one is not committed yet, and their boards keep apart."""
    engine = open_database(postgres.new_database())
    upgrade(engine)
    submit(engine, numbered(3))
    with engine.begin() as slow:
        first = extents.reserve(engine, slow, 1, 1000, 3)
        submission = submit(engine, block(*(f"other {number}" for number in range(5))))
        with engine.connect() as connection:
            keys = list(connection.scalars(select(Board.id).order_by(Board.id)))
    engine.dispose()

    assert submission.boards == 5
    assert first == 4
    assert keys == [1, 2, 3, *range(1004, 1009)]


def test_writers_find_each_others_duplicates(postgres: servers.Postgres) -> None:
    """Many writers store the same boards at once: each board is answered once, and nobody deadlocks."""
    engine = open_database(postgres.new_database())
    upgrade(engine)
    blocks = [block(*(f"board {n}" for n in range(200)), variant=name) for name in ("9x9", "16x16", "4x4")]

    def write(number: int) -> int:
        turned = blocks[number % 3 :] + blocks[: number % 3]
        return submit(engine, *turned).known

    with ThreadPoolExecutor(4) as pool:
        known = list(pool.map(write, range(4)))
    with engine.connect() as connection:
        apart = connection.scalar(select(func.count()).where(Board.same_as.is_(None)).select_from(Board))
    engine.dispose()

    assert apart == 200
    assert sum(known) == 4 * 600 - 200
