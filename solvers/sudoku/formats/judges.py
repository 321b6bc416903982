"""Inputs of judges whose boards follow a number: how many boards there are, or how large the next one is.

POJ 2676    the number of boards, then their rows; wants the filled rows
UVa 989     `n`, then n*n rows of n*n numbers, 0 for empty; several boards, empty lines between them; wants the solution
            that comes first in lexicographic order, or NO SOLUTION
HDU 3111    the number of boards, then their rows, `?` for empty; wants the rows, or `impossible`, and --- between
HDU 4069    the number of boards, then numbers that hold a digit and walls: irregular boxes; wants Case i: and the rows,
            `No solution` or `Multiple Solutions`
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain, takewhile

from solvers.core import Block, Board, MalformedError, Reject
from solvers.reading.alike import Alike, Columns, Found, same
from solvers.reading.format import Format, Item, Judge, Lines, Wish
from solvers.sudoku._kernel import walled as walled_texts
from solvers.sudoku.alphabet import values
from solvers.sudoku.board import boxes
from solvers.sudoku.formats.columns import alike_of, apart, close
from solvers.sudoku.formats.grid import unparted
from solvers.sudoku.formats.judge_answers import answer_989, answer_3111, answer_4069, answer_rows, close_rows
from solvers.sudoku.formats.judge_kinds import NUMBER, height, sniff, sniff_989, sniff_3111, sniff_4069, split
from solvers.sudoku.formats.making import make
from solvers.sudoku.formats.marks import only_cells
from solvers.sudoku.formats.remarks import FILE, refused
from solvers.sudoku.formats.shifted import SHORT, settled
from solvers.sudoku.formats.walls import WALL, WALLED, WALLS_OF_ALL, walled, write_walled

_PLAIN = re.compile(r"[0-9.?]{81}")
_WALLS = re.compile(r" *(?:[0-9]{1,3} +){8}[0-9]{1,3} *")
_WIDTHS = (9, 17, 18)  # of a row whose cells stand close together or apart
_LOOK = 40  # lines ahead in which the next good board is looked for
_SYMBOLS = b"1234567890.?"
_PARTS = re.compile(r"([-=~#*_+])\1\1+")  # what may stand between two boards, as it does in the answers


def read(lines: Lines, wish: Wish) -> Iterator[Item]:
    """Yield a board for as many rows as the first row has cells; a wrong number of boards is noted."""
    return settled(_read(lines, wish), lines)


def _read(lines: Lines, wish: Wish) -> Iterator[Item]:
    numbers: list[int] = []  # one says how many boards there are; two or more are their orders
    found = size = wide = 0  # boards; rows of this one; cells of a row of digits close together, which is a number, too
    number = 0  # line of the last one, if it is not the first
    rows: list[tuple[str, ...]] = []
    raw: list[str] = []
    since = 0  # where boards began that have nothing between them
    alike = alike_of(lines, wish)
    while (text := lines.peek()) is not None:
        if not rows and (item := _whole(alike, text, lines, wish)):
            count = len(item.texts) if isinstance(item, Block) else 1
            found += count
            numbers = [*numbers, *[0] * count][:2] if NUMBER.fullmatch(text) else numbers
            since = (since or item.line) if isinstance(item, Reject) else unparted(item, since)
            yield item
            continue
        size = size if rows else height(lines.ahead(_LOOK))
        text = next(lines)
        bare = text.strip()
        parts = bool(_PARTS.fullmatch(bare)) and _is_between(bare, rows, size)
        if parts or not bare:
            if rows:
                _doubt(lines, rows, since)
                yield _numbered_reject(_finish(lines, rows, raw, lines.number - len(raw), wish), number, lines)
                found, rows, raw = found + 1, [], []
            since = 0
            lines.tally.comment += parts
            lines.tally.blank += not parts
        elif not rows and NUMBER.fullmatch(bare) and len(bare) != wide:
            number = lines.number if numbers else 0
            numbers = [*numbers, int(bare)][:2]
            wide = int(bare) ** 2 if len(bare) == 1 else 0
            since = 0
            lines.tally.comment += 1
        else:
            rows.append(split(bare))
            raw.append(text)
            wide = size
            if len(rows) == size or len(rows) == 25:
                yield _numbered_reject(_finish(lines, rows, raw, lines.number - len(raw) + 1, wish), number, lines)
                since = since or lines.number - len(raw) + 1
                found, rows, raw = found + 1, [], []
    if rows:
        _doubt(lines, rows, since)
        yield _numbered_reject(_finish(lines, rows, raw, lines.number - len(raw) + 1, wish), number, lines)
        found += 1
    if len(numbers) == 1 and numbers[0] != found and not _is_order(numbers[0], found):
        lines.note(f"expected {numbers[0]} boards, as stated, got {found}", 0)


def _numbered_reject(item: Item, number: int, lines: Lines) -> Item:
    """A reject with the number in the line right above it: the order of its boxes, or part of whatever it is."""
    if not (number and isinstance(item, Reject)):
        return item
    if lines.between(number + 1, number + item.lines) != item.raw.split("\n"):
        return item
    lines.tally.comment -= 1
    lines.tally.rejected += 1
    return item._replace(raw=f"{lines.text(number)}\n{item.raw}", lines=item.lines + 1)


def _is_between(bare: str, rows: Sequence[tuple[str, ...]], size: int) -> bool:
    """Whether a line of one sign parts two boards, and is no row of empty cells, also not of one that lacks some."""
    return len(bare) != size and not any(bare[0] in row for row in rows)


def _whole(alike: Alike, text: str, lines: Lines, wish: Wish) -> Item | None:
    """The boards that follow, if they are alike, or the one that begins here, if it is plain, or spoilt for certain."""
    if block := _alike(alike, text, lines):
        return block
    ahead = lines.ahead(_LOOK)
    if _PLAIN.fullmatch("".join(ahead[:9])) and set(map(len, ahead[:9])) == {9}:
        return _plain(lines, lines.take(9), wish)
    if text.startswith(FILE):
        return refused(lines, next(lines))
    if count := _spoilt(ahead):
        return _reject_walls(lines, lines.take(count))
    return None


def _spoilt(texts: Sequence[str]) -> int:
    """How many lines of a board of numbers with walls come before the next such board, if it is spoilt; else 0.

    Lines that are missing, or too many, are told by where the next board is good.
    """
    rows = list(takewhile(str.strip, texts))
    walls = sum(map(bool, map(_WALLS.fullmatch, rows[:WALLED])))
    if 2 * walls <= WALLED or not any(int(word) >= WALL for word in rows[0].split() if word.isdecimal()):
        return 0
    if NUMBER.fullmatch(rows[0].strip()) or _is_walled(rows[:WALLED]):
        return 0
    steps = sorted(range(1, len(rows)), key=lambda step: abs(step - WALLED))
    if good := next((step for step in steps if _is_walled(rows[step : step + WALLED])), 0):
        return good
    if len(rows) < len(texts):  # a blank line follows
        return min(len(rows), WALLED)
    return WALLED if len(rows) >= 2 * WALLED else 0  # fewer may go on


def _is_walled(rows: Sequence[str]) -> bool:
    if len(rows) != WALLED:
        return False
    if walled_texts("".join([f"{row}\n" for row in rows])):
        return True
    try:
        _board([split(row.strip()) for row in rows], Wish())
    except MalformedError:
        return False
    return True


def _reject_walls(lines: Lines, raw: Sequence[str]) -> Reject:
    """A reject that says what is wrong with the rows of a board."""
    reason = f"expected {WALLED} rows of numbers with walls, got {len(raw)}"
    try:
        if len(raw) == WALLED:
            _board([split(text.strip()) for text in raw], Wish())
    except MalformedError as error:
        reason = str(error)
    return lines.reject(reason, "\n".join(raw), line=lines.number - len(raw) + 1, lines=len(raw))


def _alike(alike: Alike, text: str, lines: Lines) -> Block | None:
    """The boards that follow, if all are of nine rows alike, with a number before each or none, and apart or not."""
    if len(text) > max(_WIDTHS):
        return alike.take(9 + (lines.ahead(10)[9:] == [""]), _walled) if _WALLS.fullmatch(text) else None
    numbered = bool(NUMBER.fullmatch(text))
    if not numbered and len(text) not in _WIDTHS:
        return None
    ahead = lines.ahead(numbered + 10)
    return alike.take(numbered + 9 + (ahead[numbered + 9 :] == [""]), _numbered if numbered else _found)


def _walled(columns: Columns) -> Found | None:
    """The boards of numbers with walls, if all make irregular boxes or all the usual ones."""
    texts = walled_texts("".join([f"{row}\n" for row in chain.from_iterable(zip(*columns[:9], strict=True))]))
    if len(texts) != len(columns[0]) or any(map(any, columns[9:])):
        return None
    irregular = [";" in text for text in texts]
    found = Found(texts, 9, blank=len(columns) - 9, variant="9x9/jigsaw" if irregular[0] else "9x9")
    return found if len(set(irregular)) == 1 else None


def _found(columns: Columns) -> Found | None:
    rows = columns[:9]
    texts = close(rows, _SYMBOLS, "0?") if len(rows[0][0]) == 9 else apart(rows, _SYMBOLS, "0?")
    return None if texts is None or any(map(any, columns[9:])) else Found(texts, 9, blank=len(columns) - 9)


def _numbered(columns: Columns) -> Found | None:
    found = _found(columns[1:]) if same(columns[0]) else None
    return found and found._replace(comment=1, first=1)


def _plain(lines: Lines, raw: Sequence[str], wish: Wish) -> Item:
    """A board whose nine rows have nothing but its cells."""
    start = lines.number - len(raw) + 1
    try:
        board = make("".join(raw), wish)
    except MalformedError as error:
        return lines.reject(str(error), "\n".join(raw), line=start, lines=len(raw))
    lines.tally.board += len(raw)
    return board._replace(source=lines.source, line=start)


def _doubt(lines: Lines, rows: Sequence[tuple[str, ...]], since: int) -> None:
    """Notes that any of the boards directly before these rows may be the one that lacks some."""
    if since and {len(row) for row in rows} == {len(rows[0])}:
        lines.note(SHORT.format(len(rows[0]) - len(rows), since), since)


def _is_order(number: int, found: int) -> bool:
    """A single number before a single board may be its order."""
    return found == 1 and number in (2, 3, 4, 5)


def _finish(lines: Lines, rows: Sequence[tuple[str, ...]], raw: Sequence[str], start: int, wish: Wish) -> Item:
    try:
        board = _board(rows, wish)
    except MalformedError as error:
        return lines.reject(str(error), "\n".join(raw), line=start, lines=len(raw))
    lines.tally.board += len(raw)
    return board._replace(source=lines.source, line=start)


def _board(rows: Sequence[tuple[str, ...]], wish: Wish) -> Board:
    size = len(rows[0])
    if {len(row) for row in rows} != {len(rows)} or not boxes(size):
        seen = ", ".join(str(len(row)) for row in rows)
        raise MalformedError(f"expected as many rows as cells in a row, got rows of {seen} cells", 1)
    cells = [cell for row in rows for cell in row]
    if all(len(cell) == 1 for cell in cells):
        return make("".join(cells), wish)
    if not all(cell.isascii() and cell.isdigit() and len(cell) < 9 for cell in cells):
        raise MalformedError("expected numbers, got other symbols beside them", 1)
    numbers = [int(cell) for cell in cells]
    if max(numbers) > size and size == WALLED and WALL <= max(numbers) < 2 * WALLS_OF_ALL:
        return walled(numbers, wish)
    if max(numbers) > size:
        raise MalformedError(f"expected numbers up to {size}, got {max(numbers)}", 1)
    return make("".join(values(size)[number - 1] if number else "." for number in numbers), wish)


def write_989(board: Board) -> str:
    """The order of the boxes, then the rows of numbers."""
    sudoku = only_cells(board)
    if sudoku.box.rows != sudoku.box.columns:
        raise MalformedError(f"expected square boxes, got {board.variant}", 1)
    size = sudoku.size
    numbers = [str(values(size).find(cell) + 1) for cell in sudoku.cells]
    rows = (" ".join(numbers[at : at + size]) + "\n" for at in range(0, size * size, size))
    return f"{sudoku.box.rows}\n{''.join(rows)}\n"


def write_2676(board: Board) -> str:
    """Rows of digits close together, 0 for empty."""
    return close_rows(only_cells(board, WALLED).cells.replace(".", "0"))


def write_3111(board: Board) -> str:
    """Rows of digits close together, ? for empty."""
    cells = only_cells(board, WALLED).cells.replace(".", "?")
    if "?" not in cells:
        raise MalformedError("expected a board with an empty cell, got a full one", 1)
    return close_rows(cells)


JUDGE = Format(
    name="judge",
    family="sudoku",
    summary="POJ 2676 and the like: the number of boards, then their rows",
    example="2\n53..7....\n6..195...\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n.6....28.\n...419..5\n....8..79\n"
    ".13.....2\n2.....48.\n...7...19\n...9..8..\n7......2.\n...3.....\n..263.9..\n4.9.7.6..\n..149...8\n",
    sniff=sniff,
    read=read,
    write=write_2676,
    judge=Judge(write=answer_rows, between=""),
    counted=True,
)

UVA989 = Format(
    name="uva989",
    family="sudoku",
    summary="UVa 989: the order of the boxes, then the rows of a board, 0 for empty; wants the first of all solutions",
    example="2\n0 0 1 0\n0 4 0 0\n0 0 0 2\n0 2 0 0\n\n2\n0 1 0 0\n0 0 2 3\n0 0 0 0\n0 3 0 0\n",
    sniff=sniff_989,
    read=read,
    write=write_989,
    judge=Judge(write=answer_989),
)

HDU3111 = Format(
    name="hdu3111",
    family="sudoku",
    summary="HDU 3111: the number of boards, then nine rows each, ? for empty",
    example="1\n53??7????\n6??195???\n?98????6?\n8???6???3\n4??8?3??1\n7???2???6\n?6????28?\n???419??5\n????8??79\n",
    sniff=sniff_3111,
    read=read,
    write=write_3111,
    judge=Judge(write=answer_3111, between="---\n"),
    counted=True,
)

HDU4069 = Format(
    name="hdu4069",
    family="sudoku",
    summary="HDU 4069: the number of boards, then numbers that hold a digit and the walls of irregular boxes",
    example="""\
1
144 18 112 208 80 25 54 144 48
135 38 147 80 121 128 97 130 32
137 32 160 144 114 167 208 0 32
192 100 160 160 208 96 183 192 101
209 80 39 192 86 48 136 80 114
152 48 226 144 112 160 160 149 48
128 0 112 166 215 96 160 128 41
128 39 153 32 209 80 101 136 35
192 96 200 67 80 112 208 68 96
""",
    sniff=sniff_4069,
    read=read,
    write=write_walled,
    judge=Judge(write=answer_4069, between="", heading="Case {}:\n"),
    counted=True,
)
