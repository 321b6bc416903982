"""The problem in a link of Penpa+: digits by place, and thick edges that make boxes or regions.

Its members have short names without quotes (`zN` is the digits, `zO` is null). A place is its number in a grid that is
four cells wider and higher, with two cells before it; corners are numbered behind all cells, each like the cell at its
upper left:

    cells    corners       an edge "a,b" joins two corners next to each other; thick ones that part the board into
    . . .    +--+--+       as many regions as it has rows are its boxes, whether usual or not
    . 5 .    |  |  |

Everything else that is drawn may be a rule and is refused by name with its count.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from solvers.core import MalformedError
from solvers.sudoku._kernel import plain_problem
from solvers.sudoku.alphabet import values
from solvers.sudoku.board import LARGEST_WITH_REGIONS, Box, boxes

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
WIDEST = 100  # cells of the numbered grid, of boards that are read at once
THICK = 2  # how the edges of boxes are drawn
Wall = tuple[int, int, bool]
OTHER = "expected a square board of Penpa in the link, got something else"


class Plane(NamedTuple):
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


def problem_of(text: str, plane: Plane) -> tuple[str, list[str], Box | str | None]:
    """Cells, candidates and boxes or regions of a problem; raises MalformedError."""
    if plain := _plain(text, plane):
        return plain
    try:
        problem = _members(text)
        digits = dict(problem["zN"])
    except (ValueError, TypeError, KeyError, RecursionError):
        raise MalformedError(OTHER, 1) from None
    regions = _regions(problem, plane)
    _refuse(problem)
    return *_cells(digits, plane), regions


def entered(text: str, plane: Plane) -> str:
    """The cells that a solver entered; raises MalformedError."""
    if plain := _plain(text, plane):
        return plain[0]
    try:
        digits = dict(_members(text).get("zN") or {})
    except (ValueError, TypeError, RecursionError):
        raise MalformedError(OTHER, 1) from None
    return _cells(digits, plane)[0]


def _plain(members: str, plane: Plane) -> tuple[str, list[str], Box | str | None] | None:
    """The same of a problem that says nothing else; None for another one."""
    found = plain_problem(members, *plane) if min(plane) >= 0 and max(plane) < WIDEST else None
    if found is None:
        return None
    cells, marks, regions = found
    shapes = _shapes(plane.size)
    good = not regions or regions in shapes or plane.size <= LARGEST_WITH_REGIONS
    return (cells, marks, shapes.get(regions, regions or None)) if good else None


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


def _cells(digits: Mapping[str, Any], plane: Plane) -> tuple[str, list[str]]:
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


def _regions(problem: dict[str, Any], plane: Plane) -> Box | str | None:
    """The shape of the boxes, or a letter for the region of each cell; None for a board without edges in it.

    Edges that part the board in another way stay in ``problem``, from which those that were understood are taken.
    """
    edges = problem.get("zE") or {}
    if not isinstance(edges, dict):
        return None
    if all(style == THICK for style in edges.values()):
        plain = _plain("{zN:{},zE:" + json.dumps(edges, separators=(",", ":")) + "}", plane)
        if plain:
            problem.pop("zE", None)
            return plain[2]
    try:
        walls = {_wall(edge, style, plane) for edge, style in edges.items()}
    except ValueError:
        return None
    regions = _flooded(walls, plane.size)
    shapes = _shapes(plane.size)
    good = plane.size <= LARGEST_WITH_REGIONS and {regions.count(name) for name in regions} == {plane.size}
    if not (len(set(regions)) == 1 or regions in shapes or good) or not _needed(walls, regions, plane.size):
        return None
    problem.pop("zE", None)
    return None if len(set(regions)) == 1 else shapes.get(regions, regions)


def _wall(edge: str, style: object, plane: Plane) -> Wall:
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


def _symbol(value: Any, size: int) -> str:
    number = int(value) if str(value).strip().isdecimal() and len(str(value)) < 4 else 0
    if not 1 <= number <= size:
        raise MalformedError(f"expected numbers from 1 to {size}, got {value!r}", 1)
    return values(size)[number - 1]
