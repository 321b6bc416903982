"""What became of the lines of OpenSudoku's XML: a line counts once, however many games stand in it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from solvers.core import Block, MalformedError, Reject
from solvers.reading.format import Item, Lines, Wish
from solvers.sudoku.formats.opensudoku_game import board_of
from solvers.sudoku.formats.opensudoku_games import Games

STRAY = "expected a game, got text between games"
QUOTED = 1 << 16  # characters of damaged XML that a reject keeps
_MARKUP = re.compile(r"[<>\"]")


class Account:
    """Boards and rejects of the lines that are read, until they are counted."""

    def __init__(self, lines: Lines, wish: Wish) -> None:
        self._lines = lines
        self._wish = wish
        self._boards: set[int] = set()
        self._rejects: set[int] = set()
        self._counted: set[int] = set()  # lines that were counted before the others

    def finish(self, games: Games) -> Iterator[Item]:
        """The games that were met since."""
        found, games.found = games.found, []
        while games.unknown:
            number, name = games.unknown.pop()
            self._lines.note(f"an element <{name[:40]}> is not known, and left out", number)
        named = any("note" in fields for _, _, fields in found)
        if not (self._wish.variant or named) and found and _are_plain([data for _, data, _ in found]):
            lines, texts, said = zip(*found, strict=True)
            self._boards.update(lines)
            cells = [text.replace("0", ".") for text in texts]
            yield Block("sudoku", "9x9", cells, lines, None, None, said if any(said) else None)
            return
        for line, data, fields in found:
            try:
                board = board_of(data, fields, self._wish)
            except MalformedError as error:
                yield self._lines.reject(str(error), data, line=line, column=error.column, lines=0)
                self._rejects.add(line)
            else:
                yield board._replace(source=self._lines.source, line=line)
                self._boards.add(line)

    def lose(self, reason: str, texts: Sequence[str], line: int, column: int) -> Reject:
        """The reject of damaged lines; a line that holds boards, too, counts as theirs."""
        lost = set(range(line, line + len(texts))) - self._boards - self._rejects - self._counted
        self._counted |= lost
        return self._lines.reject(reason, "\n".join(texts)[:QUOTED], line=line, column=column, lines=len(lost))

    def strays(self, texts: Sequence[str], first: int, *, markup: bool = False) -> Iterator[Reject]:
        """A reject for each line of text between games: it may be a board, but not of this format.

        Lines with ``markup`` are left out unless asked for.
        """
        for number, text in enumerate(texts, first):
            if text and not text.isspace() and not self._knows(number) and (markup or not _MARKUP.search(text)):
                self._counted.add(number)
                yield self._lines.reject(STRAY, text, line=number, column=1)

    def skip(self, numbers: range) -> None:
        """Leaves out lines that others have counted."""
        self._counted.update(numbers)

    def close(self, texts: Sequence[str], first: int) -> None:
        """Counts the lines, now that all their games are known."""
        tally = self._lines.tally
        inside = range(first, first + len(texts))
        known = self._counted.intersection(inside)
        boards = self._boards.intersection(inside) - known
        rejects = self._rejects.intersection(inside) - boards - known
        blank = sum(not text or text.isspace() for text in texts)
        if known:
            blank -= sum(not texts[number - first].strip() for number in known)
        tally.board += len(boards)
        tally.rejected += len(rejects)
        tally.blank += blank
        tally.comment += len(texts) - len(known) - blank - len(boards) - len(rejects)
        for kept in (self._boards, self._rejects, self._counted):
            kept.difference_update(inside)

    def _knows(self, line: int) -> bool:
        return line in self._boards or line in self._rejects or line in self._counted


def _are_plain(texts: Sequence[str]) -> bool:
    """Whether all are nothing but the cells of a board of 9x9."""
    joined = "".join(texts)
    return set(map(len, texts)) == {81} and joined.isascii() and not joined.encode().translate(None, b"0123456789.")
