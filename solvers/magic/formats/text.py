"""Canonical texts, one a line: the form that says everything about a board."""

from __future__ import annotations

import re
from collections.abc import Iterator

from solvers.core import Board, MalformedError, Reject
from solvers.magic.board import parse
from solvers.magic.formats.parts import board, filled, note_repeated, skip
from solvers.magic.formats.plain import texts_of
from solvers.magic.rules import RULES
from solvers.reading.alike import Alike
from solvers.reading.format import Format, Item, Lines, Sample, Wish

_GIVEN = re.compile(r"(?<=;)\s*r([1-9]\d{0,3})c([1-9]\d{0,3})=(\d{1,7})\s*(?=;|$)", re.ASCII)
_START = re.compile(rf"({'|'.join(RULES)})(;[^:]*)?:", re.IGNORECASE)


def sniff(sample: Sample) -> int:
    rows = filled(sample)
    good = sum(_START.match(line.lstrip()) is not None for line in rows)
    return (100 if good == len(rows) else 85) if 2 * good >= len(rows) and good else 0


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
            note_repeated(lines, _repeated(text), lines.number)
            lines.tally.board += 1
        except MalformedError as error:
            item = lines.reject(str(error), text)
        yield item


def _repeated(text: str) -> list[str]:
    """Givens of the header that stand there twice, or in the rows too."""
    header, _, body = text.partition(":")
    rows = [row.split() for row in body.split("/")]
    seen: set[tuple[int, int, int]] = set()
    found: dict[str, None] = {}
    for row, column, number in (tuple(map(int, match.groups())) for match in _GIVEN.finditer(header)):
        inside = row <= len(rows) and column <= len(rows[row - 1])
        if (row, column, number) in seen or (inside and rows[row - 1][column - 1] == str(number)):
            found[f"r{row}c{column}={number}"] = None
        seen.add((row, column, number))
    return list(found)


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
    signs=":",
    sniff=sniff,
    read=read,
    write=write,
)
