"""OpenSudoku's files: XML with the games of a collection (version 1) or of folders (version 2).

A game of version 1 has 81 digits, one of version 2 a record for each cell: its value, its notes, and whether it may
be edited; a given may not. The file is read as it comes, however many games it has and however long its lines are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from xml.parsers import expat
from xml.sax.saxutils import quoteattr

from solvers.core import Board, MalformedError
from solvers.reading.format import Format, Item, Lines, Sample, Wish
from solvers.sudoku.formats.making import PLAIN, make, never
from solvers.sudoku.formats.marks import marks_field, marks_of, only_cells, placed_of, rest_of

_RECORD = re.compile(r"([0-9])\|([-0-9,]*)\|{1,2}([01])\|")  # one writer doubles the bar after notes
_PIECE = 1 << 16  # characters that are parsed at once, so that few games wait at a time
BULK = 500  # lines that are parsed at once
_FORBIDDEN = re.compile("[^\\t\\n\\r -\\ud7ff\\ue000-\\ufffd\\U00010000-\\U0010ffff]")  # in XML
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
            kept = (
                {key: attributes[key] for key in _KEPT if attributes.get(key) not in (None, "", "0")}
                if len(attributes) > 1
                else {}
            )
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
    while texts := lines.take(BULK):
        first = lines.number - len(texts) + 1
        account = _Account(lines, wish)
        text = "\n".join(texts) + "\n"
        try:
            for at in range(0, len(text), _PIECE):
                games.parser.Parse(text[at : at + _PIECE], False)
                yield from account.finish(games)
            if lines.peek() is None:
                games.parser.Parse("", True)
        except expat.ExpatError as error:
            yield from account.finish(games)
            bad = min(max(error.lineno, first), lines.number)
            account.close(texts[: bad - first], first)
            yield from _rest(lines, texts, bad, f"expected XML: {error}", error.offset + 1)
            return
        account.close(texts, first)


class _Account:
    """Boards and rejects of some lines; a line counts once, however many games stand in it."""

    def __init__(self, lines: Lines, wish: Wish) -> None:
        self._lines = lines
        self._wish = wish
        self._boards: set[int] = set()
        self._rejects: set[int] = set()

    def finish(self, games: _Games) -> Iterator[Item]:
        """The games that were met since."""
        found, games.found = games.found, []
        for line, data, fields in found:
            try:
                board = _board(data, fields, self._wish)
            except MalformedError as error:
                yield self._lines.reject(str(error), data, line=line, column=error.column, lines=0)
                self._rejects.add(line)
            else:
                yield board._replace(source=self._lines.source, line=line)
                self._boards.add(line)

    def close(self, texts: Sequence[str], first: int) -> None:
        """Counts the lines, now that all their games are known."""
        tally = self._lines.tally
        inside = range(first, first + len(texts))
        boards = self._boards.intersection(inside)
        rejects = self._rejects.intersection(inside) - boards
        blank = sum(not text or text.isspace() for text in texts)
        tally.board += len(boards)
        tally.rejected += len(rejects)
        tally.blank += blank
        tally.comment += len(texts) - blank - len(boards) - len(rejects)


def _rest(lines: Lines, texts: Sequence[str], bad: int, reason: str, column: int) -> Iterator[Item]:
    """The line with an error in the XML and all that follow, as one reject."""
    raw = texts[bad - lines.number - 1]
    while lines.take(BULK):
        pass
    yield lines.reject(reason, raw, line=bad, column=column, lines=lines.number - bad + 1)


def _board(data: str, fields: dict[str, str], wish: Wish) -> Board:
    if PLAIN.fullmatch(data):
        return make(data, wish, fields=fields)
    givens, placed, marks = _cells(data)
    known = ({"placed": placed} if placed != givens else {}) | marks_field(marks)
    label = fields.get("note", "")
    return make(givens, wish, label=label, fields=rest_of(fields, "note") | known)


def _cells(data: str) -> tuple[str, str, list[str]]:
    """The givens, all values that the cells have, and their pencil marks."""
    body = re.sub(r"\Aversion: [0-9]+\s*", "", data.strip())
    if "|" not in body:
        return body, body, []
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
    return givens.replace("0", "."), values.replace("0", "."), [_marks(match[2]) for match in records]


def _marks(note: str) -> str:
    """The digits of a note: a list, or a number whose bits they are."""
    if "," in note or not note.isdecimal():
        return "".join(sorted(set(note) & set("123456789")))
    return "".join(str(digit) for digit in range(1, 10) if len(note) < 5 and int(note) >> digit - 1 & 1)


def write_1(board: Board) -> str:
    """A game of version 1, which has givens alone."""
    return f' <game data="{only_cells(board, 9).cells.replace(".", "0")}" />\n'


def write_2(board: Board) -> str:
    """A game of version 2, with what was placed and the pencil marks."""
    cells = only_cells(board, 9).cells
    fields = board.fields or {}
    records = zip(cells, placed_of(board, cells), marks_of(board, cells), strict=True)
    data = "".join(
        f"{placed.replace('.', '0')}|{sum(1 << int(mark) - 1 for mark in marks)}|{int(given == '.')}|"
        for given, placed, marks in records
    )
    folder = _quoted(fields.get("collection", "Gridmill"))
    named = {name: fields.get(name, "0") for name in ("created", "state", "time")} | {"last_played": "0"}
    named |= {"data": f"version: 2\n{data}", "note": board.label or fields.get("note", ""), "command_stack": ""}
    game = "<game" + "".join(f" {name}={_quoted(value)}" for name, value in named.items()) + " />"
    return f' <folder name={folder} created="0">{game}</folder>\n'


def _quoted(value: str) -> str:
    return quoteattr(_FORBIDDEN.sub(" ", value), {"\n": "&#10;", "\r": "&#13;", "\t": "&#9;"})


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
    write=write_1,
    head='<?xml version="1.0" encoding="UTF-8"?>\n<opensudoku>\n <name>Gridmill</name>\n',
    tail="</opensudoku>\n",
)

OPENSUDOKU_2 = Format(
    name="opensudoku2",
    family="sudoku",
    summary="OpenSudoku's XML of version 2, with placed digits and notes; recognised as `opensudoku`",
    example=OPENSUDOKU.example,
    sniff=never,
    read_as="opensudoku",
    read=read,
    write=write_2,
    head='<?xml version="1.0" encoding="UTF-8"?>\n<opensudoku version="2">\n',
    tail="</opensudoku>\n",
)
