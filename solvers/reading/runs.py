"""Rejects that follow each other, with the lines that they cover: what is looked at like the beginning of a source.

53..7....6..195....98...     read by the first format
@ - 7 7                      a reject, and
# second archive             comments and blank lines between, and
# # 3\\- 4\\- # # # #        the next one: a run, whose lines are handed on as they stood
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from solvers.core import Reject
from solvers.reading.blacks import has_clues, may_be_black
from solvers.reading.format import SAMPLE, Format, Item, Lines, Page, Sample

BULK = 4096  # rejects that are handed on at once
GAP = 100  # blank lines and comments between two rejects that follow each other
FEW = 4  # lines of a reject that may be a damaged board
SURE = 80  # score from which its lines begin with the format's own words

_COMMENT = re.compile(r"\s*+(?:$|%|#|(?=\S*--)[*|.:+'=-]++\s*+$)")  # or a border
_REMARK = re.compile(r"[^<>{}\"]{,40}+$")  # to the first format; elements are boards that are yielded later


class Queue:
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


class Run:
    """Rejects that follow each other in the source with nothing but blank lines and comments between.

    ``texts`` are all their lines, from ``start`` on, those comments included that stand right above the first one.
    """

    def __init__(self, lines: Lines, queue: Queue, form: Format) -> None:
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
            own = isinstance(item, Reject) and is_own(self._form, item)
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
        if between is None or not all(_is_comment(text) or _REMARK.match(text) for text in between):
            return False
        if between:
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
            if len(found) == GAP or not text.strip() or not _is_comment(text) or may_be_black(text):
                break  # the rows of a board are none
            found.append(text)
        return found[::-1]


def _is_comment(text: str) -> bool:
    return bool(_COMMENT.match(text) or may_be_black(text)) and not has_clues(text)


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


def is_own(form: Format, reject: Reject) -> bool:
    """Whether the lines of a reject begin with the format's own words: a damaged board, and no other's."""
    if reject.lines < FEW:
        return False
    return form.sniff(Sample(tuple(reject.raw[:SAMPLE].split("\n")))) >= SURE
