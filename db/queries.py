"""Reads: progress of batches, totals, rejects, who works; boards are in db.results. Nothing here writes."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Connection, and_, case, func, select

from db import listings, parts
from db.batches import DROPPING, being_dropped, no_batch
from db.joining import joined
from db.models import Answer, Batch, Chunk, Lease, Source, Variant
from db.totals import pending_copies

NO_PARTS = parts.Progress()


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a batch is; boards = answered + pending, and ``known`` counts those that an earlier board answers."""

    batch_id: int
    name: str
    created_at: datetime
    complete: bool
    boards: int
    known: int
    rejects: int
    answered: int
    deep: int  # pending boards that wait or run in the deep lane
    running: int  # chunks under a lease
    again: int = 0  # boards that are solved a second time, by retry or rerun
    control: str = ""  # "paused" or "cancelled"
    time_limit_s: float = 0.0  # of each board; 0 is none
    parts: parts.Progress = NO_PARTS  # of the boards that are solved in parts
    listing: bool = False  # all solutions are wanted
    lists: int = 0  # boards whose solutions are being listed
    solutions: int = 0  # stored so far in lists of several

    @property
    def over(self) -> bool:
        """Nothing more will happen, unless somebody asks for it."""
        return self.control == "cancelled" or (self.complete and not self.pending and not self.again)

    @property
    def pending(self) -> int:
        return self.boards - self.answered


def progress(connection: Connection, batch_id: int) -> Progress:
    """Raises NotFoundError."""
    batch = connection.execute(select(Batch.__table__).where(Batch.id == batch_id)).mappings().one_or_none()
    if batch is None:
        raise no_batch(batch_id)
    if batch["control"] == DROPPING:
        raise being_dropped(batch_id)
    first, left = Chunk.purpose == "answer", Chunk.state != "done"
    done = func.coalesce(func.sum(case((and_(first, ~left), Chunk.boards), else_=0)), 0)
    deep = func.coalesce(func.sum(case((and_(first, left, Chunk.lane == "deep"), Chunk.boards), else_=0)), 0)
    running = func.coalesce(func.sum(case((Chunk.state == "running", 1), else_=0)), 0)
    again = func.coalesce(func.sum(case((and_(~first, left), Chunk.boards), else_=0)), 0)
    counts = connection.execute(select(done, deep, running, again).where(Chunk.batch_id == batch_id)).one()
    borrowed = batch["known"] - pending_copies(connection, batch_id) if batch["known"] else 0
    listed = (True, *listings.progress(connection, batch_id)) if batch["listing"] else ()
    return Progress(
        batch_id, batch["name"], batch["created_at"], batch["complete"], batch["boards"], batch["known"],
        batch["rejects"], int(counts[0]) + borrowed, int(counts[1]), int(counts[2]),
        int(counts[3]), batch["control"], batch["time_limit_s"],
        parts.progress(connection, batch_id) if counts[1] or counts[3] else NO_PARTS, *listed,
    )  # fmt: skip


def batches(connection: Connection, limit: int = 20) -> list[Progress]:
    """The newest batches, newest first."""
    there = select(Batch.id).where(Batch.control != DROPPING)
    keys = connection.scalars(there.order_by(Batch.id.desc()).limit(limit)).all()
    return [progress(connection, key) for key in keys]


def by_variant(connection: Connection, batch_id: int) -> list[tuple[str, str, str | None, int, int]]:
    """(family, variant, verdict, boards, nanoseconds of solving) of a batch, in that order."""
    columns = (Variant.family, Variant.name, Answer.verdict, func.count(), func.coalesce(func.sum(Answer.solve_ns), 0))
    query = joined(select(*columns)).where(Source.batch_id == batch_id)
    grouped = query.group_by(Variant.family, Variant.name, Answer.verdict).order_by(Variant.family, Variant.name)
    return [(row[0], row[1], row[2], row[3], int(row[4])) for row in connection.execute(grouped)]


class Totals(NamedTuple):
    """Numbers over all batches; ``answered`` are boards that a solver answered, each once."""

    batches: int
    boards: int
    known: int
    rejects: int
    answered: int


def totals(connection: Connection) -> Totals:
    query = select(func.count(), func.sum(Batch.boards), func.sum(Batch.known), func.sum(Batch.rejects))
    row = connection.execute(query.select_from(Batch).where(Batch.control != DROPPING)).one()
    done = connection.scalar(select(func.sum(Chunk.boards)).where(Chunk.state == "done"))
    return Totals(*(int(value or 0) for value in (*row, done)))


def open_chunks(connection: Connection) -> dict[str, int]:
    """Number of chunks by state, those with work left."""
    query = select(Chunk.state, func.count()).where(Chunk.state != "done").group_by(Chunk.state)
    return {row[0]: row[1] for row in connection.execute(query)}


def leader(connection: Connection, role: str, now_s: float) -> str:
    """Who holds the lease of a role; "" if nobody does."""
    return str(connection.scalar(select(Lease.owner).where(Lease.role == role, Lease.until_s >= now_s)) or "")


def any_controlled(connection: Connection) -> bool:
    """Whether any batch is paused, cancelled or being dropped."""
    return connection.scalar(select(Batch.id).where(Batch.control != "").limit(1)) is not None


def variants(connection: Connection) -> dict[int, tuple[str, str]]:
    """Family and name of every variant that any batch holds."""
    found = connection.execute(select(Variant.id, Variant.family, Variant.name))
    return {row[0]: (row[1], row[2]) for row in found}


def sources(connection: Connection, batch_id: int) -> list[tuple[int, str, str, int]]:
    """(key, name, format, rejects) of the sources of a batch in the order of the input."""
    query = select(Source.id, Source.name, Source.format, Source.rejects).where(Source.batch_id == batch_id)
    return [(row[0], row[1], row[2], row[3]) for row in connection.execute(query.order_by(Source.id))]
