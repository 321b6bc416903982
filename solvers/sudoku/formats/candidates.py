"""Pencil marks: boards whose cells list the digits that are left, drawn, in SudoCue's .sdx, or in 729 symbols.

    | 37   2    6  |  4    5    8  | ...      a drawn grid; with borders it stands alone or after the grid of givens
    u9 1 3 u5 u8 123456789 ...                .sdx: `u` before a digit that was placed
    ..3...7...2............6...               81 groups of nine, a dot for each digit that is excluded

Only .sdx tells givens from what was found out later. Boards of candidates alone (sukaku) are refused: a digit that
is alone in its cell may be given or not, and what was excluded is no given at all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import repeat

from solvers.core import Block, Board, MalformedError, Reject
from solvers.reading.alike import Alike, Columns, Found
from solvers.reading.format import Format, Item, Lines, Sample, Wish
from solvers.sudoku.formats.columns import alike_of
from solvers.sudoku.formats.grid import unparted
from solvers.sudoku.formats.making import make
from solvers.sudoku.formats.marks import NONE, marks_field, marks_of, only_cells, placed_of
from solvers.sudoku.formats.remarks import is_remark
from solvers.sudoku.formats.shifted import SHORT, Rows, settled

LONGEST = 200  # lines of a board with its borders
_NUMBERS = re.compile(r"[0-9]{1,2}(?:\s+[0-9]{1,2}){8}")
_BORDER = re.compile(r"(?=.*-{3})[-+|.:*=\s']*+")
_FLAT = re.compile(r"[1-9.0]{729}")
_ROW = re.compile(r"\s*u?[1-9]{1,9}(?:\s+u?[1-9]{1,9}){8}\s*")
_WORD = re.compile(r"u?[1-9]{1,9}")
NEAR = 2  # cells that a spoilt row may have too many or too few
MOST_WORDS = 4096  # that are known
_NINE = r"(?:u?[1-9]{1,9} ){8}u?[1-9]{1,9}\n"
_PLAIN_ROWS = re.compile(  # in which a digit is placed, or all are left in a cell: numbers look otherwise
    rf"(?=[1-9 \n]*?(?:u|123456789))(?:{_NINE}\n?){{9}}(?:{_NINE}|\n)*+\Z"
)
ALL = "123456789"
UNMARKED = "no digit is marked as placed: each one alone in its cell was taken for a given"
REFUSED = "pencil marks are not supported: a board of candidates has no givens"


def cells_of(text: str) -> list[str] | None:
    """The nine cells of a row of pencil marks; None if it is none."""
    bare = text.replace("|", " ").replace(":", " ")
    return bare.split() if _ROW.fullmatch(bare) else None


def read(lines: Lines, wish: Wish) -> Iterator[Item]:
    """Yield a board for each nine rows in which placed digits are marked, a reject for all others."""
    return settled(_read(lines, wish), lines, Rows(_givens, _anew))


def _read(lines: Lines, wish: Wish) -> Iterator[Item]:
    rows: list[list[str]] = []
    raw: list[str] = []
    since = 0  # where boards began that have nothing between them
    alike = alike_of(lines, wish)
    while (text := lines.peek()) is not None:
        if not raw and (block := _alike(alike, text, lines)):
            since = unparted(block, since)
            yield block
            continue
        next(lines)
        bare = text.strip()
        row = cells_of(bare) or _spoilt(bare)
        border = row is None and bool(_BORDER.fullmatch(bare))
        if raw and row is None and not border:
            yield _finish(lines, rows, raw, lines.number - len(raw), wish, since)
            rows, raw = [], []
        if row is not None:
            rows.append(row)
            raw.append(text)
        elif border and raw:
            raw.append(text)
        elif reject := _other(lines, text, border=border):
            yield reject
        since = since if row is not None else 0
        if len(rows) == 9 or len(raw) == LONGEST:
            start = lines.number - len(raw) + 1
            yield _finish(lines, rows, raw, start, wish, since)
            since = (since or start) if len(raw) == 9 else 0
            rows, raw = [], []
    if raw:
        yield _finish(lines, rows, raw, lines.number - len(raw) + 1, wish, since)


def _spoilt(bare: str) -> list[str] | None:
    """The words of a row that has too few or too many cells, or one that is none; None for any other line."""
    words = bare.replace("|", " ").replace(":", " ").split()
    good = sum(_WORD.fullmatch(word) is not None for word in words)
    return words if abs(len(words) - 9) <= NEAR and good >= 9 - NEAR and good >= len(words) - 1 else None


def _givens(row: str) -> str:
    """The givens of a row, a dot for each other cell; nothing for what is no row."""
    return "".join(word if len(word) == 1 else "." for word in cells_of(row) or ())


def _anew(board: Board, raw: Sequence[str]) -> Board:
    """The board of these rows, with what was placed and marked."""
    givens, placed, marks = zip(*(_cell(word) for text in raw for word in cells_of(text) or ()), strict=True)
    fields = ({"placed": "".join(placed)} if placed != givens else {}) | marks_field(marks)
    return board._replace(fields=fields or None)


def _other(lines: Lines, text: str, *, border: bool) -> Reject | None:
    """Counts a line that is no row of a board; a reject for one that should be."""
    bare = text.strip()
    if _FLAT.fullmatch(bare):
        return lines.reject(REFUSED, text)
    if bare and not border and (bare[0] not in "#%" or not is_remark(bare)):
        return lines.reject("expected a row of nine cells with candidates", text)
    lines.tally.blank += not bare
    lines.tally.comment += bool(bare)
    return None


class _Words(dict[str, tuple[str, str, str]]):
    """What the words say of their cells; raises KeyError for one that is none. There are few different ones."""

    def __missing__(self, word: str) -> tuple[str, str, str]:
        if not _WORD.fullmatch(word):
            raise KeyError(word)
        given, placed, marks = _cell(word)
        if len(self) < MOST_WORDS:
            self[word] = given, placed, marks or NONE
        return given, placed, marks or NONE


_WORDS = _Words()
_NO_MARKS = " ".join(NONE * 81)


def _alike(alike: Alike, text: str, lines: Lines) -> Block | None:
    """The boards that follow, if all have one blank between two words, and stand apart or not."""
    block = alike.take(9 + (lines.ahead(10)[9:] == [""]), _found) if text.count(" ") == 8 else None
    for line, fields in zip(block.lines, block.fields or repeat(None), strict=False) if block else ():
        if not fields or "placed" not in fields:
            lines.note(UNMARKED, line + 8)
    return block


def _found(columns: Columns) -> Found | None:
    if any(row.count(" ") != 8 for column in columns[:9] for row in column) or any(map(any, columns[9:])):
        return None
    texts: list[str] = []
    fields: list[dict[str, str] | None] = []
    try:
        for rows in zip(*columns[:9], strict=True):
            words = " ".join(rows).split(" ")
            cells = zip(*map(_WORDS.__getitem__, words), strict=True)
            text, placed, marks = "".join(next(cells)), "".join(next(cells)), " ".join(next(cells))
            if text == placed and "u" in "".join(rows):
                return None  # before several digits
            known = {"placed": placed} if text != placed else {}
            if marks != _NO_MARKS:
                known["marks"] = marks
            texts.append(text)
            fields.append(known or None)
    except KeyError:
        return None
    return Found(texts, 9, blank=len(columns) - 9, fields=fields)


def _finish(lines: Lines, rows: Sequence[list[str]], raw: Sequence[str], start: int, wish: Wish, since: int) -> Item:
    try:
        board = _board(lines, rows, raw, wish)
    except MalformedError as error:
        if since and len(rows) == len(raw) < 9 and all(map(cells_of, raw)):
            lines.note(SHORT.format(9 - len(rows), since), since)
        return lines.reject(str(error), "\n".join(raw), line=start, lines=len(raw))
    lines.tally.board += len(raw)
    return board._replace(source=lines.source, line=start)


def _board(lines: Lines, rows: Sequence[list[str]], raw: Sequence[str], wish: Wish) -> Board:
    cells = [cell for row in rows for cell in row]
    marked = any("u" in line for line in raw)
    if not marked and any("|" in line or "-" in line for line in raw):
        raise MalformedError(REFUSED, 1)
    if bad := next((row for row in rows if len(row) != 9 or not all(map(_WORD.fullmatch, row))), None):
        raise MalformedError(f"expected a row of nine cells with candidates, got {' '.join(bad)[:80]!r}", 1)
    if len(rows) != 9:
        raise MalformedError(f"expected 9 rows, got {len(rows)}", len(rows))
    if not marked:
        lines.note(UNMARKED)
    givens, placed, marks = zip(*map(_cell, cells), strict=True)
    fields = {"placed": "".join(placed)} if placed != givens else {}
    return make("".join(givens), wish, fields=fields | marks_field(marks))


@lru_cache(maxsize=4096)  # there are few different ones
def _cell(word: str) -> tuple[str, str, str]:
    """What a word says of its cell: the given, what was placed, and the pencil marks, "" where nothing is out."""
    digits = word.lstrip("u")
    placed = digits if len(digits) == 1 else "."
    return word if len(word) == 1 else ".", placed, digits if len(digits) > 1 and digits != ALL else ""


def sniff(sample: Sample) -> int:
    """96 if it begins with rows of candidates, or with 729 symbols; numbers of two digits are no candidates."""
    rows: list[list[str]] = []
    for line in sample.filled():
        bare = line.strip()
        if _FLAT.fullmatch(bare):
            return 0 if rows else 96
        row = cells_of(bare)
        if row is None and not (bare[0] in "#%" or _BORDER.fullmatch(bare)):
            if _NUMBERS.fullmatch(bare) and all(len(word) < 3 and word[0] != "u" for row in rows for word in row):
                return 0  # a magic square
            break
        rows += [row] if row else []
    words = [word.lstrip("u") for row in rows[:9] for word in row]
    several = [word for word in words if len(word) > 1]
    ascending = sum(list(word) == sorted(set(word)) for word in several)
    if ascending < len(several) and max(map(len, several)) == 2:
        return 0  # a magic square has 11, 20 or 21 as well
    marked = any(word[0] == "u" for row in rows[:9] for word in row)
    return 96 if (several or marked) and 5 * ascending >= 4 * len(several) else 0


def write(board: Board) -> str:
    """SudoCue's .sdx: `u` before what was placed, and the pencil marks of the other cells, all digits where unknown."""
    cells = only_cells(board, 9).cells
    words = []
    for given, placed, marks in zip(cells, placed_of(board, cells), marks_of(board, cells), strict=True):
        if len(marks) == 1 and placed == ".":
            raise MalformedError("expected two pencil marks or more in a cell, got one, which reads as a given", 1)
        words.append(given if given != "." else f"u{placed}" if placed != "." else marks or ALL)
    return "".join(" ".join(words[at : at + 9]) + "\n" for at in range(0, 81, 9)) + "\n"


CANDIDATES = Format(
    name="candidates",
    certain=_PLAIN_ROWS,
    family="sudoku",
    summary="pencil marks: SudoCue's .sdx; drawn grids of candidates and 729 symbols are refused by name",
    example="""\
5 3 u4 26 7 2468 1489 1249 248
6 247 247 1 9 5 3478 234 2478
12 9 8 234 34 24 13457 6 247
8 125 1259 579 6 147 4579 2459 3
4 25 2569 8 5 3 579 259 1
7 15 1359 59 2 14 4589 459 6
139 6 13579 357 35 7 2 8 4
23 278 237 4 1 9 36 3 5
123 1245 12345 2356 8 26 1346 7 9
""",
    sniff=sniff,
    read=read,
    write=write,
)
