"""A board in as many lines as it has rows, the cells close together or apart, with or without borders.

Boards follow each other directly, after blank lines, or after a title line such as `Grid 07`, which becomes the
label. Values above 9 may be decimals with blanks between them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, islice
from math import comb

from solvers.core import Block, Board, MalformedError
from solvers.reading.alike import Alike, Columns, Found
from solvers.reading.fields import MARKS, fields_of
from solvers.reading.format import Format, Item, Lines, Sample, Wish
from solvers.sudoku.alphabet import EMPTY, SMALLEST, respell, values
from solvers.sudoku.board import Sudoku, boxes, variant
from solvers.sudoku.formats.columns import alike_of, close
from solvers.sudoku.formats.marks import line_of, only_cells
from solvers.sudoku.formats.shifted import SHORT, settled
from solvers.sudoku.formats.wished import obeying, shape

_BORDER = re.compile(r"[-+|=:*]*[+=:][-+|=:*]*|\|?-+\|[-|]*|\*-+\*|-+")
_TITLE = re.compile(r"[A-Za-z]{2,}.*|[#%].*")
_WORD = re.compile(r"(?=[A-Za-z]{2})[A-Za-z]*[a-wyz]")
_PLAIN = re.compile(r"[1-9.0]{81}")
_FIELD = re.compile(r"[1-9]?[0-9]|[A-Za-z.*_?-]")
_SYMBOLS = frozenset(f"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ{EMPTY}")
_EDGE, _INNER = frozenset("-+|=*#%"), frozenset("-+|= ")
_ROWS_OF_NONSENSE = 25  # so many make one reject
_SQUARES = (9, 16, 25)
LONGEST = 200  # lines of a grid with its borders
SIZE = 9  # of the boards that are read many at once
SEEN = 40  # grids that are looked at to recognise it
ENOUGH = 3  # times that a number would stand twice in a column by chance


@dataclass(slots=True)
class _Stanza:
    """The rows of a board so far: where it began, its title, the lines as they were and their cells."""

    title: str = ""
    start: int = 0
    raw: list[str] = field(default_factory=list)
    rows: list[tuple[str, ...]] = field(default_factory=list)
    good: bool = True

    def add(self, number: int, text: str, row: tuple[str, ...]) -> None:
        if not self.raw:
            self.start = number
        self.raw.append(text)
        self.rows.append(row)
        self.good = self.good and bool(boxes(len(row))) and len(row) == len(self.rows[0])

    def full(self) -> bool:
        width = len(self.rows[0])
        return len(self.rows) == (width if boxes(width) else _ROWS_OF_NONSENSE)

    def is_bare(self) -> bool:
        """Nothing but rows of 9, 16 or 25 cells with blanks between, as lists of other things have them."""
        return len(self.rows[0]) in _SQUARES and len(self.raw) == len(self.rows) and all(map(_is_bare, self.raw))

    def is_border(self, bare: str) -> bool:
        """Dashes alone are a row of empty cells if they are as many as the cells of the other rows."""
        if not _BORDER.fullmatch(bare):
            return False
        return set(bare) != {"-"} or len(bare) != (
            len(self.rows[0]) if self.rows else len(bare) * bool(boxes(len(bare)))
        )


def read(lines: Lines, wish: Wish) -> Iterator[Item]:
    """Yield a board for every grid, and a reject for every stretch of rows that is none."""
    return settled(_read(lines, wish), lines)


def _read(lines: Lines, wish: Wish) -> Iterator[Item]:
    stanza = _Stanza()
    since = 0  # where boards began that have nothing between them
    plain = wish.variant in ("", "9x9")
    alike = alike_of(lines, wish)
    while (text := lines.peek()) is not None:
        if not stanza.raw and (item := _whole(alike, text, lines, stanza.title, plain=plain)):
            yield item
            since = unparted(item, since)
            stanza = _Stanza()
            continue
        next(lines)
        bare = text.strip().lstrip("\ufeff")
        border = stanza.is_border(bare)
        row = None if border or not (bare or stanza.raw) else split_row(text)
        inside = border and bool(stanza.raw)
        if row is not None:
            stanza.add(lines.number, text, row)
        elif inside:
            stanza.raw.append(text)
        if stanza.raw and ((row is None and not border) or stanza.full() or len(stanza.raw) == LONGEST):
            yield _finish(lines, stanza, wish, since)
            since = since or stanza.start
            stanza = _Stanza()
        if row is None and not inside:
            since = 0
            if not bare:
                lines.tally.blank += 1
            elif border or _TITLE.fullmatch(bare):
                lines.tally.comment += 1
                stanza.title = stanza.title if border else bare.lstrip("#% ")
            else:
                yield lines.reject("expected a row of a grid", text)
    if stanza.raw:
        yield _finish(lines, stanza, wish, since)


def unparted(item: Block | Board, since: int) -> int:
    """Where the boards began that follow each other with nothing between, up to this item; 0 if something is."""
    if isinstance(item, Board):
        return since or item.line
    first, last = item.lines[0], item.lines[-1]
    return (since or first) if last - first == SIZE * (len(item.lines) - 1) else 0


def _whole(alike: Alike, text: str, lines: Lines, title: str, *, plain: bool) -> Block | Board | None:
    """The grids that follow, if they are alike, or the one that begins here, if it is plain."""
    block = _alike(alike, text, lines, title)
    if block or not plain or not (found := _at_once(text, lines)):
        return block
    taken, cells = found
    lines.take(taken)
    lines.tally.board += taken
    return Board("sudoku", "9x9", cells, lines.source, lines.number - taken + 1, title)


def _alike(alike: Alike, text: str, lines: Lines, title: str) -> Block | None:
    """The grids that follow, if all are of nine plain rows, with a title before each or none, and apart or not."""
    titled = is_title(text)
    if not titled and (title or len(text) != 9):
        return None
    ahead = lines.ahead(titled + 10)
    return alike.take(titled + 9 + (ahead[titled + 9 :] == [""]), _titled if titled else _untitled)


def _untitled(columns: Columns) -> Found | None:
    texts = close(columns[:9])
    return None if texts is None or any(map(any, columns[9:])) else Found(texts, 9, blank=len(columns) - 9)


def _titled(columns: Columns) -> Found | None:
    found = _untitled(columns[1:])
    if found is None or not all(map(is_title, columns[0])):
        return None
    labels = [title.strip().lstrip("#% ") for title in columns[0]]
    return found._replace(comment=1, first=1, labels=labels)


def is_title(text: str) -> bool:
    """Whether the line is a title and cannot be a row; in others that are titles, too, it is looked at more closely."""
    return text.startswith("#") or bool(_WORD.match(text))


def _at_once(text: str, lines: Lines) -> tuple[int, str] | None:
    """How many lines a plain or drawn grid of 9x9 takes that begins here, and its cells; None for all others."""
    if len(text) == 9 and (cells := _plain_cells(lines.ahead(9))):
        return 9, cells
    return _drawn(lines.ahead(12)) if len(text) > 9 else None


def _drawn(texts: Sequence[str]) -> tuple[int, str] | None:
    """How many lines a drawn grid of 9x9 takes, and its cells; None for anything else.

    Its rows have one width, the borders between them have one, too; one above the first row is left to others.
    """
    if (
        len(texts) < 11
        or texts[0][:1] in _EDGE
        or not (texts[3] and texts[3] == texts[7] and _INNER.issuperset(texts[3]))
    ):
        return None
    rows = [*texts[0:3], *texts[4:7], *texts[8:11]]
    cells = "".join(rows).replace("|", "").replace(" ", "")
    if len(set(map(len, rows))) != 1 or not _PLAIN.fullmatch(cells) or "-" not in texts[3]:
        return None
    if len(texts) > 11 and _INNER.issuperset(texts[11]) and texts[11].strip():
        return None  # a border below belongs to the grid
    return 11, cells.replace("0", ".")


def _plain_cells(texts: Sequence[str]) -> str:
    """The cells of nine rows of nine digits and dots, or zeros, close together; nothing for all other lines."""
    cells = "".join(texts)
    if len(texts) != 9 or set(map(len, texts)) != {9} or not _PLAIN.fullmatch(cells):
        return ""
    return cells.replace("0", ".")


def _is_bare(text: str) -> bool:
    return "|" not in text and any(mark in text.strip() for mark in (" ", *MARKS))


def split_row(text: str) -> tuple[str, ...] | None:
    """The cells of a line, one symbol or two digits each; None if the line is no row.

    Behind a comma, semicolon or tab a cell may have nothing in it, as spreadsheets write the empty ones.
    """
    bare = text.strip()
    if bare[:1] in "#%" and (bare or "\t" not in text):
        return None
    if any(mark in text for mark in MARKS):
        fields = fields_of(text)
        return tuple(fields) if boxes(len(fields)) and all(map(_FIELD.fullmatch, fields)) else _blanks_between(bare)
    return _blanks_between(bare)


def _blanks_between(bare: str) -> tuple[str, ...] | None:
    parts = bare.replace("|", " ").split()
    if len(parts) >= 4 and all(len(part) == 1 or (len(part) == 2 and part.isdigit()) for part in parts):
        return tuple(parts)
    joined = "".join(parts)
    alike = len(set(map(len, parts))) == 1
    return tuple(joined) if alike and _are_symbols(joined) else None


def _are_symbols(joined: str) -> bool:
    if joined.isascii():
        return bool(joined) and _SYMBOLS.issuperset(joined)
    return all(c in EMPTY or (c.isalnum() and not c.islower()) for c in joined)


def _symbols(size: int, cells: list[str]) -> str:
    """The cells as one symbol each; if any has two digits, all are decimals."""
    if all(len(cell) == 1 for cell in cells):
        return "".join(cells)
    for cell in cells:
        if cell not in EMPTY and not (cell.isascii() and cell.isdigit() and int(cell) <= size):
            raise MalformedError(f"expected values from 1 to {size}, got {cell!r}", 1)
    numbers = [int(cell) if cell.isdigit() else 0 for cell in cells]
    return "".join(values(size)[number - 1] if number else "." for number in numbers)


def _finish(lines: Lines, stanza: _Stanza, wish: Wish, since: int) -> Item:
    """The board of a stanza, or the reject that says why it is none.

    If rows are missing, it may be any of the boards directly before it that lacks them; all behind that are shifted.
    """
    try:
        text = _board(stanza, wish)
    except MalformedError as error:
        if since and stanza.good and not stanza.full():
            lines.note(SHORT.format(len(stanza.rows[0]) - len(stanza.rows), since), since)
        return lines.reject(
            str(error), "\n".join(stanza.raw), line=stanza.start, column=error.column, lines=len(stanza.raw)
        )
    lines.tally.board += len(stanza.raw)
    return Board("sudoku", variant(text), text, lines.source, stanza.start, stanza.title)


def _board(stanza: _Stanza, wish: Wish) -> str:
    size = len(stanza.rows[0])
    if not stanza.good:
        seen = ", ".join(str(len(raw.strip("\r\n"))) for raw in stanza.raw)
        raise MalformedError(f"expected rows of {size} cells, got lines of {seen} characters", 1)
    if len(stanza.rows) != size:
        raise MalformedError(f"expected {size} rows of {size} cells, got {len(stanza.rows)} rows", len(stanza.rows))
    cells = _symbols(size, [cell for row in stanza.rows for cell in row])
    return obeying(Sudoku(shape(wish, size), respell(cells, size).cells), wish)


def sniff(sample: Sample) -> int:
    """85 if the sample begins with a grid, or is cut off in one, less by the share of those that are none.

    60 where rows of numbers have too few givens to be told from any list, and 20 where they are like one.
    """
    if _PLAIN.fullmatch(next(iter(sample.filled()), "")):
        return 0  # a board a line: not even the first row is one
    stanzas = list(islice(_stanzas(sample), SEEN))
    good = [stanza for stanza in stanzas if stanza.good and _is_board(stanza)]
    if not stanzas or stanzas[0] not in good:
        return 0
    return min(85 * len(good) // len(stanzas), _certainty([stanza for stanza in good if stanza.is_bare()]))


def _stanzas(sample: Sample) -> Iterator[_Stanza]:
    """The grids of a sample; one that is cut off at its end only if it is the first."""
    stanza = _Stanza()
    whole = 0
    for text in sample.lines:
        bare = text.strip().lstrip("\ufeff")
        border = stanza.is_border(bare)
        row = None if border or not (bare or stanza.raw) else split_row(text)
        if row is not None:
            stanza.add(1, text, row)
        elif border and stanza.raw:
            stanza.raw.append(text)
        if stanza.raw and ((row is None and not border) or stanza.full() or not stanza.good):
            yield stanza
            stanza, whole = _Stanza(), whole + 1
    if stanza.raw and not whole:
        yield stanza


def _certainty(stanzas: Sequence[_Stanza]) -> int:
    """How sure it is that numbers in rows are grids, by how many of them stand twice in a column.

    In a list of squares with 9, 16 or 25 numbers a line it is one pair in so many, in a sudoku none or a mistake.
    """
    if not stanzas:
        return 85
    size = len(stanzas[0].rows[0])
    pairs = alike = 0
    for column in chain.from_iterable(zip(*stanza.rows, strict=True) for stanza in stanzas):
        givens = [cell for cell in column if cell not in EMPTY]
        pairs += comb(len(givens), 2)
        alike += sum(comb(count, 2) for count in Counter(givens).values())
    if 2 * alike * size >= pairs and alike > 1:
        return 20
    return 85 if pairs >= ENOUGH * size else 60


def _is_board(stanza: _Stanza) -> bool:
    try:
        _board(stanza, Wish())
    except MalformedError:
        return False
    return True


def write(board: Board) -> str:
    """The cells row by row, an empty line after them; the title before them, behind # if it looks like a row."""
    sudoku = only_cells(board)
    # Sixteen rows of sixteen dots are sixteen boards of 4x4 as well; cells that stand apart are rows.
    between = " " if sudoku.size == SMALLEST**2 and set(sudoku.cells) == {"."} else ""
    rows = [between.join(sudoku.cells[i : i + sudoku.size]) for i in range(0, len(sudoku.cells), sudoku.size)]
    title = line_of(board.label)
    if title and (title[0] in "#%" or not _TITLE.fullmatch(title) or split_row(title) or _BORDER.fullmatch(title)):
        title = f"# {title}"
    return "".join(f"{line}\n" for line in (*([title] if title else []), *rows, ""))


GRID = Format(
    name="grid",
    family="sudoku",
    summary="a board in as many lines as it has rows, with or without borders and titles",
    example="""\
5 3 . | . 7 . | . . .
6 . . | 1 9 5 | . . .
. 9 8 | . . . | . 6 .
------+-------+------
8 . . | . 6 . | . . 3
4 . . | 8 . 3 | . . 1
7 . . | . 2 . | . . 6
------+-------+------
. 6 . | . . . | 2 8 .
. . . | 4 1 9 | . . 5
. . . | . 8 . | . 7 9
""",
    sniff=sniff,
    read=read,
    write=write,
)
