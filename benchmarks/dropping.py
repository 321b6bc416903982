"""What dropping a batch costs, and what partitions cost while it is stored: `python -m benchmarks.dropping [BOARDS…]`.

For each number of boards, on PostgreSQL as it is, on PostgreSQL with plain tables (DELETE and VACUUM instead of dropped
partitions), and on SQLite: microseconds of processor time a board to store and to record answers, and the seconds that
dropping took, wall and processor, with the server's processes. A batch of 20,000 other boards stays.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest import mock

from sqlalchemy import Engine, text

from benchmarks.processes import server_s
from benchmarks.road import many, travel
from benchmarks.servers import postgres
from db import dropping, extents
from db.engine import open_database
from db.schema import upgrade

SIZES = (10_000, 100_000, 1_000_000)
KEPT = 20_000

Drop = Callable[[Engine], None]


def flatten(engine: Engine) -> None:
    """Plain tables with the same columns and indexes instead of the partitioned ones."""
    with engine.begin() as connection:
        for table in extents.KEYS:
            connection.execute(text(f"CREATE TABLE plain (LIKE {table} INCLUDING ALL)"))
            connection.execute(text(f"DROP TABLE {table}"))
            connection.execute(text(f"ALTER TABLE plain RENAME TO {table}"))


def delete(engine: Engine) -> None:
    """The rows of the newest batch, and what makes their space free again."""
    with engine.begin() as connection:
        first = connection.scalar(text("SELECT min(first_board) FROM source WHERE batch_id = 2"))
        for table, key in extents.KEYS.items():
            connection.execute(text(f"DELETE FROM {table} WHERE {key} >= {first}"))  # noqa: S608 - a number
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        for table in extents.KEYS:
            connection.execute(text(f"VACUUM {table}"))


def drop(engine: Engine) -> None:
    with engine.begin() as connection:
        dropping.mark(connection, 2, lambda _: False)
    dropping.drop(engine, 2)


@contextmanager
def database(kind: str, folder: Path) -> Iterator[Engine]:
    """Of one of three kinds: with partitions, with plain tables, in a file."""
    if kind == "sqlite":
        engine = open_database(f"sqlite:///{folder}/{time.monotonic_ns()}.db")
        upgrade(engine)
        yield engine
        engine.dispose()
        return
    with postgres() as server:
        engine = open_database(server.new_database())
        upgrade(engine)
        if kind == "partitions":
            yield engine
        else:
            flatten(engine)
            with mock.patch.object(extents, "_add_partition"):
                yield engine
        engine.dispose()


def measure(kind: str, boards: int, folder: Path) -> dict[str, object]:
    """One batch that stays and one that goes."""
    kept, gone = folder / "kept.txt", folder / "gone.txt"
    lines = list(many(boards + KEPT))
    kept.write_text("".join(lines[:KEPT]))
    gone.write_text("".join(lines[KEPT:]))
    with database(kind, folder) as engine:
        travel(engine, kept)
        costs = travel(engine, gone).micros()
        wall, spent = timed(engine, delete if kind == "plain" else drop)
    return {"kind": kind, "boards": boards, "store": costs["store"], "record": costs["record"],
            "drop_s": round(wall, 3), "drop_cpu_s": round(spent, 3)}  # fmt: skip


def timed(engine: Engine, drop: Drop) -> tuple[float, float]:
    """Wall and processor seconds, those of the server included."""
    served = _served(engine)
    start, own = time.perf_counter(), time.process_time()
    drop(engine)
    wall, own = time.perf_counter() - start, time.process_time() - own
    return wall, own + _served(engine) - served


def _served(engine: Engine) -> float:
    """Processor seconds of the server so far."""
    if engine.dialect.name == "sqlite":
        return 0.0
    return server_s(engine.url.set(drivername="postgresql").render_as_string(hide_password=False))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.dropping", description=__doc__)
    parser.add_argument("boards", type=int, nargs="*", default=list(SIZES))
    parser.add_argument("--kind", choices=("partitions", "plain", "sqlite"), action="append")
    asked = parser.parse_args()
    for boards in asked.boards:
        for kind in asked.kind or ("partitions", "plain", "sqlite"):
            with tempfile.TemporaryDirectory() as folder:
                print(json.dumps(measure(kind, boards, Path(folder))), flush=True)


if __name__ == "__main__":
    main()
