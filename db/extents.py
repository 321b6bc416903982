"""Extents: runs of board keys that are handed out one after the other, and PostgreSQL's partitions for them.

    keys   1 ............ 1048576 | 1048577 ........ 2097152 | 2097153 ...
    extent shared by small batches | batch 7's own            | batch 9's own

On PostgreSQL the tables that grow with boards are partitioned by the board's key, a partition an extent. A batch whose
first segment is full gets extents of its own, so that dropping it takes whole partitions away, whatever their size.
The others share: a thousand small batches do not make a thousand partitions, each of which every query has to lock.
Each extent is as large as all earlier ones of its owner, so that a billion boards lie in a dozen of them.

SQLite has one extent for all. Keys are never handed out twice on either: what remembers a board that was dropped
(``fingerprint``) does not take another one for it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from sqlalchemy import Connection, Engine, insert, text

from db.engine import is_sqlite
from db.models import Extent

KEYS = {"board": "id", "answer": "board_id", "likeness": "board_id", "listing": "board_id", "solution": "board_id"}
SIZE = 2**20  # boards of a first extent
OWN = 20_000  # boards: a batch with as many in a segment, or before it, takes extents of its own
MOST_OWN = 64  # extents: beyond, PostgreSQL's lock table as it comes would be too small for a few queries at once
ALL_KEYS = 2**62
SHARED = 0
LOCK = 0x626F6172  # the advisory lock under which extents are opened

_TAKE = """
    UPDATE extent SET next_board = next_board + :size
    WHERE first_board = (SELECT max(first_board) FROM extent WHERE coalesce(batch_id, 0) = :owner)
      AND next_board + :size - 1 <= last_board
    RETURNING next_board - :size"""


class Span(NamedTuple):
    """Board keys from ``first`` to ``last``, both included."""

    first: int
    last: int


def reserve(engine: Engine, connection: Connection, batch: int, size: int, stored: int) -> int:
    """The first of ``size`` board keys in a row that nobody else gets; ``stored`` boards of the batch came before.

    On PostgreSQL they are taken in a transaction of their own: taken in that of the boards, one segment was stored at
    a time, 160,000 boards a second whatever the hardware (see docs/scaling.md). It need not wait for the disk, because
    whatever uses the keys is behind it in the log.
    """
    if is_sqlite(connection):  # one writer at a time anyway
        return _take(connection, SHARED, size) or _open(connection, SHARED, size)
    with engine.begin() as short:
        short.execute(text("SET LOCAL synchronous_commit = off"))
        if first := _take(short, batch, size):
            return first
        if stored + size < OWN and (first := _take(short, SHARED, size)):
            return first
        short.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": LOCK})
        owner = batch if _may_own(short, batch, stored + size) else SHARED
        return _take(short, owner, size) or _open(short, owner, size)


def _may_own(connection: Connection, batch: int, boards: int) -> bool:
    """Whoever has extents goes on with them; others need enough boards, and that there are not too many extents."""
    mine = connection.scalar(text("SELECT count(*) FROM extent WHERE batch_id = :batch"), {"batch": batch})
    owned = connection.scalar(text("SELECT count(*) FROM extent WHERE batch_id IS NOT NULL"))
    return bool(mine) or (boards >= OWN and (owned or 0) < MOST_OWN)


def _take(connection: Connection, owner: int, size: int) -> int:
    """The first of so many keys of the owner's newest extent; 0 if they do not fit."""
    return int(connection.scalar(text(_TAKE), {"owner": owner, "size": size}) or 0)


def _open(connection: Connection, owner: int, size: int) -> int:
    """A new extent of which the first ``size`` keys are taken; returns the first."""
    first = int(connection.scalar(text("SELECT coalesce(max(last_board), 0) + 1 FROM extent")) or 1)
    before = "SELECT coalesce(sum(last_board - first_board + 1), 0) FROM extent WHERE coalesce(batch_id, 0) = :owner"
    room = max(SIZE, size, int(connection.scalar(text(before), {"owner": owner}) or 0))
    last = ALL_KEYS if is_sqlite(connection) else first + room - 1
    values = {"first_board": first, "last_board": last, "next_board": first + size, "batch_id": owner or None}
    connection.execute(insert(Extent).values(**values))
    if not is_sqlite(connection):
        for table in KEYS:
            _add_partition(connection, table, Span(first, last))
    return first


def _add_partition(connection: Connection, table: str, keys: Span) -> None:
    """Made as a plain table and attached, which lets others read and write; CREATE … PARTITION OF shuts all out."""
    name = partition(table, keys.first)
    connection.execute(text(f"CREATE TABLE {name} (LIKE {table} INCLUDING ALL)"))
    bounds = f"FROM ({keys.first}) TO ({keys.last + 1})"
    connection.execute(text(f"ALTER TABLE {table} ATTACH PARTITION {name} FOR VALUES {bounds}"))


def partition(table: str, first: int) -> str:
    """The name of the partition of an extent."""
    return f"{table}_{first}"


def owned(connection: Connection, batch: int) -> list[Span]:
    """The extents of a batch, in order."""
    query = "SELECT first_board, last_board FROM extent WHERE batch_id = :batch ORDER BY first_board"
    return [Span(*row) for row in connection.execute(text(query), {"batch": batch})]


def among_others(connection: Connection, batch: int) -> list[Span]:
    """Where boards of a batch lie in extents that it shares, in order and without overlaps."""
    query = """
        SELECT DISTINCT
               CASE WHEN source.first_board > extent.first_board THEN source.first_board ELSE extent.first_board END,
               CASE WHEN source.last_board < extent.last_board THEN source.last_board ELSE extent.last_board END
        FROM source JOIN extent ON source.first_board <= extent.last_board AND source.last_board >= extent.first_board
        WHERE source.batch_id = :batch AND source.last_board >= source.first_board AND extent.batch_id IS NULL
        ORDER BY 1"""
    return joined(Span(*row) for row in connection.execute(text(query), {"batch": batch}))


def joined(spans: Iterable[Span]) -> list[Span]:
    """Spans that touch or overlap as one; they come in the order of their first keys."""
    whole: list[Span] = []
    for span in spans:
        if whole and span.first <= whole[-1].last + 1:
            whole[-1] = Span(whole[-1].first, max(whole[-1].last, span.last))
        else:
            whole.append(span)
    return whole
