"""How fast the reading stage is: bytes to blocks of boards on one core, without solving and storing.

    python -m benchmarks.reading [--lines N]

Prints boards and megabytes a second for each notation, with the peak of memory; the figures in docs/formats.md come
from here. The inputs are made here: the same boards over and over, which for a reader is as good as any.
"""

from __future__ import annotations

import argparse
import json
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from csv import DictReader
from functools import partial
from pathlib import Path

from benchmarks.case import Case
from solvers.core import Block
from solvers.reading import Report, stream

BOARDS = (
    ".13.....22.....48....7...19...9..8..7......2....3.......263.9..4.9.7.6....149...8",
    "........49.1.6.5....8....9.8..4.37.6....1....54...718.....39..7....4..5....7..81.",
    ".5.7.3.6...7...8.....816.......3.....5...1..73..4..869.6...2.4.84.572.93...4.9...",
)
SOLUTION = "864371259325849761971265843436192587198657432257483916689734125713528694542916378"


def rows(board: str) -> str:
    return "".join(board[at : at + 9] + "\n" for at in range(0, 81, 9))


def opensudoku(boards: Iterator[str]) -> Iterator[str]:
    yield "<opensudoku><name>x</name>\n"
    yield from (f'<game data="{board.replace(".", "0")}" />\n' for board in boards)
    yield "</opensudoku>\n"


def csv(boards: Iterator[str]) -> Iterator[str]:
    yield "quizzes,solutions\n"
    yield from (f"{board.replace('.', '0')},{SOLUTION}\n" for board in boards)


TITLE = "Reading"

NOTATIONS: dict[str, Callable[[Iterator[str]], Iterator[str]]] = {
    "line": lambda boards: (f"{board}\n" for board in boards),
    "line, zeros, CRLF": lambda boards: (f"{board.replace('.', '0')}\r\n" for board in boards),
    "line, labels": lambda boards: (f"{board} # number {n}\n" for n, board in enumerate(boards)),
    "grid": lambda boards: map(rows, boards),
    "exchange": lambda boards: (f"0000183b305c {board.replace('.', '0')}  1.2\n" for board in boards),
    "csv": csv,
    "jsonl": lambda boards: (json.dumps({"id": n, "puzzle": board}) + "\n" for n, board in enumerate(boards)),
    "opensudoku": opensudoku,
}


def measure(path: Path) -> tuple[int, float]:
    """Boards and seconds of one reading."""
    start = time.process_time()
    boards = 0
    for event in stream(path):
        if isinstance(event, Block):
            boards += len(event.texts)
        elif isinstance(event, Report):
            assert event.boards == boards, event
    return boards, time.process_time() - start


def cases() -> Iterator[Case]:
    """Each notation beside a loop that splits and strips, and checks nothing."""
    with tempfile.TemporaryDirectory() as folder:
        for name, notation in NOTATIONS.items():
            path = Path(folder) / "boards"
            count = 200_000 if name.startswith("line") else 50_000
            with path.open("w", newline="") as file:
                file.writelines(notation(BOARDS[n % len(BOARDS)] for n in range(count)))
            peers = {"csv": (("csv.reader", _csv),), "jsonl": (("json.loads a line", _json),)}
            loops = peers.get(name, (("for line in file: strip", _lines),) if name.startswith("line") else ())
            yield Case(name, partial(_ours, path), tuple((peer, partial(loop, path)) for peer, loop in loops))


def _ours(path: Path) -> int:
    return measure(path)[0]


def _lines(path: Path) -> int:
    with path.open() as file:
        return len([board for line in file if len(board := line.strip()[:81].replace("0", ".")) == 81])


def _csv(path: Path) -> int:
    with path.open(newline="") as file:
        return len([row["quizzes"].replace("0", ".") for row in DictReader(file)])


def _json(path: Path) -> int:
    with path.open() as file:
        return len([json.loads(line)["puzzle"] for line in file])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lines", type=int, default=300_000, help="boards in each file")
    count = parser.parse_args().lines
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "boards"
        for name, notation in NOTATIONS.items():
            boards = (BOARDS[n % len(BOARDS)] for n in range(count if name.startswith("line") else count // 4))
            with path.open("w", newline="") as file:
                file.writelines(notation(boards))
            found, seconds = min((measure(path) for _ in range(3)), key=lambda each: each[1])
            size = path.stat().st_size / 1e6
            print(f"{name:20} {found / seconds / 1e3:9.0f} k boards/s {size / seconds:8.1f} MB/s")
    unit = 1 << 10 if sys.platform == "linux" else 1 << 20
    print(f"peak of memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit:.0f} MB")


if __name__ == "__main__":
    main()
