"""Contents of files of boards that a batch holds: which were not read to their end, and where they stand now."""

from __future__ import annotations

import json

from sqlalchemy import Connection, Engine, select, update

from db.batches import DROPPING
from db.models import Batch, Source, Taken
from db.storable import storable


def unfinished(connection: Connection) -> list[tuple[int, bytes, str]]:
    """(batch, content, places as JSON) of contents of files of boards that were not read to their end."""
    query = select(Taken.batch_id, Taken.hash, Batch.options).join(Batch, Batch.id == Taken.batch_id)
    found = connection.execute(query.where(Batch.complete.is_(False), Batch.control.not_in(("cancelled", DROPPING))))
    return [(row[0], row[1], row[2]["places"]) for row in found if "places" in row[2]]


def moved(engine: Engine, batch_id: int, old: str, new: str) -> None:
    """The content of a batch that was not read to its end stands under a new name now; its sources take that too."""
    with engine.begin() as connection:
        options = connection.scalar(select(Batch.options).where(Batch.id == batch_id)) or {}
        connection.execute(
            update(Batch).where(Batch.id == batch_id).values(options=dict(options) | {"places": json.dumps([new])})
        )
        held = connection.execute(select(Source.id, Source.name).where(Source.batch_id == batch_id)).all()
        for key, name in held:
            if name.startswith(storable(old)):
                renamed = storable(new) + name.removeprefix(storable(old))
                connection.execute(update(Source).where(Source.id == key).values(name=renamed))
