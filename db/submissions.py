"""Writes a submission: sources, boards, rejects, and the chunks that the boards are cut into.

Boards are buffered and written a segment at a time. One transaction a segment holds boards, duplicates, chunks and
the counters of source and batch, so that a submission cut off anywhere is complete up to its last segment.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import repeat
from typing import Any

from sqlalchemy import Connection, Engine, insert, select, text, update
from sqlalchemy.exc import IntegrityError

from db import extents, leases
from db.batches import DROPPING, being_dropped
from db.bulk import insert_columns, insert_rows
from db.cutting import MAX_ATTEMPTS, MAX_CHUNK, Stretch, chunk_size, cut, insert_chunks
from db.duplicates import content_hashes, find_duplicates
from db.errors import BusyError
from db.givens import count_givens
from db.models import Batch, Note, Source, Taken, Variant
from db.storable import storable
from solvers.core import Block
from solvers.core import Reject as Rejected

# A segment's hashes lie anywhere in their index: the larger it is, the more of them must share a page. So segments grow
# with their batch (see docs/scaling.md), as far as memory allows.
SEGMENT_BOARDS = 20_000
LARGEST_SEGMENT = 100_000
MOST_CHARACTERS = 81 * LARGEST_SEGMENT
SEGMENT_REJECTS = 5_000
Columns = dict[str, Iterable[Any] | None]
REJECT_COLUMNS = ("source_id", "line", "column", "lines", "reason", "raw")


@dataclass(frozen=True, slots=True)
class Ask:
    """What a submission wants to know of its boards, and at which cost."""

    solution_limit: int = 2
    time_limit_s: float = 10.0
    priority: int = 0
    listing: bool = False  # store all solutions, up to the limit

    @property
    def mark(self) -> int:
        """What tells this question from another one about the same board."""
        return -self.solution_limit if self.listing else self.solution_limit


@dataclass(frozen=True, slots=True)
class SourceEnd:
    """What a source turned out to be, once it was read to the end (or as far as it could be)."""

    format: str
    lines: int
    blank: int
    comment: int
    complete: bool = True
    error: str = ""


def begin(engine: Engine, name: str, ask: Ask, options: Mapping[str, str], reader: str = "") -> Submission:
    """A new batch; ``reader`` is the process that reads its sources, and nobody else may until it ends."""
    with engine.begin() as connection:
        batch = _begin_reading(connection, _insert_batch(connection, name, ask, options), reader)
    return Submission(engine, batch, ask, reader)


def begin_once(
    engine: Engine,
    content: bytes,
    name: str,
    ask: Ask,
    options: Mapping[str, str],
    reader: str = "",
    control: str = "",
) -> Submission | None:
    """A new batch for a content, named by its hash; None if there is one already."""
    try:
        with engine.begin() as connection:
            if connection.scalar(select(Taken.batch_id).where(Taken.hash == content)) is not None:
                return None
            batch = _begin_reading(connection, _insert_batch(connection, name, ask, options, control), reader)
            connection.execute(insert(Taken).values(hash=content, batch_id=batch))
    except IntegrityError:
        return None  # somebody else was faster by a moment
    return Submission(engine, batch, ask, reader)


def go_on(engine: Engine, batch: int, ask: Ask, reader: str, is_dead: leases.Dead) -> Submission:
    """A batch that was not read to its end; raises BusyError while another process reads it.

    Raises NotFoundError of one that is being dropped.
    """
    with engine.begin() as connection:
        leases.take_reading(connection, batch, reader, is_dead)
        control = connection.scalar(select(Batch.control).where(Batch.id == batch).with_for_update())
        if control == DROPPING:
            raise being_dropped(batch)
    return Submission(engine, batch, ask, reader)


def _begin_reading(connection: Connection, batch: int, reader: str) -> int:
    if reader:
        leases.take_reading(connection, batch, reader, lambda _: False)
    return batch


def _insert_batch(connection: Connection, name: str, ask: Ask, options: Mapping[str, str], control: str = "") -> int:
    return _insert(
        connection,
        Batch,
        name=storable(name),
        priority=ask.priority,
        solution_limit=ask.solution_limit,
        time_limit_s=ask.time_limit_s,
        listing=ask.listing,
        control=control,
        options={key: storable(value) for key, value in options.items()},
    )


class Submission:
    """One batch being written: ``open_source``, ``add`` and ``reject``, ``close_source`` …, at the end ``finish``."""

    def __init__(self, engine: Engine, batch_id: int, ask: Ask, reader: str = "") -> None:
        self._engine = engine
        self._ask = ask
        self._variants: dict[tuple[str, str], int] = {}
        self._costs: dict[int, float] = {}
        self._blocks: list[Block] = []
        self._buffered = self._characters = 0  # boards in them, and about so many characters
        self._rejects: list[Rejected] = []
        self._notes: list[tuple[int, str]] = []
        self._source_id = 0
        self._reader = reader
        self._at = (0, 0)  # boards and rejects of the source that are stored
        self.batch_id = batch_id
        self.boards = self.known = self.rejects = 0

    def open_source(self, name: str) -> None:
        self._at = (0, 0)
        with self._engine.begin() as connection:
            self._keep_reading(connection)
            self._source_id = _insert(connection, Source, batch_id=self.batch_id, name=storable(name))

    @property
    def source_id(self) -> int:
        """The key of the source that is open."""
        return self._source_id

    def reopen_source(self, source_id: int, boards: int, rejects: int) -> None:
        """Go on with a source that was not read to its end, behind what is stored of it."""
        self._source_id = source_id
        self._at = (boards, rejects)

    def add(self, block: Block) -> None:
        self._blocks.append(block)
        self._buffered += len(block.texts)
        self._characters += len(block.texts) * len(block.texts[0]) if block.texts else 0
        if self._is_full():
            self.flush()

    def _is_full(self) -> bool:
        """Whether what is buffered makes a segment: a twentieth of what is stored, between the bounds."""
        enough = max(SEGMENT_BOARDS, min(LARGEST_SEGMENT, self.boards // 20))
        return self._buffered >= enough or (self._buffered >= SEGMENT_BOARDS and self._characters >= MOST_CHARACTERS)

    def reject(self, reject: Rejected) -> None:
        self._rejects.append(reject)
        if len(self._rejects) >= SEGMENT_REJECTS:
            self.flush()

    def note(self, line: int, message: str) -> None:
        self._notes.append((line, message))

    def close_source(self, end: SourceEnd) -> None:
        self.flush()
        values = {"format": end.format, "lines": end.lines, "blank": end.blank, "comment": end.comment}
        with self._engine.begin() as connection:
            self._keep_reading(connection)
            connection.execute(
                update(Source)
                .where(Source.id == self._source_id)
                .values(complete=end.complete, error=end.error, **values)
            )

    def finish(self) -> None:
        with self._engine.begin() as connection:
            self._keep_reading(connection)
            connection.execute(update(Batch).where(Batch.id == self.batch_id).values(complete=True))
            leases.end_reading(connection, self.batch_id, self._reader)

    def leave(self) -> None:
        """Let somebody else read on; what is buffered is not stored."""
        with self._engine.begin() as connection:
            leases.end_reading(connection, self.batch_id, self._reader)

    def _keep_reading(self, connection: Connection) -> None:
        if self._reader:
            leases.keep_reading(connection, self.batch_id, self._reader)

    def flush(self) -> None:
        """Write what is buffered as one segment."""
        if not (self._blocks or self._rejects or self._notes):
            return
        self._find_variants()
        size = sum(len(block.texts) for block in self._blocks)
        prepared = [_board_columns(block) for block in self._blocks]  # before others have to wait for the transaction
        with self._engine.begin() as connection:
            self._keep_reading(connection)
            self._step(connection, size, len(self._rejects))
            known = self._write_boards(connection, prepared, size) if size else 0
            self._write_remarks(connection)
            _count(connection, self.batch_id, size, known, len(self._rejects))
        self._at = (self._at[0] + size, self._at[1] + len(self._rejects))
        self.boards += size
        self.known += known
        self.rejects += len(self._rejects)
        self._blocks, self._rejects, self._notes, self._buffered, self._characters = [], [], [], 0, 0

    def _step(self, connection: Connection, boards: int, rejects: int) -> None:
        """Move the source on from where this reader believes it to be; first, so that a second reader waits here."""
        here = (Source.id == self._source_id, Source.boards == self._at[0], Source.rejects == self._at[1])
        moved = {"boards": self._at[0] + boards, "rejects": self._at[1] + rejects}
        if connection.execute(update(Source).where(*here).values(moved)).rowcount != 1:
            raise BusyError(f"another process reads batch {self.batch_id} on: this one stops, nothing was stored twice")

    def _write_boards(self, connection: Connection, prepared: Sequence[Columns], size: int) -> int:
        first = extents.reserve(self._engine, connection, self.batch_id, size, self.boards)
        stretches = []
        key = first
        for block, columns in zip(self._blocks, prepared, strict=True):
            variant, end = self._variants[block.family, block.variant], key + len(block.texts)
            whose = {"id": range(key, end), "source_id": repeat(self._source_id), "variant_id": repeat(variant)}
            insert_columns(connection, "board", whose | columns)
            stretches.append(Stretch(block.family, variant, key, end - key))
            key = end
        connection.execute(
            text("UPDATE source SET last_board = :last, first_board = CASE WHEN last_board < 0 THEN :first"
                 " ELSE first_board END WHERE id = :id"),
            {"first": first, "last": key - 1, "id": self._source_id},
        )  # fmt: skip
        _hold(connection, self._source_id, stretches)
        duplicates = find_duplicates(connection, first, key - 1, size, self._ask.mark, self._ask.time_limit_s)
        self._write_chunks(connection, stretches, duplicates)
        return len(duplicates)

    def _write_chunks(self, connection: Connection, stretches: Sequence[Stretch], duplicates: set[int]) -> None:
        rows = [
            (self.batch_id, variant, first, last, boards, "fast", MAX_ATTEMPTS)
            for variant, first, last, boards in cut(stretches, duplicates, self._chunk_size)
        ]
        insert_chunks(connection, rows)

    def _chunk_size(self, variant_id: int) -> int:
        """Of an unknown variant there are chunks for many workers after the first segment: larger ones cost less."""
        cost = self._costs.get(variant_id, 0.0)
        return MAX_CHUNK if self.boards and not cost else chunk_size(cost)

    def _write_remarks(self, connection: Connection) -> None:
        rows = [
            (self._source_id, reject.line, reject.column, reject.lines, storable(reject.reason), storable(reject.raw))
            for reject in self._rejects
        ]
        insert_rows(connection, "reject", REJECT_COLUMNS, rows)
        notes = [(self._source_id, line, storable(message)) for line, message in self._notes]
        insert_rows(connection, Note.__tablename__, ("source_id", "line", "text"), notes)

    def _find_variants(self) -> None:
        """Know the variants of the segment; in a transaction of its own, for whom else would wait for a new one."""
        new = {(block.family, block.variant) for block in self._blocks} - self._variants.keys()
        if not new:
            return
        with self._engine.begin() as connection:
            for family, name in sorted(new):
                key, mean_ns = _find_variant(connection, family, name)
                self._variants[family, name] = key
                self._costs[key] = mean_ns


def _insert(connection: Connection, model: type[Batch | Source], **values: Any) -> int:
    return int(connection.execute(insert(model).values(**values).returning(model.id)).scalar_one())


def _count(connection: Connection, batch: int, boards: int, known: int, rejects: int) -> None:
    connection.execute(
        update(Batch)
        .where(Batch.id == batch)
        .values(boards=Batch.boards + boards, known=Batch.known + known, rejects=Batch.rejects + rejects)
    )


def _hold(connection: Connection, source_id: int, stretches: Iterable[Stretch]) -> None:
    """Count the boards of each variant beside their source."""
    held: Counter[int] = Counter()
    for stretch in stretches:
        held[stretch.variant_id] += stretch.size
    connection.execute(text(_HOLD), [{"source": source_id, "variant": key, "boards": held[key]} for key in held])


_HOLD = """
    INSERT INTO holding (source_id, variant_id, boards) VALUES (:source, :variant, :boards)
    ON CONFLICT (source_id, variant_id) DO UPDATE SET boards = holding.boards + excluded.boards"""


def _board_columns(block: Block) -> Columns:
    """What boards hold of their own; None where none of them has any."""
    return {
        "line": block.lines,
        "label": [storable(label) or None for label in block.labels] if block.labels else None,
        "text": block.texts,
        "givens": count_givens(block.texts),
        "hash": list(map(bytearray, content_hashes(block.family, block.texts))),  # bytes have a detour, see db.bulk
        "stated": [stated or None for stated in block.stated] if block.stated else None,
        "fields": [storable(json.dumps(found)) if found else None for found in block.fields] if block.fields else None,
    }


def _find_variant(connection: Connection, family: str, name: str) -> tuple[int, float]:
    connection.execute(
        text("INSERT INTO variant (family, name, mean_ns) VALUES (:family, :name, 0) ON CONFLICT DO NOTHING"),
        {"family": family, "name": name},
    )
    found = select(Variant.id, Variant.mean_ns).where(Variant.family == family, Variant.name == name)
    key, mean_ns = connection.execute(found).one()
    return key, mean_ns
