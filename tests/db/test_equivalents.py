"""Groups of equivalents, all answers of a board, and what goes into archives, on both databases."""

from __future__ import annotations

from sqlalchemy import Engine, select

from db import chunks, equivalents, transfer
from db.answers import insert_answers
from db.contents import unfinished
from db.engine import reading
from db.filters import Filter
from db.models import Chunk
from db.opinions import opinions
from db.results import results
from db.submissions import Ask, begin_once
from solvers.core import Reject, Verdict
from tests.db.filling import answer, block, submit, take


def test_groups_over_batches(engine: Engine) -> None:
    submit(engine, block("12..", "1.2.", "1...", "12.."))
    submit(engine, block("21..", "2...", "123."))

    with reading(engine) as connection:
        kinds = equivalents.kinds(connection, 2)
        some = equivalents.unknown(connection, kinds, 0, 3)
        rest = equivalents.unknown(connection, kinds, some[-1][0], 3)
        before = equivalents.how_many_unknown(connection, kinds)
    equivalents.remember(engine, [(key, min(text).encode() * 16) for key, _, text in [*some, *rest]])
    equivalents.remember(engine, [(1, b"again, but known")])

    assert [kind.givens for kind in kinds] == [1, 2, 3]
    assert [key for key, _, _ in [*some, *rest]] == [1, 2, 3, 5, 6, 7]
    assert before == 6
    with reading(engine) as connection:
        (group,) = equivalents.groups(connection, 2)
        assert (group.first, group.boards) == (1, 6)
        assert equivalents.members(connection, group) == [1, 2, 3, 5, 6, 7]
        assert (equivalents.how_many_groups(connection, 1), equivalents.how_many_unknown(connection, kinds)) == (1, 0)
    with reading(engine) as connection:
        assert [found.board for found in results(connection, Filter(like=4))] == [1, 2, 3, 4, 5, 6, 7]


def test_all_answers_of_a_board(engine: Engine) -> None:
    submit(engine, block("12..", "12.."))
    with engine.begin() as connection:
        held = take(connection, connection.scalars(select(Chunk.id)).one())
        chunks.finish(connection, held, [1], [answer(count=1)], set(), 101.0)
        insert_answers(connection, "rerun", held.chunk_id, [1], [answer(Verdict.MULTIPLE, 10**30, engine="other/2")])

    with reading(engine) as connection:
        found = opinions(connection, 2)
        about = transfer.answers(connection, [1])

    assert [(each.kind, each.engine, each.verdict, each[4]) for each in found] == [
        ("current", "test/1", "unique", 1), ("rerun", "other/2", "multiple", 10**30),
    ]  # fmt: skip
    assert [(each.board, each.kind, each.answer().count) for each in about] == [(1, "rerun", 10**30)]


def test_what_is_said_of_batches(engine: Engine) -> None:
    submit(engine, block("12.."), rejects=[Reject("boards.txt", 3, 1, "no board", "raw", 2)])

    with reading(engine) as connection:
        (batch,) = transfer.batches(connection, [1])
        (source,) = transfer.sources(connection, [1])
        (reject,) = transfer.rejects(connection, [1])

    assert (batch.boards, batch.rejects, batch.options, bool(batch.complete)) == (1, 1, "{}", True)
    assert (source.first_board, source.last_board) == (1, 1)
    assert (reject.line, reject.lines, reject.raw, reject.source_id) == (3, 2, "raw", source.source_id)


def test_a_content_is_taken_once(engine: Engine) -> None:
    first = begin_once(engine, b"0" * 16, "a", Ask(), {"places": '["a"]'})
    second = begin_once(engine, b"0" * 16, "b", Ask(), {})

    assert first is not None
    assert second is None
    with reading(engine) as connection:
        assert unfinished(connection) == [(first.batch_id, b"0" * 16, '["a"]')]
    first.finish()
    with reading(engine) as connection:
        assert unfinished(connection) == []
