"""Squares one a line: the n x n numbers row by row, with blanks, commas or ``/`` between."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import takewhile
from math import isqrt

from solvers.core import Board, MalformedError
from solvers.magic.board import Candidates, candidates, format_numbers, parse
from solvers.magic.formats.latin import are_magic, may_be_rows, repeat
from solvers.magic.formats.parts import board, filled, is_answer, one_a_line, require_plain, square, within
from solvers.magic.formats.plain import flat_rows_of
from solvers.reading.ahead import Stretch
from solvers.reading.fields import fields_of
from solvers.reading.format import Format, Item, Lines, Sample, Wish

SEEN = 100  # lines that are looked at to recognise it
SHORT = 2  # rows that may be missing in a grid
LEAST_ROWS = 7  # of the smallest grid that may be taken for squares, two of them missing
SPOILT = 4  # of so many lines one may be spoilt
LEAST = 3
_NUMBER = re.compile(r"\d+", re.ASCII)


def _tokens(text: str) -> list[str]:
    return [cell for row in text.split("/") for cell in fields_of(row)]


def sniff(sample: Sample) -> int:
    """60 if the lines may be squares that are magic, 40 if not; 45 if some are spoilt and the others may be magic.

    0 if they are as well the rows of grids of sudoku with 9, 16 or 25 cells, of which some are missing or spoilt.
    """
    own = filled(sample)
    cut = not sample.whole and len(own) <= SEEN
    seen = own[: len(own) - cut][:SEEN]
    squares = [row for line in seen if (row := _cells(line))]
    if not squares or SPOILT * (len(seen) - len(squares)) > len(seen) or is_answer(list(map(_tokens, seen))):
        return 0
    if any("|" in line for line in own):
        return 70 if len(squares) == len(seen) else 0  # as sure as it is that the bars part columns of a table
    largest = max(cell[-1] for row in squares for cell in row if cell) if any(map(any, squares)) else 0
    if largest == 0:
        return 3  # nothing is given: as well another puzzle
    if largest <= isqrt(len(squares[0])):
        return 0
    return _of_squares(squares, spoilt=len(squares) < len(seen), whole=sample.whole)


def _of_squares(squares: Sequence[Sequence[Candidates]], *, spoilt: bool, whole: bool) -> int:
    """How sure it is that such lines are squares; 0 where they are as well rows of spoilt grids of sudoku."""
    magic, rows = are_magic(squares), may_be_rows(squares)
    by_chance = repeat(squares) if rows else None
    short = len(squares) < LEAST_ROWS and len(set(map(len, squares))) == 1
    if not whole and short and rows and by_chance is None:
        return 40  # they may be the first rows of a grid
    if magic and by_chance is not False:
        return 45 if spoilt else 60
    few = 2 * len(squares) < len(squares[0])  # so few that they are no grid, even a spoilt one
    return 40 if by_chance or (not spoilt and (few or not rows)) else 0


def _cells(text: str) -> list[Candidates]:
    """The cells of a line; nothing if they are no square of order 3 or more."""
    tokens = _tokens(text)
    order = isqrt(len(tokens))
    if order < LEAST or order * order != len(tokens):
        return []
    try:
        return list(map(candidates, tokens))
    except MalformedError:
        return []


def read(lines: Lines, wish: Wish) -> Iterator[Item]:
    orders = [isqrt(len(row)) for text in lines.ahead(SEEN) if (row := _cells(text))]
    return one_a_line(partial(_board, orders), _found, _rows)(lines, wish)


def _rows(lines: Lines) -> int:
    """How many of the next lines may be rows of a grid, behind one that is no square."""
    squares = list(takewhile(bool, map(_cells, lines.ahead(SEEN))))
    size = len(squares[0]) if squares else 0
    alike = list(takewhile(lambda square: len(square) == size, squares))
    if not any(map(any, alike)):
        return len(alike)
    if len(alike) < size - SHORT or not may_be_rows(alike):
        return 0
    by_chance = repeat(alike)
    return len(alike) if by_chance is False or (by_chance is None and not are_magic(alike)) else 0


def _board(orders: Sequence[int], lines: Lines, text: str, wish: Wish) -> Board:
    """The square of a line; ``orders`` are those of the first lines, without any they are smaller than 3."""
    tokens = _tokens(text)
    order = isqrt(len(tokens))
    if order * order != len(tokens) or (orders and order < LEAST):
        raise _wrong_count(text, tokens, orders)
    rows = [tokens[i * order : (i + 1) * order] for i in range(order)]
    return board(within(square(rows, wish)), lines, lines.number)


def _wrong_count(text: str, tokens: Sequence[str], orders: Sequence[int]) -> MalformedError:
    """How many numbers a line has, and others have; the column is that of one too large, or behind the last."""
    if not orders:
        return MalformedError(f"expected n x n numbers, got {len(tokens)}", 1, len(text.rstrip()) + 1)
    counts = sorted({order * order for order in orders})
    large = (match.start() + 1 for match in _NUMBER.finditer(text) if len(match[0]) > 7 or int(match[0]) > counts[-1])
    column = next(large, len(text.rstrip()) + 1)
    expected = f"{', '.join(map(str, counts[:-1]))} or {counts[-1]}" if counts[1:] else str(counts[0])
    return MalformedError(f"expected {expected} numbers, got {len(tokens)}", 1, column)


def _found(texts: list[str]) -> Stretch | None:
    """The squares that come next, if blanks stand between their numbers and all are of the first one's order."""
    order = isqrt(texts[0].count(" ") + 1)
    filled = texts if all(map(str.strip, texts)) else list(takewhile(str.strip, texts))
    found = flat_rows_of(filled, order, Wish()) if order >= LEAST else None
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
    read=read,
    write=write,
)
