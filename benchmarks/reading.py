"""How fast the reading stage is: bytes to blocks of boards on one core, without solving and storing.

    python -m benchmarks.reading [--lines N]

Prints boards and megabytes a second for each notation, with the peak of memory; the figures in docs/formats.md come
from here. The inputs are made here: the same boards over and over, which for a reader is as good as any.
"""

from __future__ import annotations

import argparse
import bz2
import gzip
import json
import lzma
import random
import resource
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterator
from csv import DictReader
from functools import partial
from io import BytesIO
from pathlib import Path

from benchmarks.case import Case
from solvers.core import Block, Board
from solvers.reading import Report, formats, stream, write

BOARDS = (
    ".13.....22.....48....7...19...9..8..7......2....3.......263.9..4.9.7.6....149...8",
    "........49.1.6.5....8....9.8..4.37.6....1....54...718.....39..7....4..5....7..81.",
    ".5.7.3.6...7...8.....816.......3.....5...1..73..4..869.6...2.4.84.572.93...4.9...",
)
COUNTS = {"opensudoku2": 3_000, "f-puzzles": 3_000}  # boards of formats that have many bytes for each
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


def written(name: str) -> Notation:
    """The boards as `gridmill convert` writes them."""
    form = next(form for form in formats() if form.name == name and form.family in ("sudoku", ""))
    return lambda boards: write((Board("sudoku", "9x9", board) for board in boards), form)


def with_titles(boards: Iterator[str]) -> Iterator[str]:
    return (f"Grid {number:02}\n{rows(board)}" for number, board in enumerate(boards, 1))


def drawn(boards: Iterator[str]) -> Iterator[str]:
    for board in boards:
        lines = [" | ".join(" ".join(board[at : at + 3]) for at in (s, s + 3, s + 6)) for s in range(0, 81, 9)]
        border = "------+-------+------"
        yield "\n".join([*lines[:3], border, *lines[3:6], border, *lines[6:], "", ""])


TITLE = "Reading"
LETTERS = str.maketrans("123456789.", "ABCDEFGHI-")
Notation = Callable[[Iterator[str]], Iterator[str]]

NOTATIONS: dict[str, Notation] = {
    "line": lambda boards: (f"{board}\n" for board in boards),
    "line, zeros, CRLF": lambda boards: (f"{board.replace('.', '0')}\r\n" for board in boards),
    **{
        f"line, empty is {symbol}": lambda boards, symbol=symbol: (f"{b.replace('.', symbol)}\n" for b in boards)  # type: ignore[misc]
        for symbol in "_*-?x"
    },
    "line, labels": lambda boards: (f"{board} # number {n}\n" for n, board in enumerate(boards)),
    "line, ratings": lambda boards: (f"{board} ED=7.1/1.2/1.2\n" for board in boards),
    "line, comments between": lambda boards: (f"# number {n}\n\n{board}\n" for n, board in enumerate(boards)),
    "line, 16x16": lambda boards: ((board * 4)[:256].translate(LETTERS) + "\n" for board in boards),
    "line, 4x4": lambda boards: (".1.....23.....3.\n" for _ in boards),
    "grid": lambda boards: map(rows, boards),
    "grid, titles": with_titles,
    "grid, drawn": drawn,
    "exchange": lambda boards: (f"0000183b305c {board.replace('.', '0')}  1.2\n" for board in boards),
    "csv": csv,
    "jsonl": lambda boards: (json.dumps({"id": n, "puzzle": board}) + "\n" for n, board in enumerate(boards)),
    "opensudoku": opensudoku,
    **{
        name: written(name)
        for name in ("opensudoku2", "sdk", "clipboard", "candidates", "hodoku", "gsf", "pzl7", "tatham", "links",
                     "f-puzzles", "pzpr", "minizinc", "uva989", "poj3074")
    },
}  # fmt: skip
PACKED: dict[str, Callable[[bytes], bytes]] = {
    "line, gzip": gzip.compress,
    "line, bzip2": bz2.compress,
    "line, xz": lzma.compress,
    "line, zip of 20": lambda data: zipped(data, 20),
}


def zipped(data: bytes, members: int) -> bytes:
    file = BytesIO()
    lines = data.splitlines(keepends=True)
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for number in range(members):
            archive.writestr(f"{number}.txt", b"".join(lines[number::members]))
    return file.getvalue()


def measure(path: Path) -> tuple[int, float]:
    """Boards and seconds of one reading."""
    start = time.process_time()
    boards = reported = 0
    for event in stream(path):
        if isinstance(event, Block):
            boards += len(event.texts)
        elif isinstance(event, Report):
            reported += event.boards
    assert reported == boards, path
    return boards, time.process_time() - start


def cases() -> Iterator[Case]:
    """Each notation beside a loop that splits and strips, and checks nothing."""
    with tempfile.TemporaryDirectory() as folder:
        for name, notation in NOTATIONS.items():
            path = Path(folder) / "boards"
            count = COUNTS.get(name, 200_000 if name.startswith("line") else 20_000)
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


def random_line() -> str:
    """A line that packs no better than real ones."""
    return "".join(random.choice("........123456789") for _ in range(81)) + "\n"  # noqa: S311  # no secret


def _print(name: str, path: Path, size: int) -> None:
    found, seconds = min((measure(path) for _ in range(3)), key=lambda each: each[1])
    print(f"{name:24} {found / seconds / 1e3:9.0f} k boards/s {size / seconds / 1e6:8.1f} MB/s")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lines", type=int, default=300_000, help="boards in each file")
    count = parser.parse_args().lines
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "boards"
        for name, notation in NOTATIONS.items():
            many = name.startswith("line")
            boards = (BOARDS[n % len(BOARDS)] for n in range(count if many else COUNTS.get(name, count // 10)))
            with path.open("w", newline="") as file:
                file.writelines(notation(boards))
            _print(name, path, path.stat().st_size)
        text = "".join(random_line() for _ in range(count // 5)).encode()
        for name, pack in PACKED.items():
            path.write_bytes(pack(text))
            _print(name, path, len(text))
    unit = 1 << 10 if sys.platform == "linux" else 1 << 20
    print(f"peak of memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit:.0f} MB")


if __name__ == "__main__":
    main()
