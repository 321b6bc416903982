"""A source from its bytes to its report: the one loop through which every board enters Gridmill.

Source -> members -> pages of lines -> a format -> boards, packed into blocks, and rejects
          containers  text             choosing
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, repeat
from time import monotonic

from solvers.core import Board, MalformedError, Reject
from solvers.reading.account import Account
from solvers.reading.boxes import undrawn
from solvers.reading.brief import brief
from solvers.reading.changing import items_of
from solvers.reading.choosing import Choice, candidates
from solvers.reading.containers import members
from solvers.reading.events import Event, Opened
from solvers.reading.format import SAMPLE, Block, Format, Item, Lines, Page, Sample, Unreadable, Wish, joined
from solvers.reading.hints import hint
from solvers.reading.member import Member
from solvers.reading.mending import relocated
from solvers.reading.opening import opened
from solvers.reading.packing import Pack, split
from solvers.reading.parting import parted
from solvers.reading.quoting import unquoted
from solvers.reading.sources import Place, find
from solvers.reading.text import Condition, pages
from solvers.reading.underlines import blanked

PATIENCE = 0.1  # seconds that boards wait for others to share their block
SAMPLE_LINES = 800  # that are looked at to recognise a format
COMMENT = "#%"  # with which a line begins that is no board in most formats
COMMENTS = 50  # of those before the first other line that are looked at
MOST_COMMENTS = 1 << 22  # characters of them that are kept until another line comes
BLANKS = 10_000  # blank lines of a page
DOUBT = "the source failed its checksum"
QUOTED = 1 << 16  # characters of an unrecognised source that its reject keeps


def stream(
    places: Place | Iterable[Place],
    *,
    family: str = "",
    variant: str = "",
    format: str = "",  # noqa: A002  # the word of the command line
    column: str = "",
    among: Sequence[Format] | None = None,
) -> Iterator[Event]:
    """Reads files, folders, globs and ``-``: for each source Opened, then its blocks, rejects and notes, then Report.

    Memory is constant, and nothing in a source raises: a missing or damaged one has an error in its report.
    ``family``, ``variant``, ``format`` and, for tables, ``column`` overrule what the reader would find out; ``among``
    are the formats to choose from (default: all). Raises UnknownFamilyError and UnknownFormatError at once.
    """
    asked = candidates(family, format, among, table=bool(column))
    found = chain.from_iterable(map(members, find(places)))
    return chain.from_iterable(
        read_member(member, asked, Wish(variant, family, column), named=bool(format)) for member in found
    )


def read_member(member: Member, asked: Sequence[Format], wish: Wish, *, named: bool) -> Iterator[Event]:
    """What ``stream`` tells of one text."""
    if not (named or wish.variant):
        member, told = brief(member, asked)
        if told:
            return iter(told)
    condition = Condition()
    events = read_pages(spelt(member, condition), member, asked, wish, condition, named=named)
    return events if member.places is None else relocated(events, member.places)


def spelt(member: Member, condition: Condition) -> Iterator[Page]:
    """The lines of a text as formats know them."""
    return parted(undrawn(unquoted(pages(member.chunks, condition), condition), condition), condition)


def read_pages(
    every: Iterator[Page], member: Member, asked: Sequence[Format], wish: Wish, condition: Condition, *, named: bool
) -> Iterator[Event]:
    """What is told of the pages of a text, with the lines that they have there."""
    sample, every = begin(every, member.name)
    choice = opened(sample, asked, wish, named=named, usual=member.places.format if member.places else "")
    blank = says_nothing(sample, choice)
    form = None if blank else choice.format
    lines = Lines(source=member.name, pages=every)
    account = Account(lines)
    yield Opened(member.name, member.size, form.name if form else "", form.family if form else "")
    if form is not None:
        events = _boards(form, items_of(form, lines, wish, asked, named=named, lead=choice.lead), lines, account)
        yield from map(_doubted, events) if member.doubtful() else events
    yield from _rest(lines, account, form, "" if blank or form else choice.reason + hint(sample.lines))
    for text in condition.notes:
        lines.note(text, 0)
    if not account.boards and not condition.error:
        lines.note("the source is empty" if lines.number == 0 else "0 boards", 0)
    yield from account.said()
    yield from account.repeated()
    yield account.report(form, condition.error)


def says_nothing(sample: Sample, choice: Choice) -> bool:
    """Whether there is nothing but blank lines and, as far as no format knows better, comments."""
    if choice.format is not None:
        return not any(map(str.strip, sample.lines))
    return all(line.lstrip()[0] in COMMENT for line in sample.filled())


def begin(every: Iterator[Page], name: str) -> tuple[Sample, Iterator[Page]]:
    """The beginning of a source, and all its pages, the beginning again included.

    The pages of the beginning are joined: a pipe may bring a table line by line, and what a format makes of it must
    not depend on that.
    """
    seen: list[Page] = []
    texts: list[str] = []
    size = blank = passed = 0
    begun = False
    for page in every:
        if not texts and not isinstance(page, Unreadable) and not any(map(str.strip, page)):
            blank += len(page)  # a file may begin with any number of blank lines
            continue
        if isinstance(page, list) and seen and isinstance(seen[-1], list):
            seen[-1] = joined(seen[-1], page)
        else:
            seen.append(page)
        if isinstance(page, list) and page and (begun or _begins(page[0])):
            whole = size + sum(map(len, page)) + len(page)
            if whole < SAMPLE and len(texts) + len(page) < SAMPLE_LINES:  # as nearly all small sources are
                texts, size, begun = texts + page, whole, True
                continue
        for text in () if isinstance(page, Unreadable) else page:
            if not begun and len(texts) >= COMMENTS and passed < MOST_COMMENTS and not _begins(text):
                passed += len(text) + 1  # as long as nothing else came
                continue
            if texts or text.strip():
                begun = begun or _begins(text)
                texts.append(text[:SAMPLE])
                size += len(text) + 1
            if size >= SAMPLE or len(texts) >= SAMPLE_LINES:
                return Sample(tuple(blanked(texts)), name, whole=False), chain(_blanks(blank), seen, every)
    return Sample(tuple(blanked(texts)), name), chain(_blanks(blank), seen, every)


def _begins(text: str) -> bool:
    """Whether a line is neither blank nor a comment."""
    return text.lstrip()[:1] not in (*COMMENT, "")


def uncommented(lines: Lines, texts: Sequence[str]) -> Iterator[Reject]:
    """The lines taken last that are more than comments, where the beginning was nothing else."""
    for number, text in enumerate(texts, lines.number - len(texts) + 1):
        start = text.lstrip()[:1]
        lines.tally.blank += not start
        lines.tally.comment += bool(start) and start in COMMENT
        if start and start not in COMMENT:
            yield lines.reject("expected boards nearer to the beginning, got nothing but comments", text, line=number)


def _blanks(count: int) -> Iterator[Page]:
    """So many blank lines."""
    for at in range(0, count, BLANKS):
        yield [""] * min(BLANKS, count - at)


def _doubted(event: Event) -> Event:
    """The boards of a text that is not what was packed, each marked as such."""
    if not isinstance(event, Block):
        return event
    known = event.fields or repeat(None, len(event.texts))
    return event._replace(fields=[{**(fields or {}), "doubt": DOUBT} for fields in known])


def _boards(form: Format, items: Iterator[Item], lines: Lines, account: Account) -> Iterator[Event]:
    """What the format reads, boards packed; where input is slow, they are passed on before more must be waited for."""
    pack = Pack()
    due = monotonic() + PATIENCE
    try:
        for item in items:
            if isinstance(item, Board):
                if not pack.takes(item):
                    yield from map(account.block, pack.take())
                pack.add(item)
                if lines.idle() and monotonic() > due:
                    yield from map(account.block, pack.take())
                    due = monotonic() + PATIENCE
            elif isinstance(item, Block):
                yield from map(account.block, chain(pack.take(), split(item)))
            else:
                yield account.reject(item)
            if lines.rejects or lines.notes:
                yield from account.said()
    except MalformedError as error:  # such as a column or variant that was wished and is none
        account.error = str(error)
    except Exception as error:  # noqa: BLE001  # one bad source must not end a run over thousands
        account.error = f"format {form.name} failed at line {lines.number}: {error}"
    yield from map(account.block, pack.take())


def _rest(lines: Lines, account: Account, form: Format | None, reason: str) -> Iterator[Event]:
    """The lines that no format took: all blank ones, all of an unrecognised source as one reject, or our own error."""
    taken, raw = 0, ""
    while texts := lines.take(5000):
        taken += len(texts)  # those that cannot be read have rejects of their own
        if reason and len(raw) < QUOTED:
            raw += "\n".join(texts)[:QUOTED] + "\n"
        elif not reason and form is None:
            yield from map(account.reject, uncommented(lines, texts))
        elif not reason and not account.error:
            lines.tally.blank += sum(not text.strip() for text in texts)
    if account.error and (left := lines.number - lines.tally.total()) > 0:
        yield account.reject(lines.reject(f"not read: {account.error}", "", line=lines.number - left + 1, lines=left))
    if reason and taken:
        yield account.reject(lines.reject(reason, raw[:QUOTED].rstrip(), line=1, lines=taken))
