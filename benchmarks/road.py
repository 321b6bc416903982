"""What each stage of a board's road costs, one after the other in one process: read, store, claim and load, solve,
check, record. Processor time of one core, so that a busy machine does not blur it; queue and start-up are left out
here, and counted end to end below.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from sqlalchemy import Engine, text

from benchmarks.case import Case
from benchmarks.data import ROOT, shared
from benchmarks.servers import postgres
from db import chunks
from db.engine import is_sqlite, open_database
from db.schema import upgrade
from db.submissions import Ask, begin
from solvers import registry
from solvers.core import Answers, Block
from solvers.reading import stream

TITLE = "The road of a board, stage by stage"
BOARDS = "sudoku/9x9/puzzles2_17_clue.gz"
CHUNK = 10_000


@dataclass(frozen=True, slots=True)
class Costs:
    """Processor seconds of each stage for all boards, and bytes a board in the database."""

    boards: int
    read_s: float
    store_s: float
    claim_s: float
    solve_s: float
    check_s: float
    record_s: float
    bytes_a_board: float
    served: dict[str, float]  # the part of a PostgreSQL server's processes
    logged: dict[str, float]  # bytes a board in its write-ahead log

    def micros(self) -> dict[str, float]:
        """Microseconds a board, by stage."""
        stages = {name[:-2]: value for name, value in asdict(self).items() if name.endswith("_s")}
        return {name: round(value / self.boards * 1e6, 3) for name, value in stages.items()}


class Clock:
    """Adds up the processor time of each stage: ours, and that of a PostgreSQL server's processes; and its log."""

    def __init__(self, engine: Engine) -> None:
        self.spent: dict[str, float] = {}
        self.served: dict[str, float] = {}
        self.logged: dict[str, int] = {}
        self._engine = engine

    @contextmanager
    def on(self, stage: str) -> Iterator[None]:
        log, server, start = self._log(), self._server_s(), time.process_time()
        yield
        own, served = time.process_time() - start, self._server_s() - server
        self.logged[stage] = self.logged.get(stage, 0) + self._log() - log
        self.spent[stage] = self.spent.get(stage, 0.0) + own + served
        self.served[stage] = self.served.get(stage, 0.0) + served

    def _log(self) -> int:
        """Bytes that were ever written ahead."""
        if self._engine.dialect.name == "sqlite":
            return 0
        with self._engine.connect() as connection:
            return int(connection.execute(text("SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn")).scalar_one())

    def _server_s(self) -> float:
        if self._engine.dialect.name == "sqlite":
            return 0.0
        with self._engine.connect() as connection:
            pids = connection.execute(text("SELECT pid FROM pg_stat_activity")).scalars().all()
        return sum(map(on_cpu, pids))


def on_cpu(pid: int) -> float:
    """Seconds that a process has spent on a processor; 0 if it has just ended."""
    with suppress(FileNotFoundError, ProcessLookupError):
        return int(Path(f"/proc/{pid}/schedstat").read_text("ascii").split()[0]) / 1e9
    return 0.0


def many(count: int) -> Iterator[str]:
    """So many different 9x9 boards, one a line: those of the file, then the same with digits renamed."""
    places = shared(BOARDS) or ROOT / "examples" / "sudoku"
    blocks = (event for event in stream(places) if isinstance(event, Block))
    known = [found for block in blocks for found in block.texts if len(found) == 81]
    for number in range(-(-count // len(known))):
        names = str.maketrans("123456789", permutation(number))
        yield from (board.translate(names) + "\n" for board in known[: count - number * len(known)])


def permutation(number: int) -> str:
    """The digits in another order for each number up to 9!; 0 is their own."""
    digits, order = list("123456789"), []
    rest = number * 1777 % 362_880  # prime to 9!, so that neighbours differ everywhere
    for left in range(9, 0, -1):
        rest, at = divmod(rest, left)
        order.append(digits.pop(at))
    return "".join(order)


def travel(engine: Engine, path: Path) -> Costs:
    """Take the boards of a file down the whole road."""
    clock = Clock(engine)
    with clock.on("read"):
        blocks = [event for event in stream(path) if isinstance(event, Block)]
    with clock.on("store"):
        batch, boards = _store(engine, blocks)
    _solve(engine, batch, clock)
    size = _bytes(engine)
    spent = {f"{name}_s": round(seconds, 4) for name, seconds in clock.spent.items()}
    served = {name: round(seconds / boards * 1e6, 3) for name, seconds in clock.served.items()}
    logged = {name: round(written / boards, 1) for name, written in clock.logged.items()}
    return Costs(boards=boards, bytes_a_board=round(size / boards, 1), served=served, logged=logged, **spent)


def _store(engine: Engine, blocks: Sequence[Block]) -> tuple[int, int]:
    submission = begin(engine, "road", Ask(), {})
    submission.open_source("road")
    for block in blocks:
        submission.add(block)
    submission.flush()
    submission.finish()
    return submission.batch_id, submission.boards


def _solve(engine: Engine, batch: int, clock: Clock) -> None:
    with engine.begin() as connection:
        rows = connection.execute(text("SELECT id FROM chunk WHERE batch_id = :batch ORDER BY id"), {"batch": batch})
        keys = [row[0] for row in rows]
    for key in keys:
        with clock.on("claim"), engine.begin() as connection:
            held = chunks.claim(connection, key, "road", time.time(), 60.0)
            assert held is not None
            boards, texts = chunks.load_boards(connection, held)
        family = registry.family(held.family)
        with clock.on("solve"):
            answers = Answers(family.solve(texts, 2))
        with clock.on("check"):
            assert not any(family.check(texts, answers.column("solution")))
        with clock.on("record"), engine.begin() as connection:
            assert chunks.finish(connection, held, boards, answers, (), time.time())


def _bytes(engine: Engine) -> int:
    with engine.connect() as connection:
        if is_sqlite(connection):
            pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
            return int(pages) * int(connection.exec_driver_sql("PRAGMA page_size").scalar_one())
        return int(connection.exec_driver_sql("SELECT pg_database_size(current_database())").scalar_one())


def cases() -> Iterator[Case]:
    """A case for each stage: how many boards a second of one core go through it."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "boards.txt"
        with path.open("w") as file:
            file.writelines(many(50_000))
        found = [_fresh(path, f"sqlite:///{folder}/{number}.db") for number in range(3)]
    note = f"SQLite; {found[0].bytes_a_board:.0f} bytes a board in the database"
    for stage in ("read", "store", "claim", "solve", "check", "record"):
        seconds = [getattr(costs, f"{stage}_s") for costs in found]
        yield Case(
            stage, known=tuple(found[0].boards / each for each in seconds), note=note if stage == "store" else ""
        )


def _fresh(path: Path, url: str) -> Costs:
    engine = open_database(url)
    upgrade(engine)
    try:
        return travel(engine, path)
    finally:
        engine.dispose()


def main() -> None:
    """`python -m benchmarks.road BOARDS [URL|postgresql]`: microseconds a board, as one line of JSON."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.road", description=main.__doc__)
    parser.add_argument("boards", type=int)
    parser.add_argument("url", nargs="?", default="")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "boards.txt"
        with path.open("w") as file:
            file.writelines(many(asked.boards))
        if asked.url == "postgresql":
            with postgres() as server:
                costs = _fresh(path, server.new_database())
        else:
            costs = _fresh(path, asked.url or f"sqlite:///{folder}/road.db")
        said = {"boards": costs.boards, **costs.micros(), "bytes": costs.bytes_a_board}
        served = {"server": costs.served, "log": costs.logged} if any(costs.served.values()) else {}
        print(json.dumps(said | served))


if __name__ == "__main__":
    main()
