"""Boards as other programs' models and games store them.

- MiniZinc data: ``h``, ``w``, ``grid_data`` (0 black, 1 white) and ``h_clue``, ``v_clue`` with rows of
  `row, column, length, sum`; the place is that of the clue's cell, from 1. One board a source, `%` comments.
- PyCSP3 data: JSON with ``nRows``, ``nCols`` and ``clues``, rows of cells ``{"x": across, "y": down}``; 0 and 0 is
  white, -1 no clue. One board a source.
- Game ids of sgt-puzzles-aho-extensions, in the manner of Simon Tatham's: `size,mostDdifficulty:`, then the cells with
  their border in reading order: `X` black, `a`-`z` 1 to 26 white, `B` across `.` down, `H` across, `V` down.
- Project Euler 424: `size,` and the cells with commas between: `X` black, `O` white, `(h9,v17)` clues, a digit given.
  Letters stand for unknown digits there, which makes another puzzle: such lines are refused by name.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from solvers.core import MalformedError
from solvers.kakuro.board import (
    BLACK,
    EMPTY,
    MOST_CLUE,
    USUAL_DIGITS,
    Black,
    Cell,
    Kakuro,
    White,
    checked_digits,
    make,
)
from solvers.kakuro.formats import writing
from solvers.kakuro.formats.order import one_order
from solvers.kakuro.formats.plainly import one_of, plainly
from solvers.kakuro.formats.rows import Block, Spelled, board_of, joined, value_of, whole
from solvers.kakuro.formats.writing import written
from solvers.reading.format import Format, Item, Lines, Sample, Wish

LARGEST = 1000


def _one_a_line(lines: Lines, read: Callable[[str], Kakuro | str]) -> Iterator[Item]:
    for line in lines:
        if not line.strip():
            lines.tally.blank += 1
            continue
        yield board_of(lines, Block(lines.number, [line]), partial(read, line.strip()))


def _at_once(line: str, head: re.Pattern[str], border: int, sign: re.Pattern[str], spelled: Spelled, mark: str) -> str:
    """The canonical text of a square of signs with marks between them; "" where one needs a closer look.

    The first group of ``head`` is its size without so many cells of ``border``.
    """
    match = head.match(line)
    if match is None:
        return ""
    side = int(match[1]) + border
    signs = sign.findall(line, match.end())
    if mark.join(signs) != line[match.end() :]:
        return ""
    words = " ".join(map(spelled.__getitem__, signs)).split(" ")
    return joined(words, side) if len(words) == side * side > 0 and "" not in words else ""


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
    if type(cell) is dict and type(cell.get("x")) is int and type(cell.get("y")) is int:
        found = _PAIRS.get((cell["x"], cell["y"]))
        if found is not None:
            return found
    pair = [cell.get("x"), cell.get("y")] if isinstance(cell, dict) else cell
    if not isinstance(pair, list) or len(pair) != 2 or not all(type(n) is int and -1 <= n <= MOST_CLUE for n in pair):
        raise MalformedError(f'expected a cell such as {{"x": 14, "y": -1}}, got {str(cell)[:60]!r}', 1)
    across, down = pair
    if (across, down) == (0, 0):
        return EMPTY
    return Black(None if down == -1 else down, None if across == -1 else across)


def _clued(clue: int) -> int | None:
    return None if clue == -1 else clue


_PAIRS: dict[tuple[int, int], Cell] = {
    (across, down): EMPTY if (across, down) == (0, 0) else Black(_clued(down), _clued(across))
    for across in range(-1, 46)
    for down in range(-1, 46)
}


def _sniff_pycsp3(sample: Sample) -> int:
    text = "\n".join(sample.lines[:40])
    return 96 if re.match(r'\s*\{\s*"n(Rows|Cols)"', text) and '"clues"' in text else 0


def _read_pycsp3(lines: Lines, wish: Wish) -> Iterator[Item]:
    one_order(wish)
    yield from whole(lines, lambda texts: one_of("pycsp3", texts) or _pycsp3("\n".join(texts)))


# ---- game ids

_GAME = re.compile(r"(\d{1,3})(?:,(\d{1,2}))?([A-Za-z]\w*)?:([OE]?)((?:X|[a-z]|B\d+\.\d+|[HV]\d+)+)", re.ASCII)
_GAME_HEAD = re.compile(rf"(\d{{1,3}})(?:,{USUAL_DIGITS})?:", re.ASCII)
_MODES = re.compile(r"(D\d*)?", re.ASCII)


def _game(line: str) -> Kakuro | str:
    if text := _at_once(line, _GAME_HEAD, 1, _SIGN, _GAME_SIGNS, ""):
        return text
    match = _GAME.fullmatch(line)
    if match is None:
        raise MalformedError(f"expected size,digits: and cells, got {line[:60]!r}", 1, 1)
    if match[4] or not _MODES.fullmatch(match[3] or ""):
        raise MalformedError(f"this game has rules beside those of kakuro: mode {match[4] or match[3]}", 1, 1)
    side = int(match[1]) + 1
    digits = checked_digits(int(match[2])) if match[2] else USUAL_DIGITS
    cells: list[Cell] = []
    for sign, down, across in _signs(match[5]):
        cells += _cells_of(sign, down, across)
        if len(cells) > side * side:
            break
    if len(cells) != side * side:
        raise MalformedError(f"expected {side * side} cells, got {len(cells)}", 1, match.start(5) + 1)
    return make(tuple(tuple(cells[at : at + side]) for at in range(0, len(cells), side)), digits)


def _signs(text: str) -> Iterator[tuple[str, str, str]]:
    """The signs of a game id, each with its clues down and across."""
    for match in re.finditer(r"B(\d+)\.(\d+)|H(\d+)|V(\d+)|([Xa-z])", text, re.ASCII):
        yield match[5] or "B", match[2] or match[4] or "", match[1] or match[3] or ""


def _cells_of(sign: str, down: str, across: str) -> list[Cell]:
    if sign == "X":
        return [BLACK]
    if sign != "B":
        return [EMPTY] * (ord(sign) - ord("a") + 1)
    if max(len(down), len(across)) > len(str(MOST_CLUE)):
        raise MalformedError(f"expected a clue up to {MOST_CLUE}, got {max(down, across, key=len)[:20]}", 1)
    return [Black(int(down) if down else None, int(across) if across else None)]


def _sign_cells(sign: str) -> list[Cell]:
    return [cell for parts in _signs(sign) for cell in _cells_of(*parts)]


_SIGN = re.compile(r"B\d+\.\d+|[HV]\d+|[Xa-z]", re.ASCII)
_GAME_SIGNS = Spelled(_sign_cells)


def _sniff_game(sample: Sample) -> int:
    filled = sample.filled()[:20]
    found = [_GAME.fullmatch(line.strip()) for line in filled]
    clued = all(match is not None and re.search(r"[BHV]\d", match[5]) for match in found)
    return 93 if found and clued else 0


def _read_game(lines: Lines, wish: Wish) -> Iterator[Item]:
    one_order(wish)
    yield from _one_a_line(lines, _game)


# ---- Project Euler 424

_EULER_CELL = r"(?:[A-Z1-9]|\((?:[hv][A-Z\d]+)(?:,[hv][A-Z\d]+)?\))"
_EULER_HEAD = re.compile(r"(\d{1,3}),", re.ASCII)
_EULER = re.compile(rf"(\d{{1,3}}),{_EULER_CELL}(?:,{_EULER_CELL})*", re.ASCII)


def _euler(line: str) -> Kakuro | str:
    if text := _at_once(line, _EULER_HEAD, 0, _EULER_WORD, _EULER_CELLS, ","):
        return text
    match = _EULER.fullmatch(line)
    if match is None:
        raise MalformedError(f"expected a size and cells such as (h9,v17), got {line[:60]!r}", 1, 1)
    side = int(match[1])
    words = _EULER_WORD.findall(line, match.end(1))
    if any(re.search(r"[A-Z]", word) and word not in {"X", "O"} for word in words):
        raise MalformedError(
            "letters stand for unknown digits here: a cryptic kakuro, another puzzle than kakuro", 1, 1
        )
    if len(words) != side * side:
        raise MalformedError(f"expected {side * side} cells, got {len(words)}", 1, 1)
    cells = list(map(_euler_cell, words))
    return make(tuple(tuple(cells[at : at + side]) for at in range(0, len(cells), side)))


def _euler_cell(word: str) -> Cell:
    if word in {"X", "O"}:
        return EMPTY if word == "O" else BLACK
    if word.isdecimal():
        return White(int(word))
    clues = {side: int(number) for side, number in re.findall(r"([hv])(\d{1,9})(?!\d)", word)}
    if len(clues) != word.count("h") + word.count("v"):
        raise MalformedError(f"expected a clue for each direction, up to {MOST_CLUE}, got {word[:40]!r}", 1)
    return Black(clues.get("v"), clues.get("h"))


def _known_cell(word: str) -> list[Cell]:
    """The cell of a word; raises MalformedError for a letter that stands for a digit."""
    if word not in {"X", "O"} and re.search(r"[A-Z]", word):
        raise MalformedError("letters stand for unknown digits here", 1)
    return [_euler_cell(word)]


_EULER_WORD = re.compile(_EULER_CELL, re.ASCII)
_EULER_CELLS = Spelled(_known_cell)


def _sniff_euler(sample: Sample) -> int:
    filled = sample.filled()[:20]
    found = [_EULER.fullmatch(line.strip()) for line in filled]
    return 93 if found and all(match is not None and "(" in match[0] for match in found) else 0


def _read_euler(lines: Lines, wish: Wish) -> Iterator[Item]:
    one_order(wish)
    yield from _one_a_line(lines, _euler)


_SIZE_AND_GRID = re.compile(r"h\s*+=\s*+\d+;\s*+w\s*+=\s*+\d+;\s*+grid_data\s*+=\s*+\[\|", re.ASCII)
_CLUES_OF_ROWS = re.compile(r'\s*+\{\s*+"nRows"\s*+:\s*+\d+,\s*+"nCols"\s*+:\s*+\d+,\s*+"clues"', re.ASCII)
_PLAIN_GAMES = re.compile(
    r"(?=\d+(?:,9)?:[Xa-z]*[BHV])(?:\d{1,3}(?:,9)?:(?:[Xa-z]|B\d+\.\d+|[HV]\d+)++\n)++\Z", re.ASCII
)

DZN = Format(
    name="kakuro-dzn",
    certain=_SIZE_AND_GRID,
    family="kakuro",
    summary="MiniZinc data: h, w, grid_data, h_clue and v_clue with row, column, length, sum",
    example="h = 3;\nw = 3;\ngrid_data = [|\n0,0,0|\n0,1,1|\n0,1,1|];\n"
    "h_clue = [|\n2,1,2,3|\n3,1,2,4|];\nv_clue = [|\n1,2,2,3|\n1,3,2,4|];\n",
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
    sniff=_sniff_pycsp3,
    read=_read_pycsp3,
    write=written(writing.pycsp3, _pycsp3),
    alone=True,
)
GAME = Format(
    name="kakuro-game-id",
    certain=_PLAIN_GAMES,
    family="kakuro",
    summary="game ids in Tatham's manner: size,digits:cells with X, a-z white, B across.down, H across, V down",
    example="2,9:XV3V4H3bH4b\n",
    sniff=_sniff_game,
    read=plainly(_read_game, "game"),
    write=written(writing.game, lambda text: value_of(_game(text.strip()))),
)
EULER = Format(
    name="euler-424",
    family="kakuro",
    summary="Project Euler 424: size, then X, O and (h9,v17) with commas between; letters for digits are refused",
    example="3,X,(v3),(v4),(h3),O,O,(h4),O,O\n",
    sniff=_sniff_euler,
    read=plainly(_read_euler, "euler"),
    write=written(writing.euler, lambda text: value_of(_euler(text.strip()))),
)
