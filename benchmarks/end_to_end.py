"""A file to stored, proven answers, processes and all, on SQLite with the embedded broker and a worker a core.
Gridmill's time holds its whole start-up; the peer's Celery worker has started before. Rates are boards a second of wall
time.

People write a Celery task for each board with a solver from PyPI and an ORM insert, or run a solver under GNU parallel
(xargs, where that is missing) and collect CSV. Their solver is exact-cover, which finds a solution and proves no more.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from pathlib import Path

from benchmarks.__main__ import main
from benchmarks.case import Case, Run
from benchmarks.data import ROOT, peer, shared, texts
from benchmarks.everyday import Worker, celery_worker, fan_out, in_parallel
from benchmarks.road import many

TITLE = "End to end"
SAMPLE = 500


def gridmill(path: Path, boards: int) -> Run:
    """`gridmill run FILE` in an empty home."""

    def run() -> int:
        with tempfile.TemporaryDirectory() as folder:
            environment = {name: value for name, value in os.environ.items() if not name.startswith("GRIDMILL_")}
            environment |= {"HOME": folder, "XDG_DATA_HOME": folder}
            command: list[str | Path] = [Path(sys.executable).with_name("gridmill"), "run", "--quiet", path]
            subprocess.run(command, env=environment, cwd=ROOT, check=True, capture_output=True)
        return boards

    return run


def cases() -> Iterator[Case]:
    seventeen = texts("sudoku/9x9/puzzles2_17_clue.gz")
    with tempfile.TemporaryDirectory() as folder, celery_worker() if peer("exact_cover") else nullcontext() as worker:
        peers = _peers(worker, seventeen[:SAMPLE], Path(folder)) if worker else ()
        path = shared("sudoku/9x9/puzzles2_17_clue.gz")
        if path:
            note = f"the peers get {SAMPLE:,} boards"
            yield Case("49,158 sudoku with 17 givens", gridmill(path, len(seventeen)), peers, note=note)
        for count in (1_000, 10_000, 300_000):
            made = Path(folder) / f"{count}.txt"
            with made.open("w") as file:
                file.writelines(many(count))
            yield Case(f"{count:,} boards", gridmill(made, count))


def _peers(worker: Worker, boards: Sequence[str], folder: Path) -> tuple[tuple[str, Run], ...]:
    def by_celery() -> int:
        worker.solve(boards)
        return len(boards)

    def by_parallel() -> int:
        in_parallel(boards, folder / "answers.csv")
        return len(boards)

    return (("Celery task a board, ORM", by_celery), (f"{fan_out()[0]}, CSV", by_parallel))


if __name__ == "__main__":
    main("end_to_end")
