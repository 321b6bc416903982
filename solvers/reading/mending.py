"""Rejects as a file that can be mended and read again, where each board keeps the place that it had.

    #!gridmill rejects: mend the lines between the marks, leave the marks as they are, then submit this file
    #!gridmill at {"source": "old/a.txt", "line": 4, "column": 80, "format": "line"}       also "heading", "title"
    #!gridmill why expected 81 cells, got 80
    53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..7

To the reader it is an archive: what stood in one source is a member of that name, and its lines have the numbers that
they had there. The text is what the source had; a line of it that looks like a mark has `#!gridmill raw ` before it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from solvers.core import Block, Reject
from solvers.reading.events import Event, Note, SourceError

MARK = "#!gridmill "
MAGIC = f"{MARK}rejects"
_AT, _WHY, _RAW = (f"{MARK}{word} " for word in ("at", "why", "raw"))
_BEGINNINGS = (MAGIC.encode(), b"\xef\xbb\xbf" + MAGIC.encode())
_FIELDS = re.compile(r"[,;\t|]")
_SAID = ": mend the lines between the marks, leave the marks as they are, then submit this file\n"


@dataclass(slots=True)
class Places:
    """Where the lines of a mended source stood: their numbers in order, as far as they were read; and its format."""

    format: str = ""
    numbers: list[int] = field(default_factory=list)

    def of(self, line: int) -> int:
        """The number that a line had; 0 stands for the whole source."""
        if not 0 < line <= len(self.numbers):
            return line and (self.numbers[-1] if self.numbers else line)
        return self.numbers[line - 1]


class Part(NamedTuple):
    """A source that was mended, in part; the text must be read before the next part is asked for."""

    source: str
    places: Places
    chunks: Iterator[bytes]


def is_mending(head: bytes) -> bool:
    """Whether a file that begins like this holds rejects to be mended."""
    return head.startswith(_BEGINNINGS)


def export(rejects: Iterable[Reject], formats: Mapping[str, str], *, head: bool = True) -> Iterator[str]:
    """The text of a file to mend, or of its rest; ``formats`` are those in which the sources were read."""
    yield MAGIC + _SAID if head else ""
    for reject in rejects:
        at = {"source": reject.source, "line": _start(reject), "column": reject.column}
        at |= {"format": formats[reject.source]} if formats.get(reject.source) else {}
        at |= _above(reject, formats)
        yield f"{_AT}{json.dumps(at, ensure_ascii=False)}\n{_WHY}{' '.join(reject.reason.split())}\n"
        lines = reject.raw.split("\n")
        if len(lines) < reject.lines:
            yield f"{_WHY}only the first {len(lines)} of its {reject.lines} lines were kept\n"
        yield from (f"{_RAW if line.startswith(MARK) else ''}{line}\n" for line in lines)


def _above(reject: Reject, formats: Mapping[str, str]) -> dict[str, str]:
    """What the reject stood under, if the source is still there to tell: names of columns, or the title of a grid."""
    from solvers.reading.headings import heading, title  # noqa: PLC0415 - containers are built on this module

    kind = formats.get(reject.source)
    found = {}
    start = _start(reject)
    if start > 1 and (kind == "csv" or (kind != "jsonl" and reject.lines == 1 and _FIELDS.search(reject.raw))):
        found["heading"] = heading(reject.source, start, like="" if kind == "csv" else reject.raw)
    if kind == "grid":
        found["title"] = title(reject.source, start)
    return {name: text for name, text in found.items() if text not in ("", reject.raw)}


def _start(reject: Reject) -> int:
    """The first of the lines of a reject, which may name one that is wrong among several."""
    return max(1, reject.line)


def parts(chunks: Iterable[bytes]) -> Iterator[Part]:
    """The sources in a file that was mended, in order; raises SourceError for marks that are none any more."""
    lines = _Marked(chunks)
    while (part := lines.next_part()) is not None:
        yield part
        for _ in part.chunks:  # what a reader left
            pass


class _Marked:
    """The lines of the file, with one mark of a source looked at ahead."""

    def __init__(self, chunks: Iterable[bytes]) -> None:
        self._lines = _split(chunks)
        self._ahead: dict[str, object] | None = None

    def next_part(self) -> Part | None:
        while self._ahead is None:
            line = next(self._lines, None)
            if line is None:
                return None
            self._ahead = _at(line)
        places = Places(str(self._ahead.get("format", "")))
        return Part(str(self._ahead.get("source", "")), places, self._texts(self._ahead, places))

    def _texts(self, at: dict[str, object], places: Places) -> Iterator[bytes]:
        """The lines of one source, however many rejects of it follow each other."""
        source, number, heading = at.get("source"), _number(at), at.get("heading")
        self._ahead = None
        yield from _heading(heading, places)
        yield from _title(at, places)
        for line in self._lines:
            if mark := _at(line):
                if mark.get("source") != source:
                    self._ahead = mark
                    return
                number = _number(mark)
                if mark.get("heading") != heading:
                    heading = mark.get("heading")
                    yield from _heading(heading, places)
                yield from _title(mark, places)
            elif line.startswith(_RAW.encode()) or not line.startswith(MARK.encode()):
                places.numbers.append(number)
                number += 1
                yield line.removeprefix(_RAW.encode()) + b"\n"


def _heading(heading: object, places: Places) -> Iterator[bytes]:
    """The names of the columns, under which the rows that follow stood."""
    if isinstance(heading, str) and heading:
        places.numbers.append(1)
        yield heading.encode("utf-8", "replace") + b"\n"


def _title(at: Mapping[str, object], places: Places) -> Iterator[bytes]:
    """The title that stood above the lines that follow, if it was one."""
    title = at.get("title")
    if isinstance(title, str) and title:
        places.numbers.append(max(1, _number(at) - 1))
        yield title.encode("utf-8", "replace") + b"\n"


def _at(line: bytes) -> dict[str, object] | None:
    """What a mark says of the lines that follow; None for any other line."""
    if not line.startswith(_AT.encode()):
        return None
    try:
        found = json.loads(line[len(_AT) :])
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise SourceError(f"expected a mark such as {_AT}{{...}}, got {line[:60].decode('utf-8', 'replace')!r}")
    return found


def _number(at: Mapping[str, object]) -> int:
    line = at.get("line")
    return line if isinstance(line, int) and 0 < line < 1 << 62 else 1


def _split(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """Lines without their ends, whatever an editor made of those."""
    held = b""
    for chunk in chunks:
        *whole, held = (held + chunk).split(b"\n")
        yield from (line.removesuffix(b"\r") for line in whole)
    if held:
        yield held.removesuffix(b"\r")


def relocated(events: Iterable[Event], places: Places) -> Iterator[Event]:
    """The events of a mended source, with the numbers that its lines had."""
    for event in events:
        if isinstance(event, Block):
            yield event._replace(lines=[places.of(line) for line in event.lines])
        elif isinstance(event, Reject | Note):
            yield event._replace(line=places.of(event.line))
        else:
            yield event
