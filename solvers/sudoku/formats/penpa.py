"""The boards in links of Penpa+: deflated lines of text, of which one has the digits as JSON.

Line 1 is `kind,columns,rows,...`, line 2 the margins [top, bottom, left, right], which columns and rows include, line
4 the problem, whose members have short names without quotes (`zN` is the digits, `zO` is null). A digit's place is
its number in a grid that is four cells wider and higher, with two cells before it.
"""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64decode
from typing import Any

from solvers.core import Board, MalformedError
from solvers.reading.format import Wish
from solvers.sudoku.alphabet import LARGEST, values
from solvers.sudoku.board import boxes
from solvers.sudoku.formats.making import make

MOST = 1 << 24  # bytes of the inflated text
_SHORT = re.compile(r"z([0-9A-Za-z_])")
_CANDIDATES = "7"  # the way of writing that lists candidates
# Members that draw what may be a rule, by what they are called.
RULES = {
    "zL": "lines", "zW": "walls", "zC": "cages", "z6": "killer cages", "z1": "corner marks", "zY": "symbols",
    "zF": "free lines", "zT": "thermometers", "z7": "thermometers without bulb", "z3": "arrows", "z5": "polygons",
}  # fmt: skip


def read_link(data: str, wish: Wish) -> Board:
    """The board of the text after `p=`; raises MalformedError."""
    lines = _inflated(data).split("\n")
    try:
        header = lines[0].split(",")
        margins = json.loads(lines[1])
        top, bottom, left, right = (int(margin) for margin in margins)
        columns, rows = int(header[1]), int(header[2])
        problem = json.loads(_SHORT.sub(lambda match: "null" if match[1] == "O" else f'"z{match[1]}"', lines[3]))
        digits = dict(problem["zN"])
    except (ValueError, TypeError, KeyError, IndexError, RecursionError):
        raise MalformedError("expected a square board of Penpa in the link, got something else", 1) from None
    size = rows - top - bottom
    if header[0] not in ("square", "sudoku") or size != columns - left - right or not boxes(size):
        raise MalformedError(f"expected a square of 4 to {LARGEST} cells, got {header[0]} {columns}x{rows}", 1)
    refused = [f"{name} ({len(problem[key])})" for key, name in RULES.items() if problem.get(key)]
    if refused:
        raise MalformedError(f"rules that are not supported: {', '.join(refused)}", 1)
    cells = ["."] * (size * size)
    for place, digit in digits.items():
        row, column = divmod(int(place), columns + 4)
        row, column = row - 2 - top, column - 2 - left
        if digit[2] != _CANDIDATES:
            cells[_place(row, column, size)] = _symbol(digit[0], size)
    return make("".join(cells), wish)


def _inflated(data: str) -> str:
    try:
        engine = zlib.decompressobj(-15)
        return engine.decompress(b64decode(data + "=" * (-len(data) % 4)), MOST).decode()
    except (ValueError, zlib.error) as error:
        raise MalformedError(f"expected deflated text in base 64: {error}", 1) from None


def _place(row: int, column: int, size: int) -> int:
    if not (0 <= row < size and 0 <= column < size):
        raise MalformedError("numbers outside of the board are not supported", 1)
    return row * size + column


def _symbol(value: Any, size: int) -> str:
    number = int(value) if str(value).strip().isdecimal() and len(str(value)) < 4 else 0
    if not 1 <= number <= size:
        raise MalformedError(f"expected numbers from 1 to {size}, got {value!r}", 1)
    return values(size)[number - 1]
