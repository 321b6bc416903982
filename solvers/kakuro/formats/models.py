"""Boards as other programs' models store them, one a source.

- MiniZinc data: ``h``, ``w``, ``grid_data`` (0 black, 1 white) and ``h_clue``, ``v_clue`` with rows of
  `row, column, length, sum`; the place is that of the clue's cell, from 1. `%` comments.
- PyCSP3 data: JSON with ``nRows``, ``nCols`` and ``clues``, rows of cells ``{"x": across, "y": down}``; 0 and 0 is
  white, -1 no clue.

What is written plainly the kernel reads; here stands what is wrong with anything else.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

from solvers.core import MalformedError
from solvers.kakuro.board import BLACK, EMPTY, MOST_CLUE, Black, Cell, Kakuro, White, make
from solvers.kakuro.formats import writing
from solvers.kakuro.formats.order import one_order
from solvers.kakuro.formats.plainly import one_of
from solvers.kakuro.formats.rows import whole
from solvers.kakuro.formats.writing import written
from solvers.reading.format import Format, Item, Lines, Sample, Wish

LARGEST = 1000


def _check_size(height: int, width: int) -> None:
    if not (1 <= height <= LARGEST and 1 <= width <= LARGEST):
        raise MalformedError(f"expected 1 to {LARGEST} rows and columns, got {height} and {width}", 1)


# ---- MiniZinc


def _numbers(text: str, name: str) -> list[int]:
    match = re.search(rf"\b{name}\s*=\s*\[\|?([-\d\s,|]*)\]", text, re.ASCII)
    if match is None:
        raise MalformedError(f"expected {name} = [| numbers |]", 1)
    words = re.findall(r"-?\d+", match[1])
    if too_long := [word for word in words if len(word) > len(str(MOST_CLUE))]:
        raise MalformedError(f"expected numbers up to {MOST_CLUE} in {name}, got {too_long[0][:20]}", 1)
    return list(map(int, words))


def _number(text: str, name: str) -> int:
    match = re.search(rf"\b{name}\s*=\s*(\d{{1,5}})\s*;", text, re.ASCII)
    if match is None:
        raise MalformedError(f"expected {name} = number;", 1)
    return int(match[1])


# What is no statement ends the text that is data: this far it is.
_STATEMENT = r"\s*+[A-Za-z]\w*+\s*+="
_STATEMENTS = re.compile(rf"(?:{_STATEMENT}[^;=]*+;)*+(?:{_STATEMENT}\s*+\[[^];=]*+\])?\s*+", re.ASCII)


def _dzn(text: str) -> Kakuro:
    text = re.sub(r"%.*", "", text)
    if (end := _STATEMENTS.match(text)) and end.end() < len(text):
        line = text.count("\n", 0, end.end()) + 1
        raise MalformedError(f"expected name = value;, got {text[end.end() :][:40]!r}", line, 1)
    height, width = _number(text, "h"), _number(text, "w")
    _check_size(height, width)
    whites = _numbers(text, "grid_data")
    if len(whites) != height * width or not set(whites) <= {0, 1}:
        raise MalformedError(f"expected {height * width} cells of 0 and 1 in grid_data, got {len(whites)} numbers", 1)
    cells: list[Cell] = [EMPTY if white else BLACK for white in whites]
    for name, across in (("h_clue", True), ("v_clue", False)):
        numbers = _numbers(text, name)
        for at in range(0, len(numbers), 4):
            _place_clue(cells, height, width, numbers[at : at + 4], across=across)
    return make(tuple(tuple(cells[r * width : (r + 1) * width]) for r in range(height)))


def _place_clue(cells: list[Cell], height: int, width: int, clue: Sequence[int], *, across: bool) -> None:
    """Puts a clue of `row, column, length, sum` into its cell; the run must be as long as it says."""
    if len(clue) != 4 or not (1 <= clue[0] <= height and 1 <= clue[1] <= width and clue[3] >= 0):
        raise MalformedError(f"expected row, column, length and sum of a clue, got {', '.join(map(str, clue))}", 1)
    row, column, length, total = clue
    at, step = (row - 1) * width + column - 1, 1 if across else width
    run = 0
    room = width - column if across else height - row
    while run < room and isinstance(cells[at + (run + 1) * step], White):
        run += 1
    cell = cells[at]
    if isinstance(cell, White) or run != length:
        raise MalformedError(f"expected a black cell before {length} white ones at r{row}c{column}, got {run}", 1)
    cells[at] = Black(cell.down, total) if across else Black(total, cell.across)


_BEGINS_WITH_NAME = re.compile(r"(?:\s*+%.*)*+\s*+[A-Za-z]\w*+\s*+=", re.ASCII)


def _sniff_dzn(sample: Sample) -> int:
    text = "\n".join(sample.lines)
    if "grid_data" not in text or not _BEGINS_WITH_NAME.match(text):
        return 0
    return 96 if re.search(r"\bgrid_data\s*=\s*\[\|", text) and re.search(r"\bh\s*=\s*\d+\s*;", text) else 0


def _read_dzn(lines: Lines, wish: Wish) -> Iterator[Item]:
    one_order(wish)
    yield from whole(lines, lambda texts: one_of("dzn", texts) or _dzn("\n".join(texts)))


# ---- PyCSP3


def _pycsp3(text: str) -> Kakuro:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        line, column = getattr(error, "lineno", 1), getattr(error, "colno", 0)
        raise MalformedError(f"expected JSON: {error}", line, column) from None
    rows = value.get("clues") if isinstance(value, dict) else None
    if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
        raise MalformedError('expected "clues" with rows of cells', 1)
    if len(rows) != value.get("nRows", len(rows)) or any(len(row) != value.get("nCols", len(row)) for row in rows):
        raise MalformedError(f"expected {value.get('nRows')} rows of {value.get('nCols')} cells in clues", 1)
    return make(tuple(tuple(map(_clue_of, row)) for row in rows))


def _clue_of(cell: Any) -> Cell:
    pair = [cell.get("x"), cell.get("y")] if isinstance(cell, dict) else cell
    if not isinstance(pair, list) or len(pair) != 2 or not all(type(n) is int and -1 <= n <= MOST_CLUE for n in pair):
        raise MalformedError(f'expected a cell such as {{"x": 14, "y": -1}}, got {str(cell)[:60]!r}', 1)
    across, down = pair
    if (across, down) == (0, 0):
        return EMPTY
    return Black(None if down == -1 else down, None if across == -1 else across)


def _sniff_pycsp3(sample: Sample) -> int:
    text = "\n".join(sample.lines[:40])
    return 96 if re.match(r'\s*\{\s*"n(Rows|Cols)"', text) and '"clues"' in text else 0


def _read_pycsp3(lines: Lines, wish: Wish) -> Iterator[Item]:
    one_order(wish)
    yield from whole(lines, lambda texts: one_of("pycsp3", texts) or _pycsp3("\n".join(texts)))


_SIZE_AND_GRID = re.compile(r"h\s*+=\s*+\d+;\s*+w\s*+=\s*+\d+;\s*+grid_data\s*+=\s*+\[\|", re.ASCII)
_CLUES_OF_ROWS = re.compile(r'\s*+\{\s*+"nRows"\s*+:\s*+\d+,\s*+"nCols"\s*+:\s*+\d+,\s*+"clues"', re.ASCII)

DZN = Format(
    name="kakuro-dzn",
    certain=_SIZE_AND_GRID,
    family="kakuro",
    summary="MiniZinc data: h, w, grid_data, h_clue and v_clue with row, column, length, sum",
    example="h = 3;\nw = 3;\ngrid_data = [|\n0,0,0|\n0,1,1|\n0,1,1|];\n"
    "h_clue = [|\n2,1,2,3|\n3,1,2,4|];\nv_clue = [|\n1,2,2,3|\n1,3,2,4|];\n",
    signs="=",
    sniff=_sniff_dzn,
    read=_read_dzn,
    write=written(writing.dzn, _dzn),
    alone=True,
)
PYCSP3 = Format(
    name="kakuro-pycsp3",
    certain=_CLUES_OF_ROWS,
    family="kakuro",
    summary="PyCSP3 data: JSON with nRows, nCols and clues, cells {x: across, y: down}",
    example='{"nRows": 2, "nCols": 3, "clues": [\n[{"x": -1, "y": -1}, {"x": -1, "y": 1}, {"x": -1, "y": 2}],\n'
    '[{"x": 3, "y": -1}, {"x": 0, "y": 0}, {"x": 0, "y": 0}]]}\n',
    signs="{",
    sniff=_sniff_pycsp3,
    read=_read_pycsp3,
    write=written(writing.pycsp3, _pycsp3),
    alone=True,
)
