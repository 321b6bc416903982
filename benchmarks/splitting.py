"""Counting one big board with one worker and with two: ``python -m benchmarks.splitting [sudoku|beads]``.

Two figures each. The wall time from the first claim of the board to its answer: only two idle cores show it. And the
processor time of one worker beside that of two together, whatever else the machine does: what splitting costs. The
sudoku has 18 givens; the beads are twelve pentominoes in a
box of 3 x 4 x 5, one of them placed.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Engine, text

from db.engine import open_database, reading
from db.schema import upgrade
from db.submissions import Ask, SourceEnd, begin
from solvers import registry
from solvers.core import Block
from tests.chaos.processes import members
from worker.broker import Broker
from worker.embedded import embedded_broker
from worker.settings import Settings

REST = "//".join(["/".join(["." * 5] * 4)] * 2)
BOARDS = {
    "sudoku": (".....8...........81........8....14..4.6......7...2.8.6.......84.87..9.....5......", 46_949_039),
    "beads": (f"pentomino:F..../FFF../.F.../.....//{REST}", 242),  # as the kernel counts it whole
}
LOOK_S = 0.1
SPLIT_S = 0.25  # of a first search, which both have to pay
WARM_S = 4.0  # until a group has started


@dataclass(frozen=True, slots=True)
class Measured:
    """One count: wall seconds, and processor seconds of each worker child."""

    wall_s: float
    cpu_s: tuple[float, ...]


def count(family: str, board: str, solutions: int, slots: int) -> Measured:
    """Count with so many workers, from an empty database."""
    with tempfile.TemporaryDirectory() as folder:
        engine = open_database(f"sqlite:///{folder}/boards.db", durable=True)
        upgrade(engine)
        settings = Settings(f"sqlite:///{folder}/boards.db", slots=slots, split_s=SPLIT_S)
        with embedded_broker(settings) as found, Path(folder, "log").open("w") as log:
            command = [sys.executable, "-m", "worker", str(os.getpid())]
            group = subprocess.Popen(command, env=found.environment(), stderr=log, stdout=log)
            time.sleep(WARM_S)
            try:
                before = _spent(group.pid)
                _submit(engine, family, board)
                Broker(found).ring()
                after = _follow(engine, group.pid)
                return Measured(_wall(engine, solutions), tuple(after[pid] - before.get(pid, 0.0) for pid in after))
            finally:
                group.terminate()
                group.wait()
                engine.dispose()


def _submit(engine: Engine, name: str, board: str) -> None:
    family = registry.family(name)
    canonical = family.canonical(board)
    submission = begin(engine, name, Ask(10**9, 0.0), {})
    submission.open_source(name)
    submission.add(Block(name, family.variant(canonical), [canonical], [1]))
    submission.close_source(SourceEnd("line", 1, 0, 0))
    submission.finish()


def _follow(engine: Engine, group: int) -> dict[int, float]:
    """Wait for the answer; the processor seconds of each child then."""
    while True:
        with reading(engine) as connection:
            done = connection.scalar(text("SELECT count(*) FROM answer"))
        spent = _spent(group)
        if done:
            return spent
        time.sleep(LOOK_S)


def _spent(group: int) -> dict[int, float]:
    return {pid: int(Path(f"/proc/{pid}/schedstat").read_text("ascii").split()[0]) / 1e9
            for pid in members(group)["child"]}  # fmt: skip


def _wall(engine: Engine, solutions: int) -> float:
    with reading(engine) as connection:
        assert connection.scalar(text("SELECT count FROM answer WHERE count_is_exact")) == solutions
        return float(connection.scalar(text("SELECT max(done_s) - min(started_s) FROM chunk WHERE started_s > 0")) or 0)


def main() -> None:
    for name in sys.argv[1:] or BOARDS:
        board, solutions = BOARDS[name]
        one, two = (count(name, board, solutions, slots) for slots in (1, 2))
        work = sum(two.cpu_s)
        print(f"{name}, {solutions:,} solutions: {one.wall_s / two.wall_s:.2f} times as fast with two workers")
        print(f"  wall {one.wall_s:.2f} s with one, {two.wall_s:.2f} s with two; processor {sum(one.cpu_s):.2f} s and"
              f" {work:.2f} s: {2 * sum(one.cpu_s) / work:.2f} times, were both cores free", flush=True)  # fmt: skip


if __name__ == "__main__":
    main()
