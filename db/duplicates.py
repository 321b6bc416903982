"""Which boards of a submission equal an earlier one: content hashes, and their index, the table ``fingerprint``."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b

from sqlalchemy import Connection, select, text

from db.engine import is_sqlite
from db.models import HASH_BYTES, Board

LOCK = 0x73616D65  # the advisory lock that whoever copies boards shares on PostgreSQL


def content_hashes(family: str, texts: Iterable[str]) -> list[bytes]:
    """16 bytes of BLAKE2b for each canonical text; equal boards of different families differ."""
    seed = blake2b(family.encode() + b"\0", digest_size=HASH_BYTES)
    hashes = []
    for canonical in texts:
        state = seed.copy()
        state.update(canonical.encode())
        hashes.append(state.digest())
    return hashes


# A hash that is new becomes the fingerprint of its first board; sorted, so that the index is merged in one pass.
_REMEMBER = """
    INSERT INTO fingerprint (hash, ask, board_id)
    SELECT hash, :ask, min(id) FROM board WHERE id BETWEEN :first AND :last GROUP BY hash ORDER BY hash
    ON CONFLICT DO NOTHING"""

# An earlier board whose answer was cut short by a smaller limit, or may be, that was cancelled before it had one, or
# that is dropped or being dropped, does not stand for a new one.
_SUPERSEDE = """
    UPDATE fingerprint SET board_id =
        (SELECT min(id) FROM board WHERE id BETWEEN :first AND :last AND board.hash = fingerprint.hash)
    WHERE ask = :ask AND board_id < :first
      AND hash IN (SELECT hash FROM board WHERE id BETWEEN :first AND :last)
      AND (EXISTS (SELECT 1 FROM answer JOIN chunk ON chunk.id = answer.chunk_id JOIN batch ON batch.id = chunk.batch_id
                   WHERE answer.board_id = fingerprint.board_id
                     AND (answer.verdict IN ('undecided', 'failed') OR answer.reason = 'time limit reached')
                     AND coalesce(chunk.time_limit_s, batch.time_limit_s) > 0
                     AND (:seconds = 0 OR coalesce(chunk.time_limit_s, batch.time_limit_s) < :seconds))
       OR NOT EXISTS (SELECT 1 FROM board JOIN source ON source.id = board.source_id
                      JOIN batch ON batch.id = source.batch_id
                      WHERE board.id = fingerprint.board_id AND batch.control <> 'dropping'
                        AND (batch.control <> 'cancelled'
                             AND (batch.time_limit_s = 0 OR (:seconds > 0 AND batch.time_limit_s >= :seconds))
                             OR EXISTS (SELECT 1 FROM answer WHERE answer.board_id = fingerprint.board_id))))"""

_MARK = """
    UPDATE board SET same_as =
        (SELECT board_id FROM fingerprint WHERE fingerprint.hash = board.hash AND ask = :ask)
    WHERE id BETWEEN :first AND :last
      AND id <> (SELECT board_id FROM fingerprint WHERE fingerprint.hash = board.hash AND ask = :ask)"""


def find_duplicates(
    connection: Connection, first: int, last: int, size: int, mark: int, time_limit_s: float
) -> set[int]:
    """Mark boards of a segment that equal an earlier one of which the same (``mark``) was asked; returns their keys."""
    share(connection)
    span = {"first": first, "last": last, "ask": mark}
    if connection.execute(text(_REMEMBER), span).rowcount == size:
        return set()
    connection.execute(text(_SUPERSEDE), span | {"seconds": time_limit_s})
    connection.execute(text(_MARK), span)
    marked = select(Board.id).where(Board.id.between(first, last), Board.same_as.is_not(None))
    return set(connection.scalars(marked))


def share(connection: Connection) -> None:
    """Until the end of this transaction, which makes boards point to others, ``keep_others_out`` waits."""
    if not is_sqlite(connection):
        connection.execute(text("SELECT pg_advisory_xact_lock_shared(:key)"), {"key": LOCK})


def keep_others_out(connection: Connection) -> None:
    """Wait for all that share, and let those that come wait until the end of this transaction."""
    if not is_sqlite(connection):  # which has one writer at a time anyway
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": LOCK})
