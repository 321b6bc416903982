"""What a file format is, and the lines that it reads.

A Format belongs to one family. ``sniff`` looks at the beginning of a source and says how sure it is; ``read`` turns
lines into boards and rejects, in constant memory, and accounts for every line in ``lines.tally``.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, filterfalse, islice, repeat
from typing import NamedTuple

from solvers.core import Answer, Block, Board, Reject
from solvers.reading.blacks import is_marked

SAMPLE = 1 << 16  # characters that are looked at to recognise a format; a longer line is cut
REMEMBERED = 1000  # lines of the page before whose first spelling is kept
SMALL = 1 << 13  # of pages that are kept together
KEPT = 1 << 22  # characters of the last pages that are kept, for a second look at a line
FEW = 100  # lines of a page that may be long


@dataclass(slots=True)
class Tally:
    """What became of the lines of a source; at its end the four add up to all lines."""

    board: int = 0
    rejected: int = 0
    blank: int = 0
    comment: int = 0

    def total(self) -> int:
        return self.board + self.rejected + self.blank + self.comment

    def add(self, part: Tally) -> None:
        """Counts the lines of a part that another format read."""
        self.board += part.board
        self.rejected += part.rejected
        self.blank += part.blank
        self.comment += part.comment


class Note(NamedTuple):
    """A warning about a source: what was assumed or ignored; ``line`` is 0 where it concerns the whole source."""

    source: str
    line: int
    text: str


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A line that cannot be handed to a format, such as one that never ends; it becomes a reject."""

    reason: str
    raw: str


class Respelt(list[str]):
    """Lines of which some were spelt anew; ``was`` has those as they stood in the source, by their place."""

    def __init__(self, texts: Iterable[str], was: Mapping[int, str]) -> None:
        super().__init__(texts)
        self.was = was


def respelt(page: list[str], found: Mapping[int, str]) -> list[str]:
    """The page with some lines by their place spelt anew; each remembers how it stood in the source."""
    if not found:
        return page
    was = {at: page[at] for at in found} | dict(page.was if isinstance(page, Respelt) else {})
    return Respelt([found.get(at, text) for at, text in enumerate(page)], was)


def joined(first: list[str], second: list[str]) -> list[str]:
    """One page of two; the first may be taken for it."""
    if not isinstance(first, Respelt) and not isinstance(second, Respelt):
        first += second
        return first
    was = dict(first.was) if isinstance(first, Respelt) else {}
    behind = second.was if isinstance(second, Respelt) else {}
    return Respelt([*first, *second], was | {at + len(first): text for at, text in behind.items()})


Page = list[str] | Unreadable


class Lines:
    """The lines of a source in order, without their ends; ``number`` is that of the line taken last, from 1.

    Inside, lines come in pages, as many as one read of the source gave. ``rejects`` and ``notes`` collect what is
    said beside the boards; the reader takes them away after each item.
    """

    def __init__(self, texts: Iterable[str] = (), source: str = "", *, pages: Iterator[Page] | None = None) -> None:
        self._pages = pages if pages is not None else _pages(texts)
        self._page: list[str] = []
        self._at = 0
        self._was: dict[str, str] = {}  # lines of this page and the last that were spelt anew, and as they stood
        self._skipped = 0  # unreadable lines between the line taken last and the next one
        self._turned: deque[tuple[int, list[str], int]] = deque()  # the last pages, their first lines and sizes
        self._size = 0
        self.source = source
        self.number = 0
        self.tally = Tally()
        self.rejects: list[Reject] = []
        self.notes: list[Note] = []

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        if self._at == len(self._page) and not self._turn():
            raise StopIteration
        text = self._page[self._at]
        self._at += 1
        self.number += self._skipped + 1
        self._skipped = 0
        return text

    def peek(self) -> str | None:
        """The next line without taking it; None at the end."""
        if self._at == len(self._page) and not self._turn():
            return None
        return self._page[self._at]

    def take(self, most: int) -> list[str]:
        """One to ``most`` consecutive lines, the last of which is ``number``; none at the end."""
        if self._at == len(self._page) and not self._turn():
            return []
        texts = self._page[self._at : self._at + most]
        self._at += len(texts)
        self.number += self._skipped + len(texts)
        self._skipped = 0
        return texts

    def ahead(self, most: int) -> list[str]:
        """Up to ``most`` of the next lines without taking them; fewer where more would have to be waited for."""
        if self._at == len(self._page) and not self._turn():
            return []
        return self._page[self._at : self._at + most]

    def reach(self, most: int) -> list[str]:
        """Up to ``most`` of the next lines, not taken, but waited for if need be; fewer before an unreadable one."""
        while len(texts := self.ahead(most)) < most and (page := next(self._pages, None)) is not None:
            if isinstance(page, Unreadable):
                self._pages = chain((page,), self._pages)
                break
            self._page, self._at = joined(self._page[self._at :], page), 0
            self._keep(self._page)
            if isinstance(self._page, Respelt) or self._was:
                self._remember(self._page)
        return texts

    def text(self, number: int) -> str:
        """A line that was taken not long ago; "" if it is no longer known."""
        return next(self.around(number - 1, 1), "")

    def around(self, number: int, step: int) -> Iterator[str]:
        """The lines before (-1) or behind (1) one that was taken not long ago, the nearest first, as far as known."""
        number += step
        while found := [page[number - first] for first, page, _ in self._turned if 0 <= number - first < len(page)]:
            yield found[0]
            number += step

    def between(self, first: int, last: int) -> list[str] | None:
        """The lines from ``first`` to ``last``, taken not long ago; None if one of them is not known."""
        found: list[str] = []
        for start, page, _ in reversed(self._turned):  # a page may begin with lines of the one before
            if start <= last - len(found):
                found = page[max(0, first - start) : last + 1 - len(found) - start] + found
            if start <= first:
                break
        return found if len(found) == last + 1 - first else None

    def idle(self) -> bool:
        """True if the next line must be waited for, so that it is time to pass on what was read."""
        return self._at == len(self._page)

    def jumps(self) -> bool:
        """Whether lines that cannot be read stand before the next one."""
        self.peek()
        return self._skipped > 0

    def note(self, text: str, line: int = -1) -> None:
        """A warning that concerns ``line`` (default: the one taken last; 0: the whole source)."""
        self.notes.append(Note(self.source, self.number if line < 0 else line, text))

    def reject(self, reason: str, raw: str, *, line: int = 0, column: int = 0, lines: int = 1) -> Reject:
        """A reject that covers ``lines`` lines from ``line`` on (default: the one taken last); counts them."""
        self.tally.rejected += lines
        was = self.written(raw) if self._was else raw
        return Reject(self.source, line or self.number, column, reason, was, lines)

    def reject_all(self, reason: str, raws: Sequence[str], numbers: Sequence[int], *, column: int) -> Iterable[Reject]:
        """A reject for each of many lines with these numbers, all for one reason; counts them."""
        self.tally.rejected += len(raws)
        texts = map(self.written, raws) if self._was else raws
        return map(Reject, repeat(self.source), numbers, repeat(column), repeat(reason), texts, repeat(1))

    def written(self, raw: str) -> str:
        """The text of lines as it stood in the source."""
        if not self._was:
            return raw
        return "\n".join(self._was.get(text, text) for text in raw.split("\n"))

    def _remember(self, page: list[str]) -> None:
        kept = dict(islice(reversed(self._was.items()), REMEMBERED))
        self._was = kept | ({page[at]: was for at, was in page.was.items()} if isinstance(page, Respelt) else {})

    def _keep(self, page: list[str]) -> None:
        """Keeps the page with those before it, as many as fit; small ones together, so that they are not many."""
        size = sum(map(len, page)) if len(page) < FEW else KEPT // 4
        start = self.number + self._skipped + 1
        if self._turned:
            first, before, kept = self._turned[-1]
            if kept + size < SMALL and first + len(before) == start:
                self._turned[-1] = (first, [*before, *page], kept + size)
                self._size += size
                return
        self._turned.append((start, page, size))
        self._size += size
        while self._size > KEPT and len(self._turned) > 1:
            self._size -= self._turned.popleft()[2]

    def _turn(self) -> bool:
        """Turns to the next page that has lines; False at the end."""
        for page in self._pages:
            if isinstance(page, Unreadable):
                self._skipped += 1
                self.rejects.append(self.reject(page.reason, page.raw, line=self.number + self._skipped))
            elif page:
                self._page, self._at = page, 0
                self._keep(page)
                if isinstance(page, Respelt) or self._was:
                    self._remember(page)
                return True
        self._page, self._at = [], 0
        self.number += self._skipped
        self._skipped = 0
        return False


def _pages(texts: Iterable[str]) -> Iterator[Page]:
    rest = iter(texts)
    while page := list(islice(rest, 4096)):
        yield page


class Sample:
    """The beginning of a source, for sniffing: its first lines (at most 64 KiB of text) and its name.

    ``whole`` says that it is the whole source. Every format asks for its text and for its lines that are not blank.
    """

    __slots__ = ("_filled", "_text", "_unmarked", "lines", "name", "whole")  # small sources are made of little else

    def __init__(self, lines: tuple[str, ...], name: str = "", *, whole: bool = True) -> None:
        self.lines = lines
        self.name = name
        self.whole = whole
        self._text: str | None = None
        self._filled: tuple[str, ...] | None = None
        self._unmarked: tuple[str, ...] | None = None

    @property
    def text(self) -> str:
        """The lines in one, each with its end."""
        if self._text is None:
            self._text = "\n".join([*self.lines, ""])
        return self._text

    def filled(self) -> tuple[str, ...]:
        """The lines that are not blank."""
        if self._filled is None:
            self._filled = tuple(filter(str.strip, self.lines))
        return self._filled

    def unmarked(self) -> tuple[str, ...]:
        """All lines but those that # marks as comments."""
        if self._unmarked is None:
            marked = "#" in self.text
            self._unmarked = tuple(filterfalse(is_marked, self.lines)) if marked else self.lines
        return self._unmarked


@dataclass(frozen=True, slots=True)
class Wish:
    """What the user said of the input; a variant names a size and rule set, "" means find out.

    ``family`` and ``column`` (name, or number from 1) matter to the formats that all families share; ``cells`` is how
    many the board before had, where a table hands one cell after the other to a format.
    """

    variant: str = ""
    family: str = ""
    column: str = ""
    cells: int = 0


@dataclass(frozen=True, slots=True)
class Judge:
    """Answers as the statement's judge wants them.

    ``write`` gives the text of one board's answer, with line ends; ``solutions`` holds all of them if ``every``,
    otherwise the one of the answer. ``between`` stands between two boards, ``heading`` before each, with its number.
    """

    write: Callable[[str, Answer, Sequence[str]], str]
    every: bool = False
    between: str = "\n"
    heading: str = ""


Item = Board | Block | Reject

__all__ = ["Block", "Format", "Item", "Judge", "Lines", "Note", "Page", "Sample", "Tally", "Unreadable", "Wish"]


@dataclass(frozen=True, slots=True)
class Format:
    """A file format of one family; ``sniff`` returns 0 (no) to 100 (certain).

    ``write`` gives the text of one board; ``head`` and ``tail`` stand before the first and after the last of a file.
    ``counted``: the number of boards stands in a line before all others; ``alone``: a file is one board. A format that
    is only written under its own name tells in ``read_as`` which one recognises and reads it. A sample whose text
    ``certain`` matches can be of no other format, so that no other one is asked: for archives of many small texts.
    What is certain and small ``at_once`` may read, if every line is a board of its own with an empty cell.
    One of ``signs`` stands in every sample that the format recognises: others need not be looked at line by line.
    """

    name: str
    family: str
    summary: str
    example: str
    sniff: Callable[[Sample], int]
    read: Callable[[Lines, Wish], Iterator[Item]]
    write: Callable[[Board], str] | None = None
    judge: Judge | None = None
    options: tuple[str, ...] = field(default=())
    head: str = ""
    tail: str = ""
    read_as: str = ""
    counted: bool = False
    alone: bool = False
    certain: re.Pattern[str] | None = None
    signs: str = ""
    at_once: Callable[[str], Block | None] | None = None
