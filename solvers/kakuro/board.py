"""A board in canonical text and as a value: parse, format, variant.

Rows are joined by "/", cells by one blank: "." is white, a number is a given digit, "#" is black, and
"down\\across" is black with clues, "-" where there is none. Boards with other digits than 1-9 begin with
"digits=12:".
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from solvers.core import MalformedError

USUAL_DIGITS = 9
MOST_DIGITS = 16
MOST_CLUE = 999_999_999  # more is no board; a sum that no run reaches is an invalid one


class White(NamedTuple):
    """A white cell; ``given`` is 0 where the solver has to find the digit."""

    given: int = 0


class Black(NamedTuple):
    """A black cell with the clues of the runs that begin below it and to its right; None is no clue."""

    down: int | None = None
    across: int | None = None


Cell = White | Black
EMPTY = White()
BLACK = Black()


@dataclass(frozen=True, slots=True)
class Kakuro:
    """One board: rows of equal length, and the digits 1 to ``digits``."""

    rows: tuple[tuple[Cell, ...], ...]
    digits: int = USUAL_DIGITS


_HEAD = re.compile(r"digits=(\d+):")
_CLUES = re.compile(r"(\d{1,9}|-)\\(\d{1,9}|-)", re.ASCII)
_GIVEN = re.compile(r"\d{1,2}", re.ASCII)
_NUMBER = r"(?:0|[1-9]\d{0,8})"
_WORD = rf"(?:[.#1-9]|{_NUMBER}\\(?:{_NUMBER}|-)|-\\{_NUMBER})"
_CANONICAL_WORD = re.compile(_WORD, re.ASCII)
MOST_SEEN = 10_000
_seen: set[str] = set()  # words of canonical text, of which archives have a few hundred


def parse(text: str) -> Kakuro:
    """Read a board's text in any spelling of blanks and rows; raises MalformedError with row and place in the row."""
    digits, body = _split_head(text.strip())
    lines = [line for line in re.split(r"[/\n]", body) if line.strip()]
    if not lines:
        raise MalformedError("expected rows of cells, got an empty board", 1, 1)
    rows = tuple(parse_row(line, digits, number) for number, line in enumerate(lines, 1))
    return make(rows, digits)


def make(rows: tuple[tuple[Cell, ...], ...], digits: int = USUAL_DIGITS) -> Kakuro:
    """The board of these rows; raises MalformedError if they are not equally long."""
    if not rows:
        raise MalformedError("expected rows of cells, got none", 1, 1)
    width = len(rows[0])
    if width == 0:
        raise MalformedError("expected a row of cells, got an empty one", 1, 1)
    for number, row in enumerate(rows, 1):
        if len(row) != width:
            raise MalformedError(f"expected {width} cells in every row, got {len(row)} in row {number}", number)
    return Kakuro(rows, digits)


def parse_row(line: str, digits: int = USUAL_DIGITS, number: int = 1) -> tuple[Cell, ...]:
    """The cells of one row; ``number`` is the line that errors name."""
    cells = [_known(word, digits) for word in line.split()]
    if None in cells:
        cells = [_cell(match[0], digits, number, match.start() + 1) for match in re.finditer(r"\S+", line)]
    return tuple(cell for cell in cells if cell is not None)


def format_row(row: tuple[Cell, ...]) -> str:
    """One row of canonical text."""
    return " ".join(_word(cell) for cell in row)


def format_board(board: Kakuro) -> str:
    """The canonical text."""
    return head(board.digits) + "/".join(format_row(row) for row in board.rows)


def head(digits: int) -> str:
    """What stands before the rows: nothing for the digits 1-9."""
    return "" if digits == USUAL_DIGITS else f"digits={digits}:"


def canonical(text: str) -> str:
    """The canonical text of any spelling; raises MalformedError."""
    return text if is_canonical(text) else format_board(parse(text))


def is_canonical(text: str) -> bool:
    """Whether it is the canonical text of a board with the usual digits; quick where its words were seen before."""
    if len({row.count(" ") for row in text.split("/")}) != 1:
        return False
    words = text.replace("/", " ").split(" ")
    if _seen.issuperset(words):
        return True
    if not all(map(_CANONICAL_WORD.fullmatch, words)):
        return False
    if len(_seen) < MOST_SEEN:
        _seen.update(words)
    return True


def variant(text: str) -> str:
    """Rows x columns, as in "10x12", and the digits where they are not 1-9, as in "10x12/1-12"."""
    digits, body = _split_head(text)
    columns = body.partition("/")[0].count(" ") + 1
    size = f"{body.count('/') + 1}x{columns}"
    return size if digits == USUAL_DIGITS else f"{size}/1-{digits}"


def _split_head(text: str) -> tuple[int, str]:
    match = _HEAD.match(text)
    if match is None:
        return USUAL_DIGITS, text
    return checked_digits(int(match[1])), text[match.end() :]


def usual_digits(board: Kakuro, format_: str) -> Kakuro:
    """The board itself; raises MalformedError if it has other digits than 1-9, which ``format_`` cannot say."""
    if board.digits != USUAL_DIGITS:
        raise MalformedError(f"{format_} has the digits 1-{USUAL_DIGITS} only, the board has 1-{board.digits}")
    return board


def checked_digits(digits: int) -> int:
    """The number itself; raises MalformedError if no board can have so many digits."""
    if not 1 <= digits <= MOST_DIGITS:
        raise MalformedError(f"expected digits from 1 to {MOST_DIGITS}, got {digits}", 1, 1)
    return digits


def _cell(word: str, digits: int, line: int, column: int) -> Cell:
    cell = _known(word, digits)
    if cell is None:
        raise MalformedError(f"expected . # a digit 1-{digits} or down\\across, got {word!r}", line, column)
    return cell


@lru_cache(maxsize=4096)
def _known(word: str, digits: int) -> Cell | None:
    """The cell that the word stands for; None if it stands for none."""
    if word == ".":
        return EMPTY
    if word == "#":
        return BLACK
    clues = _CLUES.fullmatch(word)
    if clues is not None:
        return Black(*(None if clue == "-" else int(clue) for clue in clues.groups()))
    if _GIVEN.fullmatch(word) and 1 <= int(word) <= digits:
        return White(int(word))
    return None


@lru_cache(maxsize=4096)
def _word(cell: Cell) -> str:
    if isinstance(cell, White):
        return str(cell.given or ".")
    if cell == BLACK:
        return "#"
    return "\\".join("-" if clue is None else str(clue) for clue in cell)
