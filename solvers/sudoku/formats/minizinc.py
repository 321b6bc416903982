"""MiniZinc data and models of the data alone: a square of numbers, `_` or 0 where nothing is given.

x = array2d(1..9, 1..9, [_, _, 2, ...]);      or      start = [| 0, 0, 2, ... | ... |];

An array called `solution` that fills the board before it is its stated solution.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import isqrt

from solvers.core import Block, Board, MalformedError, cells_of
from solvers.reading.alike import Alike, Columns, Found, same
from solvers.reading.format import Format, Item, Lines, Sample, Wish
from solvers.sudoku.alphabet import LARGEST, values
from solvers.sudoku.formats.columns import alike_of
from solvers.sudoku.formats.making import make
from solvers.sudoku.formats.marks import only_cells
from solvers.sudoku.formats.remarks import is_remark, refused

_ARRAY = re.compile(r"(\w+)\s*=\s*(?:array2d\s*\([^\[;]*\[([^\]]*)\]\s*\)|\[\|(.*?)\|\])\s*", re.DOTALL)
_ITEM = re.compile(r"_|<>|[0-9]{1,2}")
_ASIDE = re.compile(r"/\*.*?\*/|%[^\n]*", re.DOTALL)
_SOLVED = ("solution", "solutions", "sol", "solved", "answer")  # names of an array behind that of the givens
_CLOSES = re.compile(r"\s*(?:\]\s*\)|\|\])\s*;\s*")
_SHAPE, _AWAY = str.maketrans("123456789_", "0" * 10), str.maketrans("0_", "..", " ,|\n")
_ALIKE = 30  # lines of a statement that is read with others
_VALUE = re.compile(r"[A-Za-z]\w*\s*=\s*[0-9]+\s*;")  # of a size and the like
_DATA = re.compile(r"(?:(?:_|<>|[0-9]{1,2})\s*[,|]\s*){3,}.*")
_OPENS = re.compile(r"=\s*(?:array2d\s*\(|\[\|)")
LONGEST = 2000  # lines of a statement


def read(lines: Lines, wish: Wish) -> Iterator[Item]:
    """Yield a board for each array that is a square, with its solution if that is the array behind it."""
    last: Board | None = None
    for item in _items(lines, wish):
        if isinstance(item, Board):
            if last and (solved := _stated(last, item)):
                yield solved
                last = None
                continue
            if last:
                yield last._replace(label="")
            last = item
            continue
        if last:
            yield last._replace(label="")
            last = None
        yield item
    if last:
        yield last._replace(label="")


def _stated(board: Board, other: Board) -> Board | None:
    """The board with its solution, if the other is called one, is full, and has all givens."""
    if other.label.lower() not in _SOLVED or board.variant != other.variant or "." in other.text:
        return None
    if any(given not in (".", cell) for given, cell in zip(board.text, other.text, strict=True)):
        return None
    start, end = cells_of(other.text)
    return board._replace(stated=other.text[start:end], label="")


def _items(lines: Lines, wish: Wish) -> Iterator[Item]:
    """The boards of all arrays, each with the array's name as its label."""
    statement: list[str] = []
    alike = alike_of(lines, wish)
    while (text := lines.peek()) is not None:
        if not statement and _OPENS.search(text) and (block := _alike(alike, lines)):
            yield block
            continue
        code = text.split("%", 1)[0].strip()
        if statement and _DATA.fullmatch(statement[0].strip()) and _OPENS.search(code):
            yield from _finish(lines, statement, wish)  # rows that nothing opens
            statement = []
            continue
        next(lines)
        if not statement and not _OPENS.search(code) and not _DATA.fullmatch(code):
            if not (is_remark(text) or _VALUE.fullmatch(code)):
                yield refused(lines, text)
                continue
            lines.tally.comment += bool(text.strip())
            lines.tally.blank += not text.strip()
            continue
        statement.append(text)
        if (";" in code and not _OPENS.search(code.rpartition(";")[2])) or len(statement) == LONGEST:
            yield from _finish(lines, statement, wish)
            statement = []
    if statement:
        yield from _finish(lines, statement, wish)


def _alike(alike: Alike, lines: Lines) -> Block | None:
    """The statements that follow, if all are written in the same lines, and so is what stands between them."""
    opens = [at for at, text in enumerate(lines.ahead(2 * _ALIKE)) if _OPENS.search(text)][:2]
    return alike.take(opens[1], _found) if len(opens) == 2 else None


def _found(columns: Columns) -> Found | None:
    """The boards of columns: the opening line, nine rows, the line that ends it, and what follows."""
    if len(columns) < 11 or not all(map(same, (columns[0], *columns[10:]))) or ";" in columns[0][0]:
        return None
    rows, rest = columns[1:10], [column[0] for column in columns[11:]]
    joined = "\n".join(map("\n".join, zip(*rows, strict=True)))
    shape = "\n".join(row[0] for row in rows).translate(_SHAPE)
    if joined.translate(_SHAPE) != "\n".join([shape] * len(rows[0])) or not _CLOSES.fullmatch(columns[10][0]):
        return None
    cells = joined.translate(_AWAY)
    texts = [cells[at : at + 81] for at in range(0, len(cells), 81)]
    if len(cells) != 81 * len(rows[0]) or _first(columns) != texts[0]:
        return None
    blank = sum(not text.strip() for text in rest)
    return Found(texts, 11, len(rest) - blank, blank)


def _first(columns: Columns) -> str:
    """The first of the boards, read with care."""
    code = "\n".join(column[0] for column in columns[:11])
    try:
        return "".join(board.text for board in _boards(code, Wish())) if "%" not in code else ""
    except MalformedError:
        return ""


def _finish(lines: Lines, statement: list[str], wish: Wish) -> Iterator[Item]:
    start = lines.number - len(statement) + 1
    try:
        boards = _boards("\n".join(statement), wish)
    except MalformedError as error:
        yield lines.reject(str(error), "\n".join(statement), line=start, lines=len(statement))
        return
    lines.tally.board += len(statement)
    yield from (board._replace(source=lines.source, line=start) for board in boards)


def _boards(statement: str, wish: Wish) -> list[Board]:
    """The boards of a statement: its lines may hold several arrays."""
    code = _ASIDE.sub("", statement)
    arrays = list(_ARRAY.finditer(code))
    if not arrays or len(arrays) != len(_OPENS.findall(code)):
        raise MalformedError("expected an array such as array2d(1..9, 1..9, [_, 2, ...]) or [| 0, 2 | ... |]", 1)
    return [_board(array, wish) for array in arrays]


def _board(array: re.Match[str], wish: Wish) -> Board:
    """The board of an array, whose name is its label."""
    rows = [_row(row, number) for number, row in enumerate((array[2] or array[3] or "").split("|"), 1)]
    items = [item for row in rows for item in row]
    size = isqrt(len(items))
    if size * size != len(items) or (array[3] and set(map(len, rows)) != {size}):
        raise MalformedError(f"expected the numbers of a square, got rows of {', '.join(map(str, map(len, rows)))}", 1)
    if size > LARGEST:
        raise MalformedError(f"expected a size up to {LARGEST}, got {size}", 1)
    symbols = "." + values(size)
    for at, item in enumerate(items):
        if item > size:
            raise MalformedError(f"expected numbers up to {size}, got {item} at r{at // size + 1}c{at % size + 1}", 1)
    return make("".join(symbols[item] for item in items), wish, label=array[1])


def _row(row: str, number: int) -> list[int]:
    """The numbers between commas, 0 for nothing given; the last comma may have nothing behind it."""
    words = [word.strip() for word in row.split(",")]
    words = words if words[-1] else words[:-1]
    wrong = next((at for at, word in enumerate(words) if not _ITEM.fullmatch(word)), -1)
    if wrong >= 0:
        place = f"number {wrong + 1}" if number == 1 else f"number {wrong + 1} of row {number}"
        raise MalformedError(f"expected a number or _ between two commas, got {words[wrong][:20]!r}, {place}", 1)
    return [0 if word in ("_", "<>") else int(word) for word in words]


def sniff(sample: Sample) -> int:
    """94 if a square is assigned, and none that kakuro has: other squares, or lists of clues."""
    text = _ASIDE.sub("", "\n".join(sample.lines))
    endless = not sample.whole and ";" not in text  # a statement that is over may come, or never
    if not _OPENS.search(text) or not (endless or ";" in text) or "grid_data" in text:
        return 0
    return 94 if "clue" not in text or ((first := _ARRAY.search(text)) and _is_board(first)) else 0


def _is_board(array: re.Match[str]) -> bool:
    try:
        _board(array, Wish())
    except MalformedError:
        return False
    return True


def write(board: Board) -> str:
    """The square as data, `_` where nothing is given."""
    sudoku = only_cells(board)
    size = sudoku.size
    numbers = {symbol: str(number) for number, symbol in enumerate(values(size), 1)} | {".": "_"}
    cells = [numbers[cell] for cell in sudoku.cells]
    rows = [", ".join(cells[at : at + size]) for at in range(0, size * size, size)]
    return f"n = {size};\nx = array2d(1..n, 1..n, [\n  " + ",\n  ".join(rows) + "\n]);\n"


MINIZINC = Format(
    name="minizinc",
    family="sudoku",
    summary="MiniZinc data: a square of numbers, _ or 0 where nothing is given",
    example="x = array2d(1..4, 1..4, [_, 1, _, _,  _, _, 2, 3,  _, _, _, _,  _, 3, _, _]);\nn = 4;\n",
    signs="=",
    sniff=sniff,
    read=read,
    write=write,
)
