"""Inputs of judges whose boards follow a number: how many boards there are, or how large the next one is.

UVa 989     `n`, then n*n rows of n*n numbers, 0 for empty; several boards, empty lines between them
HDU 3111, SPOJ and others    the number of boards, then their rows
HDU 4069    the number of boards, then numbers that hold a digit and walls: irregular boxes, which are refused
POJ 3074    81 symbols a line, and `end` after the last
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile

from solvers.core import Board, MalformedError
from solvers.reading.format import Format, Item, Lines, Sample, Wish
from solvers.sudoku.alphabet import values
from solvers.sudoku.board import boxes
from solvers.sudoku.formats.grid import split_row
from solvers.sudoku.formats.making import make

_NUMBER = re.compile(r"[0-9]{1,6}")
_LINE = re.compile(r"[1-9.]{81}")
WALLS = "irregular boxes (walls between cells) are not supported"


def read(lines: Lines, wish: Wish) -> Iterator[Item]:
    """Yield a board for as many rows as the first row has cells; a wrong number of boards is noted."""
    numbers: list[int] = []  # one says how many boards there are; several are their orders
    found = 0
    rows: list[tuple[str, ...]] = []
    raw: list[str] = []
    for text in lines:
        bare = text.strip()
        if not bare:
            if rows:
                yield _finish(lines, rows, raw, lines.number - len(raw), wish)
                found, rows, raw = found + 1, [], []
            lines.tally.blank += 1
        elif not rows and _NUMBER.fullmatch(bare):
            numbers.append(int(bare))
            lines.tally.comment += 1
        else:
            rows.append(split(bare))
            raw.append(text)
            if len(rows) == len(rows[0]) or len(rows) == 25:
                yield _finish(lines, rows, raw, lines.number - len(raw) + 1, wish)
                found, rows, raw = found + 1, [], []
    if rows:
        yield _finish(lines, rows, raw, lines.number - len(raw) + 1, wish)
        found += 1
    if len(numbers) == 1 and numbers[0] != found and not _is_order(numbers[0], found):
        lines.note(f"expected {numbers[0]} boards, as stated, got {found}", 0)


def _is_order(number: int, found: int) -> bool:
    """A single number before a single board may be its order."""
    return found == 1 and number in (2, 3, 4, 5)


def split(bare: str) -> tuple[str, ...]:
    """The cells of a row: symbols that stand close together, or apart."""
    parts = bare.split()
    return tuple(parts) if len(parts) > 1 else tuple(bare)


def _finish(lines: Lines, rows: Sequence[tuple[str, ...]], raw: Sequence[str], start: int, wish: Wish) -> Item:
    try:
        board = _board(rows, wish)
    except MalformedError as error:
        return lines.reject(str(error), "\n".join(raw), line=start, lines=len(raw))
    lines.tally.board += len(raw)
    return board._replace(source=lines.source, line=start)


def _board(rows: Sequence[tuple[str, ...]], wish: Wish) -> Board:
    size = len(rows[0])
    if {len(row) for row in rows} != {len(rows)} or not boxes(size):
        seen = ", ".join(str(len(row)) for row in rows)
        raise MalformedError(f"expected as many rows as cells in a row, got rows of {seen} cells", 1)
    cells = [cell for row in rows for cell in row]
    if all(len(cell) == 1 for cell in cells):
        return make("".join(cells), wish)
    if not all(cell.isascii() and cell.isdigit() for cell in cells):
        raise MalformedError("expected numbers, got other symbols beside them", 1)
    numbers = [int(cell) for cell in cells]
    if max(numbers) > size:
        raise MalformedError(WALLS if size == 9 and max(numbers) < 256 else f"expected numbers up to {size}", 1)
    return make("".join(values(size)[number - 1] if number else "." for number in numbers), wish)


def sniff(sample: Sample) -> int:
    """94 if a number stands before rows of a grid whose cells are no other family's."""
    filled = [line.strip() for line in sample.filled()]
    rows = list(takewhile(lambda line: not _NUMBER.fullmatch(line), filled[1:26]))
    if not rows or not _NUMBER.fullmatch(filled[0]):
        return 0
    width = len(split(rows[0]))
    if not boxes(width) or len(rows) < width or any(len(split(row)) != width for row in rows[:width]):
        return 0
    walls = all(cell.isdigit() for row in rows[:width] for cell in split(row))
    return 94 if walls or all(split_row(row) for row in rows[:width]) else 0


JUDGE = Format(
    name="judge",
    family="sudoku",
    summary="UVa 989, HDU 3111 and the like: a number, then the rows of boards",
    example="2\n0 0 1 0\n0 4 0 0\n0 0 0 2\n0 2 0 0\n\n2\n0 1 0 0\n0 0 2 3\n0 0 0 0\n0 3 0 0\n",
    sniff=sniff,
    read=read,
)


def read_until_end(lines: Lines, wish: Wish) -> Iterator[Item]:
    """Yield a board for each line before the one that says `end`; what follows is no board."""
    ended = False
    for text in lines:
        bare = text.strip()
        ended = ended or bare == "end"
        if not bare:
            lines.tally.blank += 1
        elif ended:
            lines.tally.comment += 1
        else:
            try:
                board = make(bare, wish)
            except MalformedError as error:
                yield lines.reject(str(error), text, column=error.column)
            else:
                lines.tally.board += 1
                yield board._replace(source=lines.source, line=lines.number)


def sniff_end(sample: Sample) -> int:
    """95 if lines of 81 symbols stand before the word `end`."""
    filled = [line.strip() for line in sample.filled()]
    before = list(takewhile(lambda line: line != "end", filled))
    return 95 if before and len(before) < len(filled) and all(map(_LINE.fullmatch, before)) else 0


POJ3074 = Format(
    name="poj3074",
    family="sudoku",
    summary="POJ 3074: 81 symbols a line, and `end` after the last",
    example="53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\nend\n",
    sniff=sniff_end,
    read=read_until_end,
)
