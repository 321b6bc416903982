"""The elements of JSON over several lines, as they come: values that may hold a board, at one place of the document.

[                              a bracket around the elements
  {                            the head of an element: where the next one begins, whatever is wrong in this one
    "puzzle": "53..7...."
  },
"""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from solvers.reading.format import Lines
from solvers.reading.tables.cells import SHORTEST, CellReader
from solvers.reading.tables.columns import BOARD, SOLUTION

MOST = 1 << 22  # characters of an element
FAR = 1 << 16  # characters in which the end of one that is wrong is looked for
LINES = 512  # taken at once

BEGINNING = re.compile(r"\s*(?:(?:export|const|let|var)\s+)*(?:[\w.$]+\s*[=:]\s*)?(?=[\[{])")
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
OPEN = "expected JSON: brackets that close before the next element"
_CELLS = re.compile(r"[0-9A-Za-z.*_?-]")
_BRACKETS = re.compile(r"[ \t]*[\[{][\[{ \t]*")
_COMMA = re.compile(r"\s*,")
_BETWEEN = re.compile(r"\s*,\s*(?=[\[{])")
_scan = json.JSONDecoder().scan_once  # type: ignore[attr-defined]  # what decode asks, without a look for blanks


class Element(NamedTuple):
    """A value that may hold a board: its first line, how many are its own, its text, and the key that it stands under.

    ``why`` says why it is none; ``column`` is that of its first sign, and ``start`` its place in all of the text.
    """

    first: int
    lines: int
    raw: str
    value: object
    key: str = ""
    why: str = ""
    column: int = 1
    start: int = 0


class Scanner:
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
        self._before = 0  # characters that were read before the text
        self._head = ""  # with which an element begins, as lines, and none has inside
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
                if (element := self._met(match)) is not None:
                    yield element
                    if self.around[-1:] == ["["] and self._is_place():
                        yield from self._run()
        self._pass(self._lines.number)

    def _run(self) -> Iterator[Element]:
        """The elements behind one in a list, as long as each is whole and nothing but a comma and blanks is between."""
        text, head = self._text, self._head
        while match := _BETWEEN.match(text, self._at):
            start = match.end()
            try:
                value, end = _scan(text, start)
            except (StopIteration, ValueError, RecursionError):
                return
            if head and text.find(head, start, end) >= 0:
                return
            raw = text[start:end]
            first = self._number + text.count("\n", self._seen, start)
            self._number, self._seen, self._at, self._key = first, start, end, ""
            if first > self._counted + 1:
                self._pass(first - 1)
            last = first + raw.count("\n")
            lines, self._counted = last - self._counted, last  # none where another element has the line
            while self._blank and self._blank[0] <= last:
                self._blank.popleft()
            column = start - text.rfind("\n", 0, start)
            yield Element(first, lines, raw, value, "", "", column, self._before + start)

    def _met(self, match: re.Match[str]) -> Element | None:
        """What a sign or string begins, if that is an element."""
        if match["open"]:
            if self._is_place():
                return self._element(match.start("open"))
            self.around.append(match["open"])
        elif match["close"]:
            if self.around[-1:] == [_OPENED[match["close"]]]:
                self.around.pop()
                if self._path and not self.around and _COMMA.match(self._text, self._at):
                    self._lines.note("expected JSON: a bracket closes too early", self._line(self._at))
                    self.around.append(_OPENED[match["close"]])
            else:
                self._lines.note(f"expected JSON: nothing is open that {match['close']} closes", self._line(self._at))
        elif match["key"]:
            if self.around[-1:] == ["["] and self._is_place():
                start = match.start("string")
                self._at = self._end(start, self._at)
                return self._made(start, self._at, None, "expected JSON: a member outside of an object")
            self._key = match["string"][1:-1]
        elif match["string"] and self._is_element(match["string"][1:-1]):
            return self._made(*match.span("string"), match["string"][1:-1])
        elif not match["string"] and len(bare := match[0].strip(" \t\n,:")) >= SHORTEST and not bare.startswith("//"):
            return self._made(
                match.end() - len(match[0].lstrip()), match.end(), None, "expected JSON, got a line outside of it"
            )
        return None

    def _more(self) -> bool:
        """Takes more lines behind what is not read yet; False at the end."""
        texts = self._lines.take(LINES)
        first = self._lines.number - len(texts) + 1
        left = self._text[self._at :]
        self._before += self._at
        number = self._line(self._at)
        skipped = first - number - left.count("\n")  # lines that cannot be read, and are counted
        if skipped:
            self._pass(number - 1)
        self._number, self._counted = number + skipped, self._counted + skipped
        self._text, self._at, self._seen = left + "\n".join([*texts, ""]), 0, 0
        if not all(texts) or any(map(str.isspace, texts)):
            self._blank += (at for at, text in enumerate(texts, first) if not text or text.isspace())
        return bool(texts)

    def _begun(self) -> Element | None:
        """Nothing where a list or object begins; else the line is passed, or an element that says why it is none."""
        if begun := BEGINNING.match(self._text, self._at):
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
                if self._head and (other := self._text.find(self._head, start, self._at)) >= 0:
                    self._at = other + 1
                    return self._made(start, self._at, None, OPEN)
                if not self._head and "\n" in self._text[start : self._at]:
                    self._learn(start, self._at)
                return self._made(start, self._at, value)
            except StopIteration as error:
                wrong, why = int(error.value), "Expecting value"
            except json.JSONDecodeError as error:
                wrong, why = error.pos, error.msg.removesuffix(" at")
            except (ValueError, RecursionError):
                wrong, why = start, "nested too deeply, or a number too long"
            self._at = start
            if self._head and (other := self._text.find(self._head, start)) >= 0 and wrong > other:
                self._at = other + 1
                return self._made(start, self._at, None, OPEN)
            is_cut = wrong > start and not self._text[wrong:].strip(" \t\n,:[{")
            if not is_cut or len(self._text) - start > MOST or not self._more():
                break
            start = 0
        return self._damaged(self._at, wrong, why, is_cut=is_cut)

    def _damaged(self, start: int, wrong: int, why: str, *, is_cut: bool) -> Element:
        """The element that is wrong in that place, to where it ends, for which more lines may be needed."""
        while (end := self._end(start, wrong, is_cut=is_cut)) == len(self._text) and end - start < FAR:
            self._at = start
            more = self._more()
            start, wrong = 0, wrong - start
            if not more:
                break
        self._at = end = self._end(start, wrong, is_cut=is_cut)
        return self._made(start, end, None, f"expected JSON: {why}{self._place_of(start, wrong)}", wrong)

    def _place_of(self, start: int, wrong: int) -> str:
        """Where in the source a place of an element is, if that is not in its first line."""
        lines = self._text.count("\n", start, wrong)
        column = wrong - self._text.rfind("\n", 0, wrong)
        return f" at line {self._line(start) + lines}, column {column}" if lines else ""

    def _learn(self, start: int, end: int) -> None:
        """Remembers how the line of an element begins, if no other of its lines does."""
        if (head := self._head_of(start)) and self._text.find(head, start, end) < 0:
            self._head = head

    def _head_of(self, start: int) -> str:
        """The line of an element with the end of the one before, if there is nothing in it but brackets."""
        line = self._text.rfind("\n", 0, start)
        head = self._text[max(0, line) : self._text.find("\n", start) + 1]
        return head if line >= 0 and _BRACKETS.fullmatch(head[1:-1]) else ""

    def _end(self, start: int, wrong: int, *, is_cut: bool = False) -> int:
        """Where an element that is wrong ends: with its brackets, or before the next line that begins as it does."""
        wrong = len(self._text) if is_cut else wrong
        line = max(start, self._text.rfind("\n", start, wrong))
        head = self._head or self._head_of(start)
        other = self._text.find(head, line) if head else -1
        if other < 0 and (found := _NEXT.get(self._text[start], _NEXT["{"]).search(self._text, line)):
            other = found.start()
        end = other + 1 if other >= 0 else len(self._text)
        depth = 0
        for match in _BRACKET.finditer(self._text, start, end):
            depth += bool(match["open"]) - bool(match["close"])
            if depth <= 0 and match["close"]:
                return match.end()
        return end

    def _is_element(self, text: str) -> bool:
        """Whether a string stands in the list of boards, or is a board in any other list or under a name of its own."""
        if self._strings and self._is_place() and (self.around[-1:] == ["["] or self._is_like_board(text)):
            return True
        named = self.around[-1:] == ["{"]
        if named and (len(text) < SHORTEST or self._key.lower() in SOLUTION):
            return False
        return (named or self.around[-1:] == ["["]) and self._reader.is_board(text)

    def _is_like_board(self, text: str) -> bool:
        """Whether a member of an object that names boards is one, or a damaged one."""
        if self._key.lower() in SOLUTION or len(text) <= SHORTEST // 2:
            return False
        return len(_CELLS.sub("", text)) * 8 < len(text)

    def _made(self, start: int, end: int, value: object, why: str = "", wrong: int = 0) -> Element:
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
        wrong = wrong if start < wrong and "\n" not in self._text[start:wrong] else start
        column = wrong - self._text.rfind("\n", 0, start)
        return Element(first, lines, raw, value, key if named else "", why, column, self._before + start)

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
