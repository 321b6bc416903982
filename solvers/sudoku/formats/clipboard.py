"""Simple Sudoku's .ss files and clipboard text: a drawn grid of givens, and perhaps what became of it.

*-----------*
|.13|...|..2|       the givens; a second grid that repeats them shows what was placed, and a third one the
...                 candidates. Both belong to the first board. Lines that are no rows are its footer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from solvers.core import MalformedError
from solvers.reading.format import Format, Item, Lines, Sample, Wish
from solvers.sudoku.formats.candidates import REFUSED, cells_of
from solvers.sudoku.formats.making import make

_BORDER = re.compile(r"[*|.:+'][-|+.:*'=]*-{2}[-|+.:*'=]*|[-|+]*-{2}[-|+]*")
_TOP = re.compile(r"\*-+\*|\.-+[-.]*\.")


@dataclass(slots=True)
class _Grid:
    """Nine rows, or fewer: symbols, or candidates if ``marks``."""

    start: int
    rows: list[str] = field(default_factory=list)
    raw: list[str] = field(default_factory=list)
    marks: bool = False

    def add(self, number: int, text: str, row: str, *, marks: bool) -> None:
        self.start = self.start or number
        self.marks = self.marks or marks
        self.rows.append(row)
        self.raw.append(text)

    def cells(self) -> str:
        return "".join(self.rows)


def _row(bare: str) -> str | None:
    """The nine symbols of a row; None if it is none."""
    symbols = bare.replace("|", "").replace(" ", "")
    return symbols if "|" in bare and len(symbols) == 9 and re.fullmatch("[1-9.0]{9}", symbols) else None


def read(lines: Lines, wish: Wish) -> Iterator[Item]:
    """Yield a board for each grid of givens; a grid that repeats its givens is its progress."""
    board: _Grid | None = None
    placed = ""
    for grid in _grids(lines):
        if board and len(grid.rows) == 9 and _repeats(grid, board):
            lines.tally.board += len(grid.raw)
            placed = placed if grid.marks else grid.cells()
            continue
        if board:
            yield _finish(lines, board, placed, wish)
        board, placed = grid, ""
    if board:
        yield _finish(lines, board, placed, wish)


def _grids(lines: Lines) -> Iterator[_Grid]:
    """The grids, with the borders inside; what stands around them is comment."""
    grid = _Grid(0)
    for text in lines:
        bare = text.strip()
        row = _row(bare)
        marks = None if row else cells_of(bare)
        border = bool(_BORDER.fullmatch(bare))
        if grid.rows and not (row or marks or border):
            yield grid
            grid = _Grid(0)
        if row or marks:
            grid.add(lines.number, text, row or "." * 9, marks=bool(marks))
        elif border and grid.rows:
            grid.raw.append(text)
        elif bare:
            lines.tally.comment += 1
        else:
            lines.tally.blank += 1
        if len(grid.rows) == 9:
            yield grid
            grid = _Grid(0)
    if grid.rows:
        yield grid


def _repeats(grid: _Grid, board: _Grid) -> bool:
    """True if the grid has all the givens of the board, or is one of candidates."""
    pairs = zip(grid.cells(), board.cells(), strict=False)
    return not board.marks and (grid.marks or all(given in ".0" or cell == given for cell, given in pairs))


def _finish(lines: Lines, grid: _Grid, placed: str, wish: Wish) -> Item:
    try:
        if grid.marks:
            raise MalformedError(REFUSED)  # noqa: TRY301  # the one way to a reject
        board = make(grid.cells(), wish, fields={"placed": placed} if placed else None)
    except MalformedError as error:
        return lines.reject(str(error), "\n".join(grid.raw), line=grid.start, lines=len(grid.raw))
    lines.tally.board += len(grid.raw)
    return board._replace(source=lines.source, line=grid.start)


def sniff(sample: Sample) -> int:
    """97 if it begins with a drawn top and a row of symbols."""
    filled = [line.strip() for line in sample.filled()[:2]]
    return 97 if len(filled) == 2 and _TOP.fullmatch(filled[0]) and _row(filled[1]) else 0


CLIPBOARD = Format(
    name="clipboard",
    family="sudoku",
    summary="Simple Sudoku's .ss and clipboard text: a drawn grid, and perhaps what became of it",
    example="""\
*-----------*
|53.|.7.|...|
|6..|195|...|
|.98|...|.6.|
|---+---+---|
|8..|.6.|..3|
|4..|8.3|..1|
|7..|.2.|..6|
|---+---+---|
|.6.|...|28.|
|...|419|..5|
|...|.8.|.79|
*-----------*
""",
    sniff=sniff,
    read=read,
)
