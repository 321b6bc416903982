"""Boards as they are drawn: rows of cells with `<` `>` between, and rows of `^` `v` below the cells.

.   . > .         A cell is a value, or one of . 0 _ * - · for empty. A sign below stands under its cell. Lines
v                 of signs may be blank or cut short; between two boards stands a line that belongs to neither.
.   2   .         Signs may be the mathematical ones, and round brackets for < and >.
        ^
. < .   .
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import dropwhile

from solvers.core import Board, MalformedError
from solvers.futoshiki.board import LARGEST, SYMBOLS, Futoshiki, Sign, make, parse
from solvers.futoshiki.formats.making import columns_of, flat, paragraphs, stretch
from solvers.futoshiki.formats.weaving import woven
from solvers.reading.ahead import Stretch
from solvers.reading.format import Format, Lines, Sample

# Other spellings of the marks; the last two are the mathematical signs for "and" and "or".
_PLAIN = str.maketrans("0-_*·()\u2227\u2228", ".....<>^v")
_BYTES = bytes.maketrans(b"0-_*()", b"....<>")
_ROW = re.compile(r"[1-9A-W.](?: *(?:[<>] *)?[1-9A-W.])*")
_SIGNS = re.compile(r"[v^ ]*")
_APART = re.compile(r"\S(?:   \S)*+\s*")


def _cells(line: str) -> int:
    """How many cells a row has; 0 if the line is no row of cells."""
    plain = line.translate(_PLAIN).strip()
    return len(re.sub(r"[<> ]", "", plain)) if _ROW.fullmatch(plain) else 0


def _is_signs(line: str) -> bool:
    return bool(_SIGNS.fullmatch(line.translate(_PLAIN).rstrip()))


def read_picture(taken: list[str]) -> Futoshiki:
    """The board of the lines of a picture; raises MalformedError."""
    size = _cells(taken[0])
    if not 2 <= size <= LARGEST or len(taken) != 2 * size - 1:
        raise MalformedError(
            f"expected {max(2 * size - 1, 3)} lines, {size} of cells and signs between, got {len(taken)}"
        )
    rows = [line.translate(_PLAIN) for line in taken]
    values, places = [], []
    for number, line in enumerate(rows[::2]):
        if _cells(line) != size:
            raise MalformedError(f"expected a row of {size} cells, got {_cells(line)}", 2 * number + 1)
        found = [(match.start(), match[0]) for match in re.finditer(r"[^<> ]", line)]
        values.append([SYMBOLS.find(symbol) + 1 for _, symbol in found])
        places.append([place for place, _ in found])
    across = [sign for row, line in enumerate(rows[::2]) for sign in _across(line, row * size)]
    down = [sign for row, line in enumerate(rows[1::2]) for sign in _down(line, places[row], row, size)]
    return make(values, across + down)


def _across(line: str, cell: int) -> Iterator[Sign]:
    """The signs of a row whose first cell is ``cell``."""
    for mark in re.sub(r" ", "", line):
        if mark == "<":
            yield Sign(cell - 1, cell)
        elif mark == ">":
            yield Sign(cell, cell - 1)
        else:
            cell += 1


def _down(line: str, places: list[int], row: int, size: int) -> Iterator[Sign]:
    """The signs under a row whose cells stand at these places."""
    if not _is_signs(line):
        raise MalformedError("expected signs under the cells", 2 * row + 2)
    for place, mark in enumerate(line.rstrip()):
        if mark == " ":
            continue
        if place not in places:
            raise MalformedError("expected the sign under a cell", 2 * row + 2, place + 1)
        cell = row * size + places.index(place)
        yield Sign(cell, cell + size) if mark == "^" else Sign(cell + size, cell)


def _goes_on(taken: list[str], lines: Lines) -> bool:
    """Rows of cells and of signs take turns until there are as many rows as the first has cells."""
    size, following = _cells(taken[0]), lines.peek()
    if following is None or len(taken) >= 2 * size - 1:
        return False
    return _is_signs(following) if len(taken) % 2 else _cells(following) > 0


def _found(texts: list[str]) -> Stretch | None:
    """The boards that come next, if they are drawn alike: a cell in every fourth column, a blank line behind each."""
    size = (len(texts[0].rstrip()) + 3) // 4
    columns = columns_of(texts, 2 * size) if 2 <= size <= LARGEST else []
    if not columns or any(columns[-1]):
        return None
    rows, below = flat(columns[:-1:2], 4 * size), flat([*columns[1::2][:-1], [""] * len(columns[0])], 4 * size)
    between = b"".join((rows[1::2], below[1::4], below[2::4], below[3::4]))
    if not rows or not below or between.strip(b" "):
        return None
    cells, across, down = (part.translate(_BYTES) for part in (rows[::4], rows[2::4], below[::4]))
    return stretch(woven(cells, across, down, size), size, 2 * size, 1)


def sniff(sample: Sample) -> int:
    """93 if the first board is a picture with signs, 30 if it has none and its cells are as far apart as with them."""
    kept = list(dropwhile(lambda line: not line.strip(), sample.unmarked()))
    if not kept or not 2 <= _cells(kept[0]) <= LARGEST:
        return 0
    try:
        board = read_picture(kept[: max(2 * _cells(kept[0]) - 1, 1)])
    except MalformedError:
        return 0
    return 93 if board.signs else 30 * bool(_APART.fullmatch(kept[0]))


def write(board: Board) -> str:
    """The picture, with one blank line behind it."""
    futoshiki = parse(board.text)
    size = futoshiki.size
    lines = []
    for start in range(0, size * size, size):
        cells = range(start, start + size)
        row = [(SYMBOLS[value - 1] if value else ".") for value in futoshiki.cells[start : start + size]]
        signs = ["< >"[futoshiki.between(cell, cell + 1) + 1] for cell in cells]
        lines.append("".join(f"{cell} {sign} " for cell, sign in zip(row, signs, strict=True)).rstrip())
        lines.append("".join("^ v"[futoshiki.between(cell, cell + size) + 1] + "   " for cell in cells).rstrip())
    return "\n".join(lines) + "\n"


PICTURE = Format(
    name="futoshiki-picture",
    family="futoshiki",
    summary="rows of cells with < > between them and lines of ^ v below",
    example=".   . > .\nv\n.   2   .\n        ^\n. < .   .\n",
    sniff=sniff,
    read=paragraphs(read_picture, _goes_on, _found),
    write=write,
)
