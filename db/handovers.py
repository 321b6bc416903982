"""Handovers: the boards of a batch that is cancelled, resumed or dropped change hands, piece by piece.

    marked   in the transaction that changes the control of the batch, by a lease
    pieces   a transaction each, so that nobody else waits for all of them
    ended    with the mark, once there are no more

Whoever began goes on. A mark whose owner is gone shows the leading dispatcher where somebody was cut off, and it goes
on instead: what others wait for never stays with a batch that nobody solves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from sqlalchemy import Connection, Engine, select

from db import control, dropping, handing, leases
from db.batches import DROPPING
from db.control import CANCELLED, PAUSED
from db.models import Batch
from db.moving import Piece

SIZE = 20_000  # boards of a piece
Step = Callable[[Connection, int, int, int], Piece]

_RETURNS = (handing.take_back, handing.part_ways)
_STEPS: dict[str | None, tuple[Step, ...]] = {
    CANCELLED: (handing.leave,), DROPPING: (dropping.hand_on,), PAUSED: _RETURNS, "": _RETURNS,
}  # fmt: skip


def cancel(engine: Engine, batch: int, owner: str) -> int:
    """Stop a batch for good, as far as nobody resumes it; returns how many boards went over to other batches.

    It stops within seconds, however long the handover takes. Answers that are there stay. Raises ControlError.
    """
    with engine.begin() as connection:
        control.stop(connection, batch)
        leases.take_handing(connection, batch, owner)
    return sum(pieces(engine, batch, owner, SIZE))


def resume(engine: Engine, batch: int, owner: str) -> int:
    """Let a paused or cancelled batch go on; returns how many boards come back to it. Raises ControlError."""
    with engine.begin() as connection:
        control.go_on(connection, batch)
        leases.take_handing(connection, batch, owner)
    return sum(pieces(engine, batch, owner, SIZE))


def pieces(engine: Engine, batch: int, owner: str, size: int) -> Iterator[int]:
    """Hand over what is left; yields the boards of each piece once it is done. Raises BusyError while others drop."""
    with engine.begin() as connection:
        leases.take_handing(connection, batch, owner)
        wanted = _control(connection, batch)
    for step in _STEPS.get(wanted, ()):
        piece = Piece(0, 0)
        while (piece := _piece(engine, batch, owner, wanted, step, piece.last, size)).boards:
            yield piece.boards
    with engine.begin() as connection:
        leases.end_handing(connection, batch, owner)


def _piece(engine: Engine, batch: int, owner: str, wanted: str | None, step: Step, after: int, size: int) -> Piece:
    """One transaction; of no boards if somebody wants something else of the batch by now, and sees to that himself."""
    with engine.begin() as connection:
        if _control(connection, batch) != wanted:
            return Piece(0, 0)
        leases.take_handing(connection, batch, owner)
        return step(connection, batch, after, size)


def _control(connection: Connection, batch: int) -> str | None:
    return connection.scalar(select(Batch.control).where(Batch.id == batch))
