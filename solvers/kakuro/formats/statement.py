"""The input of Codeforces Gym 101252B (acmsguru 454), and of HDU 3338, which only has wider tokens.

``n m``, then n rows of m tokens of five characters: ``.....`` white, ``XXXXX`` black, ``AA\\BB`` black with the clue
AA down and BB across, ``XX`` none. HDU 3338 has seven: ``AAA\\BBB``. Several cases may follow each other. The answer
has ``_`` for black cells and the digits of the white ones, separated by blanks; the statement promises a solution
and has no words for its absence, so that ours stand there.

HDU 3338 lets digits repeat in a run, Kakuro does not: its boards are read as boards of Kakuro.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from solvers.core import Answer, Board, MalformedError
from solvers.kakuro.board import BLACK, EMPTY, Black, Cell, Kakuro, White, format_row, make, parse, usual_digits
from solvers.kakuro.formats.order import one_order
from solvers.kakuro.formats.rows import framed
from solvers.reading.format import Format, Item, Judge, Lines, Sample, Wish

_SIZE = re.compile(r"\s*(\d{1,5})\s+(\d{1,5})\s*")
_TOKEN = re.compile(r"(\.{5}|\.{7})|(X{5}|X{7})|(\d\d|XX)\\(\d\d|XX)|(\d{3}|XXX)\\(\d{3}|XXX)")
_LENGTHS = (5, 7)  # of tokens


def _sniff(sample: Sample) -> int:
    filled = sample.filled()
    if len(filled) < 2:
        return 0
    if _SIZE.fullmatch(filled[0]) and all(map(_TOKEN.fullmatch, filled[1].split())):
        return 95
    # A line with a fault is still recognised by its neighbours, so that the reader can say where the fault is.
    tokens = " ".join(filled[1:]).split()
    near = sum(1 for token in tokens if len(token) in _LENGTHS and _TOKEN.fullmatch(token))
    return 85 if 4 * near >= 3 * len(tokens) else 0


def _read(lines: Lines, wish: Wish) -> Iterator[Item]:
    one_order(wish)
    yield from framed(lines, _SIZE, "two numbers, rows and columns", 1, _board, no_row=_has_no_cell)


def _has_no_cell(text: str) -> bool:
    return "." not in text and "X" not in text and "\\" not in text


def _board(size: re.Match[str], rows: Sequence[str]) -> Kakuro | str:
    height, width = int(size[1]), int(size[2])
    words = [[_spelled(token) for token in row.split()] for row in rows]
    if 0 < height == len(rows) and {width} == set(map(len, words)) and not any("" in row for row in words):
        return "/".join(map(" ".join, words))
    if len(rows) != height or height == 0:
        raise MalformedError(f"expected {height} rows (1 at least), got {len(rows)}", len(rows) + 1)
    return make(tuple(_row(row, width, number) for number, row in enumerate(rows, 2)))


def _row(line: str, width: int, number: int) -> tuple[Cell, ...]:
    row = tuple(_cell(match[0], number, match.start() + 1) for match in re.finditer(r"\S+", line))
    if len(row) != width:
        raise MalformedError(f"expected {width} cells, got {len(row)}", number)
    return row


def _cell(token: str, line: int, column: int) -> Cell:
    match = _TOKEN.fullmatch(token)
    if match is None:
        raise MalformedError(f"expected ..... XXXXX or AA\\BB, got {token!r}", line, column)
    if match[1]:
        return EMPTY
    if match[2]:
        return BLACK
    down, across = (match[3], match[4]) if match[3] else (match[5], match[6])
    return Black(*(None if clue.startswith("X") else int(clue) for clue in (down, across)))


@lru_cache(maxsize=4096)
def _spelled(token: str) -> str:
    """The word of canonical text that the token stands for; "" if it stands for none."""
    try:
        return format_row((_cell(token, 1, 1),))
    except MalformedError:
        return ""


def _write(board: Board) -> str:
    value = usual_digits(parse(board.text), "this format")
    wide = max((clue or 0 for row in value.rows for cell in row if isinstance(cell, Black) for clue in cell), default=0)
    if wide > 999:
        raise MalformedError(f"this format has clues up to 999, the board has {wide}")
    clue_width = 2 if wide < 100 else 3
    rows = "".join(" ".join(_spell(cell, clue_width) for cell in row) + "\n" for row in value.rows)
    return f"{len(value.rows)} {len(value.rows[0])}\n{rows}"


def _spell(cell: Cell, width: int) -> str:
    if isinstance(cell, White):
        if cell.given:
            raise MalformedError(f"this format has no given digits, the board has {cell.given}")
        return "." * (2 * width + 1)
    if cell == BLACK:
        return "X" * (2 * width + 1)
    return "\\".join("X" * width if clue is None else f"{clue:0{width}}" for clue in cell)


def _answer(text: str, answer: Answer, solutions: Sequence[str]) -> str:
    del text
    if not solutions:
        return f"No solution ({answer.verdict})\n" if answer.verdict != "none" else "No solution\n"
    rows = parse(solutions[0]).rows
    return "".join(" ".join(str(cell.given) if isinstance(cell, White) else "_" for cell in row) + "\n" for row in rows)


_SIZE_AND_TOKENS = re.compile(
    r"\d+ \d+\n(?:\.{5}|X{5}|[\dX]{2}\\[\dX]{2})(?: (?:\.{5}|X{5}|[\dX]{2}\\[\dX]{2}))++\n", re.ASCII
)

STATEMENT = Format(
    name="gym-101252b",
    certain=_SIZE_AND_TOKENS,
    family="kakuro",
    summary="the statement's input: 'n m', then five-character tokens such as 17\\XX (or the seven of HDU 3338)",
    example="3 3\nXXXXX 03\\XX 04\\XX\nXX\\03 ..... .....\nXX\\04 ..... .....\n",
    sniff=_sniff,
    read=_read,
    write=_write,
    judge=Judge(_answer, between="\n"),
)
