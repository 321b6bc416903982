"""Cuts boards into chunks, about a second of work each, and stores these."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, text

from db.bulk import insert_rows

CHUNK_SECONDS = 1.0
MAX_CHUNK = 5_000
NEW_CHUNK = 2000  # boards in a chunk of a variant that nothing was measured of yet, in the first segment of a batch
CHUNK_COLUMNS = (
    "batch_id",
    "variant_id",
    "first_board",
    "last_board",
    "boards",
    "lane",
    "attempts_allowed",
)
CHUNK_START = {
    "state": "waiting", "owner": "", "lease_until_s": 0.0, "queued_s": 0.0, "started_s": 0.0,
    "done_s": 0.0, "error": "",
}  # fmt: skip
MAX_ATTEMPTS = 3


@dataclass(frozen=True, slots=True)
class Stretch:
    """Boards of one variant in a row: keys from ``first``, ``size`` of them."""

    family: str
    variant_id: int
    first: int
    size: int


def chunk_size(mean_ns: float) -> int:
    """How many boards of that cost take about a second."""
    return max(1, min(MAX_CHUNK, int(CHUNK_SECONDS * 1e9 / mean_ns))) if mean_ns else NEW_CHUNK


def cut(
    stretches: Iterable[Stretch], duplicates: Collection[int], size_of: Callable[[int], int]
) -> list[tuple[int, int, int, int]]:
    """Cut boards into chunks ``(variant of the first board, first key, last key, boards to solve)``.

    A chunk holds one family, spans duplicates without counting them, and is as large as ``size_of(variant)``.
    """
    chunks: list[tuple[int, int, int, int]] = []
    family, room = "", 0
    ordered = sorted(duplicates)
    for stretch in stretches:
        if stretch.family != family:
            family, room = stretch.family, 0
        for first, size in _runs(stretch, ordered):
            start, end = first, first + size
            while start < end:
                if not room:
                    chunks.append((stretch.variant_id, start, start, 0))
                    room = size_of(stretch.variant_id)
                taken = min(room, end - start)
                variant, begin, _, boards = chunks[-1]
                chunks[-1] = (variant, begin, start + taken - 1, boards + taken)
                start, room = start + taken, room - taken
    return chunks


def _runs(stretch: Stretch, duplicates: Sequence[int]) -> Iterator[tuple[int, int]]:
    """(first key, size) of the runs of boards between the duplicates, which are sorted."""
    start, end = stretch.first, stretch.first + stretch.size
    for key in duplicates[bisect_left(duplicates, start) : bisect_left(duplicates, end)]:
        if key > start:
            yield start, key - start
        start = key + 1
    if end > start:
        yield start, end - start


def insert_chunks(
    connection: Connection,
    rows: Iterable[Sequence[Any]],
    purpose: str = "answer",
    time_limit_s: float | None = None,
    root_id: int | None = None,
    engine: str = "",
    attempts: int = 0,
) -> None:
    """Insert chunks that wait; each row has the columns of CHUNK_COLUMNS."""
    columns = (*CHUNK_COLUMNS, *CHUNK_START, "purpose", "time_limit_s", "root_id", "engine", "attempts")
    rest = (*CHUNK_START.values(), purpose, time_limit_s, root_id, engine, attempts)
    insert_rows(connection, "chunk", columns, [(*row, *rest) for row in rows])


def insert_found(
    connection: Connection, found: str, values: Mapping[str, Any], purpose: str, time_limit_s: float | None
) -> int:
    """Insert chunks that wait for what a query finds, in the columns of CHUNK_COLUMNS; returns how many.

    Nothing goes through Python: a chunk a board, a board in three microseconds.
    """
    start = ", ".join(f"'{value}'" if isinstance(value, str) else str(value) for value in CHUNK_START.values())
    columns = ", ".join((*CHUNK_COLUMNS, *CHUNK_START, "purpose", "time_limit_s", "engine", "attempts"))
    rest = f"{start}, '{purpose}', CAST(:time_limit_s AS DOUBLE PRECISION), '', 0"
    query = f"INSERT INTO chunk ({columns}) SELECT found.*, {rest} FROM ({found}) AS found"  # noqa: S608 - our own words
    return connection.execute(text(query), {**values, "time_limit_s": time_limit_s}).rowcount
