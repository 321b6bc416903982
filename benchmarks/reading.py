"""How fast the reading stage is: bytes to blocks of boards on one core, without solving and storing.

    python -m benchmarks.reading [--only PATTERN]

Prints boards and megabytes a second for every format, with the peak of memory; the figures in docs/formats.md come
from here. The inputs are made here: some hundreds of boards over and over.
"""

from __future__ import annotations

import argparse
import bz2
import gzip
import json
import lzma
import random
import re
import resource
import sys
import tarfile
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterable, Iterator
from csv import DictReader
from functools import partial
from io import BytesIO
from pathlib import Path

from benchmarks.case import Case
from benchmarks.notations import files
from solvers.core import Block
from solvers.reading import Report, stream

TITLE = "Reading"
ROUNDS, PATIENCE_S = 3, 0.3
LINES = 20_000  # that are packed

PACKED: dict[str, Callable[[bytes], bytes]] = {
    "line, gzip": gzip.compress,
    "line, bzip2": bz2.compress,
    "line, xz": lzma.compress,
    "line, zip of 20": lambda data: zipped(data, 20),
    "line, zip of 2000": lambda data: zipped(data, 2000),
    "line, tar of 2000": lambda data: tarred(data, 2000),
}


def zipped(data: bytes, members: int) -> bytes:
    file = BytesIO()
    lines = data.splitlines(keepends=True)
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for number in range(members):
            archive.writestr(f"{number}.txt", b"".join(lines[number::members]))
    return file.getvalue()


def tarred(data: bytes, members: int) -> bytes:
    file = BytesIO()
    lines = data.splitlines(keepends=True)
    with tarfile.open(fileobj=file, mode="w") as archive:
        for number in range(members):
            content = b"".join(lines[number::members])
            entry = tarfile.TarInfo(f"{number}.txt")
            entry.size = len(content)
            archive.addfile(entry, BytesIO(content))
    return file.getvalue()


def unzipped(data: bytes) -> bytes:
    with zipfile.ZipFile(BytesIO(data)) as archive:
        return b"".join(map(archive.read, archive.namelist()))


def untarred(data: bytes) -> bytes:
    with tarfile.open(fileobj=BytesIO(data)) as archive:
        return b"".join(content.read() for entry in archive if (content := archive.extractfile(entry)))


UNPACK: dict[str, Callable[[bytes], bytes]] = {
    "line, gzip": gzip.decompress,
    "line, bzip2": bz2.decompress,
    "line, xz": lzma.decompress,
    "line, zip of 20": unzipped,
    "line, zip of 2000": unzipped,
    "line, tar of 2000": untarred,
}


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
        path = Path(folder) / "boards"
        for name, texts in files():
            _put(path, texts)
            peers = {"csv, solutions": (("csv.reader", _csv),), "jsonl, bare": (("json.loads a line", _json),)}
            plain = name.startswith("line") and not name.endswith(("4x4", "16x16"))
            loops = peers.get(name, (("for line in file: strip", _lines),) if plain else ())
            yield Case(name, partial(_ours, path), tuple((peer, partial(loop, path)) for peer, loop in loops))


def _put(path: Path, texts: Iterable[str]) -> None:
    with path.open("w", newline="") as file:
        file.writelines(texts)


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


def _print(name: str, path: Path, size: int, bound: str = "") -> None:
    """The best of a few readings, fewer where one is slow."""
    found = [measure(path)]
    while len(found) < ROUNDS and sum(seconds for _, seconds in found) < PATIENCE_S:
        found.append(measure(path))
    boards, seconds = min(found, key=lambda each: each[1])
    print(f"{name:28} {boards / seconds / 1e3:9.1f} k boards/s {size / seconds / 1e6:8.1f} MB/s {bound}", flush=True)


def _seconds(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def _packed(path: Path, text: bytes) -> None:
    """Packed files, each beside the library that unpacks it, alone: faster than that no reader is."""
    for name, pack in PACKED.items():
        packed = pack(text)
        path.write_bytes(packed)
        alone = min(_seconds(partial(UNPACK[name], packed)) for _ in range(ROUNDS))
        _print(name, path, len(text), f"(unpacking alone {len(text) / alone / 1e6:.1f})")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="a pattern of the notations' names")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "boards"
        for name, texts in files():
            if re.search(arguments.only, name):
                _put(path, texts)
                _print(name, path, path.stat().st_size)
        if re.search(arguments.only, "packed"):
            _packed(path, "".join(random_line() for _ in range(LINES)).encode())
    unit = 1 << 10 if sys.platform == "linux" else 1 << 20
    print(f"peak of memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit:.0f} MB")


if __name__ == "__main__":
    main()
