"""Watches a folder: what appears there becomes a batch, once, known by its content and not by its name.

A file is taken when it has stopped changing: its size and time were the same at two looks, and the time lies
``settle_s`` back. So a file that is being copied waits, and one that was renamed into the folder is taken at the
second look. Which contents were taken stands in the database: a restart takes nothing twice, and reads on where it was
cut off.

Looking is enough: notifications of the kernel do not arrive from network shares, say nothing of files that came while
nobody watched, and cannot tell a whole file from a beginning.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import Engine

from db import clock, leases
from db.contents import moved, unfinished
from db.control import ControlError
from db.engine import reading
from db.models import HASH_BYTES
from db.submissions import Ask, begin_once
from solvers.reading import Event
from solvers.reading.sources import is_junk
from worker import owner
from worker.resuming import read_on
from worker.submitting import Summary, Wanted, fill, where_from

PARTIAL = (
    ".part",
    ".partial",
    ".tmp",
    ".crdownload",
    ".download",
    ".swp",
    "~",
)  # names of files that are not whole yet
READ = 1 << 20
LEASE_S = 60.0
RENEW_S = 5.0

Tell = Callable[[Event, Summary], None]


class State(NamedTuple):
    """What tells that a file has not changed."""

    size: int
    modified_ns: int
    inode: int


class Taken(NamedTuple):
    """What became of a file: its summary, or None where its content had been taken before; ``error`` if unreadable."""

    path: Path
    summary: Summary | None
    error: str = ""


@dataclass(slots=True)
class Folder:
    """A folder that is looked at again and again; empty files, and links that lead out of it, are not its files."""

    path: Path
    settle_s: float
    _last: dict[Path, State] = field(default_factory=dict)
    _done: dict[Path, State] = field(default_factory=dict)

    def ready(self) -> list[Path]:
        """Files that have stopped changing and were not dealt with in this state, by name; raises OSError."""
        found = dict(self._files())
        now_ns = time.time_ns()
        settled = [
            path for path, state in found.items()
            if self._last.get(path) == state and self._done.get(path) != state
            and now_ns - state.modified_ns >= self.settle_s * 1e9
        ]  # fmt: skip
        self._done = {path: state for path, state in self._done.items() if found.get(path) == state}
        self._last = found
        return settled

    def waiting(self) -> int:
        """How many files of the last look are still to be dealt with."""
        return len(self._last.keys() - self._done.keys())

    def done(self, path: Path) -> None:
        self._done[path] = self._last[path]

    def _files(self) -> Iterator[tuple[Path, State]]:
        if not self.path.is_dir():
            raise NotADirectoryError(f"expected a folder, got {self.path}")
        for path in sorted(self.path.rglob("*")):
            inside = path.relative_to(self.path).parts
            if any(part.startswith(".") or is_junk(part) for part in inside) or path.name.endswith(PARTIAL):
                continue
            try:
                about = path.stat()
            except OSError:
                continue  # it went away between two glances
            if path.is_file() and about.st_size and path.resolve().is_relative_to(self.path.resolve()):
                yield path, State(about.st_size, about.st_mtime_ns, about.st_ino)


def content_hash(path: Path) -> bytes:
    """16 bytes of BLAKE2b of a file; raises OSError."""
    state = blake2b(digest_size=HASH_BYTES)
    with path.open("rb") as file:
        while some := file.read(READ):
            state.update(some)
    return state.digest()


def take(engine: Engine, folder: Folder, wanted: Wanted, ask: Ask, tell: Tell) -> Iterator[Taken]:
    """Look once, and submit what has become ready."""
    for path in folder.ready():
        try:
            taken = _take(engine, path, folder.path, wanted, ask, tell)
        except OSError as error:
            taken = Taken(path, None, error.strerror or str(error))
        folder.done(path)
        yield taken


def _take(engine: Engine, path: Path, folder: Path, wanted: Wanted, ask: Ask, tell: Tell) -> Taken:
    mine = replace(wanted, places=(str(path.absolute()),))
    options = {"family": mine.family, "variant": mine.variant, "format": mine.format, **where_from(mine)}
    content = content_hash(path)
    submission = begin_once(engine, content, path.name, ask, options, owner.one_of_mine())
    if submission is None:
        return _finish(engine, path, content, folder, tell)
    return Taken(path, fill(submission, mine, tell))


def _finish(engine: Engine, path: Path, content: bytes, folder: Path, tell: Tell) -> Taken:
    """Read a content to its end that was being taken under another name when the watcher ended."""
    with reading(engine) as connection:
        cut_off = [(batch_id, _place(places)) for batch_id, known, places in unfinished(connection) if known == content]
    for batch_id, place in cut_off:
        if not place.is_relative_to(folder.absolute()) and place.exists():
            continue  # another watcher's
        try:
            moved(engine, batch_id, str(place), str(path.absolute()))
            return Taken(path, read_on(engine, batch_id, tell))
        except ControlError as error:
            return Taken(path, None, f"batch {batch_id} is not read to its end: {error}")
    return Taken(path, None)


def _place(places: str) -> Path:
    return Path(json.loads(places)[0])


def left(engine: Engine, folder: Path) -> list[tuple[int, Path]]:
    """(batch, file) of what a watcher of this folder began to take and did not read to its end."""
    with reading(engine) as connection:
        found = [(batch_id, _place(places)) for batch_id, _, places in unfinished(connection)]
    return [(batch_id, path) for batch_id, path in found if path.is_relative_to(folder.absolute())]


def resume(engine: Engine, folder: Path, tell: Tell) -> Iterator[Taken]:
    """Read on what a watcher of this folder was taking when it ended, or say why that cannot be."""
    with reading(engine) as connection:
        cut_off = unfinished(connection)
    for batch_id, content, places in cut_off:
        path = _place(places)
        if not path.is_relative_to(folder.absolute()):
            continue
        try:
            same = content_hash(path) == content
            error = "" if same else "it has other content now"
        except FileNotFoundError:
            error = "it is gone"
        except OSError as found:
            error = found.strerror or str(found)
        yield Taken(path, None if error else read_on(engine, batch_id, tell), error)


class Lease:
    """One watcher a folder and database: held for as long as it is renewed, or until its process is gone."""

    def __init__(self, engine: Engine, folder: Path) -> None:
        self._engine = engine
        self._role = "watch " + blake2b(str(folder.absolute()).encode(), digest_size=8).hexdigest()
        self._renewed_s = -RENEW_S

    def hold(self) -> bool:
        """Take or renew it; False while another watcher has it."""
        if time.monotonic() - self._renewed_s < RENEW_S:
            return True
        with self._engine.begin() as connection:
            now_s = clock.now(connection)
            held = leases.lead(connection, self._role, owner.me(), now_s, LEASE_S)
            if not held and owner.is_dead(other := leases.leader(connection, self._role)):
                leases.resign(connection, self._role, other)
                held = leases.lead(connection, self._role, owner.me(), now_s, LEASE_S)
        self._renewed_s = time.monotonic() if held else -RENEW_S
        return held

    def resign(self) -> None:
        with self._engine.begin() as connection:
            leases.resign(connection, self._role, owner.me())
