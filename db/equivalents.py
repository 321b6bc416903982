"""Groups of equivalent boards: what boards have in common is computed once, kept, and compared here.

A row of ``likeness`` belongs to a board that is no duplicate; its copies share it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sqlalchemy import Connection, Engine

from db.bulk import insert_rows
from db.plain import rows, value

# Boards of a batch, each as the board that stands for it, which may be of an earlier batch.
MINE = (
    "SELECT DISTINCT coalesce(board.same_as, board.id) AS head FROM source JOIN board ON board.source_id = source.id"
    " AND board.id BETWEEN source.first_board AND source.last_board"
    " WHERE source.batch_id = :batch"
)
GROUPS = (
    f"WITH mine AS ({MINE}) SELECT hash, min(board_id), count(*) FROM likeness"
    " WHERE hash IN (SELECT hash FROM likeness JOIN mine ON head = board_id)"
    " GROUP BY hash HAVING count(*) > 1 ORDER BY count(*) DESC, min(board_id)"
)


class Group(NamedTuple):
    """Different boards that are equivalent, named by the first of them."""

    hash: bytes
    first: int
    boards: int


def unknown(connection: Connection, batch_id: int, after: int, limit: int) -> list[tuple[int, str, str]]:
    """(board, family, text) of boards of a batch that nothing is known of yet, in the order of their keys."""
    query = (
        f"WITH mine AS ({MINE}) SELECT board.id, variant.family, board.text FROM mine JOIN board ON board.id = head"
        " JOIN variant ON variant.id = board.variant_id WHERE board.id > :after"
        " AND NOT EXISTS (SELECT 1 FROM likeness WHERE likeness.board_id = board.id) ORDER BY board.id LIMIT :limit"
    )
    found = rows(connection, query, {"batch": batch_id, "after": after, "limit": limit})
    return [(row[0], row[1], row[2]) for row in found]


def how_many_unknown(connection: Connection, batch_id: int) -> int:
    query = f"WITH mine AS ({MINE}) SELECT count(*) FROM mine LEFT JOIN likeness ON board_id = head"
    return int(value(connection, f"{query} WHERE board_id IS NULL", {"batch": batch_id}))


def remember(engine: Engine, found: Sequence[tuple[int, bytes]]) -> None:
    """Somebody else may have found the same at the same time."""
    with engine.begin() as connection:
        keys = ", ".join(str(key) for key, _ in found)
        known = {row[0] for row in rows(connection, f"SELECT board_id FROM likeness WHERE board_id IN ({keys})")}
        insert_rows(connection, "likeness", ("board_id", "hash"), (row for row in found if row[0] not in known))


def groups(connection: Connection, batch_id: int, limit: int = 0) -> Iterator[Group]:
    """Groups with a board of the batch, the largest first; the others of a group may be of other batches."""
    query = GROUPS + (f" LIMIT {limit}" if limit else "")
    return (Group(*row) for row in rows(connection, query, {"batch": batch_id}))


def how_many_groups(connection: Connection, batch_id: int) -> int:
    return int(value(connection, f"SELECT count(*) FROM ({GROUPS}) AS found", {"batch": batch_id}))


def members(connection: Connection, group: Group) -> list[int]:
    """The boards of a group, without duplicates."""
    query = "SELECT board_id FROM likeness WHERE hash = :hash ORDER BY board_id"
    return [row[0] for row in rows(connection, query, {"hash": group.hash})]
