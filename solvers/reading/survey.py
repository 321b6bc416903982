"""What is in a source, without solving it: its format, variants and first board, and what was said while reading."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain
from math import isqrt

from solvers.core import Block, Board, Reject, cells_of
from solvers.reading.choosing import candidates
from solvers.reading.containers import members
from solvers.reading.events import Note, Report
from solvers.reading.format import SAMPLE, Wish
from solvers.reading.packing import boards
from solvers.reading.sources import Place, find
from solvers.reading.stream import read_member
from solvers.reading.text import Condition, pages

_WORD = re.compile(r"""[^\s,;:|"'=\[\]{}#+]+""")
_BARS = frozenset("|+")
LONGEST = 40  # lines in which the rows of a board are looked for


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
