"""Canonical text, one board a line."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from solvers.core import Board, MalformedError
from solvers.kakuro.board import canonical, is_canonical, parse
from solvers.kakuro.formats.order import one_order
from solvers.kakuro.formats.rows import Block, board_of
from solvers.reading.format import Format, Item, Lines, Sample, Wish


def _sniff(sample: Sample) -> int:
    filled = sample.filled()[:20]
    try:
        boards = [canonical(line.strip()) for line in filled]
    except MalformedError:
        return 0
    return 90 if boards and all("/" in board and "\\" in board for board in boards) else 0


def _read(lines: Lines, wish: Wish) -> Iterator[Item]:
    one_order(wish)
    for line in lines:
        if not line.strip():
            lines.tally.blank += 1
            continue
        read = line.strip if is_canonical(line.strip()) else partial(parse, line)
        yield board_of(lines, Block(lines.number, [line]), read)


def _write(board: Board) -> str:
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
