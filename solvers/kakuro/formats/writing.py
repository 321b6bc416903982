"""Boards as lists, tables and other programs' data, the way the readers beside take them.

What a notation cannot say is found by reading the text again: a board that comes back as another one is refused with
the first cell that differs, so that no list of what each notation lacks has to be kept true.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from solvers.core import Board, MalformedError
from solvers.kakuro.board import BLACK, Black, Cell, Kakuro, White, format_row, parse

MOST_WHITES = 26  # that one letter of a game id stands for


class Run(NamedTuple):
    """A clue with its cell, counted from 0, and how many white cells follow."""

    row: int
    column: int
    across: bool
    length: int
    sum: int


def written(spell: Callable[[Kakuro], str], read: Callable[[str], Kakuro]) -> Callable[[Board], str]:
    """A writer that refuses the boards of which ``read`` would make others."""

    def write(board: Board) -> str:
        value = parse(board.text)
        text = spell(value)
        try:
            again = read(text)
        except MalformedError as error:
            raise MalformedError(f"this format has no words for the board: {error}") from None
        if again != value:
            raise MalformedError(f"this format cannot say what the board has at {_difference(value, again)}")
        return text

    return write


def _difference(value: Kakuro, again: Kakuro) -> str:
    """The first cell that is another one; the size or the digits if they are."""
    if value.digits != again.digits:
        return f"its digits 1-{value.digits}"
    if len(value.rows) != len(again.rows) or len(value.rows[0]) != len(again.rows[0]):
        return f"its border: {len(again.rows)} rows of {len(again.rows[0])} cells are left"
    pairs = ((r, c) for r, row in enumerate(value.rows) for c, cell in enumerate(row) if again.rows[r][c] != cell)
    row, column = next(pairs)
    return f"r{row + 1}c{column + 1} ({format_row((value.rows[row][column],))})"


def _runs(value: Kakuro) -> Iterator[Run]:
    """The runs that have clues: those across, row by row, then those down."""
    for across, lines in ((True, value.rows), (False, tuple(zip(*value.rows, strict=True)))):
        for at, line in enumerate(lines):
            for place, cell in enumerate(line):
                clue = cell[across] if isinstance(cell, Black) else None
                if clue is not None:
                    yield Run(*((at, place) if across else (place, at)), across, _length(line, place + 1), clue)


def _length(line: Sequence[Cell], start: int) -> int:
    return next((at for at, cell in enumerate(line[start:]) if isinstance(cell, Black)), len(line) - start)


def _lines(rows: Iterator[str] | Sequence[str]) -> str:
    return "".join(f"{row}\n" for row in rows)


def _size(value: Kakuro) -> tuple[int, int]:
    return len(value.rows), len(value.rows[0])


def _clue(clue: int | None, none: str) -> str:
    return none if clue is None else str(clue)


# ---- lists


def kdl(value: Kakuro) -> str:
    """A line for each run, by its first cell behind the border."""
    return _lines(
        f"{run.column + run.across} {run.row + (not run.across)} {'-' if run.across else '|'} {run.length} {run.sum}"
        for run in _runs(value)
    )


def run_list(value: Kakuro) -> str:
    """The size, then a line for each run."""
    height, width = _size(value)
    runs = (f"{'R' if run.across else 'C'} {run.column} {run.row} {run.sum} {run.length}" for run in _runs(value))
    return _lines([f"{width} {height}", *runs, ""])


def cell_list(value: Kakuro) -> str:
    """The size, then a line for each cell, the clue across first."""
    height, width = _size(value)
    cells = chain.from_iterable(value.rows)
    return _lines(
        [
            f"{height} {width}",
            *(f"{cell.across or 0} {cell.down or 0}" if isinstance(cell, Black) else "-1" for cell in cells),
        ]
    )


def algospot(value: Kakuro) -> str:
    """The size of a square, its cells as 0 and 1, and the clues."""
    height, width = _size(value)
    if height != width:
        raise MalformedError(f"this format has squares, the board has {height} rows of {width} cells")
    runs = list(_runs(value))
    grid = [" ".join(str(int(isinstance(cell, White))) for cell in row) for row in value.rows]
    clues = [f"{run.row + 1} {run.column + 1} {int(not run.across)} {run.sum}" for run in runs]
    return _lines([str(height), *grid, str(len(clues)), *clues])


# ---- tables


def table(value: Kakuro) -> str:
    r"""Rows of cells such as `17\24`, the clue down first, and an empty line."""
    return _lines([*(" ".join(_table_cell(cell) for cell in row) for row in value.rows), ""])


def _table_cell(cell: Cell) -> str:
    if isinstance(cell, White):
        return str(cell.given) if cell.given else "_"
    return f"{_clue(cell.down, '')}\\{_clue(cell.across, '')}"


def pzprv3(value: Kakuro) -> str:
    """The size without the border, the border's clues bare, then the cells and no answers."""
    height, width = (length - 1 for length in _size(value))
    top, *rows = value.rows
    body = [" ".join(["0", *(_border(cell, down=True) for cell in top[1:])])]
    body += [" ".join([_border(row[0], down=False), *map(_pzprv3_cell, row[1:])]) for row in rows]
    return _lines(["pzprv3", "kakuro", str(height), str(width), *body, *[" ".join("." * width)] * height, ""])


def _border(cell: Cell, *, down: bool) -> str:
    return _clue(cell.down if down else cell.across, "0") if isinstance(cell, Black) else "0"


def _pzprv3_cell(cell: Cell) -> str:
    return "." if isinstance(cell, White) else f"{_clue(cell.across, '-1')},{_clue(cell.down, '-1')}"


def kanpen(value: Kakuro) -> str:
    """The size without the border, then a line for each black cell."""
    height, width = _size(value)
    blacks = (
        f"{r} {c} {cell.across or 0} {cell.down or 0}"
        for r, row in enumerate(value.rows)
        for c, cell in enumerate(row)
        if isinstance(cell, Black)
    )
    return _lines([str(height - 1), str(width - 1), *blacks, ""])


# ---- data of programs


def dzn(value: Kakuro) -> str:
    """MiniZinc data."""
    height, width = _size(value)
    rows = "|\n".join(",".join(str(int(isinstance(cell, White))) for cell in row) for row in value.rows)
    parts = [f"h = {height};\nw = {width};\ngrid_data = [|\n{rows}|];\n"]
    for name, across in (("h_clue", True), ("v_clue", False)):
        clues = [
            f"{run.row + 1},{run.column + 1},{run.length},{run.sum}" for run in _runs(value) if run.across is across
        ]
        parts.append(f"{name} = [|\n" + "|\n".join(clues) + "|];\n")
    return "".join(parts)


def pycsp3(value: Kakuro) -> str:
    """PyCSP3 data, a row a line."""
    height, width = _size(value)
    rows = ",\n".join(json.dumps([_pair(cell) for cell in row]) for row in value.rows)
    return f'{{"nRows": {height}, "nCols": {width}, "clues": [\n{rows}]}}\n'


def _pair(cell: Cell) -> dict[str, int]:
    if isinstance(cell, White):
        return {"x": 0, "y": 0}
    return {"x": -1 if cell.across is None else cell.across, "y": -1 if cell.down is None else cell.down}


def game(value: Kakuro) -> str:
    """A game id."""
    height, width = _size(value)
    if height != width:
        raise MalformedError(f"this format has squares, the board has {height} rows of {width} cells")
    signs = "".join(_sign(cell) for row in value.rows for cell in row)
    return f"{height - 1},{value.digits}:{re.sub('_+', lambda run: _letters(len(run[0])), signs)}\n"


def _sign(cell: Cell) -> str:
    if isinstance(cell, White):
        return "_"
    if cell == BLACK:
        return "X"
    if cell.down is None:
        return f"H{cell.across}"
    return f"V{cell.down}" if cell.across is None else f"B{cell.across}.{cell.down}"


def _letters(whites: int) -> str:
    return "z" * ((whites - 1) // MOST_WHITES) + chr(ord("a") + (whites - 1) % MOST_WHITES)


def euler(value: Kakuro) -> str:
    """A line of Project Euler 424, in digits."""
    height, width = _size(value)
    if height != width:
        raise MalformedError(f"this format has squares, the board has {height} rows of {width} cells")
    return ",".join([str(height), *(_euler_cell(cell) for row in value.rows for cell in row)]) + "\n"


def _euler_cell(cell: Cell) -> str:
    if isinstance(cell, White):
        return str(cell.given or "O")
    clues = [f"{name}{clue}" for name, clue in (("h", cell.across), ("v", cell.down)) if clue is not None]
    return f"({','.join(clues)})" if clues else "X"
