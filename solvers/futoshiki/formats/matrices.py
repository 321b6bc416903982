"""Three matrices: the cells, the signs between columns, the signs between rows.

3                 The size may stand before them, and blank lines between. n rows of n cells, 0 for empty; n rows
0 0 0             of n - 1 signs between neighbours in a row; n - 1 rows of n signs between rows. A sign is
0 2 0             < or 1 where the first cell is smaller, > or -1 where it is greater, 0 for none; between rows
0 0 0             also ^ (the upper one is smaller) and v. Blanks or commas stand between.

0 >
0 0
< 0

v 0 0
0 0 ^
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from solvers.core import Board, MalformedError
from solvers.futoshiki.board import LARGEST, Futoshiki, Sign, make, parse
from solvers.futoshiki.formats.making import columns_of, flat, paragraphs, stretch
from solvers.futoshiki.formats.weaving import woven
from solvers.reading.ahead import Stretch
from solvers.reading.fields import fields_of
from solvers.reading.format import Format, Lines, Sample

_SIGNS = {"0": 0, ".": 0, "-": 0, "<": -1, "^": -1, "1": -1, ">": 1, "v": 1, "-1": 1}


def _rows(taken: Sequence[str]) -> list[tuple[int, list[str]]]:
    """The rows of the three matrices with their lines, without the size before them and blank lines."""
    rows = [(number, fields_of(line)) for number, line in enumerate(taken, 1) if line.strip()]
    return rows[1:] if rows and len(rows[0][1]) == 1 else rows


def read_matrices(taken: list[str]) -> Futoshiki:
    """The board of the lines of the matrices; raises MalformedError."""
    rows = _rows(taken)
    size = len(rows[0][1]) if rows else 0
    stated = fields_of(taken[0])
    if len(stated) == 1 and stated != [str(size)]:
        raise MalformedError(f"expected rows of {stated[0]} cells, as line 1 states, got {size}", 1)
    if not 2 <= size <= LARGEST or len(rows) != 3 * size - 1:
        raise MalformedError(f"expected {size} + {size} + {size - 1} rows of cells and signs, got {len(rows)}")
    widths = [size] * size + [size - 1] * size + [size] * (size - 1)
    for (line, row), width in zip(rows, widths, strict=True):
        if len(row) != width:
            raise MalformedError(f"expected {width} entries, got {len(row)}", line)
    cells = [[_value(token, line) for token in row] for line, row in rows[:size]]
    across = _signs(rows[size : 2 * size], size, 1)
    return make(cells, [*across, *_signs(rows[2 * size :], size, size)])


def _value(token: str, line: int) -> int:
    if token in ("0", ".", "_", "-", "*"):
        return 0
    if not (token.isascii() and token.isdigit() and len(token) <= 2):
        raise MalformedError(f"expected a value, 0 for none, got {token!r}", line)
    return int(token)


def _signs(rows: Sequence[tuple[int, list[str]]], size: int, step: int) -> Iterator[Sign]:
    """The signs between each cell and the one ``step`` further."""
    for number, (line, row) in enumerate(rows):
        for column, token in enumerate(row):
            if token not in _SIGNS:
                raise MalformedError(f"expected a sign, 0 for none, got {token!r}", line)
            cell = number * size + column
            if _SIGNS[token]:
                yield Sign(cell, cell + step) if _SIGNS[token] < 0 else Sign(cell + step, cell)


def _goes_on(taken: list[str], lines: Lines) -> bool:
    """The lines of one board: as many rows as the first one calls for, blank lines between them included."""
    if lines.peek() is None:
        return False
    filled = list(filter(str.strip, taken))
    heads = list(map(fields_of, filled[:2]))
    stated = len(heads[0]) == 1 if heads else False
    size = len(heads[stated]) if len(heads) > stated else 0
    return not size or (size <= LARGEST and len(filled) - stated < 3 * size - 1)


_VALUES = bytes.maketrans(b"0_-*", b"....")
_ACROSS = bytes.maketrans(b"0.-1", b"   <")
_DOWN = bytes.maketrans(b"0.-1<>", b"   ^^v")


def _found(texts: list[str]) -> Stretch | None:
    """The boards that come next, if they are written alike: size, values of one digit, and a blank line behind each."""
    size = int(texts[0]) if len(texts[0]) == 1 and texts[0] in "23456789" else 0
    columns = columns_of(texts, 3 * size + 3) if size else []
    if not columns or any(map(any, (columns[at] for at in (size + 1, 2 * size + 2, 3 * size + 2)))):
        return None
    if columns[0].count(texts[0]) != len(columns[0]):
        return None
    given, across, down = columns[1 : size + 1], columns[size + 2 : 2 * size + 2], columns[2 * size + 3 : 3 * size + 2]
    parts = [flat(part, 2 * size) for part in (given, across, [*down, [""] * len(columns[0])])]
    # A row of signs across is shorter, so that it ends in a blank; so does the row of signs below the last one.
    count = size * len(columns[0])
    if any(not part or part[1::2].strip(b" ") or part[::2].count(b" ") > count for part in parts):
        return None
    if parts[1][2 * size - 2 :: 2 * size].strip(b" "):
        return None
    return stretch(
        woven(parts[0][::2].translate(_VALUES), parts[1][::2].translate(_ACROSS), parts[2][::2].translate(_DOWN), size),
        size,
        3 * size + 3,
        1,
    )


def sniff(sample: Sample) -> int:
    """96 if the first board is three matrices of which one holds a sign."""
    lines = Lines(sample.unmarked())
    for text in lines:
        taken = [text]
        while text.strip() and _goes_on(taken, lines):
            taken.append(next(lines))
        if text.strip():
            break
    else:
        return 0
    try:
        return 96 if read_matrices(taken).signs else 0
    except MalformedError:
        return 0


def write(board: Board) -> str:
    """The matrices with the size before them and a blank line behind each."""
    futoshiki = parse(board.text)
    size = futoshiki.size

    def matrix(rows: int, columns: int, entry: Sequence[str]) -> str:
        return "".join(" ".join(entry[r * size : r * size + columns]) + "\n" for r in range(rows)) + "\n"

    cells = range(size * size)
    across = ["<0>"[futoshiki.between(cell, cell + 1) + 1] for cell in cells]
    down = ["^0v"[futoshiki.between(cell, cell + size) + 1] for cell in cells]
    given = [str(value) for value in futoshiki.cells]
    return f"{size}\n" + matrix(size, size, given) + matrix(size, size - 1, across) + matrix(size - 1, size, down)


MATRICES = Format(
    name="futoshiki-matrices",
    family="futoshiki",
    summary="three matrices: cells, signs between columns, signs between rows",
    example="3\n0 0 0\n0 2 0\n0 0 0\n\n0 >\n0 0\n< 0\n\nv 0 0\n0 0 ^\n",
    sniff=sniff,
    read=paragraphs(read_matrices, _goes_on, _found),
    write=write,
)
