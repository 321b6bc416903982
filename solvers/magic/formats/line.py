"""Squares one a line: the n x n numbers row by row, with blanks, commas or ``/`` between."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from math import isqrt

from solvers.core import Board, MalformedError
from solvers.magic.board import Candidates, candidates, format_numbers, parse
from solvers.magic.formats.parts import board, filled, is_answer, one_a_line, require_plain, square
from solvers.magic.formats.plain import flat_rows_of
from solvers.reading.ahead import Stretch
from solvers.reading.fields import fields_of
from solvers.reading.format import Format, Lines, Sample, Wish

SEEN = 100  # lines that are looked at to recognise it
_LO_SHU = [  # all squares of order 3: one, turned and flipped
    list(map(int, text))
    for text in (
        "276951438", "294753618", "438951276", "492357816", "618753294", "672159834", "816357492", "834159672",
    )
]  # fmt: skip


def _tokens(text: str) -> list[str]:
    return [cell for row in text.split("/") for cell in fields_of(row)]


def sniff(sample: Sample) -> int:
    """60 if most lines may be squares that are magic, 40 if not: a sudoku of 9x9 or 16x16 has such lines, too."""
    own = filled(sample)
    cut = not sample.whole and len(own) <= SEEN
    squares = []
    for line in own[: len(own) - cut][:SEEN]:
        if not (row := _cells(line)):
            return 0
        squares.append(row)
    if not squares or is_answer(list(map(_tokens, own[:SEEN]))):
        return 0
    if any("|" in line for line in own):
        return 70  # as sure as it is that the bars part columns of a table
    largest = max(cell[-1] for row in squares for cell in row if cell) if any(map(any, squares)) else 0
    if largest == 0:
        return 3  # nothing is given: as well another puzzle
    if largest <= isqrt(len(squares[0])):
        return 0
    return 60 if 2 * sum(map(_may_be_magic, squares)) >= len(squares) else 40


def _cells(text: str) -> list[Candidates]:
    """The cells of a line; nothing if they are no square of order 3 or more."""
    tokens = _tokens(text)
    order = isqrt(len(tokens))
    if order < 3 or order * order != len(tokens):
        return []
    try:
        return list(map(candidates, tokens))
    except MalformedError:
        return []


def _may_be_magic(cells: Sequence[Candidates]) -> bool:
    """Whether no number is too large or stands twice; in order 3 whether a square has them."""
    if len(cells) == len(_LO_SHU[0]):
        return any(all(not cell or number in cell for cell, number in zip(cells, lo, strict=True)) for lo in _LO_SHU)
    given = [cell for cell in cells if len(cell) == 1]
    return len(set(given)) == len(given) and all(cell[-1] <= len(cells) for cell in cells if cell)


def _board(lines: Lines, text: str, wish: Wish) -> Board:
    tokens = _tokens(text)
    order = isqrt(len(tokens))
    if order * order != len(tokens):
        raise MalformedError(f"expected n x n numbers, got {len(tokens)}")
    rows = [tokens[i * order : (i + 1) * order] for i in range(order)]
    return board(square(rows, wish), lines, lines.number)


def _found(texts: list[str]) -> Stretch | None:
    """The squares that come next, if blanks stand between their numbers and all are of the first one's order."""
    order = isqrt(texts[0].count(" ") + 1)
    filled = texts if all(map(str.strip, texts)) else list(takewhile(str.strip, texts))
    found = flat_rows_of(filled, order, Wish()) if order >= 3 else None
    return Stretch(found.variant, found.texts, range(len(filled)), len(filled)) if found else None


def write(item: Board) -> str:
    """All numbers in one line; raises MalformedError where the text says more than cells."""
    require_plain(item.text)
    return " ".join(format_numbers(cell) if cell else "0" for cell in parse(item.text).cells) + "\n"


LINE = Format(
    name="magic-line",
    family="magic",
    summary="one square a line: its numbers row by row, 0 for empty",
    example="0 7 0 0 0 1 0 0 0\n",
    sniff=sniff,
    read=one_a_line(_board, _found),
    write=write,
)
