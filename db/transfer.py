"""Batches with all that belongs to them besides boards, as they go into an archive; db.returning takes them back."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from typing import NamedTuple

from sqlalchemy import Connection, select

from db.models import Answer as Answer_
from db.models import Batch, Board, Engine, Note, OtherAnswer, Reject, Solution, Source
from solvers.core import Answer, Verdict


class AboutBatch(NamedTuple):
    """What was asked, when, and what came of it; ``options`` is JSON."""

    batch: int
    name: str
    created_at: str
    complete: bool
    priority: int
    solution_limit: int
    time_limit_s: float
    boards: int
    known: int
    rejects: int
    listing: bool
    options: str


class AboutSource(NamedTuple):
    """A source and what became of its lines; its boards have keys from ``first_board`` to ``last_board``."""

    source_id: int
    batch: int
    source: str
    format: str
    lines: int
    boards: int
    rejects: int
    blank: int
    comment: int
    first_board: int
    last_board: int
    complete: bool
    error: str


class AboutReject(NamedTuple):
    """A stretch of input that is no board."""

    batch: int
    source: str
    line: int
    column: int
    lines: int
    reason: str
    raw: str
    source_id: int


class AboutNote(NamedTuple):
    """What a reader assumed or ignored."""

    batch: int
    source: str
    line: int
    text: str
    source_id: int


class AboutAnswer(NamedTuple):
    """An answer beside the current one."""

    board: int
    kind: str
    engine: str
    verdict: str
    count: str  # type: ignore[assignment]  # hides tuple.count, which nobody misses; decimal, of any size
    count_is_exact: bool
    solution: str | None
    witness: str | None
    reason: str | None
    nodes: int
    solve_ns: int

    def answer(self) -> Answer:
        return Answer(
            Verdict(self.verdict), int(self.count), bool(self.count_is_exact), self.solution or "",
            self.witness or "", self.reason or "", self.nodes, self.solve_ns, self.engine,
        )  # fmt: skip


class AboutSolution(NamedTuple):
    """One of all solutions of a board of a batch that asked for all."""

    board: int
    ordinal: int
    solution: str


def batches(connection: Connection, keys: Collection[int]) -> list[AboutBatch]:
    query = select(
        Batch.id, Batch.name, Batch.created_at, Batch.complete, Batch.priority, Batch.solution_limit,
        Batch.time_limit_s, Batch.boards, Batch.known, Batch.rejects, Batch.listing, Batch.options,
    ).where(Batch.id.in_(keys))  # fmt: skip
    found = connection.execute(query.order_by(Batch.id))
    return [AboutBatch._make((*row[:2], row[2].isoformat(), *row[3:-1], json.dumps(row[-1]))) for row in found]


def sources(connection: Connection, keys: Collection[int]) -> list[AboutSource]:
    query = select(
        Source.id, Source.batch_id, Source.name, Source.format, Source.lines, Source.boards, Source.rejects,
        Source.blank, Source.comment, Source.first_board, Source.last_board, Source.complete, Source.error,
    ).where(Source.batch_id.in_(keys))  # fmt: skip
    return [AboutSource._make(row) for row in connection.execute(query.order_by(Source.id))]


def rejects(connection: Connection, keys: Collection[int]) -> Iterator[AboutReject]:
    """In the order of the input; streams."""
    columns = (Source.batch_id, Source.name, Reject.line, Reject.column, Reject.lines, Reject.reason, Reject.raw)
    query = select(*columns, Source.id).join(Source, Source.id == Reject.source_id).where(Source.batch_id.in_(keys))
    for row in connection.execute(query.order_by(Reject.id).execution_options(yield_per=1000)):
        yield AboutReject._make(row)


def notes(connection: Connection, keys: Collection[int]) -> list[AboutNote]:
    query = select(Source.batch_id, Source.name, Note.line, Note.text, Source.id).join(Source).order_by(Note.id)
    return [AboutNote._make(row) for row in connection.execute(query.where(Source.batch_id.in_(keys)))]


def answers(connection: Connection, keys: Collection[int]) -> list[AboutAnswer]:
    query = (
        select(
            OtherAnswer.board_id, OtherAnswer.kind, Engine.name, OtherAnswer.verdict, OtherAnswer.count,
            OtherAnswer.count_is_exact, OtherAnswer.solution, OtherAnswer.witness, OtherAnswer.reason,
            OtherAnswer.nodes, OtherAnswer.solve_ns, OtherAnswer.big_count,
        )
        .join(Engine, Engine.id == OtherAnswer.engine_id)
        .join(Board, Board.id == OtherAnswer.board_id)
        .join(Source, Source.id == Board.source_id)
        .where(Source.batch_id.in_(keys))
        .order_by(OtherAnswer.id)
    )  # fmt: skip
    return [AboutAnswer._make((*row[:4], str(row[11] or row[4]), *row[5:11])) for row in connection.execute(query)]


def stored_solutions(connection: Connection, keys: Collection[int]) -> Iterator[AboutSolution]:
    """Of the boards of batches whose lists are complete; streams."""
    query = (
        select(Solution.board_id, Solution.ordinal, Solution.text)
        .join(Board, Board.id == Solution.board_id)
        .join(Source, Source.id == Board.source_id)
        .join(Answer_, Answer_.board_id == Board.id)
        .where(Source.batch_id.in_(keys))
        .order_by(Solution.board_id, Solution.ordinal)
    )
    for row in connection.execute(query.execution_options(yield_per=1000)):
        yield AboutSolution._make(row)
