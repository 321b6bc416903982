"""What people may do to a batch after it was submitted: pause, resume, cancel, priority, retry (rerun: db.reruns)."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, case, select, update

from db.batches import DROPPING, IMPORTING, being_dropped
from db.chunks import in_state
from db.cutting import MAX_ATTEMPTS, insert_found
from db.models import Batch, Chunk
from solvers.core import OUT_OF_TIME, GridmillError, Verdict

PAUSED, CANCELLED = "paused", "cancelled"
HIGHEST = 1000  # priority


class ControlError(GridmillError):
    """Something that cannot be done to this batch."""


def pause(connection: Connection, batch: int) -> None:
    """Keep the batch's chunks waiting; those that run give back what they hold within seconds."""
    _set(connection, batch, PAUSED, unless=CANCELLED)


def go_on(connection: Connection, batch: int) -> None:
    """Let a paused or cancelled batch go on; what it waits for elsewhere comes back by db.handovers."""
    _set(connection, batch, "")


def stop(connection: Connection, batch: int) -> None:
    """Cancel a batch; what others wait for goes over to them by db.handovers."""
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
    lane = "list" if _lists(connection, batch) else "deep"
    cut_short = " OR answer.reason = :out_of_time" if Verdict.UNDECIDED in verdicts else ""
    names = {f"verdict{number}": verdict for number, verdict in enumerate(verdicts)}
    found = _AGAIN.format(verdicts=", ".join(f":{name}" for name in names), cut_short=cut_short)
    values = {"batch": batch, "lane": lane, "attempts": MAX_ATTEMPTS, "out_of_time": OUT_OF_TIME, **names}
    return insert_found(connection, found, values, "again", time_limit_s)


# A chunk for each board, apart from those that are solved again already; each of their chunks holds one board, too.
_AGAIN = """
    SELECT :batch, board.variant_id, board.id, board.id, 1, CAST(:lane AS TEXT), :attempts FROM
        (SELECT answer.board_id FROM source
         JOIN answer ON answer.board_id BETWEEN source.first_board AND source.last_board
         WHERE source.batch_id = :batch AND (answer.verdict IN ({verdicts}){cut_short})
         EXCEPT SELECT first_board FROM chunk
         WHERE batch_id = :batch AND purpose = 'again' AND state != 'done') AS wanted
    CROSS JOIN board JOIN source ON source.id = board.source_id
    WHERE board.id = wanted.board_id AND source.batch_id = :batch ORDER BY board.id"""


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


def _lists(connection: Connection, batch: int) -> bool:
    """True where all solutions of the boards are wanted: a list goes on where it stopped."""
    return bool(connection.scalar(select(Batch.listing).where(Batch.id == batch)))
