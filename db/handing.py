"""Boards that change hands: what a cancelled or dropped batch leaves goes over to a batch that holds a duplicate.

A board of which others hold duplicates is solved once, in the batch that came first. Once nobody solves it there, the
duplicate in the living batch that gives it most time becomes the board, and all others, the old one too, its
duplicates. It gets what is known of the board: its answers, its list, and what it has in common with equivalents.
"""

# ruff: noqa: S608 - our own words only
from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, insert, select, text

from db.cutting import CHUNK_START, MAX_ATTEMPTS, chunk_size, insert_chunks
from db.duplicates import keep_others_out, share
from db.engine import is_sqlite
from db.extents import Span
from db.models import Board, Chunk

_TABLE = """
    CREATE TEMPORARY TABLE handed (old BIGINT PRIMARY KEY, new BIGINT NOT NULL, old_batch BIGINT NOT NULL,
                                   new_batch BIGINT, time_limit_s DOUBLE PRECISION)"""

# Of duplicates in living batches the one that may take longest, and of several the first: whoever asked for more time
# must get it. Liveness, tenths of a second and key as one number, of which an index can give the least group by group.
_KEYS, _LONGEST = 2**40, 2**21 - 1
_HEIR = f"""min(CASE WHEN batch.control = 'cancelled' THEN {2**61} ELSE 0 END
        + CASE WHEN batch.time_limit_s BETWEEN 0.001 AND {_LONGEST // 10}
               THEN {_LONGEST} - CAST(batch.time_limit_s * 10 AS BIGINT) ELSE 0 END * {_KEYS} + dup.id) % {_KEYS}"""

_AWAITED = """
    SELECT dup.same_as, {heir}, min(home.batch_id) FROM board AS dup
    JOIN source ON source.id = dup.source_id JOIN batch ON batch.id = source.batch_id
    JOIN board AS mine ON mine.id = dup.same_as JOIN source AS home ON home.id = mine.source_id
    JOIN batch AS owner ON owner.id = home.batch_id
    WHERE {which} AND source.batch_id <> home.batch_id AND batch.control NOT IN ('cancelled', 'dropping')
      AND NOT EXISTS (SELECT 1 FROM answer WHERE answer.board_id = mine.id)
    GROUP BY dup.same_as"""
_LEFT_BY = "home.batch_id = :batch"
_WANTED_BY = "source.batch_id = :batch AND owner.control IN ('cancelled', 'dropping')"

# Of a dropped batch: boards with and without answers, to cancelled batches if there are no living ones.
_LEFT_FOR_GOOD = """
    SELECT dup.same_as, {heir}, :batch
    FROM {copies} AS dup JOIN source ON source.id = dup.source_id JOIN batch ON batch.id = source.batch_id
    WHERE source.batch_id <> :batch AND batch.control <> 'dropping'{mine}
    GROUP BY dup.same_as ORDER BY dup.same_as LIMIT :size"""
_WANTED = """
    SELECT count(DISTINCT dup.same_as)
    FROM {copies} AS dup JOIN source ON source.id = dup.source_id JOIN batch ON batch.id = source.batch_id
    WHERE source.batch_id <> :batch AND batch.control <> 'dropping'{mine}"""
_MINE = """
      AND EXISTS (SELECT 1 FROM board AS mine JOIN source AS home ON home.id = mine.source_id
                  WHERE mine.id = dup.same_as AND home.batch_id = :batch)"""
_COPIES = "(SELECT id, same_as, source_id FROM board WHERE same_as BETWEEN :first AND :last)"
# Of a stretch that is the batch's alone its own duplicates need not be looked at: half of a large batch may be some.
_COPIES_OUTSIDE = (
    "(SELECT id, same_as, source_id FROM board WHERE same_as BETWEEN :first AND :last AND id < :first"
    " UNION ALL SELECT id, same_as, source_id FROM board WHERE same_as BETWEEN :first AND :last AND id > :last)"
)

_OLD, _ROOTS = "(SELECT old FROM handed)", "(SELECT id FROM chunk WHERE state = 'ended')"

_CHANGES = (
    (
        "UPDATE handed SET new_batch = (SELECT source.batch_id FROM board JOIN source ON source.id = board.source_id"
        " WHERE board.id = handed.new)"
    ),
    "UPDATE board SET same_as = NULL WHERE id IN (SELECT new FROM handed)",
    f"UPDATE board SET same_as = (SELECT new FROM handed WHERE old = board.same_as) WHERE same_as IN {_OLD}",
    f"UPDATE board SET same_as = (SELECT new FROM handed WHERE old = board.id) WHERE id IN {_OLD}",
    (
        "UPDATE fingerprint SET board_id = (SELECT new FROM handed WHERE old = fingerprint.board_id)"
        f" WHERE board_id IN {_OLD} AND hash IN (SELECT hash FROM board WHERE id IN {_OLD})"
    ),
    (
        "UPDATE batch SET known = known - (SELECT count(*) FROM handed WHERE new_batch = batch.id)"
        " + (SELECT count(*) FROM handed WHERE old_batch = batch.id)"
        " WHERE id IN (SELECT new_batch FROM handed) OR id IN (SELECT old_batch FROM handed)"
    ),
    (
        "UPDATE chunk SET boards = boards - (SELECT count(*) FROM handed WHERE old_batch = chunk.batch_id"
        " AND old BETWEEN chunk.first_board AND chunk.last_board) WHERE batch_id IN (SELECT old_batch FROM handed)"
        " AND state <> 'done' AND purpose = 'answer' AND lane <> 'part'"
    ),
    # a board that was split is no longer solved in parts
    f"UPDATE chunk SET state = 'ended' WHERE state = 'split' AND first_board IN {_OLD}",
    f"DELETE FROM part WHERE root_id IN {_ROOTS}",
    f"UPDATE chunk SET state = 'done' WHERE state <> 'done' AND root_id IN {_ROOTS}",
    "UPDATE chunk SET state = 'done' WHERE state = 'ended'",
    # a list that has begun goes along
    (
        "UPDATE listing SET batch_id = (SELECT new_batch FROM handed WHERE old = listing.board_id)"
        f" WHERE board_id IN {_OLD}"
    ),
    f"UPDATE listing SET board_id = (SELECT new FROM handed WHERE old = listing.board_id) WHERE board_id IN {_OLD}",
    f"UPDATE solution SET board_id = (SELECT new FROM handed WHERE old = solution.board_id) WHERE board_id IN {_OLD}",
    # what is known of it, too
    f"UPDATE likeness SET board_id = (SELECT new FROM handed WHERE old = likeness.board_id) WHERE board_id IN {_OLD}",
    (
        "UPDATE other_answer SET board_id = (SELECT new FROM handed WHERE old = other_answer.board_id)"
        f" WHERE board_id IN {_OLD}"
    ),
    (
        "UPDATE handed SET time_limit_s = (SELECT coalesce(chunk.time_limit_s, batch.time_limit_s, 0) FROM answer"
        " LEFT JOIN chunk ON chunk.id = answer.chunk_id LEFT JOIN batch ON batch.id = chunk.batch_id"
        " WHERE answer.board_id = handed.old)"
    ),
    f"UPDATE answer SET board_id = (SELECT new FROM handed WHERE old = answer.board_id) WHERE board_id IN {_OLD}",
)

_ARRIVED = """
    SELECT handed.new, handed.new_batch, board.variant_id, variant.family, variant.mean_ns FROM handed
    JOIN board ON board.id = handed.new JOIN variant ON variant.id = board.variant_id
    WHERE handed.time_limit_s IS NULL ORDER BY handed.new_batch, handed.new"""

# Boards that came with their answers, by how long those took at most.
_ANSWERED = """
    SELECT handed.new_batch, handed.time_limit_s, min(board.variant_id), min(handed.new), max(handed.new), count(*)
    FROM handed JOIN board ON board.id = handed.new WHERE handed.time_limit_s IS NOT NULL
    GROUP BY handed.new_batch, handed.time_limit_s ORDER BY handed.new_batch, handed.time_limit_s"""


def leave(connection: Connection, batch: int) -> int:
    """What others wait for is theirs from now on; returns how many boards."""
    keep_others_out(connection)  # a segment that has looked for its duplicates must be seen
    return _move(connection, _AWAITED.format(heir=_HEIR, which=_LEFT_BY), {"batch": batch})


def take_back(connection: Connection, batch: int) -> int:
    """What the batch waits for in cancelled or half dropped batches is its own from now on; returns how many boards."""
    keep_others_out(connection)  # a segment that has looked for its duplicates must be seen
    return _move(connection, _AWAITED.format(heir=_HEIR, which=_WANTED_BY), {"batch": batch})


def leave_some(connection: Connection, batch: int, span: Span, size: int, *, own: bool) -> int:
    """Hand on up to ``size`` boards of a batch that is dropped, with their answers; returns how many. 0: no more.

    ``span`` holds them; ``own``: no other batch has boards in it.
    """
    share(connection)
    return _move(connection, _of(_LEFT_FOR_GOOD, own=own), {"batch": batch, "size": size, **span._asdict()})


def wanted(connection: Connection, batch: int, span: Span, *, own: bool) -> int:
    """How many boards of a batch in a span of keys have duplicates in other batches."""
    return int(connection.scalar(text(_of(_WANTED, own=own)), {"batch": batch, **span._asdict()}) or 0)


def _of(query: str, *, own: bool) -> str:
    return query.format(heir=_HEIR, copies=_COPIES_OUTSIDE if own else _COPIES, mine="" if own else _MINE)


def awaited(connection: Connection, batch: int) -> list[tuple[int, str]]:
    """The batches that hold boards this one waits for, and do not solve them: (batch, ``paused`` or ``cancelled``)."""
    query = """
        SELECT DISTINCT owner.id, owner.control FROM source JOIN board AS dup ON dup.source_id = source.id
        JOIN board AS mine ON mine.id = dup.same_as JOIN source AS home ON home.id = mine.source_id
        JOIN batch AS owner ON owner.id = home.batch_id
        WHERE source.batch_id = :batch AND dup.id BETWEEN source.first_board AND source.last_board
          AND home.batch_id <> :batch AND owner.control <> ''
          AND NOT EXISTS (SELECT 1 FROM answer WHERE answer.board_id = mine.id) ORDER BY owner.id"""
    return [(row[0], row[1]) for row in connection.execute(text(query), {"batch": batch})]


def owners(connection: Connection, batch: int) -> list[tuple[int, int]]:
    """The batches in which boards of this one were or will be solved, because they came first: (batch, boards)."""
    query = """
        SELECT home.batch_id, count(*) FROM source JOIN board AS dup ON dup.source_id = source.id
        JOIN board AS mine ON mine.id = dup.same_as JOIN source AS home ON home.id = mine.source_id
        WHERE source.batch_id = :batch AND home.batch_id <> :batch
          AND dup.id BETWEEN source.first_board AND source.last_board
        GROUP BY home.batch_id ORDER BY home.batch_id"""
    return [(row[0], row[1]) for row in connection.execute(text(query), {"batch": batch})]


class _Arrived(NamedTuple):
    """A board that a batch solves from now on."""

    key: int
    batch: int
    variant: int
    family: str
    mean_ns: float


def _move(connection: Connection, found: str, values: Mapping[str, int]) -> int:
    """Swap the boards that a query finds, (old, new, batch of old), for their duplicates; returns how many."""
    connection.execute(text(_TABLE))
    moved = connection.execute(text(f"INSERT INTO handed (old, new, old_batch) {found}"), values).rowcount
    if moved:
        if not is_sqlite(connection):
            connection.execute(text("ANALYZE handed"))
        for change in _CHANGES:
            connection.execute(text(change))
        insert_chunks(connection, list(_chunks(connection)))
        _close_chunks(connection)
    connection.execute(text("DROP TABLE handed"))
    return moved


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


def _chunks(connection: Connection) -> Iterator[tuple[Any, ...]]:
    arrived = [_Arrived(*row) for row in connection.execute(text(_ARRIVED))]
    for run in _runs(arrived, _others(connection, arrived)):
        first = run[0]
        yield (first.batch, first.variant, first.key, run[-1].key, len(run), "fast", MAX_ATTEMPTS)


def _others(connection: Connection, arrived: Sequence[_Arrived]) -> Iterator[int]:
    """Keys that may not lie within a chunk, batch by batch in order: boards that other chunks answer."""
    mine = {one.key for one in arrived}
    for batch in dict.fromkeys(one.batch for one in arrived):
        keys = [one.key for one in arrived if one.batch == batch]
        between = select(Board.id).where(Board.id.between(keys[0], keys[-1]), Board.same_as.is_(None))
        for key in connection.scalars(between.order_by(Board.id).execution_options(yield_per=10_000)):
            if key not in mine:
                yield key


def _runs(arrived: Sequence[_Arrived], others: Iterator[int]) -> Iterator[list[_Arrived]]:
    """Boards of one batch and family with only duplicates between them, about a second of work."""
    run: list[_Arrived] = []
    other = next(others, None)
    for one in arrived:
        broken = False
        if run and run[-1].batch != one.batch:
            broken = True
        while other is not None and run and run[-1].key < other < one.key:
            broken, other = True, next(others, None)
        if run and (broken or run[0].family != one.family or len(run) >= chunk_size(run[0].mean_ns)):
            yield run
            run = []
        run.append(one)
    if run:
        yield run
