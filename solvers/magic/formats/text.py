"""Canonical texts, one a line: the form that says everything about a board."""

from __future__ import annotations

import re
from collections.abc import Iterator

from solvers.core import Board, MalformedError, Reject
from solvers.magic.board import parse
from solvers.magic.formats.parts import COMMENT, board, skip
from solvers.magic.formats.plain import texts_of
from solvers.magic.rules import RULES
from solvers.reading.alike import Alike
from solvers.reading.format import Format, Item, Lines, Sample, Wish

_START = re.compile(rf"({'|'.join(RULES)})(;[^:]*)?:", re.IGNORECASE)


def sniff(sample: Sample) -> int:
    filled = [line for line in sample.filled() if not line.lstrip().startswith(COMMENT)]
    return 100 if filled and all(_START.match(line.lstrip()) for line in filled) else 0


def read(lines: Lines, wish: Wish) -> Iterator[Item]:
    alike = Alike(lines, "magic", wished=not wish.variant)
    while (text := lines.peek()) is not None:
        if block := alike.take(1, texts_of):
            yield block
            continue
        next(lines)
        if skip(lines, text):
            continue
        try:
            item: Board | Reject = _obeying(wish, board(parse(text), lines, lines.number))
            lines.tally.board += 1
        except MalformedError as error:
            item = lines.reject(str(error), text)
        yield item


def _obeying(wish: Wish, found: Board) -> Board:
    """The board, if it is of the wished rule set, with or without the order; the text names its own."""
    if wish.variant not in ("", found.variant, found.text.partition(":")[0].partition(";")[0]):
        raise MalformedError(f"expected a board of {wish.variant}, got one of {found.variant}")
    return found


def write(item: Board) -> str:
    return f"{item.text}\n"


TEXT = Format(
    name="magic-text",
    family="magic",
    summary="canonical text, one board a line: rule set, numbers, sums, rows",
    example="normal:0 7 0/0 0 1/0 0 0\n",
    sniff=sniff,
    read=read,
    write=write,
)
