"""What a batch was like: verdicts by source, solve times, throughput, waiting, lanes, duplicates. Nothing writes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from sqlalchemy import Connection, select

from db.models import Chunk, Note, Source
from db.totals import Sample

SLICES = 60  # of a batch's time, for the throughput over time
BINS_A_DECADE = 4
QUANTILES = (("min", 0.0), ("median", 0.5), ("90 %", 0.9), ("99 %", 0.99), ("max", 1.0))


@dataclass(frozen=True, slots=True)
class Distribution:
    """Quantiles and a histogram whose bins grow by a constant factor; ``edges`` has one more than ``counts``.

    The first bin also holds all that is smaller than its end, such as 0.
    """

    size: int
    mean: float
    quantiles: tuple[tuple[str, float], ...]
    edges: tuple[float, ...]
    counts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Worker:
    """What one process did: chunks, boards, and the seconds that it was at them."""

    owner: str
    chunks: int
    boards: int
    busy_s: float


@dataclass(frozen=True, slots=True)
class Work:
    """How the queue worked: boards in each slice of ``slice_s`` seconds, how long chunks waited, who did how much."""

    start_s: float
    end_s: float
    slice_s: float
    boards: tuple[float, ...]
    waits_s: Distribution | None
    workers: tuple[Worker, ...]
    lanes: tuple[tuple[str, int, int], ...]  # name, chunks, boards

    @property
    def seconds(self) -> float:
        return self.end_s - self.start_s


def costs(sample: Sample) -> tuple[Distribution | None, Distribution | None]:
    """Solve times in nanoseconds and search nodes; the extremes of a part are not those of the whole and left out."""
    if not sample.costs:
        return None, None
    table = np.array(sample.costs, dtype=np.int64)
    quantiles = QUANTILES if sample.whole else QUANTILES[1:-1]
    return distribution(table[:, 0], quantiles), distribution(table[:, 1], quantiles)


def distribution(
    values: Sequence[float] | np.ndarray, wanted: Sequence[tuple[str, float]] = QUANTILES
) -> Distribution | None:
    """None of nothing."""
    held = np.asarray(values, dtype=np.float64)
    if not held.size:
        return None
    quantiles = np.quantile(held, [share for _, share in wanted])
    positive = held[held > 0]
    low = np.floor(np.log10(positive.min()) * BINS_A_DECADE) if positive.size else 0.0
    high = np.floor(np.log10(positive.max()) * BINS_A_DECADE) + 1 if positive.size else 1.0
    edges = 10.0 ** (np.arange(low, high + 1) / BINS_A_DECADE)
    counts, _ = np.histogram(np.maximum(held, edges[0]), np.append(edges[:-1], np.inf))
    pairs = tuple((name, float(value)) for (name, _), value in zip(wanted, quantiles, strict=True))
    return Distribution(held.size, float(held.mean()), pairs, tuple(map(float, edges)), tuple(map(int, counts)))


def work(connection: Connection, batch_id: int) -> Work | None:
    """None while no chunk is done."""
    query = select(
        Chunk.queued_s, Chunk.started_s, Chunk.done_s, Chunk.boards, Chunk.owner, Chunk.lane
    ).where(Chunk.batch_id == batch_id, Chunk.state == "done", Chunk.started_s > 0)  # fmt: skip
    rows = connection.execute(query).all()
    if not rows:
        return None
    start, end = min(row.started_s for row in rows), max(row.done_s for row in rows)
    slice_s = max((end - start) / SLICES, 1e-3)
    boards = np.zeros(SLICES)
    workers: dict[str, list[float]] = defaultdict(lambda: [0, 0, 0.0])
    lanes: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for row in rows:
        _spread(boards, row.started_s - start, row.done_s - start, row.boards, slice_s)
        for at, value in enumerate((1, row.boards, row.done_s - row.started_s)):
            workers[row.owner][at] += value
        lanes[row.lane][0] += 1
        lanes[row.lane][1] += row.boards
    waits = [max(0.0, row.started_s - row.queued_s) for row in rows if row.queued_s > 0]
    return Work(
        start, end, slice_s, tuple(map(float, boards)), distribution(waits),
        tuple(Worker(owner, int(found[0]), int(found[1]), found[2]) for owner, found in sorted(workers.items())),
        tuple((name, found[0], found[1]) for name, found in sorted(lanes.items()) if found[1]),
    )  # fmt: skip


def _spread(boards: np.ndarray, start_s: float, end_s: float, count: int, slice_s: float) -> None:
    """A chunk's boards are taken to be done evenly from its start to its end."""
    first = min(int(start_s / slice_s), len(boards) - 1)
    last = min(int(end_s / slice_s), len(boards) - 1)
    boards[first : last + 1] += count / (last - first + 1)


def notes(connection: Connection, batch_id: int, limit: int) -> list[tuple[str, int, str]]:
    """(source, line, text) of what readers assumed or ignored."""
    query = select(Source.name, Note.line, Note.text).join(Source, Source.id == Note.source_id)
    found = connection.execute(query.where(Source.batch_id == batch_id).order_by(Note.id).limit(limit))
    return [(row[0], row[1], row[2]) for row in found]
