"""Boards that a missing row has shifted: grids with nothing between them, of which the last is short.

Any of the grids may lack the row. All behind it are made of rows of two, and so nearly all have a given twice in a
column or box. Boards are held back until something parts them from the next, so that these can still be refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isqrt

from solvers.core import Block, Board
from solvers.reading.format import Item, Lines
from solvers.reading.packing import boards
from solvers.sudoku.board import parse

HELD = 20_000  # boards that are held back at most, and those of a block
SHORT = "rows missing in one of the boards from line {1} on: {0}; those behind it are shifted"
REFUSED = "expected a board, got one with a given twice, in grids with nothing between them that lack rows"


def settled(items: Iterator[Item], lines: Lines) -> Iterator[Item]:
    """The items, with rejects for boards that are shifted, as far as that shows; ``SHORT`` is noted before them."""
    held: list[Board | Block] = []
    count = end = 0  # boards among those, and their last line
    for item in items:
        if not isinstance(item, Board | Block):
            short = bool(lines.notes) and lines.notes[-1].text.startswith(SHORT[:12])
            yield from _doubted(held, lines) if short and item.line == end + 1 else held
            held = []
            yield item
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


def _doubted(held: Sequence[Board | Block], lines: Lines) -> Iterator[Item]:
    """The boards up to the first with a given twice, if half of those from there on have one; then rejects."""
    every = [board for item in held for board in ([item] if isinstance(item, Board) else boards(item))]
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
