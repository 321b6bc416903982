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


class Kind(NamedTuple):
    """What equivalents have in common at least."""

    variant_id: int
    givens: int


def kinds(connection: Connection, batch_id: int) -> list[Kind]:
    """Those of the boards of a batch; a board that was turned may be of another variant of its family."""
    query = (
        f"WITH mine AS ({MINE}), kind AS (SELECT DISTINCT variant_id, givens FROM mine JOIN board ON id = head)"
        " SELECT DISTINCT other.id, givens FROM kind JOIN variant ON variant.id = kind.variant_id"
        " JOIN variant AS other ON other.family = variant.family"
    )
    return sorted(Kind(*row) for row in rows(connection, query, {"batch": batch_id}))


def unknown(connection: Connection, wanted: Sequence[Kind], after: int, limit: int) -> list[tuple[int, str, str]]:
    """(board, family, text) of boards of some kinds, of all batches, that were not compared yet; in order."""
    query = (
        "SELECT board.id, variant.family, board.text FROM board JOIN variant ON variant.id = board.variant_id"
        f" WHERE {_unknown(wanted)} AND board.id > :after ORDER BY board.id LIMIT :limit"
    )
    return [(row[0], row[1], row[2]) for row in rows(connection, query, {"after": after, "limit": limit})]


def how_many_unknown(connection: Connection, wanted: Sequence[Kind]) -> int:
    return int(value(connection, f"SELECT count(*) FROM board WHERE {_unknown(wanted)}"))


def _unknown(wanted: Sequence[Kind]) -> str:
    pairs = ", ".join(f"({kind.variant_id}, {kind.givens})" for kind in wanted) or "(0, 0)"
    return (
        f"same_as IS NULL AND (variant_id, givens) IN (VALUES {pairs})"
        " AND NOT EXISTS (SELECT 1 FROM likeness WHERE likeness.board_id = board.id)"
    )


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
