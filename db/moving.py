"""Moves boards from batch to batch: what a query finds, with all that is known of them and chunks to solve the rest.

query -> handed (old, new) -> board, fingerprint, batch, chunk, listing … changed -> chunks of what arrived
"""

# ruff: noqa: S608 - our own words only
from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, insert, text

from db.cutting import CHUNK_START, MAX_ATTEMPTS, chunk_size, insert_chunks
from db.engine import is_sqlite
from db.extents import Span
from db.models import Chunk

GAP = 1000  # keys between two boards of a chunk, at most: a worker that loads it walks past what lies between


class Piece(NamedTuple):
    """How many boards changed hands, and the key of the last one; 0 boards: there are no more behind it."""

    boards: int
    last: int


# INTEGER PRIMARY KEY, and no other word, makes it SQLite's row id.
_TABLE = """
    CREATE TEMPORARY TABLE handed (old {key} PRIMARY KEY, new BIGINT NOT NULL, old_batch BIGINT NOT NULL,
                                   new_batch BIGINT, time_limit_s DOUBLE PRECISION)"""

_OLD, _ROOTS = "(SELECT old FROM handed)", "(SELECT id FROM chunk WHERE state = 'ended' AND state != 'done')"
_SPANS = {"old": ":first AND :last", "new": ":first_new AND :last_new"}


def _change(table: str, key: str, values: str, mine: str = "old", more: str = "") -> str:
    """Of the rows that ``handed`` names by their key; by the span PostgreSQL knows the partitions, and SQLite where."""
    here = f"{table}.{key} = handed.{mine} AND {table}.{key} BETWEEN {_SPANS[mine]}"
    return f"UPDATE {table} SET {values} FROM handed WHERE {here}{more}"


def _follow(table: str, more: str = "") -> str:
    """Of tables in which many rows of others lie between: found by the keys, never by a span."""
    new = f"(SELECT new FROM handed WHERE old = {table}.board_id)"
    return f"UPDATE {table} SET board_id = {new} WHERE board_id IN {_OLD}{more}"


def _remember(mine: str) -> str:
    """A fingerprint is found by its hash."""
    return _follow("fingerprint", f" AND hash IN (SELECT hash FROM board WHERE id IN (SELECT {mine} FROM handed))")


_OPEN = "state <> 'done' AND purpose = 'answer' AND lane <> 'part' AND first_board <= :last AND last_board >= :first"
MOVES = (
    (
        "UPDATE handed SET new_batch = source.batch_id FROM board JOIN source ON source.id = board.source_id"
        " WHERE board.id = handed.new AND board.id BETWEEN :first_new AND :last_new"
    ),
    _change("board", "id", "same_as = NULL", "new"),  # first, so that each row is written once
    _change("board", "same_as", "same_as = handed.new"),
    _change("board", "id", "same_as = handed.new"),
    _remember("old"),
    (
        "UPDATE batch SET known = known + moved.more FROM"
        " (SELECT id, sum(one) AS more FROM (SELECT new_batch AS id, -1 AS one FROM handed"
        " UNION ALL SELECT old_batch, 1 FROM handed) AS single GROUP BY id) AS moved WHERE batch.id = moved.id"
    ),
    (
        "UPDATE chunk SET boards = boards - (SELECT count(*) FROM handed WHERE old_batch = chunk.batch_id"
        " AND old BETWEEN chunk.first_board AND chunk.last_board)"
        f" WHERE batch_id IN (SELECT old_batch FROM handed) AND {_OPEN}"
    ),
    # a board that was split is no longer solved in parts
    f"UPDATE chunk SET state = 'ended' WHERE state = 'split' AND state != 'done' AND first_board IN {_OLD}",
    f"DELETE FROM part WHERE root_id IN {_ROOTS}",
    f"UPDATE chunk SET state = 'done' WHERE state != 'done' AND root_id IN {_ROOTS}",
    "UPDATE chunk SET state = 'done' WHERE state = 'ended' AND state != 'done'",
    # what is known of it goes along, such as a list that has begun
    f"UPDATE listing SET batch_id = (SELECT new_batch FROM handed WHERE old = board_id) WHERE board_id IN {_OLD}",
    *map(_follow, ("listing", "solution", "likeness", "other_answer")),
)

# What comes with the board of a dropped batch: its answer, and how long that took at most.
ANSWERS = (
    (
        "UPDATE handed SET time_limit_s = coalesce(chunk.time_limit_s, batch.time_limit_s, 0) FROM answer"
        " LEFT JOIN chunk ON chunk.id = answer.chunk_id LEFT JOIN batch ON batch.id = chunk.batch_id"
        " WHERE answer.board_id = handed.old AND answer.board_id BETWEEN :first AND :last"
    ),
    _change("answer", "board_id", "board_id = handed.new"),
)

# A batch goes its own way with boards that it had given to another one, which keeps them, too.
_OWN = " AND board.source_id IN (SELECT id FROM source WHERE batch_id = :batch)"
PARTINGS = (
    "UPDATE handed SET new_batch = :batch",
    _change("board", "id", "same_as = NULL", "new"),
    _change("board", "same_as", "same_as = handed.new", more=_OWN),
    _remember("new"),
    "UPDATE batch SET known = known - (SELECT count(*) FROM handed) WHERE id = :batch",
)

# Boards that have to be solved in their new batches; ``broken``: no chunk can hold one and the one before it, because
# a board lies between them that is another chunk's, or may become another batch's.
_ARRIVED = f"""
    SELECT new, new_batch, variant_id, family, mean_ns,
           CASE WHEN before IS NULL OR new - before > {GAP} THEN 1 WHEN new - before = 1 THEN 0 ELSE
           (SELECT count(*) FROM (SELECT 1 FROM board AS other WHERE other.id > before AND other.id < new
                                  AND (other.same_as IS NULL OR other.source_id <> arrived.source_id) LIMIT 1) AS one)
           END
    FROM (SELECT handed.new, handed.new_batch, board.source_id, board.variant_id, variant.family, variant.mean_ns,
                 lag(handed.new) OVER (PARTITION BY handed.new_batch ORDER BY handed.new) AS before FROM handed
          JOIN board ON board.id = handed.new JOIN variant ON variant.id = board.variant_id
          WHERE handed.time_limit_s IS NULL AND board.id BETWEEN :first_new AND :last_new) AS arrived
    ORDER BY new_batch, new"""

# Chunks that nobody runs, in whose ranges boards may have arrived, and what such a chunk has to solve now.
_IDLE = """
    SELECT id, batch_id, first_board, last_board FROM chunk
    WHERE state IN ('waiting', 'queued') AND state != 'done' AND batch_id IN (SELECT new_batch FROM handed)
      AND purpose = 'answer' AND lane <> 'part' AND first_board <= :last_new AND last_board >= :first_new
    ORDER BY id"""
_WITHIN = """
    SELECT board.id, :batch, board.variant_id, variant.family, variant.mean_ns, 0
    FROM board JOIN variant ON variant.id = board.variant_id WHERE board.id BETWEEN :first AND :last
      AND board.same_as IS NULL AND NOT EXISTS (SELECT 1 FROM answer WHERE answer.board_id = board.id)
    ORDER BY board.id"""

# Boards that came with their answers, by how long those took at most.
_ANSWERED = """
    SELECT handed.new_batch, handed.time_limit_s, min(board.variant_id), min(handed.new), max(handed.new), count(*)
    FROM handed JOIN board ON board.id = handed.new WHERE handed.time_limit_s IS NOT NULL
    GROUP BY handed.new_batch, handed.time_limit_s ORDER BY handed.new_batch, handed.time_limit_s"""


class _Arrived(NamedTuple):
    """A board that a batch solves from now on; ``broken``: not in a chunk with the one before it."""

    key: int
    batch: int
    variant: int
    family: str
    mean_ns: float
    broken: int


def move(connection: Connection, found: str, values: Mapping[str, int], span: Span, changes: Iterable[str]) -> Piece:
    """Make the changes to the boards that a query finds in a span: (old, new, batch of old)."""
    connection.execute(text(_TABLE.format(key="INTEGER" if is_sqlite(connection) else "BIGINT")))
    query = text(f"INSERT INTO handed (old, new, old_batch) {found}")
    piece = Piece(connection.execute(query, {**values, **span._asdict()}).rowcount, 0)
    if piece.boards:
        if not is_sqlite(connection):
            connection.execute(text("ANALYZE handed"))
        keys = dict(connection.execute(text(_RANGES)).mappings().one())
        for change in changes:
            connection.execute(text(change), {**values, **keys})
        insert_chunks(connection, _chunks(connection, keys))
        _close_chunks(connection)
        piece = Piece(piece.boards, keys["last"])
    connection.execute(text("DROP TABLE handed"))
    return piece


_RANGES = "SELECT min(old) AS first, max(old) AS last, min(new) AS first_new, max(new) AS last_new FROM handed"


def _close_chunks(connection: Connection) -> None:
    """Every answer is of a chunk of its board's batch: a done one for those that were handed on."""
    for batch, limit, variant, first, last, boards in connection.execute(text(_ANSWERED)).all():
        values = {"batch_id": batch, "variant_id": variant, "first_board": first, "last_board": last,
                  "boards": boards, "time_limit_s": limit}  # fmt: skip
        done = insert(Chunk).values(**values, **CHUNK_START | {"state": "done"}, attempts_allowed=MAX_ATTEMPTS)
        chunk = connection.execute(done.returning(Chunk.id)).scalar_one()
        mine = "(SELECT new FROM handed WHERE new_batch = :batch AND time_limit_s = :limit)"
        connection.execute(text(f"UPDATE answer SET chunk_id = :chunk WHERE board_id IN {mine}"),
                           {"chunk": chunk, "batch": batch, "limit": limit})  # fmt: skip


def _chunks(connection: Connection, keys: dict[str, Any]) -> list[tuple[Any, ...]]:
    """Chunks for what arrived; those that span some of it are cut anew, so that no board is in two."""
    arrived = [_Arrived(*row) for row in connection.execute(text(_ARRIVED), keys)]
    held: set[int] = set()
    runs: list[list[_Arrived]] = []
    for chunk, batch, first, last in _spanning(connection, arrived, keys):
        values = {"batch": batch, "first": first, "last": last}
        found = [_Arrived(*row) for row in connection.execute(text(_WITHIN), values)]
        held.update(one.key for one in found)
        state, boards = ("state", 1) if first == last else ("'done'", 0)  # one board alone keeps its lane
        connection.execute(text(f"UPDATE chunk SET state = {state}, boards = :boards WHERE id = :chunk"),
                           {"chunk": chunk, "boards": boards})  # fmt: skip
        if first < last:
            runs += _runs(found)
    runs += _runs(one for one in arrived if one.key not in held)
    return [
        (run[0].batch, run[0].variant, run[0].key, run[-1].key, len(run), "fast", MAX_ATTEMPTS)
        for run in sorted(runs, key=lambda run: (run[0].batch, run[0].key))
    ]


def _spanning(
    connection: Connection, arrived: Sequence[_Arrived], keys: dict[str, Any]
) -> list[tuple[int, int, int, int]]:
    """(chunk, batch, first key, last key) of those in whose ranges boards arrived, in order of the chunks."""
    lock = "" if is_sqlite(connection) else " FOR UPDATE"
    there: dict[int, list[int]] = {}
    for one in arrived:
        there.setdefault(one.batch, []).append(one.key)
    spanning = []
    for chunk, batch, first, last in connection.execute(text(_IDLE + lock), keys):
        mine = there.get(batch, [])
        if bisect_left(mine, first) < bisect_right(mine, last):
            spanning.append((chunk, batch, first, last))
    return spanning


def _runs(arrived: Iterable[_Arrived]) -> Iterator[list[_Arrived]]:
    """Boards of one batch and family with only duplicates between them, about a second of work."""
    run: list[_Arrived] = []
    for one in arrived:
        if run and (one.broken or run[0].family != one.family or len(run) >= chunk_size(run[0].mean_ns)):
            yield run
            run = []
        run.append(one)
    if run:
        yield run
