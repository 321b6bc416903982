"""Boards that kill or crash their worker: a chunk that used up its attempts is halved until the board is found.

So at most three attempts and one for each halving are made of a chunk, and the neighbours of the board are solved.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, RowMapping, select, update

from db import parts
from db.answers import insert_answers
from db.chunks import Claim, boards_of, in_state, one_more, update_held
from db.cutting import insert_chunks
from db.models import Board, Chunk
from db.storable import storable
from solvers.core import Answer, Verdict


def drop(connection: Connection, held: Claim, now_s: float, error: str) -> bool:
    """Give up a chunk that could not be solved; the attempt counts, and ``error`` is kept for its answer."""
    parts.lock_root(connection, held.chunk_id)
    if not update_held(connection, held, state="waiting", error=storable(error)):
        return False
    split_stubborn(connection, held.chunk_id, now_s)
    return True


def bury(connection: Connection, chunk_id: int, owner: str, now_s: float, error: str = "") -> bool:
    """End the lease of an owner that is known to be dead; ``error`` says what it died of, if that is known.

    Where that is not known, whoever would have seen it died too: a group was killed or a machine stopped. Such an
    attempt does not count, as long as there are not very many.
    """
    dead = (Chunk.id == chunk_id, Chunk.owner == owner, Chunk.state == "running")
    values: dict[str, Any] = {"state": "waiting", "lease_until_s": 0.0}
    if error:
        values["error"] = storable(error)
    else:
        values["attempts_allowed"] = one_more()
    parts.lock_root(connection, chunk_id)
    if connection.execute(update(Chunk).where(*dead).values(**values)).rowcount != 1:
        return False
    split_stubborn(connection, chunk_id, now_s)
    return True


def _stubborn() -> tuple[ColumnElement[bool], ...]:
    return Chunk.attempts >= Chunk.attempts_allowed, in_state("waiting", "queued")


def stubborn(connection: Connection) -> list[int]:
    """The chunks that used up their attempts."""
    return list(connection.scalars(select(Chunk.id).where(*_stubborn()).order_by(Chunk.id)))


def split_stubborn(connection: Connection, chunk_id: int, now_s: float) -> bool:
    """Halve a chunk if it used up its attempts; a single board that did is answered ``failed``.

    So a board that kills its worker is found in a logarithmic number of attempts, and its neighbours are solved. One
    chunk a transaction: two that are locked together could be locked by others the other way round.
    """
    parts.lock_root(connection, chunk_id)
    mine = select(Chunk.__table__).where(Chunk.id == chunk_id, *_stubborn())
    row = connection.execute(mine.with_for_update()).mappings().one_or_none()
    if row is None:
        return False
    if row["lane"] == "part":
        parts.give_up(connection, row["root_id"], row["id"], _why(row), now_s)
        return True
    held = boards_of(row["first_board"], row["last_board"], row["purpose"])
    keys = list(connection.scalars(select(Board.id).where(*held).order_by(Board.id)))
    if not keys:  # all went over to other batches, or have answers
        connection.execute(update(Chunk).where(Chunk.id == row["id"]).values(state="done", done_s=now_s))
    elif len(keys) == 1:
        _fail(connection, row, keys[0], now_s)
    else:
        _halve(connection, row, keys)
    return True


def _fail(connection: Connection, chunk: RowMapping, board: int, now_s: float) -> None:
    failed = Answer(Verdict.FAILED, 0, False, "", "", _why(chunk), 0, 0, "none")
    insert_answers(connection, chunk["purpose"], chunk["id"], [board], [failed])
    connection.execute(update(Chunk).where(Chunk.id == chunk["id"]).values(state="done", done_s=now_s))


def _why(chunk: RowMapping) -> str:
    return chunk["error"] or f"none of {chunk['attempts']} attempts ended with an answer: its workers died or were lost"


def _halve(connection: Connection, chunk: RowMapping, keys: Sequence[int]) -> None:
    """The first half stays this chunk, the second becomes a new one; both have its attempts behind them and one."""
    middle = len(keys) // 2
    connection.execute(
        update(Chunk)
        .where(Chunk.id == chunk["id"])
        .values(last_board=keys[middle - 1], boards=middle, attempts_allowed=Chunk.attempts + 1, state="waiting")
    )
    same = (chunk["batch_id"], chunk["variant_id"], keys[middle], keys[-1], len(keys) - middle)
    rows = [(*same, chunk["lane"], chunk["attempts"] + 1)]
    why = (chunk["purpose"], chunk["time_limit_s"])
    insert_chunks(connection, rows, *why, engine=chunk["engine"], attempts=chunk["attempts"])
