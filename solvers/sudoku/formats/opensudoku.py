"""OpenSudoku's files: XML with the games of a collection (version 1) or of folders (version 2).

A game of version 1 has 81 digits, one of version 2 a record for each cell: its value, its notes, and whether it may
be edited; a given may not. The file is read as it comes, however many games it has and however long its lines are.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator
from xml.parsers import expat

from solvers.core import MalformedError
from solvers.reading.format import Format, Item, Lines, Sample, Wish
from solvers.sudoku.formats.making import make

_RECORD = re.compile(r"([0-9])\|([-0-9,]*)\|{1,2}([01])\|")  # one writer doubles the bar after notes
_PIECE = 1 << 16  # characters that are parsed at once, so that few games wait at a time
_KEPT = ("created", "state", "time", "note")


class _Games:
    """Collects the games that the XML parser meets, each with its line, and what stands around them."""

    def __init__(self) -> None:
        self.parser = expat.ParserCreate("utf-8")
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._text
        self.parser.buffer_text = True
        self.found: list[tuple[int, str, dict[str, str]]] = []
        self._around: dict[str, str] = {}
        self._inside = ""

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._inside = name
        if name == "folder":
            self._around["collection"] = attributes.get("name", "")
        elif name == "game":
            kept = {key: attributes[key] for key in _KEPT if attributes.get(key)}
            self.found.append((self.parser.CurrentLineNumber, attributes.get("data", ""), self._around | kept))

    def _end(self, _: str) -> None:
        self._inside = ""

    def _text(self, text: str) -> None:
        key = {"name": "collection"}.get(self._inside, self._inside)
        if key in ("collection", "author", "description", "comment", "level", "source"):
            self._around[key] = self._around.get(key, "") + text


def read(lines: Lines, wish: Wish) -> Iterator[Item]:
    """Yield a board or a reject for each game."""
    games = _Games()
    counted = 0  # the last line that is in the tally
    for text in lines:
        try:
            for at in range(0, len(text) + 1, _PIECE):
                games.parser.Parse(text[at : at + _PIECE] + ("\n" if at + _PIECE > len(text) else ""), False)
                counted = yield from _finish(lines, games, counted, wish)
            if lines.peek() is None:
                games.parser.Parse("", True)
        except expat.ExpatError as error:
            yield lines.reject(f"expected XML: {error}", text, column=error.offset + 1, lines=counted < lines.number)
            yield from _rest(lines)
            return
        if counted < lines.number and text.strip():
            lines.tally.comment += 1
        elif counted < lines.number:
            lines.tally.blank += 1


def _finish(lines: Lines, games: _Games, counted: int, wish: Wish) -> Generator[Item, None, int]:
    """The games that were met since; a line counts once, however many games stand in it."""
    found, games.found = games.found, []
    for line, data, fields in found:
        first = counted < lines.number
        counted = lines.number
        try:
            givens, placed = _cells(data)
            board = make(givens, wish, fields=fields | ({"placed": placed} if placed != givens else {}))
        except MalformedError as error:
            yield lines.reject(str(error), data, line=min(line, lines.number), column=error.column, lines=int(first))
        else:
            lines.tally.board += first
            yield board._replace(source=lines.source, line=min(line, lines.number))
    return counted


def _cells(data: str) -> tuple[str, str]:
    """The givens, and all values that the cells have."""
    body = re.sub(r"\Aversion: [0-9]+\s*", "", data.strip())
    if "|" not in body:
        return body, body
    records = list(_RECORD.finditer(body))
    at = 0
    for number, match in enumerate(records, 1):
        if match.start() != at:
            raise MalformedError(f"unsupported record of cell {number}: {body[at : match.start()]!r}", 1, at + 1)
        at = match.end()
    if len(records) != 81 or at != len(body):
        raise MalformedError(f"expected records of 81 cells, got {len(records)} and {body[at:][:20]!r}", 1, at + 1)
    values = "".join(match[1] for match in records)
    givens = "".join(match[1] if match[3] == "0" else "0" for match in records)
    return givens, values.replace("0", ".")


def _rest(lines: Lines) -> Iterator[Item]:
    """All that follows an error in the XML, as one reject."""
    start, raw = lines.number + 1, lines.peek()
    while lines.take(1000):
        pass
    if lines.number >= start:
        yield lines.reject(
            "what follows an error in XML cannot be read", raw or "", line=start, lines=lines.number - start + 1
        )


def sniff(sample: Sample) -> int:
    """98 if the root of the XML is opensudoku."""
    return 98 if re.match(r"\s*(<\?xml[^>]*\?>\s*)?(<!--.*?-->\s*)*<opensudoku\b", "\n".join(sample.lines[:50])) else 0


OPENSUDOKU = Format(
    name="opensudoku",
    family="sudoku",
    summary="OpenSudoku's XML, versions 1 and 2; givens are told from what was placed",
    example="""\
<?xml version="1.0" encoding="UTF-8"?>
<opensudoku>
 <name>Newspaper</name>
 <game data="530070000600195000098000060800060003400803001700020006060000280000419005000080079" />
</opensudoku>
""",
    sniff=sniff,
    read=read,
)
