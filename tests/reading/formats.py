"""Formats to try the reader with: as plain as possible, and one of each kind of misbehaviour."""

from __future__ import annotations

from collections.abc import Iterator

from solvers.core import Block, Board
from solvers.reading.format import Format, Item, Lines, Sample, Wish


def words(lines: Lines, wish: Wish) -> Iterator[Item]:
    """A board is a line of lower-case letters; its variant is its length."""
    for text in lines:
        if not text.strip():
            lines.tally.blank += 1
        elif text.startswith("#"):
            lines.tally.comment += 1
        elif text.islower():
            lines.tally.board += 1
            yield Board("words", wish.variant or str(len(text)), text, lines.source, lines.number)
        else:
            yield lines.reject("expected lower-case letters", text)


def columns(lines: Lines, _wish: Wish) -> Iterator[Item]:
    """The same in bulk, without any check."""
    while texts := lines.take(20000):
        lines.tally.board += len(texts)
        yield Block("words", "any", texts, range(lines.number - len(texts) + 1, lines.number + 1))


def lazy(lines: Lines, _wish: Wish) -> Iterator[Item]:
    """Stops after the first line."""
    lines.tally.board += 1
    yield Board("words", "any", next(lines))


def broken(lines: Lines, _wish: Wish) -> Iterator[Item]:
    """Fails on the second line."""
    yield from lazy(lines, _wish)
    raise ZeroDivisionError("by zero")


def noisy(lines: Lines, wish: Wish) -> Iterator[Item]:
    """Notes something of each line."""
    for item in words(lines, wish):
        lines.note("is a word")
        yield item


def _letters(sample: Sample) -> int:
    return 60 if any(line.islower() for line in sample.filled()) else 0


WORDS = Format("words", "words", "words", "abc", _letters, words)
COLUMNS = Format("columns", "words", "words in bulk", "abc", _letters, columns)
LAZY = Format("lazy", "words", "the first word", "abc", _letters, lazy)
BROKEN = Format("broken", "words", "fails", "abc", _letters, broken)
NOISY = Format("noisy", "words", "notes", "abc", _letters, noisy)
