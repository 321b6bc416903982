"""Simple Sudoku's .ss files and clipboard text: a drawn grid of givens, and perhaps what became of it.

*-----------*
|.13|...|..2|       the givens; a second grid that repeats them shows what was placed, and a third one the
...                 candidates. Both belong to the first board. Lines that are no rows are its footer; one that
                    begins with # ends the board before it and names the next.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from solvers.core import Block, Board, MalformedError, Reject
from solvers.reading.format import Format, Item, Lines, Sample, Wish
from solvers.sudoku.formats.candidates import ALL, REFUSED, cells_of
from solvers.sudoku.formats.clipboard_stanza import BORDER, TELLING, Stanzas, row_of
from solvers.sudoku.formats.frames import Kinds, extent
from solvers.sudoku.formats.grid_frame import lookout
from solvers.sudoku.formats.making import make
from solvers.sudoku.formats.marks import line_of, marks_field, marks_of, only_cells, placed_of
from solvers.sudoku.formats.remarks import is_remark, refused

TOPS = ("*", ".")  # with which a drawn edge begins
_PLAIN_GRIDS = re.compile(
    r"(?:#.*\n)?+\*-+\*\n(?:(?:\|(?:[1-9.]{3}\|){3}\n){3}(?:\|---\+---\+---\|\n)?+){3}\*-+\*\n"
    r"(?:#.*\n|\*-+\*\n|\|(?:[1-9.]{3}\|){3}\n|\|---\+---\+---\|\n|\n)*+\Z"
)
WIDE, HIGH = 13, 11  # signs of a row, and lines between the edges
_PLAIN_BAND = r"(?:\|(?:[1-9.0]{3}\|){3}\n){3}"
_PLAIN_GRID = re.compile(  # with its lower edge
    rf"(?:{_PLAIN_BAND}\|-{{3}}\+-{{3}}\+-{{3}}\|\n){{2}}{_PLAIN_BAND}\*-{{11}}\*"
)
_NO_CELLS = dict.fromkeys(map(ord, "|-+*\n"))
BARS = 4  # of a row with all of them
FEWEST = 4  # rows that tell
_DOTTED = re.compile(r"\.-[-.]*\.|'-[-']*'")
_TOP = re.compile(r"\*-+\*|\.-+[-.]*\.")


@dataclass(slots=True)
class _Grid:
    """Nine rows, or fewer or more: symbols, or candidates if ``marks``; nothing for a row that is spoilt."""

    start: int
    rows: list[str] = field(default_factory=list)
    raw: list[str] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    title: str | None = None  # what stood behind # before it; None where nothing did
    fault: str = ""  # why it is no board
    marks: bool = False  # a cell has several candidates

    def add(self, text: str) -> None:
        bare = text.strip()
        self.raw.append(text)
        row = row_of(bare)
        marks = None if row else cells_of(bare)
        if row or marks:
            self.words += marks or list(row or "")
            self.marks = self.marks or any(len(word) > 1 for word in marks or ())
            self.rows.append(row or "." * 9)
        elif _kind(text, 0) != "b":
            self.rows += [""] if "|" in bare else []
            self.fault = self.fault or f"expected a row of 9 cells, got {bare[:20]!r}"

    def whole(self) -> _Grid:
        """The grid with its fault, if it has one."""
        if len(self.rows) != 9 and not self.fault:
            self.fault = f"expected 9 rows of 9 cells, got {len(self.rows)} rows"
        return self

    def cells(self) -> str:
        return "".join(self.rows)


def _kind(text: str, bars: int) -> str:
    """What a line is in a grid, as ``frames`` calls it; with so many bars it is a row, and may be a spoilt one."""
    bare = text.strip()
    if not bare:
        return " "
    if BORDER.fullmatch(bare):
        return "b"
    found = bare.count("|")
    spoilt = found and bars and abs(found - bars) <= 1
    return "r" if spoilt or row_of(bare) or cells_of(bare) else "?"


def read(lines: Lines, wish: Wish) -> Iterator[Item]:
    """Yield a board for each grid of givens; a grid that repeats its givens is its progress."""
    board: _Grid | None = None
    placed, marks = "", list[str]()
    taken = [0, 0]  # grids that are progress, and where the first of them began
    stanzas = Stanzas(lines, wish)
    for grid in _grids(lines, stanzas):
        if isinstance(grid, Block | Reject):
            if board:
                yield _finish(lines, board, placed, marks, wish)
            board, stanzas.before = None, ""
            yield grid
            continue
        if board and board.fault and grid.title is None and _is_state(grid, board):
            _add(lines, board, grid)
            continue
        if board and not (board.fault or grid.fault) and grid.title is None and _repeats(grid, board):
            lines.tally.board += len(grid.raw)
            placed = placed if grid.marks else grid.cells()
            marks = grid.words if grid.marks else marks
            taken = [taken[0] + 1, taken[1] or grid.start] if not grid.marks else taken
            continue
        if board:
            yield _finish(lines, board, placed, marks, wish)
        board, placed, marks = grid, "", []
        stanzas.before = "" if grid.fault else grid.cells().replace("0", ".")
    if board:
        yield _finish(lines, board, placed, marks, wish)
    if count := taken[0] + stanzas.progress:
        first = min(filter(None, (taken[1], stanzas.first)))
        lines.note(f"grids with all givens of the board before them are its progress: {count}", first)


def _grids(lines: Lines, stanzas: Stanzas) -> Iterator[_Grid | Block | Reject]:
    """The grids, with the borders inside, or many that are alike; what stands around them is comment."""
    title: str | None = None
    titled = False  # whether any board is
    spoilt = False  # the grid before
    opened = False  # by a frame right above
    while (text := lines.peek()) is not None:
        titled = titled or text[:1] == "#"
        begins = text[:1] == "#" or (text[:1] in TOPS and not (titled or spoilt))  # progress of that one, perhaps
        if begins and (block := stanzas.take()):
            yield block
            title, opened = None, False
            continue
        if grid := _framed(lines, text, opened=opened):
            grid.title, title = title, None
            opened, spoilt = False, bool(grid.fault)
            yield grid
            continue
        next(lines)
        bare = text.strip()
        opened = bool(BORDER.fullmatch(bare))
        if not (opened or is_remark(text)):
            yield refused(lines, text)
        elif bare:
            lines.tally.comment += 1
            title = bare[1:].strip() if bare[0] == "#" else title
        else:
            lines.tally.blank += 1


def _framed(lines: Lines, text: str, *, opened: bool) -> _Grid | None:
    """The grid that begins here, its lines taken."""
    if len(text) == WIDE and (plain := _PLAIN_GRID.fullmatch("\n".join(ahead := lines.ahead(HIGH + 1)))):
        cells = plain[0].translate(_NO_CELLS)
        rows_of = [cells[at : at + 9] for at in range(0, 81, 9)]
        lines.take(HIGH)
        return _Grid(lines.number - HIGH + 1, rows_of, ahead[:HIGH], list(cells))
    if not ("|" in text or cells_of(text)) or _kind(text, BARS * opened) != "r":
        return None
    kinds = Kinds(lookout(lines), lambda line: _kind(line, BARS if text.lstrip()[0] == "|" else text.count("|")))
    rows = kinds.run(0, "r")
    count = extent(kinds, 9, opened=opened) or (rows if rows < 2 * 9 else 9)
    grid = _Grid(lines.number + 1)
    for line in lines.take(count):
        grid.add(line)
    return grid.whole()


def _repeats(grid: _Grid, board: _Grid) -> bool:
    """True if the grid has all the givens of the board, among its candidates or as they are.

    A board of few givens does not tell: another one may have them by chance.
    """
    cells = board.cells()
    if board.marks or not all(cell in ".0" or cell in word for cell, word in zip(cells, grid.words, strict=True)):
        return False
    return grid.marks or len(cells) - cells.count(".") - cells.count("0") >= TELLING


def _is_state(grid: _Grid, board: _Grid) -> bool:
    """Whether a grid has all givens of the rows of a spoilt one that are known, in their order."""
    known = [row for row in board.rows if row]
    if board.marks or sum(cell not in ".0" for row in known for cell in row) < TELLING:
        return False
    words = [grid.words[at : at + 9] for at in range(0, len(grid.words), 9)]
    behind = iter(words)
    return all(any(_holds(line, row) for line in behind) for row in known)


def _holds(words: list[str], row: str) -> bool:
    return all(cell in ".0" or cell in word for cell, word in zip(row, words, strict=False))


def _add(lines: Lines, board: _Grid, grid: _Grid) -> None:
    """Makes the progress of a spoilt grid part of it, with what stands between."""
    between = lines.between(board.start + len(board.raw), grid.start - 1) or []
    blank = sum(not text.strip() for text in between)
    lines.tally.blank -= blank
    lines.tally.comment -= len(between) - blank
    board.raw += [*between, *grid.raw]


def _finish(lines: Lines, grid: _Grid, placed: str, marks: list[str], wish: Wish) -> Item:
    try:
        if grid.fault:
            raise MalformedError(grid.fault)  # noqa: TRY301
        if grid.marks:
            raise MalformedError(REFUSED)  # noqa: TRY301  # the one way to a reject
        seen = placed.replace("0", ".") or grid.cells().replace("0", ".")
        open_cells = ["" if digit != "." or mark == ALL else mark for digit, mark in zip(seen, marks, strict=False)]
        fields = ({"placed": seen} if seen != grid.cells().replace("0", ".") else {}) | marks_field(open_cells)
        board = make(grid.cells(), wish, label=grid.title or "", fields=fields)
    except MalformedError as error:
        return lines.reject(str(error), "\n".join(grid.raw), line=grid.start, lines=len(grid.raw))
    lines.tally.board += len(grid.raw)
    return board._replace(source=lines.source, line=grid.start)


def sniff(sample: Sample) -> int:
    """97 if it begins with a drawn top and rows of symbols, 90 if with rows and has a frame that no other one draws."""
    filled = [line.strip() for line in sample.filled()[:30] if line.strip()[0] != "#"]
    rows = sum(row_of(text) is not None for text in filled[1:12])
    if not filled or rows < FEWEST:
        return 0
    if _TOP.fullmatch(filled[0]):
        return 97 if row_of(filled[1]) or rows > FEWEST else 0
    return 90 if row_of(filled[0]) and any(map(_DOTTED.fullmatch, filled)) else 0


def write(board: Board) -> str:
    """The grid of givens; then the one of what was placed, and the one of the pencil marks, where they are known."""
    cells = only_cells(board, 9).cells
    placed, marks = placed_of(board, cells), marks_of(board, cells)
    parts = [_drawn(list(cells))]
    parts += [_drawn(list(placed))] if placed != cells or any(marks) else []
    if any(marks):
        known = [digit if digit != "." else mark or ALL for digit, mark in zip(placed, marks, strict=True)]
        parts.append(_drawn(known))
    return f"# {line_of(board.label)}".rstrip() + "\n" + "\n".join(parts) + "\n"


def _drawn(cells: list[str]) -> str:
    """A grid as Simple Sudoku draws it; cells that may be longer stand apart."""
    width = max(map(len, cells))
    between = " " if width > 1 else ""
    bar = "-" * (3 * width + 2 * len(between))
    rows = []
    for at in range(0, 81, 9):
        boxes = (between.join(c.ljust(width) for c in cells[start : start + 3]) for start in range(at, at + 9, 3))
        rows.append("|" + "|".join(boxes) + "|\n")
    border = f"|{bar}+{bar}+{bar}|\n"
    edge = f"*{'-' * (3 * len(bar) + 2)}*\n"
    return edge + border.join("".join(rows[at : at + 3]) for at in range(0, 9, 3)) + edge


CLIPBOARD = Format(
    name="clipboard",
    certain=_PLAIN_GRIDS,
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
    write=write,
)
