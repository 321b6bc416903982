"""Game ids of Simon Tatham's Solo: `3x3:a2e9a5b6...`, one a line, and its save files.

Parameters are the columns and rows of a box, then letters; the description gives runs of empty cells as letters
(a = 1 .. z = 26), numbers in decimals, and `_` between two numbers. X, jigsaw and killer boards are refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from solvers.core import Board, MalformedError
from solvers.reading.format import Format, Item, Lines, Sample, Wish
from solvers.sudoku.alphabet import values
from solvers.sudoku.board import Box, boxes, parse
from solvers.sudoku.formats.making import each_line, make, share

_ID = re.compile(r"([0-9]{1,2})(?:x([0-9]{1,2}))?((?:j|x|k|m[0-9]+|r[0-9]+|a|d[a-z])*):([a-z0-9_,]*[a-z_][a-z0-9_,]*)")
_ITEM = re.compile(r"[0-9]+|[a-z]|_")
_SAVED = re.compile(r"([A-Z]+) *:([0-9]+):(.*)")
_RULES = {"j": "jigsaw boxes", "x": "diagonals (X)", "k": "killer cages"}


def parse_id(text: str, wish: Wish, note: Callable[[str], None]) -> Board:  # noqa: ARG001  # nothing is assumed here
    match = _ID.fullmatch(text)
    if match is None:
        raise MalformedError("expected a game id such as 3x3:a2e9a5b6", 1)
    columns, rows, flags, description = match.groups()
    refused = [
        what for flag, what in _RULES.items() if flag in re.sub(r"d[a-z]", "", flags) or (flag == "j" and not rows)
    ]
    if refused:
        raise MalformedError(f"{' and '.join(refused)} not supported", 1, match.start(3) + 1)
    box = Box(int(rows), int(columns))
    if box not in boxes(box.size):
        raise MalformedError(f"expected boxes of 4 to 25 cells, got {columns}x{rows}", 1, 1)
    return make(_cells(description, box.size, match.start(4)), wish, box=box)


def _cells(description: str, size: int, start: int) -> str:
    cells: list[str] = []
    at = 0
    for match in _ITEM.finditer(description):
        if match.start() != at:
            break
        at = match.end()
        item = match[0]
        if item.isdigit() and not 1 <= int(item) <= size:
            raise MalformedError(f"expected numbers from 1 to {size}, got {item}", 1, start + match.start() + 1)
        if item != "_":
            cells += [values(size)[int(item) - 1]] if item.isdigit() else ["."] * (ord(item) - ord("a") + 1)
    if at != len(description):
        raise MalformedError(f"expected letters and numbers, got {description[at]!r}", 1, start + at + 1)
    if len(cells) != size * size:
        few = "not enough" if len(cells) < size * size else "too much"
        raise MalformedError(
            f"{few} data to fill the grid: expected {size * size} cells, got {len(cells)}", 1, start + 1
        )
    return "".join(cells)


def read(lines: Lines, wish: Wish) -> Iterator[Item]:
    """Yield a board for each id, or for the game of a save file."""
    first = lines.peek() or ""
    if not first.startswith("SAVEFILE"):
        yield from _LINES(lines, wish)
        return
    saved: dict[str, str] = {}
    start, raw = lines.number + 1, ""
    for text in lines:
        match = _SAVED.fullmatch(text)
        if match and match[1] not in saved:
            saved[match[1]] = match[3][: int(match[2])]
            raw = text if match[1] == "DESC" else raw
    try:
        board = parse_id(f"{saved.get('PARAMS', '')}:{saved.get('DESC', '')}", wish, lines.note)
    except MalformedError as error:
        yield lines.reject(str(error), raw, line=start, lines=lines.number - start + 1)
    else:
        lines.tally.board += lines.number - start + 1
        yield board._replace(source=lines.source, line=start)


_LINES = each_line(parse_id)


def sniff(sample: Sample) -> int:
    """97 if all lines are ids, or if it is a save file of Solo."""
    if any(line.startswith("SAVEFILE") for line in sample.lines[:1]):
        return 97 if any(line.startswith("GAME") and line.endswith(":Solo") for line in sample.lines) else 0
    return share(sample, _ID.fullmatch, 97)


def write(board: Board) -> str:
    """The game id."""
    sudoku = parse(board.text)
    symbols = values(sudoku.size)
    parts: list[str] = []
    for run in re.finditer(r"\.+|[^.]", sudoku.cells):
        cell = run[0]
        if cell[0] != ".":
            parts += (["_"] if parts and parts[-1].isdigit() else []) + [str(symbols.index(cell) + 1)]
        else:
            parts += ["z"] * (len(cell) // 26) + ([chr(ord("a") + len(cell) % 26 - 1)] if len(cell) % 26 else [])
    return f"{sudoku.box.columns}x{sudoku.box.rows}:{''.join(parts)}\n"


TATHAM = Format(
    name="tatham",
    family="sudoku",
    summary="game ids and save files of Simon Tatham's Solo",
    example="3x3:5_3b7d6b1_9_5d9_8d6a8c6c3_4b8a3b1_7c2c6a6d2_8d4_1_9b5d8b7_9\n",
    sniff=sniff,
    read=read,
    write=write,
)
