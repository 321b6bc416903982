"""Boards that change hands: what a cancelled or dropped batch leaves goes over to a batch that holds a duplicate.

A board of which others hold duplicates is solved once, in the batch that came first. Once nobody solves it there, the
duplicate in the living batch that gives it most time becomes the board, and all others, the old one too, its
duplicates. It gets what is known of the board: its answers, its list, and what it has in common with equivalents.

Each function takes one piece, a transaction of the caller's: the boards behind a key, so many at most. db.handovers
goes from piece to piece.
"""

# ruff: noqa: S608 - our own words only
from __future__ import annotations

from collections.abc import Iterable, Mapping

from sqlalchemy import Connection, text

from db import extents
from db.duplicates import keep_others_out, share
from db.extents import Span
from db.moving import ANSWERS, MOVES, PARTINGS, Piece, move

ALL = 2**62

# Of duplicates in living batches (paused ones come after those that are solved now) the one that may take longest, and
# of several the first: whoever asked for more time must get it; a paused batch asks for its own again when it goes on.
# Liveness, tenths of a second and key as one number, of which an index can give the least group by group.
_KEYS, _LONGEST = 2**40, 2**21 - 1
_HEIR = f"""min(CASE batch.control WHEN 'cancelled' THEN {2**62} WHEN 'paused' THEN {2**61} ELSE 0 END
        + CASE WHEN batch.time_limit_s BETWEEN 0.001 AND {_LONGEST // 10}
               THEN {_LONGEST} - CAST(batch.time_limit_s * 10 AS BIGINT) ELSE 0 END * {_KEYS} + dup.id) % {_KEYS}"""

_NO_ANSWER = "NOT EXISTS (SELECT 1 FROM answer WHERE answer.board_id = mine.id)"
_LEFT = f"""
    SELECT dup.same_as, {_HEIR}, :batch FROM board AS dup
    JOIN source ON source.id = dup.source_id JOIN batch ON batch.id = source.batch_id
    JOIN board AS mine ON mine.id = dup.same_as JOIN source AS home ON home.id = mine.source_id
    WHERE dup.same_as BETWEEN :first AND :last AND home.batch_id = :batch AND source.batch_id <> :batch
      AND batch.control NOT IN ('cancelled', 'dropping') AND {_NO_ANSWER}
    GROUP BY dup.same_as ORDER BY dup.same_as LIMIT :size"""

# What a batch waits for, by the owner's state, and where it had to give a board to a batch that gives it less time.
_WAITED_FOR = """
    SELECT dup.same_as, {heir}, min(home.batch_id) FROM source JOIN batch ON batch.id = source.batch_id
    JOIN board AS dup ON dup.source_id = source.id
    JOIN board AS mine ON mine.id = dup.same_as JOIN source AS home ON home.id = mine.source_id
    JOIN batch AS owner ON owner.id = home.batch_id
    WHERE source.batch_id = :batch AND home.batch_id <> :batch AND dup.same_as BETWEEN :first AND :last AND {which}
    GROUP BY dup.same_as ORDER BY dup.same_as LIMIT :size"""
_ABANDONED = f"owner.control IN ('cancelled', 'dropping') AND {_NO_ANSWER}"
_CUT_SHORT = """
    owner.time_limit_s > 0 AND (batch.time_limit_s = 0 OR owner.time_limit_s < batch.time_limit_s)
    AND NOT EXISTS (SELECT 1 FROM answer JOIN chunk ON chunk.id = answer.chunk_id WHERE answer.board_id = mine.id
                    AND (answer.verdict NOT IN ('undecided', 'failed')
                         AND coalesce(answer.reason, '') <> 'time limit reached'
                         OR coalesce(chunk.time_limit_s, owner.time_limit_s) = 0
                         OR batch.time_limit_s > 0
                            AND coalesce(chunk.time_limit_s, owner.time_limit_s) >= batch.time_limit_s))"""

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


def leave(connection: Connection, batch: int, after: int = 0, size: int = ALL) -> Piece:
    """What others wait for in a cancelled batch is theirs from now on."""
    keep_others_out(connection)  # a segment that has looked for its duplicates must be seen
    return _first_piece(connection, _spans(connection, batch), _LEFT, {"batch": batch, "size": size}, after)


def take_back(connection: Connection, batch: int, after: int = 0, size: int = ALL) -> Piece:
    """What the batch waits for in cancelled or half dropped batches is its own from now on."""
    keep_others_out(connection)  # a segment that has looked for its duplicates must be seen
    query = _WAITED_FOR.format(heir=_HEIR, which=_ABANDONED)
    return _first_piece(connection, [Span(0, ALL)], query, {"batch": batch, "size": size}, after)


def part_ways(connection: Connection, batch: int, after: int = 0, size: int = ALL) -> Piece:
    """What the batch gave to another one that gives it less time, and that has no whole answer, is solved here, too."""
    keep_others_out(connection)
    query = _WAITED_FOR.format(heir="min(dup.id)", which=_CUT_SHORT)
    values = {"batch": batch, "size": size}
    return _first_piece(connection, [Span(0, ALL)], query, values, after, changes=PARTINGS)


def leave_some(connection: Connection, batch: int, span: Span, size: int, *, own: bool) -> int:
    """Hand on up to ``size`` boards of a batch that is dropped, with their answers; returns how many. 0: no more.

    ``span`` holds them; ``own``: no other batch has boards in it.
    """
    share(connection)
    values = {"batch": batch, "size": size}
    return move(connection, _of(_LEFT_FOR_GOOD, own=own), values, span, (*MOVES, *ANSWERS)).boards


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
    """The batches, but for those being dropped, that hold the answers of boards of this one: (batch, boards)."""
    query = """
        SELECT home.batch_id, count(*) FROM source JOIN board AS dup ON dup.source_id = source.id
        JOIN board AS mine ON mine.id = dup.same_as JOIN source AS home ON home.id = mine.source_id
        JOIN batch AS owner ON owner.id = home.batch_id
        WHERE source.batch_id = :batch AND home.batch_id <> :batch AND owner.control <> 'dropping'
          AND dup.id BETWEEN source.first_board AND source.last_board
        GROUP BY home.batch_id ORDER BY home.batch_id"""
    return [(row[0], row[1]) for row in connection.execute(text(query), {"batch": batch})]


def _spans(connection: Connection, batch: int) -> list[Span]:
    """Stretches of keys that hold all boards of a batch, and perhaps some of others; in order."""
    query = (
        "SELECT first_board, last_board FROM source WHERE batch_id = :batch AND last_board >= 0 ORDER BY first_board"
    )
    return extents.joined(Span(*row) for row in connection.execute(text(query), {"batch": batch}))


def _first_piece(
    connection: Connection, spans: Iterable[Span], found: str, values: Mapping[str, int], after: int,
    changes: Iterable[str] = MOVES,
) -> Piece:  # fmt: skip
    for span in spans:
        if span.last > after:
            rest = Span(max(span.first, after + 1), span.last)
            if (piece := move(connection, found, values, rest, changes)).boards:
                return piece
    return Piece(0, after)
