"""Plain grids: rows of numbers with any spacing, ``0``, ``.``, ``_`` or ``*`` for empty, several in a file."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import dropwhile, takewhile

from solvers.core import Block, Board, MalformedError, Reject
from solvers.magic.board import candidates, format_numbers, parse, variant
from solvers.magic.formats.framing import LEAST, MOST, Part, is_clean, is_doubled, parts_of
from solvers.magic.formats.parts import (
    COMMENT,
    board,
    cells,
    filled,
    is_answer,
    is_comment,
    require_plain,
    skip,
    square,
    within,
)
from solvers.magic.formats.plain import are_right, rows_of
from solvers.reading.alike import Alike, Columns, Found
from solvers.reading.format import Format, Item, Lines, Sample, Wish

LONGEST = 20  # characters of a row of one number
SEEN = 100  # lines that are looked at to recognise it
ROWS, LARGEST = 1024, 1 << 18  # rows, and characters, that are looked at to find the squares in them
BEHIND = 16  # squares that must be right behind those that are read at once: rows too many show there
MOSTLY = 4  # one of so many numbers is larger than the order
_PLAIN = re.compile(r"[0-9. ]++")
_CELL = re.compile(r"[^\s,;]+")


def sniff(sample: Sample) -> int:
    own = filled(sample)[:SEEN]
    word = bool(own) and len(own[0]) > LONGEST and len(cells(own[0])) == 1 and "|" not in own[0]  # and no number
    if own and own[0].startswith("@"):
        return 0  # a square with a name
    rows = [] if word else list(map(cells, own))
    order = len(rows[0]) if rows else 0
    if order < 1 or len(rows) < order or any(len(row) != order for row in rows[:order]):
        # More than nothing where a square is damaged, so that the row is named that is wrong.
        return _of_others(rows) or (8 if order > 2 and _is_damaged(sample, order) else 0)
    if order < LEAST and any(len(row) != order for row in rows):
        return _of_others(rows)
    return 0 if is_answer(rows[:order]) else _of_square(rows, order)


def _of_square(rows: Sequence[Sequence[str]], order: int) -> int:
    """How likely a square of that order begins the rows."""
    try:
        first = _largest(rows[: order if order > 2 else None])
    except MalformedError:
        return _of_others(rows)
    if order < 3:
        return 2 if first <= order * order else 0  # so little may be anything
    if first > order * order:
        return 10
    large, given = _large(rows, order)
    if large and MOSTLY * large >= given:
        return 70
    return 5 if is_clean(rows[:order]) else 0


def _of_others(rows: Sequence[Sequence[str]]) -> int:
    """60 if the first rows are spoilt and others are squares, with numbers larger than their order; otherwise 0."""
    found = [part for part in parts_of(rows, whole=True) if part.is_square] if rows else []
    squares = [rows[part.start : part.end] for part in found if len(rows[part.start]) >= LEAST]
    clean = list(filter(is_clean, squares))
    if 2 * sum(map(len, clean)) < len(rows) or 4 * len(clean) < 3 * len(squares):
        return 0
    try:
        return 60 if any(len(square) < _largest(square) for square in clean) else 0
    except MalformedError:
        return 0


def _is_damaged(sample: Sample, order: int) -> bool:
    """Whether a square of numbers larger than its order stands alone, with one row too short or too long."""
    block = [cells(line) for line in takewhile(str.strip, dropwhile(_is_blank, sample.lines))]
    try:
        largest = _largest(block)
    except MalformedError:
        return False
    odd = sum(len(row) != order for row in block)
    return len(block) == order and odd == 1 and order < largest <= order * order


def _is_blank(line: str) -> bool:
    return not line.strip()


def _largest(rows: Sequence[Sequence[str]]) -> int:
    """The largest number of the rows, 0 without any; raises MalformedError for anything but numbers."""
    return max((number for row in rows for token in row for number in candidates(token)), default=0)


def _large(rows: Sequence[Sequence[str]], order: int) -> tuple[int, int]:
    """How many numbers of the squares are larger than the order, and how many there are, up to the first spoilt row.

    In a latin square or sudoku none is, or one that is spoilt; in squares nearly all are.
    """
    large = given = 0
    for row in rows:
        try:
            numbers = [cell[-1] for cell in map(candidates, row) if cell] if len(row) == order else []
        except MalformedError:
            break
        large += sum(order < number <= order * order for number in numbers)
        given += len(numbers)
    return large, given


def read(lines: Lines, wish: Wish) -> Iterator[Item]:
    label = ""
    some = False  # squares of a usual order, among which smaller ones are something else
    alike = Alike(lines, "magic")
    while (text := lines.peek()) is not None:
        if not label and (block := _alike(alike, text, lines, wish)):
            some = True
            yield block
            continue
        if not _is_row(text):
            skip(lines, next(lines))
            label = text.strip().lstrip("".join(COMMENT)).strip()
            continue
        run, whole = _run(lines, len(cells(text)))
        every = list(map(cells, run))
        parts = _believed(every, parts_of(every, whole=whole), some=some)
        texts = _texts(run, parts, wish)
        for part in parts:
            first, rows = lines.number + 1, lines.take(part.end - part.start)
            if text := texts.get(part.start):
                lines.tally.board += len(rows)
                item: Board | Reject = Board("magic", variant(text), text, lines.source, first, label)
            else:
                item = _item(lines, rows, every[part.start : part.end], wish, label, is_square=part.is_square)
            some = some or (isinstance(item, Board) and len(rows) >= LEAST)
            yield item
            label = ""
        if not whole:
            alike = Alike(lines, "magic")  # what it was shown before were ends of boards


def _texts(run: Sequence[str], parts: Sequence[Part], wish: Wish) -> dict[int, str]:
    """The canonical texts of plain squares among rows, by where they begin."""
    found: dict[int, str] = {}
    orders: dict[int, list[int]] = {}
    for part in parts:
        if part.is_square and _PLAIN.fullmatch("".join(run[part.start : part.end])):
            orders.setdefault(part.end - part.start, []).append(part.start)
    for order, starts in orders.items():
        plain = rows_of([[run[start + row] for start in starts] for row in range(order)], wish, within=True)
        found |= zip(starts, plain.texts, strict=True) if plain else {}
    return found


def _is_row(line: str) -> bool:
    stripped = line.strip()
    return bool(stripped) and not is_comment(stripped)


def _run(lines: Lines, order: int) -> tuple[list[str], bool]:
    """The rows up to the next line that is none, as far as one looks, and whether these are all."""
    for most in (order + 1, ROWS // 8, ROWS):
        ahead = lines.reach(most)
        run = list(takewhile(_is_row, ahead))
        if len(run) < max(most, order + 1):
            return run, True
        if sum(map(len, run)) > LARGEST:
            break
    return run, False


def _alike(alike: Alike, text: str, lines: Lines, wish: Wish) -> Block | None:
    """The squares that follow, if they are alike, with a blank line behind each or none."""
    order = len(cells(text)) if text[:1] in " .0123456789" else 0
    if order < LEAST:
        return None
    apart = lines.ahead(order + 1)[order:] == [""]

    def find(columns: Columns) -> Found | None:
        if len(columns[0]) > 2 * BEHIND and not find([column[:BEHIND] for column in columns]):
            return None  # at little cost, as they are tried again and again where some are spoilt
        found = None if any(map(any, columns[order:])) else rows_of(columns[:order], wish, within=True)
        if found and not apart and not (are_right(found.texts, order) and _are_apart(columns)):
            return None  # rows are missing, or are too many: no line between tells where a square begins
        return found and found._replace(blank=int(apart))

    return alike.take(order + apart, find, leave=0 if apart else BEHIND)


def _believed(every: Sequence[Sequence[str]], parts: Sequence[Part], *, some: bool) -> list[Part]:
    """The parts, of which squares are only those that may be believed: small ones not among ``some`` of a usual order,
    and those behind refused rows if they are likely.

    If most of the rows make none, all of them are something else, and left to who knows it.
    """
    found: list[Part] = []
    spoilt = False
    for part in parts:
        rows = every[part.start : part.end]
        is_square = part.is_square and not (some and len(rows) < LEAST) and (not spoilt or _is_likely(rows))
        spoilt = spoilt or not is_square
        found.append(part._replace(is_square=is_square))
    believed = sum(part.end - part.start for part in found if part.is_square)
    return found if 2 * believed >= found[-1].end else [Part(0, found[-1].end, False)]


def _are_apart(rows: Columns) -> bool:
    """Whether no square begins with the last row of the one before."""
    twice = [last for last, first in zip(rows[-1], rows[0][1:], strict=False) if last == first]
    return not any(is_doubled(row, row) for row in map(cells, twice))


def _item(
    lines: Lines, rows: list[str], tokens: Sequence[Sequence[str]], wish: Wish, label: str, *, is_square: bool
) -> Board | Reject:
    first = lines.number - len(rows) + 1
    try:
        if not is_square:
            raise _no_square(rows)
        item = board(within(square(tokens, wish)), lines, first, label)
    except MalformedError as error:
        line = first + max(error.line - 1, 0)
        return lines.reject(str(error), "\n".join(rows), line=line, column=error.column, lines=len(rows))
    lines.tally.board += len(rows)
    return item


def _is_likely(rows: Sequence[Sequence[str]]) -> bool:
    """Whether numbers are given that a square has, none of them twice: some larger than those of latin squares."""
    return is_clean(rows) and _largest(rows) > len(rows)


def _no_square(rows: Sequence[str]) -> MalformedError:
    """Why rows make no square, with the first one that has another length than most."""
    lengths = [len(cells(row)) for row in rows]
    order = Counter(lengths).most_common(1)[0][0]
    odd = next((at for at, length in enumerate(lengths) if length != order), -1)
    if odd < 0 and len(rows) == order:
        doubt = "empty, too small or with a number twice, beside lines that are none"
        return MalformedError(f"expected squares as before, got one that is {doubt}", 1)
    if odd < 0:
        doubt = ": one is missing or too many, and nothing tells which" if len(rows) > order else ""
        return MalformedError(f"expected {order} rows of {order} cells, got {len(rows)}{doubt}", 1)
    column = len(rows[odd].rstrip()) + 1
    if lengths[odd] > order and len(ends := [match.end() for match in _CELL.finditer(rows[odd])]) == lengths[odd]:
        column = ends[order - 1] + 1
    several = f"rows of {', '.join(map(str, lengths[: MOST + 2]))}"
    return MalformedError(f"expected {order} rows of {order} cells, got {several}", odd + 1, column)


def write(item: Board) -> str:
    """The rows, numbers in columns, and an empty line; raises MalformedError where the text says more than cells."""
    magic = parse(item.text)
    require_plain(item.text)
    if magic.width == 1 and len(format_numbers(magic.cells[0])) > 1:
        raise MalformedError("expected two rows or more, got a number alone, which reads as several cells")
    rows = [[format_numbers(cell) if cell else "." for cell in row] for row in magic.rows]
    width = max(len(cell) for row in rows for cell in row)
    return "".join(" ".join(cell.rjust(width) for cell in row) + "\n" for row in rows) + "\n"


GRID = Format(
    name="magic-grid",
    family="magic",
    summary="rows of numbers, 0 . _ or * for empty",
    example=" . 7 .\n . . 1\n . . .\n",
    sniff=sniff,
    read=read,
    write=write,
)
