"""The lines of HoDoKu's library: a technique, the board with what was placed, and the step that is to be found.

    :technique:candidates:grid:deleted candidates:eliminations:values:chain or comment

In the grid `+` stands before a digit that was placed and is not given.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from solvers.core import Board, MalformedError
from solvers.reading.alike import Columns, Found
from solvers.reading.format import Format, Sample, Wish
from solvers.sudoku.formats.making import each_line, make, share
from solvers.sudoku.formats.marks import line_of, only_cells, placed_of

_GRID = re.compile(r"(?:\+?[0-9.])+")
_PLACED = re.compile(r"\+.")
_LINE = re.compile(r":[^:]*:[^:]*:(?:\+?[0-9.]){81}(?::.*)?")
_FIELDS = ("candidates", "", "deleted", "eliminations", "values", "chain")


def parse(text: str, wish: Wish, note: Callable[[str], None]) -> Board:  # noqa: ARG001  # nothing is assumed here
    parts = text.split(":", 7)[1:]
    if len(parts) < 3:
        raise MalformedError(f"expected 6 colons or more, got {text.count(':')}", 1)
    column = text.index(parts[2], len(parts[0]) + len(parts[1]) + 2) + 1
    grid = parts[2].replace("0", ".")
    placed = grid.replace("+", "")
    if not _GRID.fullmatch(grid) or len(placed) != 81:
        raise MalformedError(f"expected 81 cells in the grid, got {len(placed)}", 1, column)
    fields = {name: part for name, part in zip(_FIELDS, parts[1:], strict=False) if name and part}
    if "+" in grid:
        fields["placed"] = placed
    return make(_PLACED.sub(".", grid), wish, label=parts[0], fields=fields)


def _found(columns: Columns) -> Found | None:
    """The boards of lines with nothing but a technique, or more, and a grid of 81 cells."""
    (texts,) = columns
    parts = [text.split(":", 7) for text in texts if text[:1] == ":"]
    if len(parts) < len(texts) or min(map(len, parts)) < 4 or texts != [text.strip() for text in texts]:
        return None
    grids = "\n".join([part[3] for part in parts]).replace("0", ".")
    if not grids.isascii() or grids.encode().translate(None, b"+.123456789\n"):
        return None
    givens, placed = _PLACED.sub(".", grids).split("\n"), grids.replace("+", "").split("\n")
    if set(map(len, givens)) != {81} or set(map(len, placed)) != {81}:
        return None
    fields = [_fields(part, cells if "+" in part[3] else "") for part, cells in zip(parts, placed, strict=True)]
    return Found(givens, 1, labels=[part[1] for part in parts], fields=fields)


def _fields(parts: Sequence[str], placed: str) -> dict[str, str]:
    fields = {name: part for name, part in zip(_FIELDS, parts[2:], strict=False) if part and name}
    return {**fields, "placed": placed} if placed else fields


def sniff(sample: Sample) -> int:
    """97 if all lines are of this form."""
    return share(sample, _LINE.fullmatch, 97)


def write(board: Board) -> str:
    """The line of a board; its label is the technique."""
    cells = only_cells(board, 9).cells
    fields = board.fields or {}
    placed = placed_of(board, cells)
    grid = "".join(f"+{p}" if g == "." and p != "." else g for g, p in zip(cells, placed, strict=True))
    if ":" in board.label or any(":" in fields.get(name, "") for name in _FIELDS[:-1] if name):
        raise MalformedError("expected a label and fields without colons", 1)
    kept = [line_of(fields.get(name, "")) for name in _FIELDS if name]
    parts = [line_of(board.label), kept[0], grid, *kept[1:]]
    while len(parts) > 6 and not parts[-1]:
        parts.pop()
    return ":" + ":".join(parts) + ":\n" if len(parts) <= 6 else ":" + ":".join(parts) + "\n"


HODOKU = Format(
    name="hodoku",
    family="sudoku",
    summary="lines of HoDoKu's library, placed digits told from givens",
    example=":0000:x:53..7.+4..6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79:112 212::\n",
    signs=":",
    sniff=sniff,
    read=each_line(parse, find=_found),
    write=write,
)
