"""Tables that do not say their size: what tells that rows are missing, too many, or of several tables.

\\ 20\\ 29\\    A table has black cells above and left of all its white ones, no row twice, and white cells in all rows
\19 _ _     but the outer ones. Several of one size with nothing between are taken apart where each fits its clues;
\7 _ _      all else is noted: nothing tells what was meant.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from operator import eq

from solvers.core import Block, Board, Reject
from solvers.kakuro.board import variant
from solvers.kakuro.formats.order import evidence
from solvers.reading.format import Item, Lines, Wish
from solvers.reading.packing import boards, cut

OPEN = "white cells in the first row have nothing above them: rows may be missing"
DOUBLED = "rows {} and {} are the same: one may be too many"
SEVERAL = "no white cell in row {}: several tables without an empty line between may be meant"
APART = "tables without an empty line between are taken apart"
OTHER = "{} rows, and {} in the tables before: rows may be missing or too many"
CUT = "expected a whole table, got one in two parts with an empty line or a title between"
UNSIZED = "expected the number of rows and columns, as before the tables above, got rows of cells"
FAR = 100  # lines between two parts
ALIKE = 2  # tables of one size, from which another one is noted

_NO_WHITE = re.compile(r"/[^./]*\\[^./]*/")  # in a row with clues

Read = Callable[[Lines, Wish], Iterator[Item]]
Size = Callable[[str], re.Match[str] | None]
Against = Callable[[list[str]], int | None]


def doubted(read: Read, size: Size, against: Against) -> Read:
    """The reader of tables, with notes for those that do not look whole, and rejects for those in two parts.

    ``size`` knows a line that says how many rows follow (its first group), ``against`` counts the clues and runs of
    the lines of a table that do not fit each other (None: they are none).
    """

    def both(lines: Lines, wish: Wish) -> Iterator[Item]:
        doubts = _Doubts(lines, size, against)
        for item in read(lines, wish):
            yield from doubts.of(item)
        yield from doubts.rest()

    return both


class _Doubts:
    """The last table or reject, to which what comes next may belong, and what the tables before it were like."""

    def __init__(self, lines: Lines, size: Size, against: Against) -> None:
        self._lines = lines
        self._size = size
        self._against = against
        self._held: Board | Reject | None = None
        self._sizes = _Sizes()
        self._sized = False  # whether tables said their size
        self._missing = 0  # rows of the last one that did

    def of(self, item: Item) -> Iterator[Item]:
        """The items before this one, and this one unless it must be held back."""
        for unit in self._units(item):
            if isinstance(unit, Block):
                yield from self.rest()
                yield unit
            elif size := self._size(self._lines.text(unit.line)):
                yield from self.rest()
                self._sized = True
                self._missing = int(size[1]) + 1 - unit.lines if isinstance(unit, Reject) else 0
                yield unit
            elif self._is_of_sized(unit):
                yield from self.rest()
                self._missing -= _count(unit)
                yield _refused(unit, self._lines, UNSIZED)
            elif self._held and self._goes_on(self._held, unit):
                yield from (_refused(part, self._lines, CUT) for part in (self._held, unit))
                self._held = None
            else:
                yield from self.rest()
                self._held = unit

    def rest(self) -> Iterator[Item]:
        """What is held back."""
        held, self._held = self._held, None
        if isinstance(held, Board):
            yield from _looked_at(held, self._lines, self._sizes)
        elif held:
            yield held

    def _units(self, item: Item) -> Iterator[Item]:
        """The tables of a block that do not look whole, each alone, and the others together; the last one alone."""
        if not isinstance(item, Block):
            yield item
            return
        every = list(map(_is_odd, item.texts))
        every[-1] = True  # what comes behind it may be its own
        done = 0
        for at in (at for at, odd in enumerate(every) if odd):
            if at > done and not self._sized and self._sizes.has(item.variant):
                self._sizes.count += at - done
                yield cut(item, done, at)
                done = at
            yield from boards(cut(item, done, at + 1), self._lines.source)
            done = at + 1

    def _is_of_sized(self, unit: Board | Reject) -> bool:
        """Whether rows without a size are those that the last sized table lacks, or have lost the line of theirs."""
        if not self._sized or isinstance(unit, Reject):
            return False
        return _count(unit) <= self._missing or bool(self._against(_texts(unit, self._lines)))

    def _goes_on(self, held: Board | Reject, unit: Board | Reject) -> bool:
        """Whether what follows a table, with nothing but blank lines or a title between, is the rest of it."""
        if isinstance(held, Reject) and isinstance(unit, Reject):
            return False
        if isinstance(held, Board) and isinstance(unit, Board) and not _is_open(unit.text) and _fits(held.text):
            return False
        end = held.line + _count(held)
        between = self._lines.between(end, unit.line - 1) if 0 <= unit.line - end <= FAR else None
        if between is None or sum(map(bool, map(str.strip, between))) > 1:
            return False
        grid, rows = (_texts(each, self._lines) for each in (held, unit))
        whole, bad, alone = self._against([*grid, *rows]), self._against(grid), self._against(rows)
        if whole is None or (bad is not None and whole > bad):
            return False
        return alone is None or whole < (bad or 0) + alone


def _count(unit: Board | Reject) -> int:
    return unit.lines if isinstance(unit, Reject) else unit.text.count("/") + 1


def _texts(unit: Board | Reject, lines: Lines) -> list[str]:
    return lines.between(unit.line, unit.line + _count(unit) - 1) or []


def _refused(unit: Board | Reject, lines: Lines, reason: str) -> Reject:
    """The reject of a table that was taken for whole."""
    if isinstance(unit, Reject):
        return unit
    lines.tally.board -= _count(unit)
    return lines.reject(reason, "\n".join(_texts(unit, lines)), line=unit.line, lines=_count(unit))


class _Sizes:
    """The size that all tables so far have, and how many they are."""

    def __init__(self) -> None:
        self._one = ""
        self.count = 0

    def has(self, variant: str) -> bool:
        """Whether a table is of that size, too."""
        return variant == self._one

    def expected(self, variant: str) -> str:
        """How many rows a table should have; "" if that is not known, or it has them. Takes it into account."""
        rows, _, columns = self._one.partition("x")
        odd = self.count >= ALIKE and variant != self._one and variant.partition("x")[2] == columns
        if variant == self._one:
            self.count += 1
        elif not odd:
            self._one, self.count = variant, 1
        return rows if odd else ""


def _is_odd(text: str) -> bool:
    """Whether a closer look pays."""
    rows = text.split("/")
    if any(map(eq, rows, rows[1:])) and _doubled(rows):
        return True
    return _is_open(text) or _NO_WHITE.search(text) is not None


def _is_open(text: str) -> bool:
    """Whether white cells stand in the first row."""
    return "." in text.partition("/")[0]


def _fits(text: str) -> bool:
    """Whether each clue has cells, and each run a clue."""
    return not any(evidence(text)[0])


def _looked_at(board: Board, lines: Lines, sizes: _Sizes) -> Iterator[Board]:
    rows = board.text.split("/")
    if parts := _parts(rows, board):
        lines.note(APART, board.line)
        yield from parts
        return
    for text in _said(rows, board, sizes):
        lines.note(text, board.line)
    yield board


def _said(rows: list[str], board: Board, sizes: _Sizes) -> Iterator[str]:
    if "." in rows[0]:
        yield OPEN
    if same := next(
        (at for at, (row, other) in enumerate(pairwise(rows), 1) if row == other and not set(row) <= set("# ")), 0
    ):
        yield DOUBLED.format(same, same + 1)
    starts = _starts(rows)
    if starts and any("." in row for row in rows[: starts[0]]) and any("." in row for row in rows[starts[0] :]):
        yield SEVERAL.format(starts[0] + 1)
    if expected := sizes.expected(board.variant):
        yield OTHER.format(len(rows), expected)


def _doubled(rows: list[str]) -> int:
    """The first row, from 1, that stands twice, and is more than black; 0 for none."""
    return next((at for at, (row, other) in enumerate(pairwise(rows), 1) if row == other and row.strip("# ")), 0)


def _starts(rows: list[str]) -> list[int]:
    """Where rows behind the first one have clues for cells below, and nothing else."""
    return [at for at in range(1, len(rows)) if "." not in rows[at] and "\\" in rows[at] and _is_first(rows[at])]


def _is_first(row: str) -> bool:
    clued = [word.split("\\") for word in row.split(" ") if "\\" in word]
    return all(across == "-" for _, across in clued) or all(down == "-" for down, _ in clued)


def _parts(rows: list[str], board: Board) -> list[Board]:
    """The tables of one size that the rows are, if there are several and the clues of each fit its cells."""
    starts = [0, *_starts(rows), len(rows)]
    if len(starts) == 2 or len({end - at for at, end in pairwise(starts)}) > 1:
        return []
    texts = ["/".join(rows[at:end]) for at, end in pairwise(starts)]
    if not all("." in text and _fits(text) for text in texts):
        return []
    return [
        board._replace(text=text, variant=variant(text), line=board.line + at, label="" if at else board.label)
        for text, at in zip(texts, starts, strict=False)
    ]
