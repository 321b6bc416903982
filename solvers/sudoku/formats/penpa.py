"""The boards in links of Penpa+: deflated lines of text, of which two have the digits as JSON.

Line 1 is `kind,columns,rows,...,Title: ...,Author: ...`, line 2 the margins [top, bottom, left, right], which columns
and rows include, line 4 the problem and line 5 what a solver entered; their members have short names without quotes
(`zN` is the digits, `zO` is null). A place is its number in a grid that is four cells wider and higher, with two cells
before it; corners are numbered behind all cells, each like the cell at its upper left:

    cells    corners       an edge "a,b" joins two corners next to each other; thick ones that part the board into
    . . .    +--+--+       as many regions as it has rows are its boxes, whether usual or not
    . 5 .    |  |  |

Everything else that is drawn may be a rule and is refused by name with its count.
"""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64decode
from collections.abc import Iterator, Mapping
from functools import cache
from math import isqrt
from typing import Any, NamedTuple

from solvers.core import Board, MalformedError
from solvers.reading.format import Wish
from solvers.sudoku._kernel import plain_problem
from solvers.sudoku.alphabet import LARGEST, SMALLEST, values
from solvers.sudoku.board import LARGEST_WITH_REGIONS, Box, boxes, parse, variant
from solvers.sudoku.formats.making import make
from solvers.sudoku.formats.marks import marks_field

OTHER = "expected a square board of Penpa in the link, got something else"
MOST = 1 << 24  # bytes of the inflated text
_SHORT = re.compile(r"(?<!\")\bz([0-9A-Za-z_])")
_CANDIDATES = "7"  # the way of writing that lists candidates
# Members that draw what may be a rule, by what they are called; the rest goes by its own name.
RULES = {
    "zL": "lines", "zW": "walls", "zC": "cages", "z6": "killer cages", "z1": "corner marks", "zY": "symbols",
    "zF": "free lines", "zT": "thermometers", "z7": "thermometers without bulb", "z3": "arrows", "z5": "polygons",
    "zS": "shaded cells", "z2": "free edges", "z4": "deleted edges", "zD": "directions", "z0": "square frames",
    "zE": "edges", "zP": "special drawings",
}  # fmt: skip
HARMLESS = {"zN", "zR", "zU", "z8"}  # the digits, and three histories of editing
THICK = 2  # how the edges of boxes are drawn
Wall = tuple[int, int, bool]
ESCAPES = {"%2C": ",", "%2D": "\n", "%2E": "&", "%2F": "="}  # what would part the header


class _Plane(NamedTuple):
    """Where the board lies among the numbered cells."""

    size: int
    left: int
    top: int
    columns: int  # of the numbered grid
    rows: int

    def place(self, number: int) -> int:
        """The cell of the board with that number; raises MalformedError outside."""
        row, column = divmod(number, self.columns)
        row, column = row - self.top, column - self.left
        if not (0 <= row < self.size and 0 <= column < self.size):
            raise MalformedError("numbers outside of the board are not supported", 1)
        return row * self.size + column

    def corner(self, number: int) -> tuple[int, int]:
        """Row and column of a corner, 0 to size."""
        row, column = divmod(number - self.columns * self.rows, self.columns)
        return row - self.top + 1, column - self.left + 1


def read_link(data: str, wish: Wish) -> Board:
    """The board of the text after `p=`; raises MalformedError."""
    lines = _inflated(data).split("\n")
    try:
        header = lines[0].split(",")
        top, bottom, left, right = (int(margin) for margin in json.loads(lines[1]))
        columns, rows = int(header[1]), int(header[2])
        problem = lines[3]
    except (ValueError, TypeError, IndexError, RecursionError):
        raise MalformedError(OTHER, 1) from None
    size = rows - top - bottom
    if header[0] not in ("square", "sudoku") or size != columns - left - right or not SMALLEST <= size <= LARGEST:
        raise MalformedError(f"expected a square of 4 to {LARGEST} cells, got {header[0]} {columns}x{rows}", 1)
    plane = _Plane(size, left + 2, top + 2, columns + 4, rows + 4)
    givens, marks, regions = _problem(problem, plane)
    answers = _entered(lines[4], plane) if lines[4:] and lines[4] else givens
    placed = "".join([given if given != "." else answer for given, answer in zip(givens, answers, strict=True)])
    fields = _said(header) | ({"placed": placed} if placed != givens and "." in placed else {}) | marks_field(marks)
    board = _board(givens, regions, wish, label=_text(header, "Title:"), fields=fields)
    return board._replace(stated=placed if placed != givens and "." not in placed else "")


def _board(cells: str, regions: Box | str | None, wish: Wish, *, label: str, fields: Mapping[str, str]) -> Board:
    if isinstance(regions, str):
        if not wish.variant:  # both are canonical
            text = f"{cells};regions:{regions}"
            return Board("sudoku", variant(text), text, label=label, fields=fields or None)
        rules = parse("." * len(cells) + f";regions:{regions}")
        return make(cells, wish, label=label, fields=fields, rules=rules)
    usual = not wish.variant and regions in boxes(isqrt(len(cells)))[:1]
    return make(cells, wish, box=None if usual else regions, label=label, fields=fields)


def _problem(text: str, plane: _Plane) -> tuple[str, list[str], Box | str | None]:
    """Cells, candidates and boxes or regions of a problem; raises MalformedError."""
    shapes = _shapes(plane.size)
    found = plain_problem(text, *plane) if _is_small(plane) else None
    if found and (not found[1] or found[1] in shapes or plane.size <= LARGEST_WITH_REGIONS):
        return found[0], [], shapes.get(found[1], found[1] or None)
    try:
        problem = _members(text)
        digits = dict(problem["zN"])
    except (ValueError, TypeError, KeyError, RecursionError):
        raise MalformedError(OTHER, 1) from None
    regions = _regions(problem, plane)
    _refuse(problem)
    return *_cells(digits, plane), regions


def _entered(text: str, plane: _Plane) -> str:
    """The cells that a solver entered; raises MalformedError."""
    if found := plain_problem(text, *plane) if _is_small(plane) else None:
        return found[0]
    try:
        digits = dict(_members(text).get("zN") or {})
    except (ValueError, TypeError, RecursionError):
        raise MalformedError(OTHER, 1) from None
    return _cells(digits, plane)[0]


def _is_small(plane: _Plane) -> bool:
    return min(plane) >= 0 and max(plane) < 100


def _members(line: str) -> dict[str, Any]:
    members = json.loads(_SHORT.sub(lambda match: "null" if match[1] == "O" else f'"z{match[1]}"', line))
    if not isinstance(members, dict):
        raise TypeError
    return members


def _refuse(problem: Mapping[str, Any]) -> None:
    """Raises MalformedError for what is drawn beside digits and boxes, by name with its count."""
    drawn = {name: said for name, said in problem.items() if said and name not in HARMLESS}
    refused = [
        f"{RULES.get(name, name)} ({len(said) if isinstance(said, list | dict) else 1})" for name, said in drawn.items()
    ]
    if refused:
        raise MalformedError(f"rules that are not supported: {', '.join(refused)}", 1)


def _cells(digits: Mapping[str, Any], plane: _Plane) -> tuple[str, list[str]]:
    """The cells, and the candidates of each that has some."""
    cells, marks = ["."] * plane.size**2, [""] * plane.size**2
    for number, digit in digits.items():
        try:
            place, said, way = plane.place(int(number)), digit[0], digit[2]
        except (ValueError, TypeError, KeyError, IndexError):
            raise MalformedError(f"expected digits by place, got {number!r}: {str(digit)[:40]}", 1) from None
        if way == _CANDIDATES:
            marks[place] = _candidates(said, plane.size)
        elif said != "":
            cells[place] = _symbol(said, plane.size)
    return "".join(cells), marks


def _candidates(said: object, size: int) -> str:
    """Digits that are noted, or marked as 1 among zeros."""
    flags = said if isinstance(said, list) else []
    noted = [value for value, flag in zip(values(size), flags, strict=False) if flag]
    return "".join(noted) or "".join(symbol for symbol in str(said) if symbol in values(size))


def _regions(problem: dict[str, Any], plane: _Plane) -> Box | str | None:
    """The shape of the boxes, or a letter for the region of each cell; None for a board without edges in it.

    Edges that part the board in another way stay in ``problem``, from which those that were understood are taken.
    """
    try:
        walls = {_wall(edge, style, plane) for edge, style in dict(problem.get("zE") or {}).items()}
    except (ValueError, TypeError):
        return None
    regions = _flooded(walls, plane.size)
    shapes = _shapes(plane.size)
    good = plane.size <= LARGEST_WITH_REGIONS and {regions.count(name) for name in regions} == {plane.size}
    if not (len(set(regions)) == 1 or regions in shapes or good) or not _needed(walls, regions, plane.size):
        return None
    problem.pop("zE", None)
    return None if len(set(regions)) == 1 else shapes.get(regions, regions)


def _wall(edge: str, style: object, plane: _Plane) -> Wall:
    """Row and column of the corner where an edge begins, and whether it goes down; raises ValueError for another."""
    first, second = sorted(plane.corner(int(end)) for end in edge.split(","))
    step = (second[0] - first[0], second[1] - first[1])
    inside = min(first) >= 0 and max(second) <= plane.size
    if style != THICK or step not in ((0, 1), (1, 0)) or not inside:
        raise ValueError(edge)
    return *first, step == (1, 0)


def _needed(walls: set[Wall], regions: str, size: int) -> bool:
    """Whether each wall parts two regions or is one of the frame: another one would be drawn for some other rule."""
    inner = [(cell, other) for cell in range(size**2) for other in _beside(cell, set(), size)]
    apart = sum(regions[cell] != regions[other] for cell, other in inner) // 2
    return apart == sum(0 < (column if down else row) < size for row, column, down in walls)


@cache
def _shapes(size: int) -> dict[str, Box]:
    """The shapes of boxes by the letters of their cells."""
    return {_letters(box): box for box in boxes(size)}


def _letters(box: Box) -> str:
    return "".join(chr(ord("A") + box.of(*divmod(cell, box.size))) for cell in range(box.size**2))


def _flooded(walls: set[Wall], size: int) -> str:
    """A letter for each cell, the same for those that no wall parts; walls go right or down from a corner."""
    names: list[str] = [""] * size**2
    name = "A"
    for start in range(size**2):
        if names[start]:
            continue
        waiting = [start]
        while waiting:
            cell = waiting.pop()
            if not names[cell]:
                names[cell] = name
                waiting += _beside(cell, walls, size)
        name = chr(ord(name) + 1)
    return "".join(names)


def _beside(cell: int, walls: set[Wall], size: int) -> Iterator[int]:
    row, column = divmod(cell, size)
    if row and (row, column, False) not in walls:
        yield cell - size
    if row + 1 < size and (row + 1, column, False) not in walls:
        yield cell + size
    if column and (row, column, True) not in walls:
        yield cell - 1
    if column + 1 < size and (row, column + 1, True) not in walls:
        yield cell + 1


def _text(header: list[str], name: str) -> str:
    said = next((part for part in header if part.startswith(name)), name)[len(name) :]
    return _unescaped(said)


def _said(header: list[str]) -> dict[str, str]:
    """Author, address and rules, as far as the header states them."""
    at = next((at for at, part in enumerate(header) if part.startswith("Author:")), len(header))
    parts = {"author": _text(header, "Author:")}
    parts |= {name: _unescaped(said) for name, said in zip(("url", "ruleset"), header[at + 1 :], strict=False)}
    return {name: said for name, said in parts.items() if said}


def _unescaped(text: str) -> str:
    for escape, sign in ESCAPES.items():
        text = text.replace(escape, sign)
    return " ".join(text.split())


def _inflated(data: str) -> str:
    try:
        engine = zlib.decompressobj(-15)
        return engine.decompress(b64decode(data + "=" * (-len(data) % 4)), MOST).decode()
    except (ValueError, zlib.error) as error:
        raise MalformedError(f"expected deflated text in base 64: {error}", 1) from None


def _symbol(value: Any, size: int) -> str:
    number = int(value) if str(value).strip().isdecimal() and len(str(value)) < 4 else 0
    if not 1 <= number <= size:
        raise MalformedError(f"expected numbers from 1 to {size}, got {value!r}", 1)
    return values(size)[number - 1]
