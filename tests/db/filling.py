"""Batches for tests, without readers: boards are any text, since the database knows no rules."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, Engine, select, text

from db import chunks, control, handing
from db.chunks import Claim
from db.models import Chunk
from db.submissions import Ask, SourceEnd, Submission, begin
from solvers.core import Answer, Block, Reject, Verdict

END = SourceEnd("test", 0, 0, 0)


def block(*texts: str, family: str = "sudoku", variant: str = "9x9") -> Block:
    return Block(family, variant, texts, list(range(1, len(texts) + 1)))


def submit(engine: Engine, *blocks: Block, ask: Ask | None = None, rejects: Sequence[Reject] = ()) -> Submission:
    submission = begin(engine, "test", ask or Ask(), {})
    submission.open_source("boards.txt")
    for each in blocks:
        submission.add(each)
    for reject in rejects:
        submission.reject(reject)
    submission.close_source(END)
    submission.finish()
    return submission


def numbered(size: int) -> Block:
    return block(*(f"board {number}" for number in range(size)))


def one_chunk(engine: Engine, size: int, ask: Ask | None = None) -> int:
    """The key of a chunk of so many boards."""
    submit(engine, numbered(size), ask=ask)
    with engine.connect() as connection:
        return connection.scalars(select(Chunk.id)).one()


def rows(engine: Engine, query: str) -> list[tuple[object, ...]]:
    with engine.connect() as connection:
        return [tuple(row) for row in connection.execute(text(query))]


def answer(verdict: Verdict = Verdict.UNIQUE, count: int = 1, **rest: object) -> Answer:
    return Answer(verdict, count, True, "solution", "", "", 1, 1000, "test/1")._replace(**rest)


def take(connection: Connection, chunk: int, now_s: float = 100.0, owner: str = "a/1/1") -> Claim:
    held = chunks.claim(connection, chunk, owner, now_s, 15.0)
    assert held is not None
    return held


def cancel(connection: Connection, batch: int) -> int:
    """What `gridmill cancel` does, in one transaction."""
    control.stop(connection, batch)
    return handing.leave(connection, batch).boards


def resume(connection: Connection, batch: int) -> int:
    """What `gridmill resume` does, in one transaction."""
    control.go_on(connection, batch)
    return handing.take_back(connection, batch).boards + handing.part_ways(connection, batch).boards
