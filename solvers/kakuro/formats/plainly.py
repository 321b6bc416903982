"""Boards that are written plainly, many in one call of the kernel, between those that need a closer look.

A format's reader takes a board; the kernel takes those that follow, as far as each is written in the plainest form of
the notation; where one is not, the reader goes on. So a reader may take no line before it needs it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from solvers.core import Block
from solvers.kakuro._kernel import take_boards
from solvers.kakuro.formats.order import oriented, wished_order
from solvers.reading.format import Item, Lines, Wish

LEAST, MOST = 256, 4096  # lines that are looked at at once
PAUSE = 16  # boards that are not even tried after many that were odd

ANSWERS_LEFT_OUT = "answers behind a board were left out"

Read = Callable[[Lines, Wish], Iterator[Item]]
Batches = Callable[[Lines, Wish], Iterator[list[Item]]]


def plainly(read: Read, notation: str, usual: str = "") -> Read:
    """The reader of a format, and the kernel's for the same notation between its boards.

    ``usual`` is the order of clues where authors disagree on it; "" where the notation fixes it.
    """

    return plainly_in_batches(lambda lines, wish: ([item] for item in read(lines, wish)), notation, usual)


def plainly_in_batches(read: Batches, notation: str, usual: str = "") -> Read:
    """The same for a reader that tells several items of the lines that it took at once."""

    def both(lines: Lines, wish: Wish) -> Iterator[Item]:
        plain = _Plain(lines, notation)
        for batch in read(lines, wish):
            yield from batch
            for block in plain.take():
                yield _oriented(block, lines, wish, usual) if usual else block

    return both


def one_of(notation: str, texts: Iterable[str]) -> str:
    """The canonical text of the board that these lines are; "" if one needs a closer look."""
    found, _, starts, *_ = take_boards(notation, "\n".join([*texts, ""]))
    return found[:-1] if len(starts) == 1 else ""


class _Plain:
    """Takes plain boards off the lines."""

    def __init__(self, lines: Lines, notation: str) -> None:
        self._lines = lines
        self._notation = notation
        self._room = LEAST
        self._pause = 0
        self._odd = 0  # how many boards were left alone after the last one

    def take(self) -> Iterator[Block]:
        """The boards that come next, in blocks of one size each; none if the next one needs a closer look."""
        while not self._pause:
            ahead = self._lines.ahead(self._room)
            found = take_boards(self._notation, "\n".join([*ahead, ""]))
            texts, ended, first = found[0], found[8], self._lines.number + 1
            self._count(*found[4:7])
            for answers in found[7]:
                self._lines.note(ANSWERS_LEFT_OUT, first + answers)
            yield from _blocks(*found[:4], first)
            self._odd = 0 if texts or ended else min(PAUSE, 2 * self._odd + 1)
            if ended and (texts or len(ahead) == self._room < MOST):
                self._room = min(MOST, 4 * self._room)
            else:
                self._room, self._pause = LEAST, self._odd
                return
        self._pause -= 1

    def _count(self, lines: int, blank: int, comment: int) -> None:
        self._lines.take(lines)
        tally = self._lines.tally
        tally.blank += blank
        tally.comment += comment
        tally.board += lines - blank - comment


def _blocks(texts: str, labels: str, starts: list[int], sizes: list[list[int]], first: int) -> Iterator[Block]:
    """The boards as columns; ``first`` is the line that the kernel calls 0."""
    every, names, at = texts.split("\n"), labels.split("\n"), 0
    for rows, columns, count in sizes:
        part = slice(at, at + count)
        lines = [first + start for start in starts[part]]
        yield Block("kakuro", f"{rows}x{columns}", every[part], lines, names[part] if any(names[part]) else None)
        at += count


def _oriented(block: Block, lines: Lines, wish: Wish, usual: str) -> Block:
    """The boards with the clues in the order that is wished or fits, and which that was."""
    wished = wished_order(wish)
    readings = [oriented(text, wished, usual) for text in block.texts]
    for line, reading in zip(block.lines, readings, strict=True):
        if reading.note:
            lines.note(reading.note, line)
    return block._replace(
        texts=[reading.text for reading in readings],
        fields=[{"clue_order": reading.order, "clue_order_by": reading.why} for reading in readings],
    )
