"""The lines that say what rejects belong to, and stand elsewhere in their source: what is mended is read under them.

Of a table that is the line that names its columns, of a grid the title above it, of a game in XML its collection.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from pathlib import Path

from solvers.reading.containers import members
from solvers.reading.format import Unreadable
from solvers.reading.member import Member
from solvers.reading.sources import Source
from solvers.reading.stream import begin
from solvers.reading.tables.columns import is_heading
from solvers.reading.tables.csv import heading_of
from solvers.reading.tables.records import delimiter_of
from solvers.reading.text import READ_ERRORS, Condition, pages


def heading(name: str, line: int, *, like: str = "") -> str:
    """The heading of the table in which that line of a source stands; "" if it has none or is no longer there.

    ``like`` is a row that must have as many fields, where it is not known to be one of a table.
    """
    found = _texts(name).heading(line) or _first_heading(name)
    delimiter = delimiter_of([found])
    return found if not like or (found and like.count(delimiter) == found.count(delimiter) > 0) else ""


@lru_cache(maxsize=64)  # rejects of one source follow each other
def _first_heading(name: str) -> str:
    """That of a source that is a table; content tells it, whatever its words."""
    for member in _members(name):
        if member.name == name:
            try:
                sample, _ = begin(pages(member.chunks, Condition()), name)
            except READ_ERRORS:
                break
            return heading_of(sample)
    return ""


_TITLE = re.compile(r"#|[A-Za-z]*[a-wyz]")  # no row: cells are no small letters, but for an x


def title(name: str, line: int) -> str:
    """The line before that one, if it is a title that must not be lost; "" if it is none."""
    above = _texts(name).at(line - 1) if line > 1 else ""
    return above if _TITLE.match(above) else ""


_SAID = re.compile(r"<(folder)\b[^<>]*>|<(name|[a-zA-Z]+)>[^<>]*</\2>")


def said(name: str, line: int, raw: str) -> str:
    """What stands around an element of XML that begins in that line: the folder, or the collection and more."""
    own = _texts(name).at(line).partition(raw.partition("\n")[0])[0]
    return " ".join(_told(_texts(name).said, own).values())


def _told(known: dict[str, str], text: str) -> dict[str, str]:
    """What is known from a line on; a new collection or folder begins anew."""
    for match in _SAID.finditer(text) if "<" in text else ():
        word = match[1] or match[2]
        known = {**({} if word in ("folder", "name") else known), word: match[0]}
    return known


class _Texts:
    """The lines of a source, which are asked for in ascending order."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._begin()

    def _begin(self) -> None:
        members = (member for member in _members(self._name) if member.name == self._name)
        every = (page for member in members for page in pages(member.chunks, Condition()))
        self._lines = (text for page in every for text in ([""] if isinstance(page, Unreadable) else page))
        self._taken, self._last, self._heading = 0, "", ""
        self.said: dict[str, str] = {}  # in elements before the line that was asked for

    def at(self, number: int) -> str:
        """The line with that number; "" behind the end."""
        if number < self._taken:
            self._begin()
        for text in islice(self._lines, number - self._taken):
            self.said = _told(self.said, self._last)
            self._taken, self._last = self._taken + 1, text
            if (text[:1].isalpha() or text[:1] == '"') and _is_heading(text):
                self._heading = text
        return self._last if self._taken == number else ""

    def heading(self, number: int) -> str:
        """The last line up to that one that names the columns of a table; "" if none does."""
        self.at(number)
        return self._heading


def _is_heading(text: str) -> bool:
    cells = [cell.strip('"') for cell in text.split(delimiter_of([text]))]
    return len(cells) > 1 and is_heading(cells)


_texts = lru_cache(maxsize=8)(_Texts)


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
