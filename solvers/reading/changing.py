"""Sources that change their format far in, such as two archives put one behind the other.

    53..7....6..195....98...     the beginning tells the format, and lines of another one are its rejects:
    .2.41...9..5.....3..1...     those that follow each other are looked at like the beginning of a source of
    # second archive             their own. If another format knows them, it reads them as they come, until
    53..7....                    the first one finds a board again
    6..195...

Rejects that nobody knew are followed by more of their kind, mostly; the next few are passed on without a look, twice
as many each time.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import chain
from string import ascii_letters, digits

from solvers.core import Block, Board, Reject, cells_of
from solvers.reading.account import is_complete
from solvers.reading.blacks import may_be_black
from solvers.reading.choosing import CERTAIN, choose
from solvers.reading.format import SAMPLE, Format, Item, Lines, Page, Sample, Wish
from solvers.reading.leading import passed
from solvers.reading.tables.addresses import among_others
from solvers.reading.tables.csv import heading_of
from solvers.reading.underlines import blanked, without_underlines

DEEPEST = 16  # changes within changes that read the rest of the source themselves
NESTED = 4  # and those that read no more than the rejects of the one before
LONG = 2000  # rejects in a row, after which the rest of the source is read without the first format
SEEN = 400  # rejects that are looked at
BULK = 4096  # rejects that are handed on at once
GAP = 100  # blank lines and comments between two rejects that follow each other
LEAST = 60  # score from which a format is believed
SURE = 80  # and one of another family: bare numbers between boards are anything but squares
FEW, SHORT = (
    4,
    16,
)  # fewer lines, all of them shorter, are no other family's; nor is a reject of as many, a damaged board
PASSED = 8  # rejects that are passed on unseen after one of their kind was looked at in vain
MOST_KINDS, MOST_LIKE = 64, 1000
ROW = 25  # characters; how much longer a line is does not matter

_COMMENT = re.compile(r"\s*(?:$|%|#|[*|.:+'-]*--[-|+.:*'=]*\s*$)")  # or a border
_CELLS = digits + ".*_?-"
_WITHOUT = str.maketrans("", "", _CELLS + ascii_letters)


def items_of(
    form: Format, lines: Lines, wish: Wish, asked: Sequence[Format], *, named: bool, lead: int = -1
) -> Iterator[Item]:
    """What the format reads of the lines, and what others of those asked read of lines that it refuses.

    Nobody else is asked where the user ``named`` the format. ``lead`` lines of words are passed first (-1: none).
    """
    items = without_underlines(form.read(lines, wish), lines) if named else _items(form, lines, wish, asked, 0)
    return items if lead < 0 else chain(passed(lines, lead), items)


def _items(form: Format, lines: Lines, wish: Wish, asked: Sequence[Format], depth: int) -> Iterator[Item]:
    items = among_others(without_underlines(form.read(lines, wish), lines), form, lines, wish)
    return _changing(items, form, asked, lines, wish, depth) if depth < DEEPEST + NESTED else items


def _changing(
    items: Iterator[Item], form: Format, asked: Sequence[Format], lines: Lines, wish: Wish, depth: int
) -> Iterator[Item]:
    others: list[Format] | None = None  # of many small sources few have rejects
    vain = _Vain()
    usual: tuple[Format, ...] = ()  # what knew the lines last is asked first
    queue = _Queue(items)
    for item in queue.items:
        if not isinstance(item, Reject) or vain.passes(item) or _is_own(form, item):
            yield item
            continue
        if others is None:
            others = [other for other in asked if other.read is not form.read]
        if not others:
            yield item
            continue
        queue.back(item)
        run = _Run(lines, queue, form)
        whole = run.gather(SEEN, SAMPLE)
        if not run.rejects:
            yield next(queue.items)
            continue
        other = _known(run, form, usual, wish, whole=whole) if usual else None
        other = other or _known(run, form, others, wish, whole=whole)
        if other is None:
            vain.add(run.rejects)
            yield from run.rejects
        else:
            known, lead = other
            usual = (known,)
            lines.note(f"read as {known.name}, another format than that of the beginning", run.start)
            yield from _handed(known, lead, run, wish, (form, *others), depth)


def _known(run: _Run, form: Format, others: Sequence[Format], wish: Wish, *, whole: bool) -> tuple[Format, int] | None:
    """The format that knows the lines of a run, and reads at least half of them, up to the last board.

    And how many lines of words it must not see, as ``Choice.lead``.
    """
    texts = run.texts
    sample = Sample(tuple(blanked([text[:SAMPLE] for text in texts])), run.lines.source, whole=whole)
    anew = not form.family and heading_of(sample) == next(
        iter(sample.filled()), "-"
    )  # of a table, with another delimiter
    choice = choose(sample, (form, *others) if anew else others, titled=False)
    other = choice.format
    if other is None or choice.score() < LEAST:
        return None
    few = len(run.rejects) < FEW and max(map(len, texts)) < SHORT
    damaged = few or any(reject.lines >= FEW for reject in run.rejects)
    unlike = damaged and choice.score() < CERTAIN  # the boards of another family
    if form.family and other.family not in ("", form.family) and (unlike or choice.score() < SURE):
        return None
    part = Lines(texts)
    items: list[Item] = []
    with suppress(Exception):  # then it does not know them
        items += passed(part, choice.lead) if choice.lead >= 0 else ()
        items += other.read(part, wish)
    boards = [item for item in items if not isinstance(item, Reject)]
    if unlike and form.family and any(item.family != form.family for item in boards):
        return None
    if not (form.family or anew) and any(is_complete(text) for item in boards for text in _texts(item)):
        return None  # the solutions of what could not be read
    if all(map(_is_empty, boards)):
        return None  # marks of another kind
    last = max(map(_last_line, boards), default=0)  # what comes behind may be of yet another format, or cut off
    refused = sum(item.lines for item in items if isinstance(item, Reject) and item.line < last)
    return (other, choice.lead) if boards and part.tally.board >= refused else None


def _is_empty(item: Board | Block) -> bool:
    """Whether no board of sudoku has a given."""
    return item.family == "sudoku" and not any(text[slice(*cells_of(text))].strip(".") for text in _texts(item))


def _is_own(form: Format, reject: Reject) -> bool:
    """Whether the lines of a reject begin with the format's own words: a damaged board, and no other's."""
    if reject.lines < FEW:
        return False
    return form.sniff(Sample(tuple(reject.raw[:SAMPLE].split("\n")))) >= SURE


def _texts(item: Board | Block) -> Sequence[str]:
    return (item.text,) if isinstance(item, Board) else item.texts


def _last_line(item: Board | Block) -> int:
    return item.line if isinstance(item, Board) else item.lines[-1]


def _handed(form: Format, lead: int, run: _Run, wish: Wish, asked: Sequence[Format], depth: int) -> Iterator[Item]:
    """What the format reads of the run and of the rejects that follow it, with the line numbers of the whole."""
    lines, before = run.lines, run.start - 1
    part = Lines(source=lines.source, pages=run.pages(LONG if depth < DEEPEST else 0))
    part.tally = lines.tally
    items = _items(form, part, wish, asked, depth + 1)
    for item in items if lead < 0 else chain(passed(part, lead), items):
        yield _moved(item, before, lines)
        _pass_on_notes(part, lines, before)
    while texts := part.take(BULK):
        filled = [text for text in texts if text.strip()]
        part.tally.blank += len(texts) - len(filled)
        if filled:
            reason = f"expected nothing more in format {form.name}, got a line"
            yield _moved(part.reject(reason, filled[0], lines=len(filled)), before, lines)
    _pass_on_notes(part, lines, before)


def _moved(item: Item, by: int, lines: Lines) -> Item:
    if isinstance(item, Block):
        return item._replace(lines=[line + by for line in item.lines])
    if isinstance(item, Reject):
        return item._replace(line=item.line + by, raw=lines.written(item.raw))
    return item._replace(line=item.line + by)


def _pass_on_notes(part: Lines, lines: Lines, before: int) -> None:
    for note in part.notes:
        lines.note(note.text, before + note.line)
    part.notes.clear()


class _Queue:
    """Items in order, the last of which may be put back."""

    def __init__(self, items: Iterator[Item]) -> None:
        self._back: list[Item] = []
        self.items = self._all(items)

    def _all(self, items: Iterator[Item]) -> Iterator[Item]:
        for item in items:
            yield item
            while self._back:
                yield self._back.pop()

    def back(self, item: Item) -> None:
        self._back.append(item)


class _Run:
    """Rejects that follow each other in the source with nothing but blank lines and comments between.

    ``texts`` are all their lines, from ``start`` on, those comments included that stand right above the first one.
    """

    def __init__(self, lines: Lines, queue: _Queue, form: Format) -> None:
        self.lines = lines
        self._form = form
        self.rejects: list[Reject] = []
        self.texts: list[str] = []
        self.start = 0
        self._end = 0
        self._queue = queue
        self._blank = self._comment = 0  # lines between the rejects

    def gather(self, most: int, size: int, *, patient: bool = True) -> bool:
        """Takes rejects that follow, so many or of so many characters; True if there are no more of them."""
        while len(self.rejects) < most and size > 0:
            item = next(self._queue.items, None)
            own = isinstance(item, Reject) and _is_own(self._form, item)
            if not isinstance(item, Reject) or own or not self._add(item):
                if item is not None:
                    self._queue.back(item)
                self._add_blacks()
                return True
            size -= len(item.raw)
            if not patient and (self.lines.idle() or self._end == self.lines.number):
                break
        return False

    def pages(self, long: int) -> Iterator[Page]:
        """The lines, and those of all rejects that follow; they are rejects no longer, and no longer counted.

        After a ``long`` run (0: never) those that nobody has taken yet come at once, to the end of the source.
        """
        over = False
        count = 0
        while self.texts:
            tally = self.lines.tally
            tally.rejected -= sum(reject.lines for reject in self.rejects)
            tally.blank -= self._blank
            tally.comment -= self._comment
            texts, self.texts, self.rejects = self.texts, [], []
            self._blank = self._comment = 0
            count += len(texts)
            yield texts
            while 0 < long <= count and self._end == self.lines.number and not self.lines.jumps():
                if not (texts := self.lines.take(BULK)):
                    return
                self._end += len(texts)
                yield texts
            if not over:
                over = self.gather(BULK, SAMPLE * 16, patient=False)

    def _add(self, reject: Reject) -> bool:
        found = _stretch(reject, self.lines)
        if found is None:
            return False
        first, texts = found
        if first == self._end + 1 > 1:
            between: list[str] | None = []
        elif self._end:
            between = self.lines.between(self._end + 1, first - 1) if 0 < first - self._end <= GAP else None
        else:
            between = self._above(first)
            self.start = first - len(between)
        if between is None or not all(map(_COMMENT.match, between)):
            return False
        blank = sum(not text.strip() for text in between)
        self._blank += blank
        self._comment += len(between) - blank
        self._end = first + len(texts) - 1
        self.texts += [*between, *texts]
        self.rejects.append(reject)
        return True

    def _add_blacks(self) -> None:
        """Takes the rows of black cells right behind the last reject, which were taken for comments."""
        for text in self.lines.around(self._end, 1) if self.rejects else ():
            if self._end == self.lines.number or not may_be_black(text):
                return
            self.texts.append(text)
            self._comment += 1
            self._end += 1

    def _above(self, first: int) -> list[str]:
        """The comments right above a line, which may be its title."""
        found: list[str] = []
        for text in self.lines.around(first, -1):
            if len(found) == GAP or not text.strip() or not _COMMENT.match(text):
                break
            found.append(text)
        return found[::-1]


def _stretch(reject: Reject, lines: Lines) -> tuple[int, list[str]] | None:
    """The first line of a reject, which may name a later one, and all its lines; None if they are no longer known."""
    if reject.lines > BULK:
        return None
    raw = reject.raw.partition("\n")[0]
    for first in range(reject.line, max(0, reject.line - reject.lines), -1):
        texts = lines.between(first, first + reject.lines - 1)
        if texts and lines.written(texts[0]).strip() == raw.strip():  # a line may hold boards beside the reject
            return first, texts
    return None


class _Vain:
    """The kinds of rejects that were looked at in vain, and how many of each are passed on before the next look."""

    def __init__(self) -> None:
        self._left: dict[str, int] = {}
        self._pause: dict[str, int] = {}
        self._known: dict[tuple[str, int], str] = {}

    def passes(self, reject: Reject) -> bool:
        """Whether a reject needs no look."""
        like = (reject.reason, len(reject.raw))  # those are of one kind, as good as always
        kind = self._known.get(like)
        if kind is None:
            kind = self._kind(reject)
            if len(self._known) < MOST_LIKE:
                self._known[like] = kind
        left = self._left.get(kind, 0)
        if left:
            self._left[kind] = left - 1
        return left > 0

    def add(self, rejects: Sequence[Reject]) -> None:
        for kind in {self._kind(reject) for reject in rejects}:
            self._pause[kind] = 2 * self._pause.get(kind, PASSED // 2)
            self._left[kind] = self._pause[kind]

    def _kind(self, reject: Reject) -> str:
        """How long the first line of a reject is, what it begins with, and the marks in it."""
        line = reject.raw[: ROW + 1]
        if reject.lines > 1:
            line = line.partition("\n")[0]
        kind = f"{len(line)}{line[:1].isalpha()}{line.translate(_WITHOUT)}"
        return kind if kind in self._pause or len(self._pause) < MOST_KINDS else ""
