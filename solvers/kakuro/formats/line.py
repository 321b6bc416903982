"""Canonical text, one board a line."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from itertools import filterfalse, islice

from solvers.core import Board, MalformedError, Reject
from solvers.kakuro.board import Kakuro, canonical, is_canonical, parse
from solvers.kakuro.formats.order import one_order
from solvers.kakuro.formats.rows import Block, board_of
from solvers.reading.format import Format, Item, Lines, Sample, Wish

_HEAD = re.compile(r"digits=\d+:", re.ASCII)
_ROW = re.compile(r"(?:(?:-\\\d+|#)(?: \.)* ?)+", re.ASCII)
_WHITE = re.compile(r"(?<![\d\\])(?:\.|\d{1,2}(?![\d\\]))", re.ASCII)
BARE = 40  # how sure it is of boards without any clue, which may be another family's
_WORD = re.compile(r"[.#]|\d{1,2}|(?:\d+|-)\\(?:\d+|-)", re.ASCII)


def _is_comment(line: str) -> bool:
    """Whether a line that begins like a row of a board is none: it has no second row, and no clue."""
    return line.lstrip().startswith("#") and "/" not in line and "\\" not in line


def _sniff(sample: Sample) -> int:
    filled = list(islice(filterfalse(_is_comment, sample.filled()), 20))
    try:
        boards = [canonical(line.strip()) for line in filled]
    except MalformedError:
        return 75 if filled and all(map(_nearly, filled)) else 0
    if boards and all("/" in board for board in boards):
        return 90 if any("\\" in board for board in boards) else BARE
    # Rows alone are boards of one row, or a table that has no clues from above.
    return 80 if len(boards) > 1 and all(map(_ROW.fullmatch, boards)) else 0


def _nearly(line: str) -> bool:
    """Whether a line is meant as canonical text though it has a fault: it has a shape of its own."""
    rows = _HEAD.sub("", line.strip()).split("/")
    found = [_WORD.fullmatch(word) is not None for row in rows for word in row.split()]
    clues = len(re.findall(r"\\", line))
    return len(rows) > 1 and clues > 1 and all(" " in row for row in rows) and 4 * sum(found) >= 3 * len(found)


def _read(lines: Lines, wish: Wish) -> Iterator[Item]:
    one_order(wish)
    spoilt = -1  # the last line, if it is a row alone that is no board
    for line in lines:
        if not line.strip():
            lines.tally.blank += 1
            continue
        if _is_comment(line):
            lines.tally.comment += 1
            continue
        if spoilt == lines.number - 1 and "/" not in line:  # a row of something else, as the line before
            read: Callable[[], Kakuro | str] = partial(_no_row, line)
        else:
            read = line.strip if is_a_board(line) and is_canonical(line.strip()) else partial(_parse, line)
        item = board_of(lines, Block(lines.number, [line]), read)
        spoilt = lines.number if isinstance(item, Reject) and "/" not in line else -1
        yield item


def _no_row(line: str) -> str:
    raise MalformedError(f"expected rows with / between, as behind a line that is no board, got {line[:40]!r}", 1, 1)


def is_a_board(line: str) -> bool:
    """Whether a line has rows or a clue, and a cell to fill: a row of cells alone may be anything, and half a line."""
    return ("/" in line or "\\" in line) and _WHITE.search(line) is not None


def _parse(line: str) -> Kakuro:
    """The board; what is wrong in one of its rows is raised with the column in the line."""
    if not is_a_board(line):
        raise MalformedError(f"expected white cells, and rows with / between or a clue, got {line[:40]!r}", 1, 1)
    try:
        return parse(line)
    except MalformedError as error:
        head = _HEAD.match(line.lstrip())
        body = len(line) - len(line.lstrip()) + (head.end() if head else 0)
        starts = [match.start() for match in re.finditer(r"[^/]+", line[body:]) if match[0].strip()]
        row = starts[error.line - 1] if 1 < error.line <= len(starts) else 0
        raise MalformedError(str(error), 1, body + row + max(error.column, 1)) from None


def _write(board: Board) -> str:
    if not is_a_board(board.text):
        raise MalformedError("this format has no words for a board without white cells, or of one row without a clue")
    return board.text + "\n"


LINE = Format(
    name="kakuro-line",
    family="kakuro",
    summary="canonical text, one board a line: rows joined by '/', cells by a blank",
    example="# 3\\- 4\\-/-\\3 . ./-\\4 . .\n",
    sniff=_sniff,
    read=_read,
    write=_write,
)
