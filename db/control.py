"""What people may do to a batch after it was submitted: pause, resume, cancel, priority, retry (rerun: db.reruns)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sqlalchemy import ColumnElement, Connection, Select, case, select, update

from db import handing
from db.batches import DROPPING, IMPORTING, being_dropped
from db.chunks import in_state
from db.cutting import MAX_ATTEMPTS, insert_chunks
from db.duplicates import keep_others_out
from db.models import Answer, Batch, Board, Chunk, Source
from solvers.core import OUT_OF_TIME, GridmillError, Verdict

PAUSED, CANCELLED = "paused", "cancelled"
HIGHEST = 1000  # priority


class ControlError(GridmillError):
    """Something that cannot be done to this batch."""


def pause(connection: Connection, batch: int) -> None:
    """Keep the batch's chunks waiting; those that run give back what they hold within seconds."""
    _set(connection, batch, PAUSED, unless=CANCELLED)


def resume(connection: Connection, batch: int) -> int:
    """Let a paused or cancelled batch go on; returns how many boards it takes back from cancelled batches."""
    keep_others_out(connection)  # before the lock on the batch, for which a segment of it would wait
    _set(connection, batch, "")
    return handing.take_back(connection, batch)


def cancel(connection: Connection, batch: int) -> int:
    """Stop a batch for good, as far as nobody resumes it; returns how many boards went over to other batches.

    Answers that are there stay. A board that a batch of others waits for is theirs from now on.
    """
    keep_others_out(connection)
    stop(connection, batch)
    return handing.leave(connection, batch)


def stop(connection: Connection, batch: int) -> None:
    """The first half of ``cancel``, to be committed before the second, which may take its time."""
    _set(connection, batch, CANCELLED)
    _end_leases(connection, batch)


def _end_leases(connection: Connection, batch: int) -> None:
    """Who runs a chunk has lost the lease. An attempt that ends on request does not count, as in chunks.give_back."""
    more = case((Chunk.state == "running", Chunk.attempts_allowed + 1), else_=Chunk.attempts_allowed)
    # The boards that are split first, then by key: in this order everybody locks who locks several (see db.parts).
    for states in (("split",), ("queued", "running")):
        held = select(Chunk.id).where(Chunk.batch_id == batch, in_state(*states)).order_by(Chunk.id)
        keys = connection.scalars(held.with_for_update()).all()
    connection.execute(update(Chunk).where(Chunk.id.in_(keys)).values(state="waiting", attempts_allowed=more))


def prioritise(connection: Connection, batch: int, priority: int) -> None:
    """Boards of a higher priority go first, whenever they were submitted."""
    if abs(priority) > HIGHEST:
        raise ControlError(f"expected a priority from -{HIGHEST} to {HIGHEST}, got {priority}")
    existing(connection, batch)
    connection.execute(update(Batch).where(Batch.id == batch).values(priority=priority))


def retry(connection: Connection, batch: int, verdicts: Sequence[str], time_limit_s: float | None) -> int:
    """Solve boards with these verdicts again, alone; the new answer replaces the old, which is kept aside.

    A count or list that the time limit cut short counts as undecided; a list goes on where it stopped.
    """
    not_cancelled(connection, batch)
    wanted: ColumnElement[bool] = Answer.verdict.in_(verdicts)
    if Verdict.UNDECIDED in verdicts:
        wanted |= Answer.reason == OUT_OF_TIME
    boards = _without(pairs(connection, answered(batch).where(wanted)), _under_way(connection, batch, "again"))
    lane = "list" if _lists(connection, batch) else "deep"
    return solve_again(connection, batch, boards, "again", time_limit_s, lane=lane)


def not_cancelled(connection: Connection, batch: int) -> None:
    """Raises ControlError where nobody would do what is asked of a batch."""
    if existing(connection, batch) == CANCELLED:
        raise ControlError(f"batch {batch} is cancelled: `gridmill resume {batch}` comes first")


def existing(connection: Connection, batch: int) -> str:
    """The control of a batch; raises ControlError where there is none, NotFoundError where it is being dropped."""
    control = connection.scalar(select(Batch.control).where(Batch.id == batch))
    if control is None:
        raise ControlError(f"expected the number of a batch, got {batch}: `gridmill status` lists them")
    if control == DROPPING:
        raise being_dropped(batch)
    return control


def _set(connection: Connection, batch: int, control: str, unless: str = "never") -> None:
    before = existing(connection, batch)
    if before == unless:
        raise ControlError(f"batch {batch} is {before}: `gridmill resume {batch}` comes first")
    options = connection.scalars(select(Batch.options).where(Batch.id == batch)).one()
    if IMPORTING in options and control != CANCELLED:  # no worker may take what an import has yet to answer
        path = options.get("imported", "FILE")
        raise ControlError(f"batch {batch} was being imported from {path}: `gridmill import {path}` does that")
    connection.execute(update(Batch).where(Batch.id == batch, Batch.control != control).values(control=control))


def answered(batch: int) -> Select[int, int]:
    """(board, variant) of the boards of a batch that have an answer of their own."""
    return (
        select(Board.id, Board.variant_id)
        .join(Source, Source.id == Board.source_id)
        .join(Answer, Answer.board_id == Board.id)
        .where(Source.batch_id == batch, Board.id.between(Source.first_board, Source.last_board))
    )


def pairs(connection: Connection, boards: Select[int, int]) -> list[tuple[int, int]]:
    """(board, variant) in the order of the boards."""
    return [(row[0], row[1]) for row in connection.execute(boards.order_by(Board.id))]


def _under_way(connection: Connection, batch: int, purpose: str) -> list[tuple[int, int]]:
    """The ranges of keys that chunks of this purpose hold and have not done, in order."""
    held = (Chunk.batch_id == batch, Chunk.purpose == purpose, Chunk.state != "done")
    found = select(Chunk.first_board, Chunk.last_board).where(*held).order_by(Chunk.first_board)
    return [(row[0], row[1]) for row in connection.execute(found)]


def _without(boards: Sequence[tuple[int, int]], ranges: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The boards outside of the ranges; both are in order."""
    left, at = [], 0
    for board in boards:
        while at < len(ranges) and ranges[at][1] < board[0]:
            at += 1
        if at == len(ranges) or board[0] < ranges[at][0]:
            left.append(board)
    return left


def solve_again(
    connection: Connection,
    batch: int,
    boards: Sequence[tuple[int, int]],
    purpose: str,
    time_limit_s: float | None,
    *,
    lane: str = "deep",
    most: int = 1,
    engine: str = "",
) -> int:
    """Chunks of up to ``most`` of these boards (key and variant, in order of the keys); returns how many boards."""
    rows = [
        (batch, variant, first, first + size - 1, size, lane, MAX_ATTEMPTS)
        for variant, first, size in _runs(boards, most)
    ]
    insert_chunks(connection, rows, purpose, time_limit_s, engine=engine)
    return len(boards)


def _lists(connection: Connection, batch: int) -> bool:
    """True where all solutions of the boards are wanted: a list goes on where it stopped."""
    return bool(connection.scalar(select(Batch.listing).where(Batch.id == batch)))


def _runs(boards: Sequence[tuple[int, int]], most: int) -> Iterator[tuple[int, int, int]]:
    """(variant, first key, size) of boards beside each other: between two runs there may be boards of other batches."""
    start, size, last = 0, 0, 0
    for key, variant in boards:
        if size and (key != start + size or variant != last or size == most):
            yield last, start, size
            size = 0
        if not size:
            start, last = key, variant
        size += 1
    if size:
        yield last, start, size
