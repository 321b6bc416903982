"""The fate of each line: what became of it, in the words of the account.

The source is read twice. The first time as ``stream`` reads it: that gives the boards, rejects and sums, but not which
line is a comment. So the second time the format is handed one line at a time, and what it counts between two lines
tells what it made of the first of them:

    # list           comment + 1            a hint: with one line at a time a format may take another way, and what
    53..7....6..     board + 1              the first reading says stands
                     blank + 1
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from copy import copy
from dataclasses import dataclass, replace
from itertools import chain, islice

from solvers.core import Block, Board, Reject
from solvers.reading.changing import items_of
from solvers.reading.choosing import candidates
from solvers.reading.containers import members
from solvers.reading.events import Event, Note, Report
from solvers.reading.format import Format, Item, Lines, Page, Unreadable, Wish
from solvers.reading.member import Member
from solvers.reading.mending import Places, relocated
from solvers.reading.opening import opened
from solvers.reading.packing import boards
from solvers.reading.sources import Place, find
from solvers.reading.stream import begin, read_pages, spelt
from solvers.reading.text import Condition

MOST = 100_000  # lines of a source that are explained


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of a line: ``board``, ``rejected``, ``blank`` or ``comment``, and what is to be said of it."""

    source: str
    line: int
    fate: str
    text: str
    said: str = ""


def explain(
    places: Place | Iterable[Place],
    *,
    family: str = "",
    variant: str = "",
    format: str = "",  # noqa: A002  # the word of the command line
    column: str = "",
) -> Iterator[Fate | Event]:
    """The fate of each line, source by source, after its Opened and before its notes and Report.

    Lines after the first MOST of a source are not read.
    """
    asked = candidates(family, format, table=bool(column))
    for member in chain.from_iterable(map(members, find(places))):
        told = _explain(member, asked, Wish(variant, family, column), named=bool(format))
        yield from told if member.places is None else _relocated(told, member.places)


def _relocated(told: Iterable[Fate | Event], places: Places) -> Iterator[Fate | Event]:
    for each in told:
        if isinstance(each, Fate):
            yield replace(each, line=places.of(each.line))
        else:
            yield from relocated((each,), places)


def _explain(member: Member, asked: Sequence[Format], wish: Wish, *, named: bool) -> Iterator[Fate | Event]:
    condition = Condition()
    every = _first(spelt(member, condition))
    known = _Known([text for page in every for text in ((page.raw,) if isinstance(page, Unreadable) else page)])
    opened, *events = read_pages(map(copy, every), member, asked, wish, condition, named=named)
    report = events[-1]
    yield opened
    if isinstance(report, Report):
        for event in events:
            known.add(event)
        hints = _Hints(map(copy, every), member.name)
        if any(isinstance(event, Block) for event in events):
            hints.follow(member, asked, wish, named=named)
        yield from known.fates(report, hints)
    yield from (event for event in events if isinstance(event, Note | Report))


def _first(every: Iterable[Page]) -> list[Page]:
    """The pages of the first MOST lines."""
    found: list[Page] = []
    left = MOST
    for page in every:
        found.append(page if isinstance(page, Unreadable) else page[:left] if len(page) > left else page)
        left -= 1 if isinstance(page, Unreadable) else len(page)
        if left <= 0:
            break
    return found


class _Known:
    """What the reader told of the lines: where boards begin, which lines are rejects, and what is noted."""

    def __init__(self, texts: list[str]) -> None:
        self.texts = texts
        self._boards: dict[int, str] = {}
        self._rejects: dict[int, str] = {}
        self._notes: dict[int, str] = {}

    def add(self, event: Event) -> None:
        if isinstance(event, Block):
            found = boards(event)
            self._boards |= {each.line: f"{each.family} {each.variant} {each.label}".rstrip() for each in found}
        elif isinstance(event, Reject):
            self._refuse(event)
        elif isinstance(event, Note):
            self._notes[event.line] = event.text

    def fates(self, report: Report, hints: _Hints) -> Iterator[Fate]:
        """The fate of each line, as many of each kind as the account has."""
        told = list(self._told(report.source, hints))
        spare: Counter[str] = Counter(each.fate for each in told)
        spare.subtract(
            {
                "board": report.board_lines,
                "rejected": report.rejected_lines,
                "blank": report.blank_lines,
                "comment": report.comment_lines,
            }
        )
        # A format may count lines that stand inside others' stretches, and long behind them.
        for at in reversed(range(len(told))):
            fate, own = told[at].fate, self._boards.get(told[at].line, "")
            if spare[fate] > 0 and (missing := -spare) and (not own or (fate == "rejected" and missing["board"])):
                other = "board" if own else next(iter(missing))
                spare[fate], spare[other] = spare[fate] - 1, spare[other] + 1
                told[at] = replace(told[at], fate=other, said=f"{own}; {told[at].said}" if own else "")
        yield from told

    def _told(self, source: str, hints: _Hints) -> Iterator[Fate]:
        start = 0
        for number, text in enumerate(self.texts, 1):
            start = number if number in self._boards else start
            if number in self._rejects:
                fate, said = "rejected", self._rejects[number]
            elif number in self._boards:
                fate, said = "board", self._boards[number]
            elif number in hints.blanks or not (start or text.strip()):
                fate, said = "blank", ""
            elif number in hints.comments or not start:
                fate, said = "comment", ""
            else:
                fate, said = "board", f"of line {start}"
            yield Fate(source, number, fate, text, "; ".join(filter(None, (said, self._notes.get(number)))))

    def _refuse(self, reject: Reject) -> None:
        start = _start(reject, self.texts, self._rejects)
        self._rejects |= dict.fromkeys(range(start, start + max(1, reject.lines)), reject.reason)


def _start(reject: Reject, texts: Sequence[str], others: dict[int, str]) -> int:
    """The first line of a reject, which may name the line that is wrong and cover some before it."""
    raw = reject.raw.split("\n")
    for at in range(max(1, reject.line - reject.lines + 1), reject.line):
        if others.keys().isdisjoint(range(at, at + reject.lines)) and texts[at - 1 : at - 1 + len(raw)] == raw:
            return at
    return reject.line


class _Hints:
    """Hands out one line at a time, and looks at what is counted before the next one.

    A comment or blank line is counted while it is the one taken last, or else with some others.
    """

    def __init__(self, every: Iterator[Page], source: str) -> None:
        self.comments: set[int] = set()
        self.blanks: set[int] = set()
        self._every = every
        self._texts: list[str] = []
        self._lines = Lines(source=source)
        self._counted = (0, 0)  # comments and blank lines so far
        self._others: dict[int, str] = {}  # boards and rejects

    def follow(self, member: Member, asked: Sequence[Format], wish: Wish, *, named: bool) -> None:
        """Reads the source once more, line by line."""
        sample, every = begin(self._every, member.name)
        choice = opened(sample, asked, wish, named=named, usual=member.places.format if member.places else "")
        if choice.format is None:
            return
        self._lines = Lines(source=member.name, pages=self._one_by_one(every))
        with suppress(Exception):  # it was told with the boards
            for item in items_of(choice.format, self._lines, wish, asked, named=named, lead=choice.lead):
                self._pass(item)
        while self._lines.take(1):
            self._look()
        self._look()

    def _pass(self, item: Item) -> None:
        if isinstance(item, Reject):
            start = _start(item, self._texts, self._others)
            self._others |= dict.fromkeys(range(start, start + max(1, item.lines)), "")
        else:
            lines = [item.line] if isinstance(item, Board) else item.lines
            self._others |= dict.fromkeys(lines, "")
        self._look()

    def _look(self) -> None:
        tally, now = self._lines.tally, self._lines.number
        comments, blanks = tally.comment - self._counted[0], tally.blank - self._counted[1]
        self._counted = (tally.comment, tally.blank)
        if comments < 0:  # another format is about to read them
            self.comments.difference_update(sorted(self.comments)[comments:])
        elif comments == 1 and now not in self._others:
            self.comments.add(now)
        elif comments:
            self.comments.update(islice(self._likely(), comments))
        if blanks < 0:
            self.blanks.difference_update(sorted(self.blanks)[blanks:])
        elif blanks:
            empty = (n for n in range(now, 0, -1) if not self._texts[n - 1].strip() and n not in self.blanks)
            self.blanks.update(islice(empty, blanks))

    def _likely(self) -> Iterator[int]:
        """The lines that may be comments: those that are marked as such, then the last ones."""
        taken = self.comments | self.blanks | self._others.keys()
        free = [n for n, text in enumerate(self._texts, 1) if n not in taken and text.strip()]
        yield from (n for n in free if self._texts[n - 1][:1] in ("#", "%"))
        yield from (n for n in reversed(free) if self._texts[n - 1][:1] not in ("#", "%"))

    def _one_by_one(self, every: Iterator[Page]) -> Iterator[Page]:
        for page in every:
            for text in (page.raw,) if isinstance(page, Unreadable) else page:
                self._look()
                self._texts.append(text)
                yield page if isinstance(page, Unreadable) else [text]
