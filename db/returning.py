"""Batches that come back from an export: begun once by content, gone on with where they were cut off, then ended.

While a batch comes back its control is ``importing``: no worker takes a chunk of it, and everybody sees that it is not
whole. Its options say so too, until the last step. Boards go through the same door as those of any submission; their
chunks are claimed and answered here, many in one transaction.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from itertools import count
from typing import NamedTuple

from sqlalchemy import Connection, Engine, func, select, text, update

from db import chunks, clock, leases
from db.answers import add_others
from db.batches import DROPPING, IMPORTING
from db.bulk import insert_rows
from db.control import CANCELLED
from db.duplicates import content_hashes
from db.engine import reading
from db.errors import BusyError
from db.models import Batch, Chunk, Listing, Note, OtherAnswer, Source, Taken
from db.submissions import Ask, Submission, begin_once, go_on
from db.transfer import AboutBatch
from solvers.core import Answer

LEASE_S = 60.0
Texts = tuple[str, str]  # family and canonical text of a board


class Stored(NamedTuple):
    """What is there of a source that was cut off."""

    source_id: int
    name: str
    boards: int
    rejects: int
    notes: int


class Whole(NamedTuple):
    """A batch that came back before, to its end."""

    batch_id: int


def take_up(
    engine: Engine, content: str, name: str, ask: Ask, path: str, reader: str, is_dead: leases.Dead, *, again: bool
) -> Submission | Whole:
    """A new batch for a content, or the one that was cut off; Whole where it is there, unless it is wanted ``again``.

    Raises BusyError while another process is at it.
    """
    options = {"imported": path, IMPORTING: "yes"}
    for turn in count():
        (key,) = content_hashes(IMPORTING, [f"{content} {turn}"])
        new = begin_once(engine, key, name, ask, options, reader, IMPORTING)
        if new is not None:
            return new
        with reading(engine) as connection:
            batch, control, held = connection.execute(
                select(Batch.id, Batch.control, Batch.options).join(Taken, Taken.batch_id == Batch.id)
                .where(Taken.hash == key)
            ).one()  # fmt: skip
        if IMPORTING not in held and not again:
            return Whole(batch)
        if IMPORTING in held and control != CANCELLED:
            return _go_on(engine, batch, ask, reader, is_dead)
    raise AssertionError  # pragma: no cover - count never ends


def _go_on(engine: Engine, batch: int, ask: Ask, reader: str, is_dead: leases.Dead) -> Submission:
    submission = go_on(engine, batch, ask, reader, is_dead)
    with engine.begin() as connection:
        there = (Batch.id == batch, Batch.control != DROPPING)  # who drops it has taken the lease by then
        connection.execute(update(Batch).where(*there).values(control=IMPORTING))
    return submission


def stored(engine: Engine, batch_id: int) -> list[Stored]:
    """The sources of a batch in their order."""
    notes = select(func.count()).where(Note.source_id == Source.id).scalar_subquery()
    query = select(Source.id, Source.name, Source.boards, Source.rejects, notes).where(Source.batch_id == batch_id)
    with reading(engine) as connection:
        return [Stored(*row) for row in connection.execute(query.order_by(Source.id))]


def settle(engine: Engine, batch_id: int, known: Mapping[Texts, Answer], owner: str) -> None:
    """Answer the boards that wait; what is not known is left in chunks of its own. Raises BusyError if cancelled."""
    with engine.begin() as connection:
        _control(connection, batch_id, IMPORTING, "")  # so that chunks can be claimed, seen by nobody else
        waiting = select(Chunk.id).where(Chunk.batch_id == batch_id, Chunk.state == "waiting").order_by(Chunk.id)
        for chunk in connection.scalars(waiting).all():
            _answer(connection, chunk, known, owner)
        _control(connection, batch_id, "", IMPORTING)


def _control(connection: Connection, batch_id: int, old: str, new: str) -> None:
    mine = (Batch.id == batch_id, Batch.control == old)
    if connection.execute(update(Batch).where(*mine).values(control=new)).rowcount != 1:
        raise BusyError(f"batch {batch_id} was stopped or taken up by somebody else: this import ends")


def _answer(connection: Connection, chunk: int, known: Mapping[Texts, Answer], owner: str) -> None:
    now_s = clock.now(connection)
    held = chunks.claim(connection, chunk, owner, now_s, LEASE_S)
    if held is None:
        return
    keys, texts = chunks.load_boards(connection, held)
    found = {key: known[held.family, board] for key, board in zip(keys, texts, strict=True)
             if (held.family, board) in known}  # fmt: skip
    if not found:
        chunks.give_back(connection, held)
        return
    chunks.finish(connection, held, list(found), list(found.values()), set(), now_s)
    if left := [key for key in keys if key not in found]:
        chunks.requeue(connection, held, left, len(left))


class Sum(NamedTuple):
    """What is in a batch that came back: boards, of them answered here, and known before."""

    boards: int
    answered: int
    known: int


def end(engine: Engine, batch_id: int, about: AboutBatch | None = None) -> Sum:
    """The batch is whole: workers may solve what is pending. Date and options come back where they are known."""
    with engine.begin() as connection:
        options = dict(connection.scalars(select(Batch.options).where(Batch.id == batch_id)).one())
        options.pop(IMPORTING, None)
        values: dict[str, object] = {"control": "", "options": options}
        if about is not None:
            created = datetime.fromisoformat(about.created_at)
            created = created if created.tzinfo else created.replace(tzinfo=UTC)  # SQLite holds moments without it
            values |= {"created_at": created, "complete": bool(about.complete), "options": json.loads(about.options)}
        connection.execute(update(Batch).where(Batch.id == batch_id).values(values))
        mine = (Chunk.batch_id == batch_id, Chunk.purpose == "answer", Chunk.state == "done")
        answered = connection.scalar(select(func.sum(Chunk.boards)).where(*mine)) or 0
        boards, known = connection.execute(select(Batch.boards, Batch.known).where(Batch.id == batch_id)).one()
    return Sum(boards, int(answered), known)


def board_ids(connection: Connection, source_id: int) -> list[int | None]:
    """The boards of a source in the order of the input; None for one that an earlier board stands for."""
    query = text(
        "SELECT board.id, board.same_as FROM source JOIN board ON board.source_id = source.id"
        " AND board.id BETWEEN source.first_board AND source.last_board WHERE source.id = :source ORDER BY board.id"
    )
    return [None if row[1] else row[0] for row in connection.execute(query, {"source": source_id})]


def has_others(connection: Connection, boards: Iterable[int]) -> bool:
    """Whether one of the boards has an answer beside the current one."""
    keys = list(boards)
    return connection.scalar(select(OtherAnswer.id).where(OtherAnswer.board_id.in_(keys[:1000])).limit(1)) is not None


def add_answers(connection: Connection, found: Iterable[tuple[int, str, Answer]]) -> None:
    """(board, kind, answer) beside the current answers of boards."""
    add_others(connection, list(found))


def is_listed(connection: Connection, board: int) -> bool:
    found = text("SELECT 1 FROM solution WHERE board_id = :board LIMIT 1")
    return connection.scalar(found, {"board": board}) is not None


def add_solutions(connection: Connection, batch_id: int, found: Iterable[tuple[int, int, str]]) -> None:
    """(board, ordinal, solution) of boards that are answered, in this order."""
    held = list(found)
    insert_rows(connection, "solution", ("board_id", "ordinal", "text"), held)
    last = {board: ordinal for board, ordinal, _ in held}
    lists = [(board, batch_id, ordinal, True, 0) for board, ordinal in last.items() if ordinal > 1]
    insert_rows(connection, Listing.__tablename__, ("board_id", "batch_id", "solutions", "complete", "spent_ns"), lists)
