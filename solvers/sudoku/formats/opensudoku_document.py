"""Reads OpenSudoku's XML as it comes, and on behind damage.

    lines, as one text:   ......................................................
                          |  closed: counted      |  a tag whose end is not here yet: kept
                                                  Games.place()

A tag, comment or section that has no end costs its line; up to ``Games.most()`` characters are kept to find out.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from itertools import accumulate
from xml.parsers import expat

from solvers.core import MalformedError
from solvers.reading.format import Item, Lines, Wish
from solvers.sudoku.formats.opensudoku_account import Account
from solvers.sudoku.formats.opensudoku_damage import damage_at, next_word
from solvers.sudoku.formats.opensudoku_games import Games

BULK = 500  # lines that are parsed at once
_PIECE, _FIRST = 1 << 16, 1 << 10  # characters that are parsed at once; right behind damage
_OVER = [
    expat.errors.codes[name]
    for name in (expat.errors.XML_ERROR_JUNK_AFTER_DOC_ELEMENT, expat.errors.XML_ERROR_MISPLACED_XML_PI)
]
_TAG = expat.errors.codes[expat.errors.XML_ERROR_TAG_MISMATCH]
_NO_END = expat.errors.codes[expat.errors.XML_ERROR_NO_ELEMENTS]
_SECTION = expat.errors.codes[expat.errors.XML_ERROR_UNCLOSED_CDATA_SECTION]


class Document:
    """The lines that are not counted yet, and what parses them; nothing does between damage and the next tag."""

    def __init__(self, lines: Lines, wish: Wish) -> None:
        self._lines = lines
        self._account = Account(lines, wish)
        self._first = lines.number + 1  # of the lines that are kept
        self._texts: list[str] = []
        self._text, self._at = "", 0  # the lines with their ends, and how far they were handed to the parser
        self._starts: list[int] = []  # of the lines, once one was asked for
        self._since = 0  # where the parser began, if that is in the text still
        self._piece = _PIECE
        self._games = Games()
        self._lost, self._damage = False, ""  # whether nothing parses, and the damage before

    def items(self) -> Iterator[Item]:
        """Yield a board or a reject for each game, and a reject for whatever else stands there."""
        begun = False
        while texts := self._lines.take(BULK):
            self._add(texts)
            if not begun:  # blanks may stand before a declaration here
                self._begin(len(self._text) - len(self._text.lstrip()))
                begun = True
            over, done = self._lines.peek() is None, False
            while not done:
                try:
                    yield from self._parse(over=over)
                    done = True
                except MalformedError as error:
                    yield from self._lose(str(error), self._offset(*self._games.place()))
                except expat.ExpatError as error:
                    yield from self._account.finish(self._games)
                    yield from self._stumbled(error.code, error.lineno, error.offset)
            yield from self._close(over=over)

    def _add(self, texts: list[str]) -> None:
        first = self._lines.number - len(texts) + 1
        if skipped := range(self._first + len(self._texts), first):  # lines that cannot be read, and are counted
            self._account.skip(skipped)
            texts = [""] * len(skipped) + texts
        self._texts += texts
        self._text += "\n".join(texts) + "\n"
        self._starts = []

    def _parse(self, *, over: bool) -> Iterator[Item]:
        """Hands all text to the parser; raises MalformedError for a tag without end, and ExpatError."""
        if self._lost:
            yield from self._look()
        if self._lost:
            return
        games = self._games
        while self._at < len(self._text):
            start, self._at = self._at, min(self._at + self._piece, len(self._text))
            self._piece = min(2 * self._piece, _PIECE)
            games.feed(self._text[start : self._at])
            yield from self._account.finish(games)
            most = games.most()
            if self._at > most and self._at - self._offset(*games.place()) > most:
                raise MalformedError(f"expected a tag of at most {most} characters, got one without end")
        if over:
            games.parser.Parse("", True)

    def _stumbled(self, code: int, line: int, column: int) -> Iterator[Item]:
        """What is told of an error of the parser; how it is read on behind that."""
        where = self._offset(*(self._games.place() if code == _SECTION else self._games.at(line, column)))
        if code == _NO_END:
            self._lines.note("expected </opensudoku>, got the end of the source", self._lines.number)
            self._leave(len(self._text))
        elif code in _OVER:
            yield from self._strays(self._place(where)[0])
            on, word = next_word(self._text, where)
            if on == where and word not in ("?xml", "opensudoku"):
                self._lines.note("games behind the end of the document are read, too", self._place(where)[0])
            self._leave(where)
        elif code == _TAG:
            start = self._text.rfind("<", 0, where)
            self._lines.note("expected XML: a tag is closed that was not opened last", self._place(start)[0])
            self._leave(start if next_word(self._text, start)[1] in ("/folder", "/opensudoku") else where)
        else:
            yield from self._lose(f"expected XML: {expat.ErrorString(code)}", where)

    def _lose(self, reason: str, where: int) -> Iterator[Item]:
        """The reject of what is damaged there."""
        start, end = damage_at(self._text, max(0, self._since), where)
        text = self._text[start:end].rstrip()
        (line, column), (last, _) = self._place(start), self._place(start + len(text))
        at = self._place(where)
        whole = self._texts[line - self._first : last + 1 - self._first]
        if self._place(end)[0] == line and next_word(self._text, end)[0] == end:  # there is more in this line
            whole = [text or self._text[start - column : end].strip()]
        yield from self._strays(line)
        yield self._account.lose(reason, whole, line, (at[1] if at[0] == line else column) + 1)
        self._leave(end, text)

    def _leave(self, at: int, damage: str = "") -> None:
        self._at, self._lost, self._damage = max(at, self._since + 1), True, damage  # never there again

    def _look(self) -> Iterator[Item]:
        """Goes on at the next tag of the format, and refuses the lines before it."""
        on, word = next_word(self._text, self._at)
        start, end = self._place(self._at)[0], self._place(on)[0] if on >= 0 else self._first + len(self._texts)
        yield from self._account.strays(self._texts[start - self._first : end - self._first], start, markup=True)
        if on < 0:
            self._at = len(self._text)
        elif word in ("?xml", "opensudoku"):
            self._begin(on)
        else:
            self._games = self._games.again(*self._place(on), word, self._damage)
            self._at, self._since, self._lost, self._piece = on, on, False, _FIRST

    def _begin(self, at: int) -> None:
        """A document begins there."""
        self._games, self._at, self._since, self._lost = Games(*self._place(at)), at, at, False

    def _strays(self, line: int) -> Iterator[Item]:
        """What stands between games before this line."""
        if self._games.stray:
            self._games.stray = False
            yield from self._account.strays(self._texts[: line - self._first], self._first)

    def _close(self, *, over: bool) -> Iterator[Item]:
        """Counts the lines whose end was seen, and lets go of them."""
        end = self._first + len(self._texts)
        line = end if over or self._lost else min(end, max(self._first, self._games.place()[0]))
        yield from self._strays(line)
        self._account.close(self._texts[: line - self._first], self._first)
        start = len(self._text) if line == end else self._offset(line, 0)
        self._texts, self._first = self._texts[line - self._first :], line
        self._text, self._at, self._starts = self._text[start:], self._at - start, []
        self._since -= start

    def _offset(self, line: int, column: int) -> int:
        """Where in the text a place of the source is."""
        if line < self._first:
            return 0
        starts = self._line_starts()
        return min(starts[min(line - self._first, len(starts) - 1)] + column, len(self._text))

    def _place(self, at: int) -> tuple[int, int]:
        """Line and column (from 0) of a place in the text."""
        starts = self._line_starts()
        index = bisect_right(starts, at, hi=len(self._texts)) - 1
        return self._first + index, at - starts[index]

    def _line_starts(self) -> list[int]:
        self._starts = self._starts or [0, *accumulate(len(text) + 1 for text in self._texts)]
        return self._starts
