"""Drops a batch: its boards, answers and everything else that came with them.

    refused or marked "dropping"  from here on nobody reads, solves or copies it
    handed on                     boards of which other batches hold duplicates, with their answers (db.handing)
    deleted, bite by bite         what lies between boards of other batches
    detached and dropped          PostgreSQL's partitions of the batch's own extents, whatever their size
    forgotten                     chunks, sources, the batch itself

Each step is complete in itself and may be repeated, so that a drop that was killed anywhere is gone on with.
"""

# ruff: noqa: S608 - our own words only
from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from sqlalchemy import Connection, Engine, text

from db import clock, extents, handing, leases
from db.batches import DROPPING, no_batch
from db.control import CANCELLED, PAUSED, ControlError
from db.duplicates import keep_others_out
from db.engine import is_sqlite, reading
from db.errors import BusyError
from db.extents import Span
from db.moving import Piece

BITE = 20_000  # rows or boards of a transaction, so that SQLite's other writers get their turn
LOCK = 0x64726F70  # the advisory lock of whoever drops: a table can have one partition that is being detached


class Content(NamedTuple):
    """What goes with a batch; of its boards, ``awaited`` ones live on in other batches that hold duplicates."""

    batch: int
    name: str
    boards: int
    rejects: int
    sources: int
    awaited: int


_CONTENT = """
    SELECT batch.id, batch.name, batch.boards, batch.rejects,
           (SELECT count(*) FROM source WHERE source.batch_id = batch.id)
    FROM batch WHERE batch.id = :batch"""

_CHUNKS = "(SELECT id FROM chunk WHERE batch_id = :batch)"
_SOURCES = "(SELECT id FROM source WHERE batch_id = :batch)"
_HERE = f"FROM board WHERE id BETWEEN :first AND :last AND source_id IN {_SOURCES}"

# Of a stretch of keys among those of others; a fingerprint is found by its hash.
_BITE = (
    f"DELETE FROM fingerprint WHERE (hash, board_id) IN (SELECT hash, id {_HERE})",
    *(
        f"DELETE FROM {table} WHERE board_id BETWEEN :first AND :last AND board_id IN (SELECT id {_HERE})"
        for table in ("answer", "likeness", "listing", "solution", "other_answer")
    ),
    f"DELETE {_HERE}",
)
_LONG_LISTS = (
    "SELECT board_id, solutions FROM listing WHERE batch_id = :batch AND solutions > :bite"
    " AND board_id BETWEEN :first AND :last"
)
_OTHERS = (
    "DELETE FROM other_answer WHERE id IN"
    " (SELECT id FROM other_answer WHERE board_id BETWEEN :first AND :last LIMIT :bite)"
)
_REJECTS = f"DELETE FROM reject WHERE id IN (SELECT id FROM reject WHERE source_id IN {_SOURCES} LIMIT :bite)"
_REST = (
    f"DELETE FROM part WHERE root_id IN {_CHUNKS}",
    "DELETE FROM chunk WHERE batch_id = :batch",
    "DELETE FROM taken WHERE batch_id = :batch",
    f"DELETE FROM note WHERE source_id IN {_SOURCES}",
    f"DELETE FROM holding WHERE source_id IN {_SOURCES}",
    "DELETE FROM source WHERE batch_id = :batch",
    "DELETE FROM extent WHERE batch_id = :batch",
    "DELETE FROM batch WHERE id = :batch",
)


def content(connection: Connection, batch: int) -> Content:
    """What a drop of the batch would take; raises NotFoundError."""
    row = connection.execute(text(_CONTENT), {"batch": batch}).one_or_none()
    if row is None:
        raise no_batch(batch)
    awaited = sum(handing.wanted(connection, batch, span, own=own) for span, own in _spans(connection, batch))
    return Content(row[0], row[1], row[2], row[3], row[4], awaited)


def _spans(connection: Connection, batch: int) -> list[tuple[Span, bool]]:
    """Where its boards are; True: there are no others between them."""
    own = [(span, True) for span in extents.joined(extents.owned(connection, batch))]
    return own + [(span, False) for span in extents.among_others(connection, batch)]


def check(connection: Connection, batch: int, is_dead: leases.Dead) -> str:
    """Raises NotFoundError, and ControlError while somebody reads or solves the batch; returns its control.

    Locks whoever reads first and the batch second, as readers do.
    """
    read = leases.is_being_read(connection, batch, clock.now(connection), is_dead)
    control = _control(connection, batch)
    if read and control not in (CANCELLED, DROPPING):
        raise ControlError(f"batch {batch} is being read: interrupt that first, or `gridmill cancel {batch}`")
    if control != DROPPING:
        _refuse_solving(connection, batch, control)
    return control


def mark(connection: Connection, batch: int, is_dead: leases.Dead, owner: str = "") -> None:
    """The first step, after which the batch is gone for everybody else; raises what ``check`` does.

    Chunks with work left are closed: a worker that holds one cannot write any more, nor can a reader. Others hand on
    what is awaited once ``owner`` is gone.
    """
    before = check(connection, batch, is_dead)
    leases.take_handing(connection, batch, owner)
    if before == DROPPING:
        return
    values = {"batch": batch, "dropping": DROPPING}
    connection.execute(text("UPDATE chunk SET state = 'dropped' WHERE batch_id = :batch AND state <> 'done'"), values)
    connection.execute(text("UPDATE batch SET control = :dropping WHERE id = :batch"), values)
    leases.stop_reading(connection, batch)


def _control(connection: Connection, batch: int) -> str:
    lock = "" if is_sqlite(connection) else " FOR UPDATE"
    control = connection.scalar(text(f"SELECT control FROM batch WHERE id = :batch{lock}"), {"batch": batch})
    if control is None:
        raise no_batch(batch)
    return str(control)


def _refuse_solving(connection: Connection, batch: int, control: str) -> None:
    query = (
        "SELECT count(*), coalesce(sum(CASE WHEN state = 'running' AND lease_until_s >= :now THEN 1 ELSE 0 END), 0)"
        " FROM chunk WHERE batch_id = :batch AND state <> 'done'"
    )
    left, running = connection.execute(text(query), {"batch": batch, "now": clock.now(connection)}).one()
    if running:
        soon = "it stops within seconds, try again" if control == PAUSED else f"`gridmill cancel {batch}` stops that"
        raise ControlError(f"batch {batch} is being solved: {soon}")
    if left and not control:
        raise ControlError(f"batch {batch} has boards left to solve: `gridmill cancel {batch}` comes first")


def drop(engine: Engine, batch: int, owner: str = "") -> int:
    """All other steps; returns how many boards were handed on to other batches."""
    with _alone(engine):
        with engine.begin() as connection:
            keep_others_out(connection)  # a segment that was begun before the mark may still copy boards
        handed = _hand_all_on(engine, batch, owner)
        with reading(engine) as connection:
            shared, own = extents.among_others(connection, batch), extents.owned(connection, batch)
        for span in shared:
            _delete(engine, batch, span)
        for span in own:
            _repeat(engine, _OTHERS, first=span.first, last=span.last, bite=BITE)
        _drop_partitions(engine, own)
        _repeat(engine, _REJECTS, batch=batch, bite=BITE)
        with engine.begin() as connection:
            for query in _REST:
                connection.execute(text(query), {"batch": batch})
    return handed


@contextmanager
def _alone(engine: Engine) -> Iterator[None]:
    """One process at a time drops on PostgreSQL; the lock ends with its session."""
    if engine.dialect.name == "sqlite":
        yield
        return
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as session:
        session.execute(text("SELECT pg_advisory_lock(:key)"), {"key": LOCK})
        try:
            yield
        finally:
            session.execute(text("SELECT pg_advisory_unlock(:key)"), {"key": LOCK})


def hand_on(connection: Connection, batch: int, after: int, size: int) -> Piece:
    """Hand on up to ``size`` boards of a batch whose drop was cut off; raises BusyError while somebody drops one."""
    if not is_sqlite(connection):
        if not connection.scalar(text("SELECT pg_try_advisory_xact_lock(:key)"), {"key": LOCK}):
            raise BusyError(f"batch {batch} waits for another that is being dropped")
        keep_others_out(connection)
    for span, own in _spans(connection, batch):
        if moved := handing.leave_some(connection, batch, span, size, own=own):
            return Piece(moved, after)
    return Piece(0, after)


def _hand_all_on(engine: Engine, batch: int, owner: str) -> int:
    with reading(engine) as connection:
        spans = _spans(connection, batch)
    handed = 0
    for span, own in spans:
        while moved := _hand_some_on(engine, batch, owner, span, own=own):
            handed += moved
    with engine.begin() as connection:
        leases.end_handing(connection, batch, owner)
    return handed


def _hand_some_on(engine: Engine, batch: int, owner: str, span: Span, *, own: bool) -> int:
    with engine.begin() as connection:
        leases.take_handing(connection, batch, owner)
        return handing.leave_some(connection, batch, span, BITE, own=own)


def _delete(engine: Engine, batch: int, span: Span) -> None:
    for first in range(span.first, span.last + 1, BITE):
        some = {"batch": batch, "first": first, "last": min(first + BITE - 1, span.last)}
        with reading(engine) as connection:
            long = connection.execute(text(_LONG_LISTS), some | {"bite": BITE}).all()
        for board, size in long:
            _delete_list(engine, board, size)
        with engine.begin() as connection:
            for query in _BITE:
                connection.execute(text(query), some)


def _delete_list(engine: Engine, board: int, size: int) -> None:
    """A board alone may have a million solutions."""
    query = "DELETE FROM solution WHERE board_id = :board AND ordinal BETWEEN :first AND :last"
    for first in range(1, size + 1, BITE):
        with engine.begin() as connection:
            connection.execute(text(query), {"board": board, "first": first, "last": first + BITE - 1})


def _repeat(engine: Engine, query: str, **values: Any) -> None:
    """Until nothing is left."""
    while True:
        with engine.begin() as connection:
            if not connection.execute(text(query), values).rowcount:
                return


def _drop_partitions(engine: Engine, spans: list[Span]) -> None:
    """Without shutting out readers and writers of the other partitions: detached CONCURRENTLY, then dropped.

    DROP TABLE alone would wait for every query on the table, and keep all later ones waiting behind it.
    """
    if not spans:
        return
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as session:
        for span in spans:
            for table in extents.KEYS:
                _drop_partition(session, table, extents.partition(table, span.first))


def _drop_partition(session: Connection, table: str, name: str) -> None:
    query = """
        SELECT pg_inherits.inhdetachpending FROM pg_class LEFT JOIN pg_inherits ON inhrelid = pg_class.oid
        WHERE pg_class.oid = to_regclass(:name)"""
    found = session.execute(text(query), {"name": name}).one_or_none()
    if found is None:
        return
    if found[0] is not None:  # None: detached by a drop that was killed
        how = "FINALIZE" if found[0] else "CONCURRENTLY"
        session.execute(text(f"ALTER TABLE {table} DETACH PARTITION {name} {how}"))
    session.execute(text(f"DROP TABLE {name}"))
