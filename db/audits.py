"""Reads for audits: what must add up, and the answers of a batch with their boards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from sqlalchemy import Connection, func, select, text

from db import control
from db.models import Answer, Board, Source, Variant


class Answered(NamedTuple):
    """A board of a batch that has an answer of its own."""

    board: int
    family: str
    text: str
    verdict: str
    solution: str | None
    witness: str | None


def totals(connection: Connection, batch: int) -> tuple[int, int]:
    """(boards, those without an answer); raises ControlError where there is no such batch."""
    control.existing(connection, batch)
    answer = func.count(Answer.board_id)
    row = connection.execute(
        select(func.count(), answer)
        .select_from(Board)
        .join(Source, Source.id == Board.source_id)
        .outerjoin(Answer, Answer.board_id == func.coalesce(Board.same_as, Board.id))
        .where(Source.batch_id == batch)
    ).one()
    return row[0], row[0] - row[1]


# Each finds what must not be; {batch} is a number.
_DISORDERS = {
    "boards counted for the batch: {0}, stored: {1}": """
        SELECT batch.boards, count(board.id) FROM batch LEFT JOIN source ON source.batch_id = batch.id
        LEFT JOIN board ON board.source_id = source.id WHERE batch.id = :batch
        GROUP BY batch.id, batch.boards HAVING batch.boards <> count(board.id)""",
    "rejects counted for the batch: {0}, stored: {1}": """
        SELECT batch.rejects, count(reject.id) FROM batch LEFT JOIN source ON source.batch_id = batch.id
        LEFT JOIN reject ON reject.source_id = source.id WHERE batch.id = :batch
        GROUP BY batch.id, batch.rejects HAVING batch.rejects <> count(reject.id)""",
    "source {0} has {1}": """
        SELECT source.name, source.boards || ' boards, and with rejected, blank and comment lines not its '
               || source.lines || ' lines' FROM source
        WHERE source.batch_id = :batch AND source.complete AND source.format = 'line'
          AND source.boards + source.blank + source.comment
              + (SELECT coalesce(sum(reject.lines), 0) FROM reject WHERE reject.source_id = source.id)
              <> source.lines""",
    "source {0}, line {1} was stored twice": """
        SELECT source.name, board.line FROM source JOIN board ON board.source_id = source.id
        WHERE source.batch_id = :batch AND source.boards > source.lines - source.blank - source.comment
        GROUP BY source.id, source.name, board.line, board.text HAVING count(*) > 1""",
    "board {0} is a duplicate of {1}, and both have answers": """
        SELECT board.id, board.same_as FROM board JOIN source ON source.id = board.source_id
        JOIN answer ON answer.board_id = board.id
        WHERE source.batch_id = :batch AND board.same_as IS NOT NULL""",
    "board {0} is a duplicate of {1}, which is another text": """
        SELECT board.id, board.same_as FROM board JOIN source ON source.id = board.source_id
        LEFT JOIN board AS first ON first.id = board.same_as
        WHERE source.batch_id = :batch AND board.same_as IS NOT NULL
          AND (first.text IS NULL OR first.text <> board.text)""",
    "{0} of its boards wait for batch {1}, which was cancelled or is half dropped: `gridmill resume {2}`": """
        SELECT count(*), home.batch_id, batch.id FROM board AS dup JOIN source ON source.id = dup.source_id
        JOIN batch ON batch.id = source.batch_id JOIN board AS first ON first.id = dup.same_as
        JOIN source AS home ON home.id = first.source_id JOIN batch AS owner ON owner.id = home.batch_id
        WHERE source.batch_id = :batch AND batch.control <> 'cancelled' AND owner.control IN ('cancelled', 'dropping')
          AND home.batch_id <> :batch
          AND NOT EXISTS (SELECT 1 FROM answer WHERE answer.board_id = first.id)
        GROUP BY home.batch_id, batch.id""",
    "board {0} has no answer, and no chunk will give it one ({1} holds it)": """
        SELECT board.id, 'none' FROM board JOIN source ON source.id = board.source_id
        LEFT JOIN answer ON answer.board_id = board.id
        WHERE source.batch_id = :batch AND board.same_as IS NULL AND answer.board_id IS NULL
          AND NOT EXISTS (SELECT 1 FROM chunk WHERE chunk.batch_id = :batch AND chunk.state <> 'done'
                          AND board.id BETWEEN chunk.first_board AND chunk.last_board)""",
}


def disorders(connection: Connection, batch: int) -> list[str]:
    """Everything in the tables that contradicts the promise: one answer a board, nothing lost, nothing twice."""
    return [
        message.format(*row)
        for message, query in _DISORDERS.items()
        for row in connection.execute(text(query), {"batch": batch})
    ]


def answered(connection: Connection, batch: int) -> Iterator[Answered]:
    """In the order of the boards; streams."""
    query = (
        select(Board.id, Variant.family, Board.text, Answer.verdict, Answer.solution, Answer.witness)
        .join(Source, Source.id == Board.source_id)
        .join(Variant, Variant.id == Board.variant_id)
        .join(Answer, Answer.board_id == Board.id)
        .where(Source.batch_id == batch)
        .order_by(Board.id)
    )
    for row in connection.execute(query.execution_options(yield_per=1000)):
        yield Answered(*row)
