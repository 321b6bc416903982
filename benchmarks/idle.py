"""What waiting workers cost, and how soon a single board submitted to them is answered.

    python -m benchmarks.idle [SECONDS]

CPU is counted in the processes' own clocks, so that it may be measured on a busy machine; the delay may not.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from sqlalchemy import Engine, text

from db.engine import open_database, reading
from db.schema import upgrade
from db.submissions import Ask, SourceEnd, begin
from solvers.core import Block
from tests.chaos.processes import children
from worker.broker import Broker
from worker.embedded import embedded_broker
from worker.settings import Settings

BOARD = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
DIGITS = "123456789"
TRIES = 40


def cpu_s(pid: int) -> float:
    """CPU seconds of a process and its descendants."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    own = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return own + sum(cpu_s(child) for child in children(pid))


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 20.0
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/boards.db"
        engine = open_database(url, durable=True)
        upgrade(engine)
        with embedded_broker(Settings(url, slots=2)) as settings, Path(folder, "log").open("w") as log:
            command = [sys.executable, "-m", "worker", str(os.getpid())]
            group = subprocess.Popen(command, env=settings.environment(), stderr=log, stdout=log)
            time.sleep(20)
            before = cpu_s(group.pid)
            time.sleep(seconds)
            print(f"idle: {(cpu_s(group.pid) - before) / seconds:.2%} of a core over {seconds:.0f} s")
            delays = [delay_s(engine, Broker(settings), number) for number in range(TRIES)]
            print(f"one board: median {statistics.median(delays) * 1000:.0f} ms, worst {max(delays) * 1000:.0f} ms")
            group.terminate()
            group.wait()


def delay_s(engine: Engine, broker: Broker, number: int) -> float:
    """From the beginning of the submission to the stored answer."""
    turned = DIGITS[number % 9 :] + DIGITS[: number % 9]
    swapped = turned if number < 9 else turned[::-1]
    board = BOARD.translate(str.maketrans(DIGITS, swapped))
    start = time.perf_counter()
    submission = begin(engine, "one", Ask(2 + number), {})
    submission.open_source("one")
    submission.add(Block("sudoku", "9x9", [board], [1]))
    submission.close_source(SourceEnd("line", 1, 0, 0))
    submission.finish()
    broker.ring()
    while True:
        with reading(engine) as connection:
            if connection.scalar(text("SELECT count(*) FROM answer")) == number + 1:
                return time.perf_counter() - start
        time.sleep(0.001)


if __name__ == "__main__":
    main()
