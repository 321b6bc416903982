"""JSON over several lines: lists and objects that hold boards, at any depth and however they are laid out.

    {"collection": "old",            around the boards: looked at sign by sign, and not kept
     "puzzles": [
       {"id": 1,                      an element, where the first board of the sample stands: parsed when it is whole
        "puzzle": "53..7...."},
    ]}

An element is an object with a board among its members, a list of rows or cells, or a string. Lists of a program
(``const puzzles = [...];``) are read, too.
"""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from typing import NamedTuple

from solvers.core import Reject
from solvers.reading.format import SAMPLE, Format, Item, Lines, Sample, Wish
from solvers.reading.tables.cells import CellReader
from solvers.reading.tables.columns import BOARD, TRIED, told_of
from solvers.reading.tables.objects import Names, Object, Unread, columns_of, flat, members_of, row_of
from solvers.reading.tables.rows import Row, Rows

DEEPEST = 8  # lists and objects around an element
LOOKED = 1000  # lines in which the first board is looked for
MOST = 1 << 22  # characters of an element
LINES = 512  # taken at once
BULK = 512  # elements read at once
SCORE, SURE = 90, 97

_START = re.compile(r"\s*(?:(?:export|const|let|var)\s+)*(?:[\w.$]+\s*[=:]\s*)?(?=[\[{])")
_NOTHING = re.compile(r"[\s;,)]*(?:(?://|#).*)?")  # what may stand outside of all brackets
_STRING = r'"[^"\\\n]*(?:\\.[^"\\\n]*)*+(?:"|(?=\\?\n))'  # one that does not end goes as far as its line
_TOKEN = re.compile(
    r"""[^\[\]{}"'\n]*+(?:(?P<open>[\[{])|(?P<close>[\]}])|(?P<string>"""
    + _STRING
    + r"""|'[^'\n]*+'?)(?P<key>\s*:)?|\\?\n)?"""
)
_BRACKET = re.compile(rf"{_STRING}|(?P<open>[\[{{])|(?P<close>[\]}}])")
_OPENED = {"}": "{", "]": "["}
_NEXT = {"{": re.compile(r"\n[ \t]*(?=\{)"), "[": re.compile(r"\n[ \t]*(?=\[)")}  # where another element may begin
_NO_NAMES = (*BOARD, "data", "result", "results", "response")  # keys that are no labels
_scan = json.JSONDecoder().scan_once  # type: ignore[attr-defined]  # what decode asks, without a look for blanks


class Element(NamedTuple):
    """A value that may hold a board: its first line, how many are its own, its text, and the key that it stands under.

    ``why`` says why it is none.
    """

    first: int
    lines: int
    raw: str
    value: object
    key: str = ""
    why: str = ""


class _Scanner:
    """The elements of the lines, of which some hundreds are looked at as one text, and the lines around them."""

    def __init__(
        self, lines: Lines, reader: CellReader, depth: int, path: Sequence[str] = (), *, strings: bool
    ) -> None:
        """``path`` are the brackets around each element; without one, so many as ``depth`` says.

        With ``strings`` those in such lists are elements, too, whatever they hold.
        """
        self._lines = lines
        self._reader = reader
        self._depth = depth
        self._path = list(path)
        self._strings = strings
        self.around: list[str] = []  # the brackets that are open
        self._key = ""
        self._text, self._at = "", 0  # lines with their ends, and how far they are read
        self._seen, self._number = 0, 1  # a place in the text, and the number of its line
        self._counted = 0  # lines, up to which all are
        self._blank: deque[int] = deque()  # of those behind

    def elements(self) -> Iterator[Element]:
        """Yield the elements, and count the lines that are not theirs as blank or comment."""
        while self._more():
            while self._at < len(self._text):
                if not self.around and (element := self._begun()) is not None:
                    yield element
                    continue
                match = _TOKEN.match(self._text, self._at)
                if match is None or match.end() == self._at:
                    break
                self._at = match.end()
                if match["open"] and self._is_place():
                    yield self._element(match.start("open"))
                elif match["open"]:
                    self.around.append(match["open"])
                elif match["close"] and self.around[-1:] == [_OPENED[match["close"]]]:
                    self.around.pop()
                elif match["key"]:
                    self._key = match["string"][1:-1]
                elif match["string"] and self._is_element(match["string"][1:-1]):
                    yield self._made(*match.span("string"), match["string"][1:-1])
        self._pass(self._lines.number)

    def _more(self) -> bool:
        """Takes more lines behind what is not read yet; False at the end."""
        texts = self._lines.take(LINES)
        first = self._lines.number - len(texts) + 1
        left = self._text[self._at :]
        number = self._line(self._at)
        skipped = first - number - left.count("\n")  # lines that cannot be read, and are counted
        if skipped:
            self._pass(number - 1)
        self._number, self._counted = number + skipped, self._counted + skipped
        self._text, self._at, self._seen = left + "".join([f"{text}\n" for text in texts]), 0, 0
        self._blank += (at for at, text in enumerate(texts, first) if not text or text.isspace())
        return bool(texts)

    def _begun(self) -> Element | None:
        """Nothing where a list or object begins; else the line is passed, or an element that says why it is none."""
        if begun := _START.match(self._text, self._at):
            self._at = begun.end()
            return None
        start, self._at = self._at, self._text.index("\n", self._at) + 1
        if not _NOTHING.fullmatch(self._text, start, self._at - 1):
            return self._made(start, self._at - 1, None, why="expected JSON, got a line outside of it")
        return self._begun() if self._at < len(self._text) else None

    def _is_place(self) -> bool:
        return self.around == self._path if self._path else len(self.around) == self._depth

    def _element(self, start: int) -> Element:
        """The element that begins there, for which more lines may be needed."""
        while True:
            try:
                value, self._at = _scan(self._text, start)
                return self._made(start, self._at, value)
            except StopIteration as error:
                wrong, why = int(error.value), "Expecting value"
            except json.JSONDecodeError as error:
                wrong, why = error.pos, error.msg
            except (ValueError, RecursionError):
                wrong, why = start, "nested too deeply, or a number too long"
            self._at = start
            is_cut = wrong > start and not self._text[wrong:].strip(" \t\n,:[{")
            if not is_cut or len(self._text) - start > MOST or not self._more():
                break
            start = 0
        start = self._at
        self._at = self._end(start, wrong if not is_cut else len(self._text))
        return self._made(start, self._at, None, f"expected JSON: {why}")

    def _end(self, start: int, wrong: int) -> int:
        """Where an element that is wrong ends: with its brackets, or before the next line that begins as it does."""
        other = _NEXT[self._text[start]].search(self._text, max(start, self._text.rfind("\n", start, wrong)))
        end = other.start() + 1 if other else len(self._text)
        depth = 0
        for match in _BRACKET.finditer(self._text, start, end):
            depth += bool(match["open"]) - bool(match["close"])
            if depth == 0 and match["close"]:
                return match.end()
        return end

    def _is_element(self, text: str) -> bool:
        """Whether a string stands in the list of boards, or is a board in any other; a member of an object is its."""
        in_list = self.around[-1:] == ["["]
        return in_list and ((self._strings and self._is_place()) or self._reader.is_board(text))

    def _made(self, start: int, end: int, value: object, why: str = "") -> Element:
        """The element of that stretch of text; of its lines, those are its own that no other one has."""
        raw = self._text[start:end].rstrip()
        first = self._line(start)
        self._pass(first - 1)
        last = first + raw.count("\n")
        lines, self._counted = max(0, last - self._counted), max(last, self._counted)
        while self._blank and self._blank[0] <= last:
            self._blank.popleft()
        key, self._key = self._key, ""
        named = self.around[-1:] == ["{"] and key.lower() not in _NO_NAMES
        return Element(first, lines, raw, value, key if named else "", why)

    def _pass(self, last: int) -> None:
        """Counts the lines up to that one that no element has."""
        blank = 0
        while self._blank and self._blank[0] <= last:
            blank += self._blank.popleft() > self._counted
        self._lines.tally.blank += blank
        self._lines.tally.comment += max(0, last - self._counted) - blank
        self._counted = max(last, self._counted)

    def _line(self, at: int) -> int:
        """The number of the line in which a place of the text stands; places are asked for in ascending order."""
        self._number += self._text.count("\n", self._seen, at)
        self._seen = at
        return self._number


def _found(texts: Sequence[str], reader: CellReader) -> tuple[list[str], Element] | None:
    """The brackets around the first element of the lines that holds a board, and that element."""
    for depth in range(DEEPEST):
        scanner = _Scanner(Lines(texts), reader, depth, strings=False)
        for element in scanner.elements():
            if _holds_board(element, reader):
                around = scanner.around
                in_object = isinstance(element.value, list) and around[-1:] == ["{"]  # one longer than these lines
                return around[:-1] if in_object else around, element
    return None


def _holds_board(element: Element, reader: CellReader) -> bool:
    if not isinstance(element.value, dict):
        return element.value is not None and reader.is_board(flat(element.value))
    members = members_of(element.value)
    names = Names(columns_of([Object(0, "", members)], reader, Wish()), reader, Wish())
    return bool(names.usual[0]) and reader.is_board(members[names.usual[0]])


def _beginning(texts: Sequence[str]) -> list[str]:
    """The first lines, cut where they get too long."""
    found: list[str] = []
    size = 0
    for text in texts:
        if size >= SAMPLE:
            break
        found.append(text[: SAMPLE - size])
        size += len(text) + 1
    return found


def read(lines: Lines, wish: Wish) -> Iterator[Item]:
    """Yield a board for each element that has one, and a reject for each other one."""
    reader = CellReader(wish)
    scanner = _Scanner(lines, reader, 0, strings=False)
    if found := _found(_beginning(lines.reach(LOOKED)), CellReader(wish)):
        path = found[0]
        scanner = _Scanner(lines, reader, len(path), path, strings=isinstance(found[1].value, str))
    elements = scanner.elements()
    head = list(islice(elements, TRIED))
    some = [each for each in map(_object, head) if each.value is not None]
    columns = columns_of(some, reader, wish) if some else None
    names = Names(columns, reader, wish)
    for name in columns.others if columns and not wish.column else ():
        if any({name, names.usual[0]} <= each.members.keys() for each in some):
            lines.note(told_of(name), 0)
    rows = Rows(lines, reader)
    good: list[Row] = []
    for element in chain(head, elements):
        row = _row(element, names)
        if isinstance(row, Row):
            good.append(row)
        if len(good) == BULK or isinstance(row, Unread):
            yield from map(_whole, rows.read(good))
            good = []
        if isinstance(row, Unread):
            yield _whole(lines.reject(row.why, row.raw, line=row.line, lines=row.lines))
    yield from map(_whole, rows.read(good))


def _whole(item: Item) -> Item:
    """The item; a reject has a line, even if it is counted for another element."""
    return item._replace(lines=1) if isinstance(item, Reject) and not item.lines else item


def _object(element: Element) -> Object:
    value = element.value if isinstance(element.value, dict) else None
    return Object(element.first, element.raw, members_of(value or {}), 0, value, element.lines)


def _row(element: Element, names: Names) -> Row | Unread:
    if element.why:
        return Unread(element.first, element.raw, element.why, lines=element.lines)
    if isinstance(element.value, dict):
        each = _object(element)
        row = row_of(each, names.of(each.members))
        return row._replace(label=element.key) if isinstance(row, Row) and element.key and not row.label else row
    return Row(element.first, element.lines, element.raw, flat(element.value), label=element.key)


def sniff(sample: Sample) -> int:
    """90 if there is a board in JSON that is no line of its own, 97 if it is a member of an object's member."""
    filled = sample.filled()
    if not filled or not _START.match(filled[0]):
        return 0
    found = _found(_beginning(filled[:LOOKED]), CellReader(Wish()))
    if found is None:
        return 0
    around, element = found
    if not around and "\n" not in element.raw:
        return 0
    return SURE if around[:1] == ["{"] else SCORE


JSON = Format(
    name="json",
    family="",
    summary="JSON over several lines: lists and objects with boards, at any depth; lists of programs",
    example="""\
[
  {
    "name": "first",
    "puzzle": "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
  }
]
""",
    sniff=sniff,
    read=read,
)
