"""Where bytes come from: files, folders, globs, standard input, and what lies in memory.

A source opens as chunks of bytes, as they come; nothing here looks inside them.
"""

from __future__ import annotations

import glob
import os
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from io import BytesIO
from itertools import repeat
from os import PathLike, fspath
from pathlib import Path
from typing import BinaryIO

from solvers.reading.events import SourceError

CHUNK = 1 << 19  # about 6000 lines of 9x9: one block of boards

# What operating systems and editors leave behind in folders and archives.
JUNK = ("__MACOSX", ".DS_Store", "Thumbs.db", "desktop.ini", ".git", ".hg", ".svn")


@dataclass(frozen=True, slots=True)
class Source:
    """A named stretch of bytes; ``open`` may raise OSError or SourceError, ``size`` is 0 where it is not known."""

    name: str
    open: Callable[[], BinaryIO]
    size: int = 0

    @classmethod
    def of(cls, data: str | bytes, name: str = "text") -> Source:
        """A source in memory."""
        raw = data.encode() if isinstance(data, str) else data
        return cls(name, partial(BytesIO, raw), len(raw))

    @classmethod
    def file(cls, path: Path) -> Source:
        try:
            size = path.stat().st_size
        except OSError:
            size = 0
        return cls(str(path), partial(_open, path), size)

    @classmethod
    def missing(cls, name: str, why: str) -> Source:
        """A source that does not open: it says why in its turn."""
        return cls(name, partial(_fail, why))


Place = str | PathLike[str] | Source


def find(places: Place | Iterable[Place]) -> Iterator[Source]:
    """The sources behind paths, folders (all files below, by name), globs and ``-`` (standard input)."""
    if isinstance(places, Source):
        yield places
    elif isinstance(places, str | PathLike):
        yield from _find(fspath(places))
    else:
        for place in places:
            yield from find(place)


def absence(name: str) -> str:
    """Why no file is behind a name, "" if one is; folders and globs are looked into as far as their first file."""
    path = Path(name)
    if name == "-" or (path.exists() and not path.is_dir()):
        return ""
    if path.is_dir():
        return "" if any(map(_holds, path.rglob("*"), repeat(path))) else f"{name}: no files in the folder"
    if not glob.has_magic(name):
        return f"{name}: no such file or folder"
    return "" if next(glob.iglob(name, recursive=True), None) else f"{name}: no file matches"  # noqa: PTH207


def _find(name: str) -> Iterator[Source]:
    if name == "-":
        yield Source("-", _standard_input)
    elif Path(name).exists() or not glob.has_magic(name):
        yield from _below(Path(name))
    elif found := sorted(glob.glob(name, recursive=True)):  # noqa: PTH207  # keeps the name as it was given
        for path in found:
            yield from _below(Path(path))
    else:
        yield Source.missing(name, "no file matches")


def _below(path: Path) -> Iterator[Source]:
    if not path.is_dir():
        yield Source.file(path)
        return
    closed: list[OSError] = []
    found = sorted(_files(path, closed))
    for file in found:
        yield Source.file(file) if file.is_file() else Source.missing(str(file), _no_file(file))
    yield from (Source.missing(str(error.filename), error.strerror or str(error)) for error in closed)
    if not found and not closed:
        yield Source.missing(str(path), "no files in the folder")


def _files(path: Path, closed: list[OSError]) -> Iterator[Path]:
    """All files below a folder, also behind links to folders, each folder once; ``closed`` gets what does not open."""
    seen: set[str] = set()
    waiting = deque([path])
    while waiting:
        for folder, below, names in os.walk(waiting.popleft(), onerror=closed.append):
            real = os.path.realpath(folder)
            if real in seen:
                below.clear()
                continue
            seen.add(real)
            below[:] = [name for name in below if not is_junk(name)]
            waiting += (Path(folder, name) for name in below if Path(folder, name).is_symlink())
            yield from (Path(folder, name) for name in names if not is_junk(name))


def _no_file(path: Path) -> str:
    return (
        "a link that leads nowhere"
        if path.is_symlink() and not path.exists()
        else "expected a file, got a device or pipe"
    )


def _holds(file: Path, folder: Path) -> bool:
    """True for a file below the folder that is to be read."""
    return file.is_file() and not any(map(is_junk, file.relative_to(folder).parts))


def is_junk(part: str) -> bool:
    """True for a file or folder name that holds no boards."""
    return part in JUNK or part.startswith("._")


def _open(path: Path) -> BinaryIO:
    return path.open("rb", buffering=CHUNK)


def _standard_input() -> BinaryIO:
    if sys.stdin.buffer.closed:
        raise SourceError("standard input was read to its end before")
    return sys.stdin.buffer


def _fail(why: str) -> BinaryIO:
    raise SourceError(why)


def chunks(stream: BinaryIO, size: int = CHUNK) -> Iterator[bytes]:
    """The bytes of a stream as they come: a pipe gives what it has instead of waiting for a full chunk."""
    read = getattr(stream, "read1", stream.read)
    while chunk := read(size):
        yield chunk
