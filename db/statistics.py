"""What a batch was like: verdicts by source, solve times, throughput, waiting, lanes, duplicates. Nothing writes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from sqlalchemy import Connection, func, select

from db.joining import joined
from db.models import Answer, Board, Chunk, Note, Source

SLICES = 60  # of a batch's time, for the throughput over time
BINS_A_DECADE = 4


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


def by_source(connection: Connection, batch_id: int) -> list[tuple[str, str, int, str | None, int]]:
    """(source, format, rejects, verdict, boards), sources in the order of the input."""
    query = (
        joined(select(Source.name, Source.format, Source.rejects, Answer.verdict, func.count()))
        .where(Source.batch_id == batch_id)
        .group_by(Source.id, Source.name, Source.format, Source.rejects, Answer.verdict)
        .order_by(Source.id)
    )
    return [(row[0], row[1], row[2], row[3], row[4]) for row in connection.execute(query)]


def costs(connection: Connection, batch_id: int) -> tuple[Distribution | None, Distribution | None]:
    """Solve times in nanoseconds and search nodes of the boards that the batch itself had solved."""
    query = (
        select(Answer.solve_ns, Answer.nodes)
        .select_from(Source)
        .join(Board, Board.source_id == Source.id)
        .join(Answer, Answer.board_id == Board.id)
        .where(Source.batch_id == batch_id, Board.id.between(Source.first_board, Source.last_board))
    )
    rows = connection.execute(query).all()
    if not rows:
        return None, None
    table = np.array(rows, dtype=np.int64)
    return distribution(table[:, 0]), distribution(table[:, 1])


def distribution(values: Sequence[float] | np.ndarray) -> Distribution | None:
    """None of nothing."""
    held = np.asarray(values, dtype=np.float64)
    if not held.size:
        return None
    names = ("min", "median", "90 %", "99 %", "max")
    quantiles = np.quantile(held, (0.0, 0.5, 0.9, 0.99, 1.0))
    positive = held[held > 0]
    low = np.floor(np.log10(positive.min()) * BINS_A_DECADE) if positive.size else 0.0
    high = np.floor(np.log10(positive.max()) * BINS_A_DECADE) + 1 if positive.size else 1.0
    edges = 10.0 ** (np.arange(low, high + 1) / BINS_A_DECADE)
    counts, _ = np.histogram(np.maximum(held, edges[0]), np.append(edges[:-1], np.inf))
    pairs = tuple(zip(names, (float(value) for value in quantiles), strict=True))
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


def duplicate_groups(connection: Connection, batch_id: int, limit: int) -> tuple[int, list[tuple[int, int]]]:
    """Boards of a batch that equal an earlier one, and the largest groups: (the board that stands for it, copies)."""
    mine = (
        select(Board.same_as, func.count().label("copies"))
        .select_from(Source)
        .join(Board, Board.source_id == Source.id)
        .where(
            Source.batch_id == batch_id,
            Board.id.between(Source.first_board, Source.last_board),
            Board.same_as.is_not(None),
        )
        .group_by(Board.same_as)
    ).subquery()
    total = int(connection.scalar(select(func.coalesce(func.sum(mine.c.copies), 0))) or 0)
    largest = select(mine.c.same_as, mine.c.copies).order_by(mine.c.copies.desc(), mine.c.same_as).limit(limit)
    return total, [(row[0], row[1]) for row in connection.execute(largest)]


def notes(connection: Connection, batch_id: int, limit: int) -> list[tuple[str, int, str]]:
    """(source, line, text) of what readers assumed or ignored."""
    query = select(Source.name, Note.line, Note.text).join(Source, Source.id == Note.source_id)
    found = connection.execute(query.where(Source.batch_id == batch_id).order_by(Note.id).limit(limit))
    return [(row[0], row[1], row[2]) for row in found]
