"""The line of a table that names its columns: what is mended of a table is read under it again."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from solvers.reading.containers import Member, members
from solvers.reading.sources import Source
from solvers.reading.stream import begin
from solvers.reading.tables.csv import heading_of
from solvers.reading.text import READ_ERRORS, Condition, pages


@lru_cache(maxsize=64)  # rejects of one source follow each other
def heading(name: str) -> str:
    """The heading of the table that the source with this name holds; "" if it has none or is no longer there."""
    for member in _members(name):
        if member.name == name:
            try:
                sample, _ = begin(pages(member.chunks, Condition()), name)
            except READ_ERRORS:
                break
            return heading_of(sample)
    return ""


def _members(name: str) -> Iterator[Member]:
    """The texts in the file that a source's name begins with."""
    path = next((Path(part) for part in _beginnings(name) if Path(part).is_file()), None)
    yield from members(Source.file(path)) if path else ()


def _beginnings(name: str) -> Iterator[str]:
    """The name, and what stands before each `!` in it: a file's name may have one, too."""
    yield name
    parts = name.split("!")
    for count in range(len(parts) - 1, 0, -1):
        yield "!".join(parts[:count])
