"""Links of Penpa+, as `penpa` reads them: the digits, thick edges between boxes or regions, and what was entered."""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64encode
from collections.abc import Iterator

from solvers.core import Board, MalformedError
from solvers.sudoku.alphabet import values
from solvers.sudoku.board import Sudoku, parse
from solvers.sudoku.formats.marks import placed_of
from solvers.sudoku.formats.penpa import ESCAPES
from solvers.sudoku.formats.penpa_problem import THICK

CELL = 38  # how wide a cell is drawn
LISTS = ("zT", "z3", "zD", "z0", "z5", "z6", "z7")
MAPS = ("zS", "z1", "zY", "zF", "z2", "zL", "zW", "zC", "z4")
GIVEN, ENTERED = 1, 2  # the colours of digits


def write_link(board: Board) -> str:
    """The text after `p=`; raises MalformedError for rules that Penpa can only draw."""
    sudoku = parse(board.text)
    if sudoku.diagonals or sudoku.cages:
        raise MalformedError(f"expected a board of digits and boxes, got one of {board.variant}", 1)
    answers = board.stated if len(board.stated) == len(sudoku.cells) else placed_of(board, sudoku.cells)
    entered = "".join("." if given != "." else answer for given, answer in zip(sudoku.cells, answers, strict=True))
    lines = [
        _header(board, sudoku.size),
        "[0,0,0,0]",
        "{}",
        _problem(_digits(sudoku.cells, sudoku.size, GIVEN), dict.fromkeys(_edges(sudoku), THICK)),
        _problem(_digits(entered, sudoku.size, ENTERED), {}),
        "[]",
    ]
    engine = zlib.compressobj(9, zlib.DEFLATED, -15)
    return b64encode(engine.compress("\n".join(lines).encode()) + engine.flush()).decode()


def _header(board: Board, size: int) -> str:
    fields = board.fields or {}
    width = str(CELL * (size + 1))
    named = [f"Title: {_escaped(board.label)}", f"Author: {_escaped(fields.get('author', ''))}"]
    named += [_escaped(fields.get(name, "")) for name in ("url", "ruleset")]
    numbers = ["0", "1", "1", width, width, *["0"] * 6]
    return ",".join(["sudoku", str(size), str(size), str(CELL), *numbers, *named, "OFF", "false"])


def _problem(digits: dict[str, object], edges: dict[str, int]) -> str:
    history: dict[str, object] = {name: {"z_": []} for name in ("zR", "zU", "z8")}
    drawn: dict[str, object] = {name: {} for name in MAPS} | {name: [] for name in LISTS}
    text = json.dumps(history | drawn | {"zN": digits, "zE": edges}, separators=(",", ":"))
    return re.sub(r'"(z[0-9A-Z_])"', r"\1", text)


def _digits(cells: str, size: int, colour: int) -> dict[str, object]:
    numbers = {symbol: number for number, symbol in enumerate(values(size), 1)}
    placed = {place: numbers[cell] for place, cell in enumerate(cells) if cell in numbers}
    return {
        str((place // size + 2) * (size + 4) + place % size + 2): [number, colour, "1"]
        for place, number in placed.items()
    }


def _edges(sudoku: Sudoku) -> Iterator[str]:
    """The edges between boxes and those of the frame, each as its two corners."""
    size, wide = sudoku.size, sudoku.size + 4
    start = wide * wide + wide + 1  # the corner at the upper left of the board
    for row in range(size + 1):
        for column in range(size):
            if row in (0, size) or sudoku.group((row - 1) * size + column) != sudoku.group(row * size + column):
                corner = start + row * wide + column
                yield f"{corner},{corner + 1}"
            if row in (0, size) or sudoku.group(column * size + row - 1) != sudoku.group(column * size + row):
                corner = start + column * wide + row
                yield f"{corner},{corner + wide}"


def _escaped(text: str) -> str:
    for escape, sign in ESCAPES.items():
        text = text.replace(sign, escape)
    return text
