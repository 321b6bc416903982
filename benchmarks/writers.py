"""Several submitters on one PostgreSQL: `python -m benchmarks.writers [BOARDS]`.

Said for 1, 2 and 4 processes that store different boards at the same time: boards a second of wall time in all, and
what the server's processes waited for, sampled every 10 ms.
"""

from __future__ import annotations

import argparse
import json
from itertools import islice
from multiprocessing.connection import Connection as Pipe

from benchmarks.processes import race
from benchmarks.road import many
from benchmarks.servers import postgres
from db.engine import open_database
from db.schema import upgrade
from db.submissions import Ask, begin
from solvers.core import Block

WRITERS = (1, 2, 4)
AT_ONCE = 4096


def store(url: str, number: int, boards: int, pipe: Pipe) -> None:
    """One submitter: waits for the word, stores its boards, says that it has done so."""
    texts = [line.strip() for line in islice(many(boards * (number + 1)), boards * number, None)]
    engine = open_database(url)
    with engine.connect():
        pipe.send("ready")
    pipe.recv()
    submission = begin(engine, f"writer {number}", Ask(), {})
    submission.open_source("made")
    for first in range(0, boards, AT_ONCE):
        some = texts[first : first + AT_ONCE]
        submission.add(Block("sudoku", "9x9", some, range(first + 1, first + 1 + len(some))))
    submission.flush()
    submission.finish()
    pipe.send("done")


def together(writers: int, boards: int) -> dict[str, object]:
    with postgres() as server:
        url = server.new_database()
        engine = open_database(url)
        upgrade(engine)
        engine.dispose()
        wall, _, waits = race(url, store, ((number, boards) for number in range(writers)))
    return {"writers": writers, "boards_s": round(writers * boards / wall), "waits": dict(waits.most_common(5))}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.writers", description=__doc__)
    parser.add_argument("boards", type=int, nargs="?", default=100_000, help="of each writer")
    boards = parser.parse_args().boards
    for writers in WRITERS:
        print(json.dumps(together(writers, boards)), flush=True)


if __name__ == "__main__":
    main()
