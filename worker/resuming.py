"""Reads on where a submission was interrupted: what is stored is skipped, the rest becomes part of the same batch.

A segment is stored in one transaction, so what is there of a source is a beginning of what the source yields.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from sqlalchemy import Connection, Engine, RowMapping, select

from db.control import ControlError
from db.engine import reading
from db.models import Batch, Board, Source
from db.submissions import Ask, Submission, go_on
from solvers.core import Block, Reject
from solvers.reading import Event, Note, Opened, Report
from worker import owner
from worker.submitting import Summary, Wanted, ending, take


@dataclass(frozen=True, slots=True)
class Stored:
    """What is there of a source."""

    source_id: int
    name: str
    boards: int
    rejects: int
    closed: bool
    last: str  # board that is stored


def read_on(engine: Engine, batch_id: int, tell: Callable[[Event, Summary], None]) -> Summary | None:
    """Complete a batch; None if it is complete. Raises ControlError where its sources cannot be read again."""
    with reading(engine) as connection:
        row = connection.execute(select(Batch.__table__).where(Batch.id == batch_id)).mappings().one()
    if row["complete"]:
        return None
    options = row["options"]
    places = tuple(json.loads(options.get("places", "[]")))
    if imported := options.get("imported"):
        raise ControlError(
            f"batch {batch_id} was being imported from {imported}: `gridmill import {imported}` goes on with it"
        )
    if not places or "-" in places:
        raise ControlError(f"batch {batch_id} was read from standard input, which cannot be read again: submit it anew")
    wanted = Wanted(places, *(options.get(name, "") for name in ("family", "variant", "format", "column")))
    ask = Ask(row["solution_limit"], row["time_limit_s"], row["priority"], row["listing"])
    submission = go_on(engine, batch_id, ask, owner.one_of_mine(), owner.is_dead)
    summary = Summary(batch_id)
    with ending(submission):
        there = _sources(engine, batch_id)  # now that nobody else adds to them
        os.chdir(options.get("folder", "."))  # the places were given from there
        for event in _rest(wanted.events(), submission, there):
            take(submission, summary, event)
            tell(event, summary)
        submission.finish()
    with reading(engine) as connection:
        counts = select(Batch.boards, Batch.known, Batch.rejects).where(Batch.id == batch_id)
        summary.boards, summary.known, summary.rejects = connection.execute(counts).one()
    return summary


def _sources(engine: Engine, batch_id: int) -> list[Stored]:
    sources = select(Source.__table__).where(Source.batch_id == batch_id).order_by(Source.id)
    with reading(engine) as connection:
        return [_stored(connection, source) for source in connection.execute(sources).mappings().all()]


def _stored(connection: Connection, row: RowMapping) -> Stored:
    last = connection.scalar(select(Board.text).where(Board.id == row["last_board"]))
    closed = row["complete"] or bool(row["error"])
    return Stored(row["id"], row["name"], row["boards"], row["rejects"], closed, last or "")


def _rest(events: Iterable[Event], submission: Submission, there: list[Stored]) -> Iterator[Event]:
    """The events that are not stored yet."""
    queue = list(there)
    skips, boards, rejects = False, 0, 0
    for event in events:
        if isinstance(event, Opened):
            skips, boards, rejects = False, 0, 0
            if queue:
                source = queue.pop(0)
                if source.name != event.source:
                    raise ControlError(f"expected source {source.name} again, got {event.source}: submit it anew")
                skips, boards, rejects = source.closed, source.boards, source.rejects
                submission.reopen_source(source.source_id, boards, rejects)
                continue
        elif skips or (isinstance(event, Note) and (boards or rejects)):
            continue
        elif isinstance(event, Block) and boards:
            skipped = min(len(event.texts), boards)
            boards -= skipped
            if not boards and event.texts[skipped - 1] != source.last:
                raise ControlError(f"{source.name} does not hold the boards that it held: submit it anew")
            event = _tail(event, skipped)  # noqa: PLW2901 - the part of it that is new
        elif isinstance(event, Reject) and rejects:
            rejects -= 1
            continue
        elif isinstance(event, Report) and (boards or rejects):
            raise ControlError(_why_short(event))
        yield event


def _why_short(report: Report) -> str:
    if report.error:
        return f"{report.source} cannot be read again ({report.error}): put it back and resume again"
    return f"{report.source} is shorter than it was: submit it anew"


def _tail(block: Block, skipped: int) -> Block:
    """The block without its first boards."""
    return block._replace(
        texts=block.texts[skipped:],
        lines=block.lines[skipped:],
        labels=block.labels and block.labels[skipped:],
        stated=block.stated and block.stated[skipped:],
        fields=block.fields and block.fields[skipped:],
    )
