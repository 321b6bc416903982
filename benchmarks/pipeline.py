"""A file to stored, proven answers where the kernel costs next to nothing: ``python -m benchmarks.pipeline [BOARDS]``.

`gridmill run` of many sudokus with 17 givens (a microsecond each) and of a single one, with two slots, on SQLite and on
PostgreSQL; the difference is what the boards cost, start-up and shutdown apart. Wall time needs two idle cores;
processor time of all processes, server and broker included, does not: two cores over it is the rate they could reach.
"""

from __future__ import annotations

import ctypes
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path

import psycopg

from benchmarks.data import ROOT
from benchmarks.processes import server_s
from benchmarks.road import many
from benchmarks.servers import Server, postgres

CORES = 2
PR_SET_CHILD_SUBREAPER = 36


def run(path: Path, server: Server | None) -> tuple[float, float]:
    """Wall and processor seconds of a run in an empty home."""
    with tempfile.TemporaryDirectory() as folder:
        url = server.new_database() if server else f"sqlite:///{folder}/boards.db"
        kept = {name: value for name, value in os.environ.items() if not name.startswith("GRIDMILL_")}
        environment = kept | {"HOME": folder, "XDG_DATA_HOME": folder, "GRIDMILL_DATABASE": url}
        command = [str(Path(sys.executable).with_name("gridmill")), "run", "--quiet", "--slots", str(CORES), str(path)]
        before, start = _spent(url, server), time.perf_counter()
        with _orphans():
            subprocess.run(command, env=environment, cwd=ROOT, check=True, capture_output=True)
            wall = time.perf_counter() - start
        return wall, _spent(url, server) - before


@contextmanager
def _orphans() -> Iterator[None]:
    """Become the parent of orphans and wait for them: a worker group ends by a kill of its process group, and the
    processor time of children that nobody waited for is lost. A server that was started before is no orphan of ours.
    """
    libc = ctypes.CDLL(None)
    libc.prctl(PR_SET_CHILD_SUBREAPER, 1)
    try:
        yield
        with suppress(ChildProcessError):
            while True:
                os.waitpid(-1, 0)
    finally:
        libc.prctl(PR_SET_CHILD_SUBREAPER, 0)


def _spent(url: str, server: Server | None) -> float:
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    own = children.ru_utime + children.ru_stime
    if server is None:
        return own
    with psycopg.connect(url.replace("+psycopg", "")):
        return own + server_s(url)


def measure(boards: int, server: Server | None) -> dict[str, object]:
    with tempfile.TemporaryDirectory() as folder:
        one, lot = Path(folder, "one.txt"), Path(folder, "many.txt")
        for path, size in ((one, 1), (lot, boards)):
            with path.open("w") as file:
                file.writelines(many(size))
        (wall_1, cpu_1), (wall_n, cpu_n) = run(one, server), run(lot, server)
    micros = (cpu_n - cpu_1) / boards * 1e6
    return {
        "database": "postgresql" if server else "sqlite",
        "boards": boards,
        "start_s": round(wall_1, 2),
        "boards_s": round(boards / (wall_n - wall_1)),
        "cpu_us": round(micros, 2),
        "boards_s_of_two_free_cores": round(CORES * 1e6 / micros),
    }


def main() -> None:
    boards = int(sys.argv[1]) if len(sys.argv) > 1 else 300_000
    for kind in sys.argv[2:] or ("sqlite", "postgresql"):
        with postgres() if kind == "postgresql" else nullcontext() as server:
            print(json.dumps(measure(boards, server)), flush=True)


if __name__ == "__main__":
    main()
