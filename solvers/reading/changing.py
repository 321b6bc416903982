"""Sources that change their format far in, such as two archives put one behind the other.

53..7....6..195....98...     the beginning tells the format, and lines of another one are its rejects:
.2.41...9..5.....3..1...     those that follow each other are looked at like the beginning of a source of
# second archive             their own. If another format knows them, it reads them as they come, until
53..7....                    the first one finds a board again
6..195...
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from solvers.core import Block, Reject
from solvers.reading.format import SAMPLE, Format, Item, Lines, Wish
from solvers.reading.islands import without_islands
from solvers.reading.knowing import known
from solvers.reading.leading import passed
from solvers.reading.runs import Queue, Run, is_own
from solvers.reading.tables.addresses import among_others
from solvers.reading.underlines import without_underlines
from solvers.reading.vain import Vain

DEEPEST = 16  # changes within changes that read the rest of the source themselves
NESTED = 4  # and those that read no more than the rejects of the one before
LONG = 2000  # rejects in a row, after which the rest of the source is read without the first format
SEEN = 400  # rejects that are looked at
BULK = 4096  # lines that are handed on at once


def items_of(
    form: Format, lines: Lines, wish: Wish, asked: Sequence[Format], *, named: bool, lead: int = -1
) -> Iterator[Item]:
    """What the format reads of the lines, and what others of those asked read of lines that it refuses.

    Nobody else is asked where the user ``named`` the format. ``lead`` lines of words are passed first (-1: none).
    """
    items = without_underlines(form.read(lines, wish), lines) if named else _items(form, lines, wish, asked, 0)
    return items if lead < 0 else chain(passed(lines, lead), items)


def _items(form: Format, lines: Lines, wish: Wish, asked: Sequence[Format], depth: int) -> Iterator[Item]:
    items = among_others(without_underlines(without_islands(form.read(lines, wish), lines), lines), form, lines, wish)
    return _changing(items, form, asked, lines, wish, depth) if depth < DEEPEST + NESTED else items


def _changing(
    items: Iterator[Item], form: Format, asked: Sequence[Format], lines: Lines, wish: Wish, depth: int
) -> Iterator[Item]:
    others: list[Format] | None = None  # of many small sources few have rejects
    vain = Vain()
    usual: tuple[Format, ...] = ()  # what knew the lines last is asked first
    queue = Queue(items)
    for item in queue.items:
        if not isinstance(item, Reject) or vain.passes(item) or is_own(form, item):
            yield item
            continue
        if others is None:
            others = [other for other in asked if other.read is not form.read]
        if not others:
            yield item
            continue
        queue.back(item)
        run = Run(lines, queue, form)
        whole = run.gather(SEEN, SAMPLE)
        if not run.rejects:
            yield next(queue.items)
            continue
        other = known(run, form, usual, wish, whole=whole) if usual else None
        other = other or known(run, form, others, wish, whole=whole)
        if other is None:
            vain.add(run.rejects)
            yield from run.rejects
        else:
            usual = (other.format,)
            lines.note(f"read as {other.format.name}, another format than that of the beginning", run.start)
            yield from _handed(other.format, other.lead, run, wish, (form, *others), depth)


def _handed(form: Format, lead: int, run: Run, wish: Wish, asked: Sequence[Format], depth: int) -> Iterator[Item]:
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
