"""Boards through the queue: read, stored, delivered and recorded on SQLite with an embedded broker and a worker a core.

Sudokus with 17 givens cost their kernel a microsecond. From the time of a run with many of them the time of a run with
one is taken off, so that start-up is left out. The peer is a Celery worker with a task a board; the task does nothing.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks import pipeline
from benchmarks.__main__ import main
from benchmarks.case import Case
from benchmarks.everyday import celery_worker
from benchmarks.road import many

TITLE = "The queue"
BOARDS = 300_000
TASKS = 1_000
ROUNDS = 3


def cases() -> Iterator[Case]:
    with tempfile.TemporaryDirectory() as folder:
        one, lot = Path(folder, "one.txt"), Path(folder, "many.txt")
        for path, size in ((one, 1), (lot, BOARDS)):
            with path.open("w") as file:
                file.writelines(many(size))
        known = tuple(_rate(one, lot) for _ in range(ROUNDS))
    with celery_worker() as worker:

        def by_celery() -> int:
            worker.nothing(TASKS)
            return TASKS

        peers = (("Celery, a task a board that does nothing", by_celery),)
        yield Case(f"{BOARDS:,} sudoku with 17 givens", peers=peers, known=known, note=f"the peer gets {TASKS:,} tasks")


def _rate(one: Path, lot: Path) -> float:
    """Boards a second of wall time, without the start."""
    (start, _), (whole, _) = pipeline.run(one, None), pipeline.run(lot, None)
    return (BOARDS - 1) / (whole - start)


if __name__ == "__main__":
    main("queueing")
