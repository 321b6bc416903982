"""OpenSudoku's files: XML with the games of a collection (version 1) or of folders (version 2).

A game of version 1 has 81 digits, one of version 2 a record for each cell: its value, its notes, and whether it may
be edited; a given may not. The file is read as it comes, however many games it has and however long its lines are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from xml.parsers import expat
from xml.sax.saxutils import quoteattr

from solvers.core import Block, Board, MalformedError, Reject
from solvers.reading.format import Format, Item, Lines, Sample, Wish
from solvers.sudoku.formats.making import PLAIN, make, never
from solvers.sudoku.formats.marks import marks_field, marks_of, only_cells, placed_of, rest_of
from solvers.sudoku.formats.opensudoku_games import KEPT, OWN, Games

_NOTES = re.compile(r"[-0-9,]*")
_RECORD = re.compile(r"([0-9])\|([-0-9,]*)\|{1,2}([01])\|")  # one writer doubles the bar after notes
_ROOT = re.compile(r"\s*+(<\?xml[^>]*\?>\s*+)?(<!--.*?-->\s*+)*<opensudoku\b")
# Errors of what follows the end of a document, or of a declaration behind an empty line.
_OVER = [
    expat.errors.codes[name]
    for name in (expat.errors.XML_ERROR_JUNK_AFTER_DOC_ELEMENT, expat.errors.XML_ERROR_MISPLACED_XML_PI)
]
_ELEMENT = re.compile(r"\s*<(game|folder)\b")  # where damaged XML is read on
_MARKUP = re.compile(r"[<>\"]")
_PIECE = 1 << 16  # characters that are parsed at once, so that few games wait at a time
BULK = 500  # lines that are parsed at once
_FORBIDDEN = re.compile("[^\\t\\n\\r -\\ud7ff\\ue000-\\ufffd\\U00010000-\\U0010ffff]")  # in XML


def read(lines: Lines, wish: Wish) -> Iterator[Item]:
    """Yield a board or a reject for each game of one document or of several."""
    while (above := lines.peek()) is not None and not above.strip():  # before a declaration XML allows nothing
        next(lines)
        lines.tally.blank += 1
    games, begun = Games(lines.number), False
    while texts := list(lines.take(BULK)):
        first = start = lines.number - len(texts) + 1
        account, rest = _Account(lines, wish), texts if begun else [texts[0].lstrip(), *texts[1:]]
        begun = True
        while rest:
            text = "\n".join(rest) + "\n"
            try:
                for at in range(0, len(text), _PIECE):
                    games.feed(text[at : at + _PIECE])
                    yield from account.finish(games)
                if lines.peek() is None:
                    games.parser.Parse("", True)
                break
            except MalformedError as error:
                yield from account.finish(games)
                yield from account.strays(games, texts[: start - first], first)
                account.close(texts[: start - first], first)
                yield from _rest(lines, texts, start, str(error), 1)
                return
            except expat.ExpatError as error:
                yield from account.finish(games)
                bad = min(max(games.before + error.lineno, start), lines.number)
                behind = rest[bad - start][error.offset :].lstrip()
                if error.code in _OVER and behind.startswith(("<?xml", "<opensudoku")):
                    games, rest, start = Games(bad - 1), [behind, *rest[bad - start + 1 :]], bad
                    continue
                bad, on, element = _damage(lines, texts, account, bad, error.offset)
                reason, column = f"expected XML: {error}", error.offset + 1
                if not element:
                    yield from account.strays(games, texts[: bad - first], first)
                    account.close(texts[: bad - first], first)
                    yield from _rest(lines, texts, bad, reason, column)
                    return
                yield account.lose(texts[bad - first : on - first], bad, reason, column)
                games, rest, start = games.again(on, element), texts[on - first :], on
        yield from account.strays(games, texts, first)
        account.close(texts, first)


def _damage(lines: Lines, texts: list[str], account: _Account, bad: int, offset: int) -> tuple[int, int, str]:
    """The first damaged line, and the line behind that begins with an element; "" and any line if there is none.

    ``texts`` are lines up to the current one, and are made longer where none of them does. The parser stumbles over a
    game that has no end where the next one begins.
    """
    first = lines.number - len(texts) + 1
    on = bad if texts[bad - first][:offset].strip() in ("", "<") else bad + 1
    while bad > first and not account.knows(bad - 1) and _ELEMENT.match(texts[bad - first - 1]):
        bad -= 1
    on = max(on, bad + 1)
    while True:
        if on - first == len(texts):
            if not (more := lines.take(BULK)):
                return bad, on, ""
            texts += more
        if found := _ELEMENT.match(texts[on - first]):
            return bad, on, found[1]
        on += 1


class _Account:
    """Boards and rejects of some lines; a line counts once, however many games stand in it."""

    def __init__(self, lines: Lines, wish: Wish) -> None:
        self._lines = lines
        self._wish = wish
        self._boards: set[int] = set()
        self._rejects: set[int] = set()
        self._lost: set[int] = set()  # lines of damaged XML

    def finish(self, games: Games) -> Iterator[Item]:
        """The games that were met since."""
        found, games.found = games.found, []
        named = any("note" in fields for _, _, fields in found)
        if not (self._wish.variant or named) and found and _are_plain([data for _, data, _ in found]):
            lines, texts, said = zip(*found, strict=True)
            self._boards.update(lines)
            cells = [text.replace("0", ".") for text in texts]
            yield Block("sudoku", "9x9", cells, lines, None, None, said if any(said) else None)
            return
        for line, data, fields in found:
            try:
                board = _board(data, fields, self._wish)
            except MalformedError as error:
                yield self._lines.reject(str(error), data, line=line, column=error.column, lines=0)
                self._rejects.add(line)
            else:
                yield board._replace(source=self._lines.source, line=line)
                self._boards.add(line)

    def knows(self, line: int) -> bool:
        return line in self._boards or line in self._rejects or line in self._lost

    def lose(self, texts: Sequence[str], line: int, reason: str, column: int) -> Reject:
        """The reject of damaged lines; a line that holds boards, too, counts as theirs."""
        lost = set(range(line, line + len(texts))) - self._boards - self._rejects
        self._lost |= lost
        return self._lines.reject(reason, "\n".join(texts), line=line, column=column, lines=len(lost))

    def strays(self, games: Games, texts: Sequence[str], first: int) -> Iterator[Reject]:
        """A reject for each line of text between games: it may be a board, but not of this format."""
        if not games.stray:
            return
        games.stray = False
        for number, text in enumerate(texts, first):
            if text and not text.isspace() and not self.knows(number) and not _MARKUP.search(text):
                self._lost.add(number)
                yield self._lines.reject("expected a game, got text between games", text, line=number, column=1)

    def close(self, texts: Sequence[str], first: int) -> None:
        """Counts the lines, now that all their games are known."""
        tally = self._lines.tally
        texts = [text for at, text in enumerate(texts, first) if at not in self._lost]
        inside = range(first, first + len(texts) + len(self._lost))
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


def _are_plain(texts: Sequence[str]) -> bool:
    """Whether all are nothing but the cells of a board of 9x9."""
    joined = "".join(texts)
    return set(map(len, texts)) == {81} and joined.isascii() and not joined.encode().translate(None, b"0123456789.")


def _board(data: str, fields: dict[str, str], wish: Wish) -> Board:
    label, said = fields.get("note", ""), rest_of(fields, "note")
    if PLAIN.fullmatch(data):
        return make(data, wish, label=label, fields=said)
    givens, placed, marks = _cells(data)
    known = ({"placed": placed} if placed != givens else {}) | marks_field(marks)
    return make(givens, wish, label=label, fields=said | known)


def _cells(data: str) -> tuple[str, str, list[str]]:
    """The givens, all values that the cells have, and their pencil marks."""
    body = re.sub(r"\Aversion: [0-9]+\s*", "", data.strip())
    if "|" not in body:
        return body, body, []
    if usual := _usual(body.split("|")):
        return usual
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


def _usual(parts: Sequence[str]) -> tuple[str, str, list[str]] | None:
    """The cells, if there are 81 records, each of a value, notes and a flag, with one bar behind each."""
    values, notes, flags = parts[0:243:3], parts[1:243:3], parts[2:243:3]
    known, may = "".join(values), "".join(flags)
    if len(parts) != 244 or parts[243] or not (len(known) == len(may) == 81 == len(notes)) or "" in (*values, *flags):
        return None
    if not (known + may).isascii() or not known.isdigit() or may.strip("01") or not _NOTES.fullmatch("".join(notes)):
        return None
    givens = "".join([value if flag == "0" else "." for value, flag in zip(values, flags, strict=True)])
    return givens.replace("0", "."), known.replace("0", "."), [] if set(notes) <= {"0", ""} else [*map(_marks, notes)]


@lru_cache(maxsize=4096)  # there are few different ones
def _marks(note: str) -> str:
    """The digits of a note: a list, or a number whose bits they are."""
    if "," in note or not note.isdecimal():
        return "".join(sorted(set(note) & set("123456789")))
    return "".join(str(digit) for digit in range(1, 10) if len(note) < 5 and int(note) >> digit - 1 & 1)


def write_1(board: Board) -> str:
    """A game of version 1, which has givens alone."""
    fields = board.fields or {}
    named = {"data": only_cells(board, 9).cells.replace(".", "0")}
    named |= {name: fields[name] for name in KEPT if name in fields} | _own(fields)
    named |= {"note": board.label} if board.label else {}
    return _game(named)


def _own(fields: Mapping[str, str], *left_out: str) -> dict[str, str]:
    return {name: fields[name] for name in OWN if name in fields and name not in left_out}


def _game(named: Mapping[str, str]) -> str:
    return " <game" + "".join(f" {name}={_quoted(value)}" for name, value in named.items()) + " />\n"


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
    named = {name: fields.get(name, "0") for name in ("created", "state", "time", "last_played")}
    named |= {"data": f"version: 2\n{data}", "note": board.label or fields.get("note", "")}
    named |= {"command_stack": fields.get("command_stack", "")}
    game = _game(named | _own(fields, "collection")).strip()
    return f' <folder name={folder} created="0">{game}</folder>\n'


def _quoted(value: str) -> str:
    return quoteattr(_FORBIDDEN.sub(" ", value), {"\n": "&#10;", "\r": "&#13;", "\t": "&#9;"})


def sniff(sample: Sample) -> int:
    """98 if the root of the XML is opensudoku."""
    return 98 if _ROOT.match("\n".join(sample.lines[:50])) else 0


OPENSUDOKU = Format(
    name="opensudoku",
    certain=_ROOT,
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
