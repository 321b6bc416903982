"""Several worker processes on one PostgreSQL: `python -m benchmarks.processes [BOARDS]`.

Each process takes a share of the chunks and does with each what a worker does: claim, load, solve, check, record. Said
for 1, 2, 4 and 8 processes: boards a second of wall time, processor time a board of the workers and of the server, and
what the server's processes waited for, sampled every 10 ms.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from multiprocessing.connection import Connection as Pipe
from pathlib import Path
from typing import Any

import psycopg
from sqlalchemy import text

from benchmarks.road import many, on_cpu
from benchmarks.servers import postgres
from db import chunks
from db.engine import open_database
from db.schema import upgrade
from db.submissions import Ask
from solvers import registry
from solvers.solving import solve_texts
from worker.submitting import Wanted, submit

PROCESSES = (1, 2, 4, 8)


def work(url: str, keys: Sequence[int], pipe: Pipe) -> None:
    """One worker: waits for the word, takes its chunks, and says what processor time it took."""
    engine = open_database(url)
    registry.families()
    with engine.connect():
        pipe.send("ready")
    pipe.recv()
    start = time.process_time()
    for key in keys:
        with engine.begin() as connection:
            held = chunks.claim(connection, key, "measured", time.time(), 60.0)
            assert held is not None
            boards, texts = chunks.load_boards(connection, held)
        answers = solve_texts(registry.family(held.family), texts, 2)
        with engine.begin() as connection:
            assert chunks.finish(connection, held, boards, answers, (), time.time())
    pipe.send(time.process_time() - start)


def race(
    url: str, target: Callable[..., None], shares: Iterable[tuple[Any, ...]]
) -> tuple[float, list[Any], Counter[str]]:
    """Processes that begin at the same moment: wall time, what each said at its end, and the server's waits.

    Each gets the URL, its share and a pipe: it says that it is ready, waits for the word, and speaks again at its end.
    """
    context = multiprocessing.get_context("spawn")
    pipes, running = [], []
    for share in shares:
        mine, theirs = context.Pipe()
        running.append(context.Process(target=target, args=(url, *share, theirs)))
        running[-1].start()
        pipes.append(mine)
    for pipe in pipes:
        pipe.recv()
    start = time.perf_counter()
    for pipe in pipes:
        pipe.send("go")
    waits = watch(url, pipes)
    wall = time.perf_counter() - start
    said = [pipe.recv() for pipe in pipes]
    for process in running:
        process.join()
    return wall, said, waits


def watch(url: str, pipes: Sequence[Pipe]) -> Counter[str]:
    """Sample what the server's processes wait for until every worker has spoken."""
    found: Counter[str] = Counter()
    with psycopg.connect(url, autocommit=True) as connection:
        while not all(pipe.poll() for pipe in pipes):
            rows = connection.execute(
                "SELECT coalesce(wait_event_type || ':' || wait_event, 'working') FROM pg_stat_activity"
                " WHERE backend_type = 'client backend' AND state = 'active' AND pid <> pg_backend_pid()"
            )
            found.update(row[0] for row in rows)
            time.sleep(0.01)
    return found


def measure(boards: int, processes: int) -> dict[str, Any]:
    """One run on a server of its own."""
    with tempfile.TemporaryDirectory() as folder, postgres() as server:
        path = Path(folder) / "boards.txt"
        with path.open("w") as file:
            file.writelines(many(boards))
        url = server.new_database()
        engine = open_database(url)
        upgrade(engine)
        submit(engine, Wanted((str(path),)), "measured", Ask(), {}, lambda *_: None)
        with engine.connect() as connection:
            keys = list(connection.execute(text("SELECT id FROM chunk ORDER BY id")).scalars())
        before = server_s(url)
        wall, own, waits = race(url, work, ((keys[number::processes],) for number in range(processes)))
        served = server_s(url) - before
        engine.dispose()
    micros = {"worker_us": sum(own) / boards * 1e6, "server_us": served / boards * 1e6}
    return {"processes": processes, "boards_s": round(boards / wall), **{k: round(v, 2) for k, v in micros.items()},
            "waits": dict(waits.most_common(6))}  # fmt: skip


def server_s(url: str) -> float:
    """Processor seconds of the server and of all its processes, those that ended included."""
    with psycopg.connect(url) as connection:
        row = connection.execute("SELECT min(pid) FROM pg_stat_activity").fetchone()
    assert row is not None
    stat = Path(f"/proc/{row[0]}/stat").read_text("ascii").rpartition(") ")[2].split()
    postmaster = int(stat[1])
    ended = sum(map(int, Path(f"/proc/{postmaster}/stat").read_text("ascii").rpartition(") ")[2].split()[13:15]))
    children = Path(f"/proc/{postmaster}/task/{postmaster}/children").read_text("ascii").split()
    return ended / 100 + sum(map(on_cpu, map(int, children)))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.processes", description=__doc__)
    parser.add_argument("boards", type=int, nargs="?", default=100_000)
    boards = parser.parse_args().boards
    for processes in PROCESSES:
        print(json.dumps(measure(boards, processes)), flush=True)


if __name__ == "__main__":
    main()
