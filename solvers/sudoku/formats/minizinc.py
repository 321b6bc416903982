"""MiniZinc data and models of the data alone: a square of numbers, `_` or 0 where nothing is given.

x = array2d(1..9, 1..9, [_, _, 2, ...]);      or      start = [| 0, 0, 2, ... | ... |];
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import isqrt

from solvers.core import Block, Board, MalformedError
from solvers.reading.alike import Alike, Columns, Found, same
from solvers.reading.format import Format, Item, Lines, Sample, Wish
from solvers.sudoku.alphabet import values
from solvers.sudoku.formats.columns import alike_of
from solvers.sudoku.formats.making import make
from solvers.sudoku.formats.marks import only_cells

_ARRAY = re.compile(r"(\w+)\s*=\s*(?:array2d\s*\([^\[;]*\[([^\]]*)\]\s*\)|\[\|(.*?)\|\])\s*", re.DOTALL)
_ITEM = re.compile(r"_|[0-9]+")
_CLOSES = re.compile(r"\s*(?:\]\s*\)|\|\])\s*;\s*")
_OTHER = re.compile(r"[^0-9_ ,|\n]|[0-9][0-9]")
_AWAY = str.maketrans("0_", "..", " ,|")
_ALIKE = 30  # lines of a statement that is read with others
_OPENS = re.compile(r"=\s*(?:array2d\s*\(|\[\|)")
LONGEST = 2000  # lines of a statement


def read(lines: Lines, wish: Wish) -> Iterator[Item]:
    """Yield a board for each statement that has a square."""
    statement: list[str] = []
    alike = alike_of(lines, wish)
    while (text := lines.peek()) is not None:
        if not statement and _OPENS.search(text) and (block := _alike(alike, lines)):
            yield block
            continue
        next(lines)
        code = text.split("%", 1)[0].strip()
        if not statement and not _OPENS.search(code):
            lines.tally.comment += bool(text.strip())
            lines.tally.blank += not text.strip()
            continue
        statement.append(text)
        if ";" in code or len(statement) == LONGEST:
            yield _finish(lines, statement, wish)
            statement = []
    if statement:
        yield _finish(lines, statement, wish)


def _alike(alike: Alike, lines: Lines) -> Block | None:
    """The statements that follow, if all are written in the same lines, and so is what stands between them."""
    opens = [at for at, text in enumerate(lines.ahead(2 * _ALIKE)) if _OPENS.search(text)][:2]
    return alike.take(opens[1], _found) if len(opens) == 2 else None


def _found(columns: Columns) -> Found | None:
    """The boards of columns: the opening line, nine rows, the line that ends it, and what follows."""
    if len(columns) < 11 or not all(map(same, (columns[0], *columns[10:]))) or ";" in columns[0][0]:
        return None
    rows, rest = columns[1:10], [column[0] for column in columns[11:]]
    joined = "\n".join(map("".join, zip(*rows, strict=True)))
    texts = joined.translate(_AWAY).split("\n")
    if _OTHER.search(joined) or set(map(len, texts)) != {81} or not _CLOSES.fullmatch(columns[10][0]):
        return None
    first = "\n".join(column[0] for column in columns[:11])
    if "%" in first or _board(first, Wish()).text != texts[0]:
        return None
    blank = sum(not text.strip() for text in rest)
    return Found(texts, 11, len(rest) - blank, blank)


def _finish(lines: Lines, statement: list[str], wish: Wish) -> Item:
    start = lines.number - len(statement) + 1
    try:
        board = _board("\n".join(text.split("%", 1)[0] for text in statement), wish)
    except MalformedError as error:
        return lines.reject(str(error), "\n".join(statement), line=start, lines=len(statement))
    lines.tally.board += len(statement)
    return board._replace(source=lines.source, line=start)


def _board(code: str, wish: Wish) -> Board:
    match = _ARRAY.search(code)
    if match is None:
        raise MalformedError("expected an array such as array2d(1..9, 1..9, [_, 2, ...]) or [| 0, 2 | ... |]", 1)
    items = _ITEM.findall(match[2] or match[3] or "")
    size = isqrt(len(items))
    numbers = [0 if item == "_" else int(item) for item in items]
    if size * size != len(items) or max(numbers, default=0) > size:
        raise MalformedError(
            f"expected the numbers of a square, got {len(items)}, the largest {max(numbers, default=0)}", 1
        )
    symbols = "." + values(min(size, 25))
    if size > 25:
        raise MalformedError(f"expected a size up to 25, got {size}", 1)
    return make("".join(symbols[number] for number in numbers), wish)


def sniff(sample: Sample) -> int:
    """94 if a square is assigned, and no list of clues is, which kakuro has."""
    text = "\n".join(line.split("%", 1)[0] for line in sample.lines)
    return 94 if _OPENS.search(text) and "clue" not in text and ";" in text else 0


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
    sniff=sniff,
    read=read,
    write=write,
)
