"""What is in a source, without solving it: a survey of each source, and the fate of each line.

Both read the source as ``stream`` does and keep what it says; ``explain`` hands the format one line at a time, so that
what the format counts between two lines tells what became of the first of them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, islice
from math import isqrt

from solvers.core import Block, Board, MalformedError, Reject, cells_of
from solvers.reading.account import Account
from solvers.reading.boxes import undrawn
from solvers.reading.changing import items_of
from solvers.reading.choosing import candidates
from solvers.reading.containers import members
from solvers.reading.events import Event, Note, Opened, Report
from solvers.reading.format import SAMPLE, Format, Item, Lines, Page, Unreadable, Wish
from solvers.reading.member import Member
from solvers.reading.mending import Places, relocated
from solvers.reading.opening import opened
from solvers.reading.packing import boards
from solvers.reading.parting import parted
from solvers.reading.sources import Place, find
from solvers.reading.stream import begin, read_member, says_nothing, uncommented
from solvers.reading.text import Condition, pages

_WORD = re.compile(r"""[^\s,;:|"'=\[\]{}#+]+""")
_BARS = frozenset("|+")
LONGEST = 40  # lines in which the rows of a board are looked for
MOST = 100_000  # lines of a source that are explained


@dataclass(slots=True)
class Survey:
    """What was understood of a source: variants with their numbers of boards, and the first board of all."""

    report: Report
    variants: dict[tuple[str, str], int] = field(default_factory=dict)
    first: Board | None = None
    symbols: str = ""  # that the cells of the first board are written in, if it is a sudoku
    empty: str = ""  # those of them that stand for an empty cell
    labels: int = 0
    stated: int = 0
    notes: list[Note] = field(default_factory=list)
    rejects: list[Reject] = field(default_factory=list)  # the first few

    def take(self, block: Block) -> None:
        key = (block.family, block.variant)
        self.variants[key] = self.variants.get(key, 0) + len(block.texts)
        self.labels += sum(map(bool, block.labels or ()))
        self.stated += sum(map(bool, block.stated or ()))
        if self.first is None:
            self.first = next(boards(block, self.report.source))


def survey(
    places: Place | Iterable[Place],
    *,
    family: str = "",
    variant: str = "",
    format: str = "",  # noqa: A002  # the word of the command line
    column: str = "",
    rejects: int = 10,
) -> Iterator[Survey]:
    """Surveys each source; ``rejects`` are kept of each, and the other wishes are those of ``stream``."""
    asked = candidates(family, format, table=bool(column))
    for member in chain.from_iterable(map(members, find(places))):
        head: list[bytes] = []
        tapped = member._replace(chunks=_tapped(member.chunks, head))
        found = Survey(Report(member.name))
        for event in read_member(tapped, asked, Wish(variant, family, column), named=bool(format)):
            if isinstance(event, Block):
                found.take(event)
            elif isinstance(event, Note):
                found.notes.append(event)
            elif isinstance(event, Reject):
                found.rejects += [event] if len(found.rejects) < rejects else []
            elif isinstance(event, Report):
                found.report = event
        found.symbols, found.empty = _symbols(head, found.first)
        yield found


def _tapped(stream: Iterator[bytes], head: list[bytes]) -> Iterator[bytes]:
    """The stream; its beginning is kept in ``head``."""
    for chunk in stream:
        if sum(map(len, head)) < SAMPLE:
            head.append(chunk)
        yield chunk


def _symbols(head: list[bytes], first: Board | None) -> tuple[str, str]:
    """The symbols of the first board's cells, in the source's own spelling, and those of its empty cells.

    Nothing where they are not single signs.
    """
    if not first or first.family != "sudoku":
        return "", ""
    start, end = cells_of(first.text)
    cells = first.text[start:end]
    written = _written(head, first.line, isqrt(len(cells)))
    meant = set(zip(written, cells, strict=False))
    empty = {symbol for symbol, cell in meant if cell == "."} - {symbol for symbol, cell in meant if cell != "."}
    return "".join(sorted(set(written))), "".join(sorted(empty))


def _written(head: list[bytes], line: int, size: int) -> str:
    """The cells of a board as they stand in the source, close together."""
    page = [text for page in pages(head, Condition()) if isinstance(page, list) for text in page]
    rows: list[str] = []
    for text in page[line - 1 : line + LONGEST]:
        whole = [word for word in _WORD.findall(text) if len(word) == size * size]
        row = "".join(_WORD.findall(text))
        border = set(row) == {"-"} and not _BARS.isdisjoint(text)
        rows += [row] if len(row) == size and not border else []
        if whole or len(rows) == size:
            return whole[0] if whole else "".join(rows)
    return ""


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
    """The fate of each line, source by source, after its Opened and before its Report.

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
    sample, every = begin(parted(undrawn(pages(member.chunks, condition), condition)), member.name)
    choice = opened(sample, asked, wish, named=named, usual=member.places.format if member.places else "")
    nothing = says_nothing(sample, choice)
    form = None if nothing else choice.format
    yield Opened(member.name, member.size, form.name if form else "", form.family if form else "")
    watch = _Watch(every, member.name)
    if form is not None:
        try:
            watch.follow(items_of(form, watch.lines, wish, asked, named=named, lead=choice.lead))
        except MalformedError as error:
            watch.account.error = str(error)
        except Exception as error:  # noqa: BLE001  # as in stream: one bad source must not end the rest
            watch.account.error = f"format {form.name} failed at line {watch.lines.number}: {error}"
    watch.finish("" if form or nothing else choice.reason, comments=nothing)
    yield from watch.fates(member.name)
    yield from watch.account.said()
    yield watch.account.report(form, condition.error)


class _Watch:
    """Hands out one line at a time, and looks at the account before the next one.

    A comment or blank line is counted while it is the one taken last, or else with some others; rejects tell their
    lines. All other lines belong to boards.
    """

    def __init__(self, every: Iterator[Page], source: str) -> None:
        self.lines = Lines(source=source, pages=self._one_by_one(every))
        self.account = Account(self.lines)
        self._texts: list[str] = []
        self._comments: set[int] = set()
        self._blanks: set[int] = set()
        self._counted = (0, 0)  # comments and blank lines so far
        self._boards: dict[int, str] = {}
        self._rejects: dict[int, str] = {}
        self._notes: dict[int, str] = {}

    def follow(self, items: Iterable[Item]) -> None:
        for item in items:
            if isinstance(item, Reject):
                self.account.reject(item)
                self._refuse(item)
                continue
            found = [item] if isinstance(item, Board) else list(boards(item))
            self.account.boards += len(found)
            self._boards |= {each.line: f"{each.family} {each.variant} {each.label}".rstrip() for each in found}
        self._look()

    def finish(self, reason: str, *, comments: bool) -> None:
        """Takes the lines that no format took, which may be ``comments``; with a reason all are rejected for it."""
        before = self.lines.number
        while texts := self.lines.take(1):
            for reject in uncommented(self.lines, texts) if comments else ():
                self._refuse(self.account.reject(reject))
            self.lines.tally.blank += not (comments or reason or texts[0].strip())
            self._look()
        self._look()
        if reason:
            reject = self.lines.reject(reason, "", line=before + 1, lines=self.lines.number - before)
            self._refuse(self.account.reject(reject))
        for reject in self.lines.rejects:
            self._refuse(reject)
        self._notes |= {note.line: note.text for note in self.lines.notes}

    def fates(self, source: str) -> Iterator[Fate]:
        """The fate of each line, as many of each kind as the account has."""
        told = list(self._told(source))
        tally = self.lines.tally
        spare: Counter[str] = Counter(each.fate for each in told)
        spare.subtract(
            {"board": tally.board, "rejected": tally.rejected, "blank": tally.blank, "comment": tally.comment}
        )
        # A format may count lines that stand inside others' stretches, and long behind them.
        for at in reversed(range(len(told))):
            fate = told[at].fate
            if spare[fate] > 0 and told[at].line not in self._boards and (missing := -spare):
                spare[fate], other = spare[fate] - 1, next(iter(missing))
                spare[other] += 1
                told[at] = replace(told[at], fate=other, said="")
        yield from told

    def _told(self, source: str) -> Iterator[Fate]:
        start = 0
        for number, text in enumerate(self._texts, 1):
            start = number if number in self._boards else start
            if number in self._rejects:
                fate, said = "rejected", self._rejects[number]
            elif number in self._boards:
                fate, said = "board", self._boards[number]
            elif number in self._blanks:
                fate, said = "blank", ""
            elif number in self._comments or not start:
                fate, said = "comment", ""
            else:
                fate, said = "board", f"of line {start}"
            yield Fate(source, number, fate, text, "; ".join(filter(None, (said, self._notes.get(number)))))

    def _refuse(self, reject: Reject) -> None:
        start = reject.line
        raw = reject.raw.split("\n")
        # A reject may name the line that is wrong, and cover some before it.
        for at in range(max(1, reject.line - reject.lines + 1), reject.line):
            free = self._rejects.keys().isdisjoint(range(at, at + reject.lines))
            if free and self._texts[at - 1 : at - 1 + len(raw)] == raw:
                start = at
                break
        self._rejects |= dict.fromkeys(range(start, start + max(1, reject.lines)), reject.reason)

    def _look(self) -> None:
        tally, now = self.lines.tally, self.lines.number
        comments, blanks = tally.comment - self._counted[0], tally.blank - self._counted[1]
        self._counted = (tally.comment, tally.blank)
        if comments < 0:  # another format is about to read them
            self._comments.difference_update(sorted(self._comments)[comments:])
        elif comments == 1 and now not in self._boards and now not in self._rejects:
            self._comments.add(now)
        elif comments:
            self._comments.update(islice(self._likely(), comments))
        if blanks < 0:
            self._blanks.difference_update(sorted(self._blanks)[blanks:])
        elif blanks:
            empty = (n for n in range(now, 0, -1) if not self._texts[n - 1].strip() and n not in self._blanks)
            self._blanks.update(islice(empty, blanks))

    def _likely(self) -> Iterator[int]:
        """The lines that may be comments: those that are marked as such, then the last ones."""
        taken = self._comments | self._blanks | self._boards.keys() | self._rejects.keys()
        free = [n for n, text in enumerate(self._texts, 1) if n not in taken and text.strip()]
        yield from (n for n in free if self._texts[n - 1][:1] in ("#", "%"))
        yield from (n for n in reversed(free) if self._texts[n - 1][:1] not in ("#", "%"))

    def _one_by_one(self, every: Iterator[Page]) -> Iterator[Page]:
        for page in every:
            for text in (page.raw,) if isinstance(page, Unreadable) else page:
                if len(self._texts) == MOST:
                    return
                self._look()
                self._texts.append(text)
                yield page if isinstance(page, Unreadable) else [text]
