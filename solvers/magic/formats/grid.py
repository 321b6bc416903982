"""Plain grids: rows of numbers with any spacing, ``0``, ``.``, ``_`` or ``*`` for empty, several in a file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import dropwhile, takewhile

from solvers.core import Block, Board, MalformedError, Reject
from solvers.magic.board import candidates, format_numbers, parse
from solvers.magic.formats.parts import COMMENT, board, cells, filled, is_answer, require_plain, skip, square
from solvers.magic.formats.plain import rows_of
from solvers.reading.alike import Alike, Columns, Found
from solvers.reading.format import Format, Item, Lines, Sample, Wish

LONGEST = 20  # characters of a row of one number
SEEN = 100  # lines that are looked at to recognise it


def sniff(sample: Sample) -> int:
    own = filled(sample)[:SEEN]
    word = bool(own) and len(own[0]) > LONGEST and len(cells(own[0])) == 1 and "|" not in own[0]  # and no number
    rows = [] if word else list(map(cells, own))
    order = len(rows[0]) if rows else 0
    if order < 1 or len(rows) < order or any(len(row) != order for row in rows[:order]):
        # More than nothing where a square is damaged, so that the row is named that is wrong.
        return 8 if order > 2 and _is_damaged(sample, order) else 0
    if (order < 3 and any(len(row) != order for row in rows)) or is_answer(rows[:order]):
        return 0
    try:
        first = _largest(rows[: order if order > 2 else None])
    except MalformedError:
        return 0
    if order < 3:
        return 2 if first <= order * order else 0  # so little may be anything
    if first > order * order:
        return 10
    return 70 if first > order or _goes_on(rows[order:], order) else 5


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


def _goes_on(rows: Sequence[Sequence[str]], order: int) -> bool:
    """Whether later squares have larger numbers than the order: if none has, it is a latin square or sudoku."""
    try:
        return order < _largest([row for row in rows if len(row) == order]) <= order * order
    except MalformedError:
        return False


def read(lines: Lines, wish: Wish) -> Iterator[Item]:
    label = ""
    alike = Alike(lines, "magic")
    while (text := lines.peek()) is not None:
        if not label and (block := _alike(alike, text, lines, wish)):
            yield block
            continue
        next(lines)
        if skip(lines, text):
            label = text.strip().lstrip("".join(COMMENT)).strip()
            continue
        taken = [text]
        try:
            item: Board | Reject = _grid(lines, taken, wish, label)
            lines.tally.board += len(taken)
        except MalformedError as error:
            raw = "\n".join(taken)
            item = lines.reject(str(error), raw, line=lines.number - len(taken) + 1, lines=len(taken))
        label = ""
        yield item


def _alike(alike: Alike, text: str, lines: Lines, wish: Wish) -> Block | None:
    """The squares that follow, if they are alike, with a blank line behind each or none."""
    order = len(cells(text)) if text[:1] in " .0123456789" else 0
    if order < 3:
        return None
    apart = lines.ahead(order + 1)[order:] == [""]

    def find(columns: Columns) -> Found | None:
        found = None if any(map(any, columns[order:])) else rows_of(columns[:order], wish)
        return found and found._replace(blank=int(apart))

    return alike.take(order + apart, find)


def _grid(lines: Lines, taken: list[str], wish: Wish, label: str) -> Board:
    """As many rows as the first has cells; a grid that is cut short or has a row of another length is one reject."""
    line = lines.number
    order = len(cells(taken[0]))
    while len(taken) < order:
        following = lines.peek()
        if following is None or not following.strip():
            break
        taken.append(next(lines))
    rows = [cells(row) for row in taken]
    lengths = [len(row) for row in rows]
    if lengths != [order] * order:
        raise MalformedError(f"expected {order} rows of {order} cells, got rows of {', '.join(map(str, lengths))}")
    return board(square(rows, wish), lines, line, label)


def write(item: Board) -> str:
    """The rows, numbers in columns; raises MalformedError where the text says more than cells."""
    magic = parse(item.text)
    require_plain(item.text)
    if magic.width == 1 and len(format_numbers(magic.cells[0])) > 1:
        raise MalformedError("expected two rows or more, got a number alone, which reads as several cells")
    rows = [[format_numbers(cell) if cell else "." for cell in row] for row in magic.rows]
    width = max(len(cell) for row in rows for cell in row)
    return "".join(" ".join(cell.rjust(width) for cell in row) + "\n" for row in rows)


GRID = Format(
    name="magic-grid",
    family="magic",
    summary="rows of numbers, 0 . _ or * for empty",
    example=" . 7 .\n . . 1\n . . .\n",
    sniff=sniff,
    read=read,
    write=write,
)
