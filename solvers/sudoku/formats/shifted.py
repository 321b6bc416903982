"""Boards that a row has shifted, missing or too many: grids with nothing between them, of which the last is short.

Any of the grids may lack the row. All behind it are made of rows of two, and so nearly all have a given twice in a
column or box. Read from the end, all behind it are right instead, and those before it are not:

    from the beginning   right right right wrong right? wrong wrong rest
    from the end         rest  wrong wrong right? right right right right

So the boards up to the first wrong one stand, and from there on those that are right when read from the end; where both
are, it is not known which board lacks the row, and its rows are refused. Boards are held back until something parts
them from the next.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile
from math import isqrt

from solvers.core import Block, Board, Reject
from solvers.reading.events import Note
from solvers.reading.format import Item, Lines
from solvers.reading.packing import boards
from solvers.sudoku.alphabet import EMPTY
from solvers.sudoku.board import parse

HELD = 20_000  # boards that are held back at most, and those of a block
SHORT = "rows missing in one of the boards from line {1} on: {0}; those behind it are shifted"
FOUND = "rows missing or too many from here on; the boards behind them are found again, from the last row on"
LOST = "expected {0} rows a board, got {1} before a board that is found again by what stands twice in others"
REFUSED = "expected a board, got one with a given twice, in grids with nothing between them that lack rows"


def settled(items: Iterator[Item], lines: Lines) -> Iterator[Item]:
    """The items, with rejects for boards that are shifted, as far as that shows; ``SHORT`` is noted before them."""
    held: list[Board | Block] = []
    count = end = 0  # boards among those, and their last line
    for item in items:
        if not isinstance(item, Board | Block):
            short = bool(lines.notes) and lines.notes[-1].text.startswith(SHORT[:12])
            again = _found_again(held, item, lines) if short and item.line == end + 1 else None
            yield from again or [*(_doubted(held, lines) if short and item.line == end + 1 else held), item]
            held = []
            continue
        first, last = _span(item)
        if held and first != end + 1:
            yield from held
            held = []
        count = count * bool(held) + (1 if isinstance(item, Board) else len(item.texts))
        held.append(item)
        end = last
        if lines.idle() or count > HELD:
            yield from held
            held = []
    yield from held


def _span(item: Board | Block) -> tuple[int, int]:
    """The first line and the last, if a row is a line each; else they follow nothing."""
    numbers = [item.line] if isinstance(item, Board) else item.lines
    text = item.text if isinstance(item, Board) else item.texts[0]
    size = isqrt(len(text.rpartition(":")[2]))
    return numbers[0], numbers[-1] + size - 1


def _found_again(held: Sequence[Board | Block], rest: Reject, lines: Lines) -> list[Item] | None:
    """The boards before and behind the one that lacks a row, and a reject between; None if that does not show."""
    every = _boards(held)
    size = isqrt(len(every[0].text))
    rows = [board.text[at : at + size] for board in every for at in range(0, len(board.text), size)]
    rows += [row.strip().translate(_DOTS) for row in rest.raw.split("\n")]
    if size * size != len(every[0].text) or not all(map(re.compile(f"[1-{min(size, 9)}.]{{{size}}}").fullmatch, rows)):
        return None
    begin, count = len(rows) % size, len(every)
    behind = ["".join(rows[at : at + size]) for at in range(begin, len(rows), size)]
    right = sum(1 for _ in takewhile(lambda board: not _clashes(board.text), every))
    wrong = count - sum(1 for _ in takewhile(lambda text: not _clashes(text), reversed(behind)))
    if right == count or wrong > right + 1 or len(rows) != count * size + rest.lines:
        return None  # also where more than one board is neither
    low, high = sorted((right, wrong))
    first, lost = every[0].line, rows[low * size : begin + high * size]
    lines.tally.board -= size * (high - low)
    lines.tally.rejected -= rest.lines
    lines.notes[-1] = Note(lines.source, first + low * size, FOUND)
    reason = LOST.format(size, len(lost))
    reject = lines.reject(reason, "\n".join(lost), line=first + low * size, lines=len(lost))
    found = [every[0]._replace(text=behind[at], line=first + begin + at * size) for at in range(high, count)]
    return [*every[:low], reject, *found]


_DOTS = str.maketrans(dict.fromkeys(EMPTY, "."))


def _boards(held: Sequence[Board | Block]) -> list[Board]:
    return [board for item in held for board in ([item] if isinstance(item, Board) else boards(item))]


def _doubted(held: Sequence[Board | Block], lines: Lines) -> Iterator[Item]:
    """The boards up to the first with a given twice, if half of those from there on have one; then rejects."""
    every = _boards(held)
    wrong = [_clashes(board.text) for board in every]
    first = wrong.index(True) if True in wrong else len(every)
    if 2 * sum(wrong) < len(every) - first:
        first = len(every)
    yield from (board._replace(source=lines.source) for board in every[:first])
    for board in every[first:]:
        cells = parse(board.text).cells
        size = isqrt(len(cells))
        lines.tally.board -= size
        rows = "\n".join(cells[at : at + size] for at in range(0, size * size, size))
        yield lines.reject(REFUSED, rows, line=board.line, lines=size)


def _clashes(text: str) -> bool:
    """Whether a given stands twice in a column or box; within a row nothing is shifted."""
    sudoku = parse(text)
    size, box = sudoku.size, sudoku.box
    seen: set[tuple[str, int, str]] = set()
    for at, cell in enumerate(sudoku.cells):
        row, column = divmod(at, size)
        units = ("column", column), ("box", row // box.rows * size + column // box.columns)
        for kind, unit in units if cell != "." else ():
            if (kind, unit, cell) in seen:
                return True
            seen.add((kind, unit, cell))
    return False
