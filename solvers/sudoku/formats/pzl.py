"""Format 7 of pzl.org.uk: the columns and rows of a box, then a row of cells a line, `*` before a digit that is given.

    3, 3
    *5 *3 4 0 *7 0 0 0 0      0 or a dot is an empty cell; a digit without a star was placed
    ...

Cells stand apart by blanks or commas. Source: pzl.org.uk/Formats.html.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

from solvers.core import Board, MalformedError
from solvers.reading.alike import Columns, Found, same
from solvers.reading.format import Format, Item, Lines, Sample, Wish
from solvers.sudoku.alphabet import LARGEST, values
from solvers.sudoku.board import Box, boxes
from solvers.sudoku.formats.columns import alike_of, apart
from solvers.sudoku.formats.making import make
from solvers.sudoku.formats.marks import only_cells, placed_of
from solvers.sudoku.formats.remarks import is_remark, refused

_HEAD = re.compile(r"\s*([0-9]{1,2})\s*,\s*([0-9]{1,2})\s*")
HEAD = "3, 3"  # of the boards that are read many at once
STARRED = [(f"*{digit}", chr(ord("A") + digit - 1)) for digit in range(1, 10)]
_ALL = str.maketrans("ABCDEFGHI", "123456789")
_GIVEN = str.maketrans("ABCDEFGHI123456789", "123456789.........")
_ROW = re.compile(r"\s*(?:\*?(?:[0-9]{1,2}|[.A-Ya-y_-])(?:[\s,]+|$)){4,}|\s*(?:\*?[0-9.]){4,}\s*")
_BEGINS = re.compile(rf"(?:{_HEAD.pattern}|{_ROW.pattern})$|\s*pzprv3")  # the latter another format's rows
_CELL = re.compile(r"(\*?)([0-9]{1,2}|[.A-Ya-y_-])")


def read(lines: Lines, wish: Wish) -> Iterator[Item]:
    """Yield a board for each header and the rows after it."""
    raw: list[str] = []
    start = 0
    alike = alike_of(lines, wish)
    while (text := lines.peek()) is not None:
        if not raw and text == HEAD and (block := alike.take(10 + (lines.ahead(11)[10:] == [""]), _found, leave=1)):
            yield block
            continue
        next(lines)
        if not text.strip():
            lines.tally.blank += 1
        elif not raw and not _BEGINS.match(text):
            if is_remark(text):
                lines.tally.comment += 1
            else:
                yield refused(lines, text)
        else:
            start = start or lines.number
            raw.append(text)
        following = lines.peek()
        if raw and (following is None or not following.strip() or _is_over(raw, following)):
            yield _finish(lines, raw, start, wish)
            raw, start = [], 0


def _found(columns: Columns) -> Found | None:
    """The boards of columns of heads, nine rows, and perhaps a blank line."""
    if not same(columns[0]) or any(map(any, columns[10:])):
        return None
    joined = "\n".join(chain.from_iterable(zip(*columns[1:10], strict=True)))
    if not joined.isascii() or joined.encode().translate(None, b"*0123456789. \n"):
        return None
    for digit, letter in STARRED:  # so that each cell is one symbol
        joined = joined.replace(digit, letter)
    count = len(columns[0])
    rows = joined.split("\n")
    cells = apart([rows[at::9] for at in range(9)], b"ABCDEFGHI123456789.0")
    if cells is None:
        return None
    placed = [text.translate(_ALL) for text in cells]
    givens = [text.translate(_GIVEN) if text.upper() != text.lower() else text for text in cells]
    fields = [{"placed": p} if p != g else None for p, g in zip(placed, givens, strict=True)]
    return Found(givens, 10, blank=len(columns) - 10, fields=fields) if count == len(givens) else None


def _is_over(raw: list[str], following: str) -> bool:
    """Whether the board ends before this line: a row too many belongs to it, too."""
    head = _HEAD.fullmatch(raw[0])
    full = len(raw) > (int(head[1]) * int(head[2]) if head else LARGEST)
    return bool(_HEAD.fullmatch(following)) or (full and (not _ROW.fullmatch(following) or len(raw) > 2 * LARGEST))


def _finish(lines: Lines, raw: list[str], start: int, wish: Wish) -> Item:
    try:
        board = _board(raw, wish)
    except MalformedError as error:
        return lines.reject(str(error), "\n".join(raw), line=start, column=error.column, lines=len(raw))
    lines.tally.board += len(raw)
    return board._replace(source=lines.source, line=start)


def _board(raw: list[str], wish: Wish) -> Board:
    head = _HEAD.fullmatch(raw[0])
    box = Box(int(head[2]), int(head[1])) if head else Box(0, 0)
    if box not in boxes(box.size):
        raise MalformedError(f"expected columns and rows of a box, such as 3, 3, got {raw[0].strip()!r}", 1)
    rows = [_cells(text) for text in raw[1:]]
    if [len(row) for row in rows] != [box.size] * box.size:
        seen = ", ".join(str(len(row)) for row in rows) or "none"
        raise MalformedError(f"expected {box.size} rows of {box.size} cells, got rows of {seen}", 1)
    cells = [cell for row in rows for cell in row]
    starred = any(star for star, _ in cells)
    placed = "".join(_symbol(cell, box.size) for _, cell in cells)
    givens = "".join(s if star or not starred else "." for s, (star, _) in zip(placed, cells, strict=True))
    return make(givens, wish, box=box, fields={"placed": placed} if placed != givens else None)


def _cells(text: str) -> list[tuple[str, str]]:
    words = _words(text)
    found = [_CELL.fullmatch(word) for word in words]
    if None in found:
        raise MalformedError(f"expected cells such as *5, got {words[found.index(None)]!r}", 1)
    return [(match[1], match[2]) for match in found if match]


def _words(text: str) -> list[str]:
    """The cells of a row, which stand apart or close together."""
    bare = text.strip()
    return bare.replace(",", " ").split() if re.search(r"[\s,]", bare) else re.findall(r"\*?.", bare)


def _symbol(cell: str, size: int) -> str:
    if cell in ".0_-":
        return "."
    number = int(cell) if cell.isdecimal() else ord(cell.upper()) - ord("A") + 10
    if not 1 <= number <= size:
        raise MalformedError(f"expected values from 1 to {size}, got {cell!r}", 1)
    return values(size)[number - 1]


def sniff(sample: Sample) -> int:
    """96 if a box stands in the first line and cells in the next, of which one is starred, 88 if none is."""
    filled = sample.filled()[:200]
    if len(filled) < 2 or not (head := _HEAD.fullmatch(filled[0])):
        return 0
    size = int(head[1]) * int(head[2])
    rows = filled[1 : size + 1]
    if any(len(_words(row)) != size for row in rows):
        return 96 if "*" in filled[1] and len(_words(filled[1])) == size else 0
    return 96 if any("*" in row for row in filled) else 88


def write(board: Board) -> str:
    """Columns and rows of a box, then the rows, a star before each given."""
    sudoku = only_cells(board, usual=False)
    size = sudoku.size
    numbers = {symbol: str(number) for number, symbol in enumerate(values(size), 1)} | {".": "0"}
    placed = placed_of(board, sudoku.cells)
    cells = [f"*{numbers[g]}" if g != "." else numbers[p] for g, p in zip(sudoku.cells, placed, strict=True)]
    if set(sudoku.cells) == {"."} and set(placed) != {"."}:
        raise MalformedError("expected a board with givens, got one with placed digits alone", 1)
    rows = (" ".join(cells[at : at + size]) for at in range(0, size * size, size))
    return f"{sudoku.box.columns}, {sudoku.box.rows}\n" + "".join(f"{row}\n" for row in rows) + "\n"


PZL = Format(
    name="pzl7",
    family="sudoku",
    summary="Format 7 of pzl.org.uk: columns and rows of a box, then rows, a star before each given",
    example="""\
3, 3
*5 *3 4 0 *7 0 0 0 0
*6 0 0 *1 *9 *5 0 0 0
0 *9 *8 0 0 0 0 *6 0
*8 0 0 0 *6 0 0 0 *3
*4 0 0 *8 0 *3 0 0 *1
*7 0 0 0 *2 0 0 0 *6
0 *6 0 0 0 0 *2 *8 0
0 0 0 *4 *1 *9 0 0 *5
0 0 0 0 *8 0 0 *7 *9
""",
    sniff=sniff,
    read=read,
    write=write,
)
