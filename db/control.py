"""What people may do to a batch after it was submitted: pause, resume, cancel, priority, retry, rerun."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sqlalchemy import ColumnElement, Connection, Select, delete, func, select, text, update

from db.listings import hand_over
from db.models import Answer, Batch, Board, Chunk, OtherAnswer, Part, Source
from db.submissions import MAX_ATTEMPTS, NEW_CHUNK, insert_chunks
from solvers.core import OUT_OF_TIME, GridmillError, Verdict

PAUSED, CANCELLED = "paused", "cancelled"
HIGHEST = 1000  # priority


class ControlError(GridmillError):
    """Something that cannot be done to this batch."""


def pause(connection: Connection, batch: int) -> None:
    """Keep the batch's chunks waiting; those that run give back what they hold within seconds."""
    _set(connection, batch, PAUSED, unless=CANCELLED)


def resume(connection: Connection, batch: int) -> None:
    """Let a paused or cancelled batch go on."""
    _set(connection, batch, "")


def cancel(connection: Connection, batch: int) -> int:
    """Stop a batch for good, as far as nobody resumes it; returns how many boards went over to other batches.

    Answers that are there stay. A board that a batch of others waits for is theirs from now on.
    """
    _set(connection, batch, CANCELLED)
    held = (Chunk.batch_id == batch, Chunk.state.in_(("queued", "running")))
    connection.execute(update(Chunk).where(*held).values(state="waiting"))  # who runs one has lost the lease
    return _hand_over(connection, batch)


def prioritise(connection: Connection, batch: int, priority: int) -> None:
    """Chunks of a higher priority go first, whenever they were submitted."""
    if abs(priority) > HIGHEST:
        raise ControlError(f"expected a priority from -{HIGHEST} to {HIGHEST}, got {priority}")
    _existing(connection, batch)
    connection.execute(update(Batch).where(Batch.id == batch).values(priority=priority))
    connection.execute(update(Chunk).where(Chunk.batch_id == batch, Chunk.state != "done").values(priority=priority))


def retry(connection: Connection, batch: int, verdicts: Sequence[str], time_limit_s: float | None) -> int:
    """Solve boards with these verdicts again, alone; the new answer replaces the old, which is kept aside.

    A count or list that the time limit cut short counts as undecided; a list goes on where it stopped.
    """
    _existing(connection, batch)
    wanted: ColumnElement[bool] = Answer.verdict.in_(verdicts)
    if Verdict.UNDECIDED in verdicts:
        wanted |= Answer.reason == OUT_OF_TIME
    boards = _answered(batch).where(wanted, ~_under_way("again"))
    return _again(connection, batch, boards, "again", 1, time_limit_s)


def rerun(connection: Connection, batch: int, time_limit_s: float | None) -> int:
    """Solve all answered boards of a batch again; the new answers stand beside the old ones. Earlier reruns go."""
    _existing(connection, batch)
    mine = _answered(batch)
    if connection.scalar(
        select(func.count()).where(Chunk.batch_id == batch, Chunk.purpose == "rerun", Chunk.state != "done")
    ):
        raise ControlError(f"a rerun of batch {batch} is under way")
    keys = mine.with_only_columns(Board.id)
    connection.execute(delete(OtherAnswer).where(OtherAnswer.kind == "rerun", OtherAnswer.board_id.in_(keys)))
    return _again(connection, batch, mine, "rerun", NEW_CHUNK, time_limit_s)


def differences(connection: Connection, batch: int) -> list[tuple[int, str, str, str, str]]:
    """(board, verdict, count, verdict of the rerun, its count) where a rerun says something else.

    Not finding out within a limit contradicts nothing.
    """
    old, new = Answer, OtherAnswer
    rows = connection.execute(
        select(old.board_id, old.verdict, old.count, old.count_is_exact, new.verdict, new.count, new.count_is_exact)
        .join(new, (new.board_id == old.board_id) & (new.kind == "rerun"))
        .join(Board, Board.id == old.board_id)
        .join(Source, Source.id == Board.source_id)
        .where(Source.batch_id == batch, (old.verdict != new.verdict) | (old.count != new.count))
        .order_by(old.board_id)
    )
    found = []
    for board, verdict, count, exact, other, other_count, other_exact in rows:
        if verdict != other or (exact and other_exact):
            found.append((board, verdict, _count(count, exact=exact), other, _count(other_count, exact=other_exact)))
    return found


def _count(count: int, *, exact: bool) -> str:
    return str(count) if exact else f">={count}"


def _existing(connection: Connection, batch: int) -> str:
    """The control of a batch; raises ControlError where there is none."""
    control = connection.scalar(select(Batch.control).where(Batch.id == batch))
    if control is None:
        raise ControlError(f"expected the number of a batch, got {batch}: `gridmill status` lists them")
    return control


def _set(connection: Connection, batch: int, control: str, unless: str = "never") -> None:
    before = _existing(connection, batch)
    if before == unless:
        raise ControlError(f"batch {batch} is {before}: `gridmill resume {batch}` comes first")
    connection.execute(update(Batch).where(Batch.id == batch).values(control=control))


def _answered(batch: int) -> Select[int, int]:
    """(board, variant) of the boards of a batch that have an answer of their own."""
    return (
        select(Board.id, Board.variant_id)
        .join(Source, Source.id == Board.source_id)
        .join(Answer, Answer.board_id == Board.id)
        .where(Source.batch_id == batch, Board.id.between(Source.first_board, Source.last_board))
    )


def _under_way(purpose: str) -> ColumnElement[bool]:
    """A chunk of this purpose, not done, holds the board."""
    open_ = (Chunk.purpose == purpose, Chunk.state != "done", Chunk.first_board <= Board.id)
    return select(Chunk.id).where(*open_, Chunk.last_board >= Board.id).correlate(Board).exists()


def _again(
    connection: Connection,
    batch: int,
    boards: Select[int, int],
    purpose: str,
    most: int,
    time_limit_s: float | None,
) -> int:
    """Chunks of up to ``most`` boards; one alone goes to the deep lane."""
    priority = connection.scalar(select(Batch.priority).where(Batch.id == batch)) or 0
    found = [(row[0], row[1]) for row in connection.execute(boards.order_by(Board.id))]
    lane = ("list" if _lists(connection, batch) else "deep") if most == 1 else "fast"
    rows = [
        (batch, variant, first, first + size - 1, size, lane, priority, MAX_ATTEMPTS)
        for variant, first, size in _runs(found, most)
    ]
    insert_chunks(connection, rows, purpose, time_limit_s)
    return len(found)


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


_AWAITED = """
    SELECT dup.same_as, min(dup.id) FROM board AS dup
    JOIN source ON source.id = dup.source_id JOIN batch ON batch.id = source.batch_id
    JOIN board AS mine ON mine.id = dup.same_as JOIN source AS home ON home.id = mine.source_id
    WHERE home.batch_id = :batch AND source.batch_id <> :batch AND batch.control <> 'cancelled'
      AND NOT EXISTS (SELECT 1 FROM answer WHERE answer.board_id = mine.id)
    GROUP BY dup.same_as"""

_OWNER = """
    SELECT source.batch_id, board.variant_id, batch.priority FROM board
    JOIN source ON source.id = board.source_id JOIN batch ON batch.id = source.batch_id WHERE board.id = :key"""


def _hand_over(connection: Connection, batch: int) -> int:
    """Make the first duplicate in a living batch the board that is solved for all of them."""
    pairs = connection.execute(text(_AWAITED), {"batch": batch}).all()
    for old, new in pairs:
        owner, variant, priority = connection.execute(text(_OWNER), {"key": new}).one()
        keys = {"old": old, "new": new}
        for change in (
            "UPDATE board SET same_as = NULL WHERE id = :new",
            "UPDATE board SET same_as = :new WHERE (same_as = :old AND id <> :new) OR id = :old",
            "UPDATE fingerprint SET board_id = :new WHERE hash = (SELECT hash FROM board WHERE id = :old)"  # noqa: ISC004
            " AND board_id = :old",
        ):
            connection.execute(text(change), keys)
        connection.execute(update(Batch).where(Batch.id == owner).values(known=Batch.known - 1))
        connection.execute(update(Batch).where(Batch.id == batch).values(known=Batch.known + 1))
        mine = (Chunk.batch_id == batch, Chunk.state != "done", Chunk.purpose == "answer", Chunk.lane != "part")
        here = (Chunk.first_board <= old, Chunk.last_board >= old)
        connection.execute(update(Chunk).where(*mine, *here).values(boards=Chunk.boards - 1))
        _end_split(connection, batch, old)
        hand_over(connection, old, new)
        insert_chunks(connection, [(owner, variant, new, new, 1, "fast", priority, MAX_ATTEMPTS)])
    return len(pairs)


def _end_split(connection: Connection, batch: int, board: int) -> None:
    """A split board that went over to others is no longer solved in parts here."""
    mine = (Chunk.batch_id == batch, Chunk.state == "split", Chunk.first_board == board)
    for root in connection.scalars(select(Chunk.id).where(*mine)).all():
        connection.execute(update(Chunk).where((Chunk.id == root) | (Chunk.root_id == root)).values(state="done"))
        connection.execute(delete(Part).where(Part.root_id == root))
