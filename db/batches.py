"""A batch by its number, or the newest, and the input of it that is no board."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from db.errors import NotFoundError
from db.plain import rows, value

if TYPE_CHECKING:
    from db.plain import Asked

DROPPING = "dropping"  # the control of a batch that is gone for everybody but whoever drops it (db.dropping)
IMPORTING = "importing"  # the same of one that comes back from an export; its options say so, too


def latest_batch(connection: Asked) -> int:
    """Raises NotFoundError where there is none yet."""
    key: int | None = value(connection, f"SELECT max(id) FROM batch WHERE control != '{DROPPING}'")
    if key is None:
        raise NotFoundError("expected a batch in this database, found none: `gridmill submit FILE` makes one")
    return key


def known_batch(connection: Asked, batch_id: int | None) -> int:
    """The batch of that number, or the newest; raises NotFoundError where there is none."""
    if batch_id is None:
        return latest_batch(connection)
    control = value(connection, "SELECT control FROM batch WHERE id = :batch", {"batch": batch_id})
    if control is None:
        raise no_batch(batch_id)
    if control == DROPPING:
        raise being_dropped(batch_id)
    return batch_id


def no_batch(batch_id: int) -> NotFoundError:
    return NotFoundError(f"expected the number of a batch, got {batch_id}: `gridmill status` lists them")


def being_dropped(batch_id: int) -> NotFoundError:
    return NotFoundError(f"batch {batch_id} is being dropped: `gridmill drop {batch_id}` completes that")


def rejects(connection: Asked, batch_id: int) -> Iterator[tuple[str, int, int, str, str]]:
    """(source, line, column, reason, raw text) of a batch, in the order of the input; streams."""
    query = (
        'SELECT source.name, reject.line, reject."column", reject.reason, reject.raw'
        " FROM source JOIN reject ON reject.source_id = source.id WHERE source.batch_id = :batch ORDER BY reject.id"
    )
    for row in rows(connection, query, {"batch": batch_id}, many=True):
        yield row[0], row[1], row[2], row[3], row[4]


def failed_sources(connection: Asked, batch_id: int) -> Iterator[tuple[str, str]]:
    """(source, what is wrong) for those that are damaged or closed, and those in which no board was found."""
    query = (
        "SELECT name, error FROM source WHERE batch_id = :batch AND (error <> '' OR (boards = 0 AND rejects = 0))"
        " ORDER BY id"
    )
    for name, error in rows(connection, query, {"batch": batch_id}, many=True):
        yield name, error or "no boards"
