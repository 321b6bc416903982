"""The boards in links of Penpa+: deflated lines of text, of which one has the digits as JSON.

Line 1 is `kind,columns,rows,...,Title: name,Author: name`, line 2 the margins [top, bottom, left, right], which
columns and rows include, line 4 the problem, line 5 what was entered of the answer. Members have short names without
quotes (`zN` is the digits, `zO` is null). A digit's place is its number in a grid that is four cells wider and higher,
with two cells before it; the corners below and right of the cells have the numbers behind all cells. `zE` are edges
between corners, where boxes are drawn. All other members draw something, and that may be a rule.
"""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64decode
from collections.abc import Mapping
from typing import Any

from solvers.core import Board, MalformedError
from solvers.reading.format import Wish
from solvers.sudoku.alphabet import LARGEST, values
from solvers.sudoku.board import boxes
from solvers.sudoku.formats.making import make

MOST = 1 << 24  # bytes of the inflated text
_SHORT = re.compile(r"(?<!\")\bz([0-9A-Za-z_])")
_CANDIDATES = "7"  # the way of writing that lists candidates
HARMLESS = {"zN", "zR", "zU", "z8"}  # the digits, and the editor's lists for undo, redo and replay
# What the members are called that may be a rule; others are refused by their short names.
RULES = {
    "zL": "lines", "zW": "walls", "zC": "cages", "z6": "killer cages", "z1": "corner marks", "zY": "symbols",
    "zF": "free lines", "zT": "thermometers", "z7": "thermometers without bulb", "z3": "arrows", "z5": "polygons",
    "zE": "edges", "z2": "free edges", "z4": "deleted edges", "zD": "directions", "z0": "square frames",
    "zS": "shaded cells",
}  # fmt: skip


def read_link(data: str, wish: Wish) -> Board:
    """The board of the text after `p=`; raises MalformedError."""
    lines = _inflated(data).split("\n")
    try:
        header = lines[0].split(",")
        margins = json.loads(lines[1])
        top, bottom, left, right = (int(margin) for margin in margins)
        columns, rows = int(header[1]), int(header[2])
        problem = _members(lines[3])
        digits, entered = dict(problem["zN"]), dict(_members("".join(lines[4:5])).get("zN") or {})
    except (ValueError, TypeError, KeyError, IndexError, RecursionError):
        raise MalformedError("expected a square board of Penpa in the link, got something else", 1) from None
    size = rows - top - bottom
    if header[0] not in ("square", "sudoku") or size != columns - left - right or not boxes(size):
        raise MalformedError(f"expected a square of 4 to {LARGEST} cells, got {header[0]} {columns}x{rows}", 1)
    try:
        if all(_is_of_a_box(edge, columns, rows, top, left, size) for edge in dict(problem.get("zE") or {})):
            problem.pop("zE", None)
    except (ValueError, TypeError, AttributeError):
        raise MalformedError("expected edges between corners in the link, got something else", 1) from None
    refused = [
        f"{RULES.get(key, key)} ({len(value) if isinstance(value, list | dict) else 1})"
        for key, value in problem.items()
        if value and key not in HARMLESS
    ]
    if refused:
        raise MalformedError(f"rules that are not supported: {', '.join(refused)}", 1)
    said = dict(word.split(": ", 1) for word in header if word.startswith(("Title: ", "Author: ")))
    fields = {"author": said["Author"]} if said.get("Author") else {}
    try:
        givens = _cells(digits, columns, top, left, size)
        full = _cells(digits | entered, columns, top, left, size)
    except (ValueError, TypeError, IndexError, KeyError):
        raise MalformedError("expected digits of Penpa in the link, got something else", 1) from None
    board = make(givens, wish, label=said.get("Title", ""), fields=fields)
    return board._replace(stated="" if "." in full or full == givens else full)


def _members(text: str) -> dict[str, Any]:
    """The JSON of a line; nothing for an empty one."""
    found = json.loads(_SHORT.sub(lambda match: "null" if match[1] == "O" else f'"z{match[1]}"', text or "{}"))
    return found if isinstance(found, dict) else {}


def _is_of_a_box(edge: str, columns: int, rows: int, top: int, left: int, size: int) -> bool:
    """Whether an edge lies on a border of the usual boxes."""
    width = columns + 4
    ends = [divmod(int(corner) - width * (rows + 4), width) for corner in edge.split(",")]
    (row, column), (below, right) = sorted(ends)
    box = boxes(size)[0]
    upright = column == right and below == row + 1 and (column - 1 - left) % box.columns == 0
    level = row == below and right == column + 1 and (row - 1 - top) % box.rows == 0
    return upright or level


def _cells(digits: Mapping[str, Any], columns: int, top: int, left: int, size: int) -> str:
    """The cells of the digits by their places."""
    cells = ["."] * (size * size)
    for place, digit in digits.items():
        row, column = divmod(int(place), columns + 4)
        if digit[2] != _CANDIDATES:
            cells[_place(row - 2 - top, column - 2 - left, size)] = _symbol(digit[0], size)
    return "".join(cells)


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
