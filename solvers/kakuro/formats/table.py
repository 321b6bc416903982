"""Tables of cells with two clues in a cell, `down\\across`, as many authors write them, each with other signs.

- cells separated by blanks, clues by `\\`, `:`, `/` or `,`: white `_` (any number), `.`, `0` or `*`; black `\\`, `#`,
  `x`, `-1` or `-`, and `.` where `*` is white; a number alone is a given digit. A line `rows columns` may come first,
  and what follows the grid then is no part of it; with `SPACE` or `TAB` in that line `x` is white.
- cells in `|`: white `-`, black `x`.
- cells without anything between them, or a comma: white `*`, black `.`, clues `23/19`, one of them may be missing.
- cells separated by commas: white nothing, `0` or `?`, black `\\`, `x` or `*`; clues also as `C17F4`, column and row.

Which clue comes first is found by evidence (see order.py) or said with `--clue-order`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial

from solvers.core import MalformedError
from solvers.kakuro.board import BLACK, EMPTY, Black, Cell, Kakuro, White, make
from solvers.kakuro.formats import writing
from solvers.kakuro.formats.order import CLUE_ORDER, DOWN_FIRST, evidence, oriented
from solvers.kakuro.formats.rows import Block, blocks, first_block, oriented_board, words
from solvers.kakuro.formats.writing import written
from solvers.reading.format import Format, Item, Lines, Sample, Wish

_HEADER = re.compile(r"\s*(\d{1,4})[\s,]+(\d{1,4})(?:\s+(SPACE|TAB))?\s*", re.ASCII)
_CLUES = re.compile(r"(\d{1,9}|[-xX]|)\s*[\\:/,]\s*(\d{1,9}|[-xX]|)", re.ASCII)
_PLAINLY_CLUED = re.compile(r"\d{1,2}[\\:/](?:\d{1,2}|[-xX]|)|[-xX]?[\\:/]\d{1,2}", re.ASCII)
_NAMED = re.compile(r"(?:C(\d{1,9}))?(?:F(\d{1,9}))?", re.ASCII)
_GIVEN = re.compile(r"[1-9]", re.ASCII)

Split = Callable[[str], list[tuple[int, str]]]


@dataclass(frozen=True, slots=True)
class Dialect:
    """How a line falls into cells, and which signs are white and black."""

    split: Split
    white: re.Pattern[str]
    black: re.Pattern[str]

    def cell(self, word: str, line: int, column: int) -> Cell:
        """The cell of a word; raises MalformedError."""
        cell = _cell(self.white, self.black, word)
        if cell is None:
            raise MalformedError(f"expected a cell such as 17\\24, got {word!r}", line, column)
        return cell


@lru_cache(maxsize=1 << 16)
def _cell(white: re.Pattern[str], black: re.Pattern[str], word: str) -> Cell | None:
    """The cell of a word; None if it stands for none."""
    if white.fullmatch(word):
        return EMPTY
    if black.fullmatch(word):
        return BLACK
    if clues := _CLUES.fullmatch(word) or _NAMED.fullmatch(word):
        return Black(*(int(clue) if clue and clue.isdecimal() else None for clue in clues.groups()))
    return White(int(word)) if _GIVEN.fullmatch(word) else None


def _pieces(mark: str) -> Split:
    def split(line: str) -> list[tuple[int, str]]:
        found, at = [], 0
        for piece in line.split(mark):
            found.append((at + 1, piece.strip()))
            at += len(piece) + len(mark)
        return found

    return split


_DENSE = re.compile(r"\s*(?:[*.,]|\d{0,9}+/\d{0,9}+)++\s*", re.ASCII)


def _dense(line: str) -> list[tuple[int, str]]:
    return [(match.start() + 1, match[0]) for match in re.finditer(r"[*.]|\d*/\d*", line, re.ASCII)]


def _between_bars(line: str) -> list[tuple[int, str]]:
    found = _pieces("|")(line)
    return found[1:-1] if line.lstrip().startswith("|") else found


BLANKS = Dialect(words, re.compile(r"_+|\.|0|\*"), re.compile(r"[\\:/#xX-]|-1"))
STARS = Dialect(words, re.compile(r"\*"), re.compile(r"[.\\/#]"))
SPACED = Dialect(words, re.compile(r"[xX]"), re.compile(r"\\"))
BARS = Dialect(_between_bars, re.compile(r"[-_.]|"), re.compile(r"[xX#\\]"))
DENSELY = Dialect(_dense, re.compile(r"\*"), re.compile(r"\."))
COMMAS = Dialect(_pieces(","), re.compile(r"[_.0?]|"), re.compile(r"[\\xX#*]|-1"))


def _dialect(head: re.Match[str] | None, body: Sequence[str]) -> Dialect:
    """How the lines are read. Where both a table with commas and a dense one are possible, the clues tell.

    What is white in one is black in the other, so that few clues of the wrong one have cells.
    """
    if head is None and any("*" in line for line in body) and all(map(_DENSE.fullmatch, body)):
        commas = _misfits(COMMAS, body) if any("," in line for line in body) else None
        dense = _misfits(DENSELY, body)
        if dense is not None and (commas is None or dense <= commas):
            return DENSELY
    return _separated(head, body)


def _misfits(dialect: Dialect, body: Sequence[str]) -> tuple[int, int] | None:
    """The evidence against a way of reading, in the order of clues that has less of it; None if it is none."""
    try:
        board = make(tuple(tuple(dialect.cell(word, 1, at) for at, word in dialect.split(line)) for line in body))
    except MalformedError:
        return None
    return min(evidence(board))


def _separated(head: re.Match[str] | None, body: Sequence[str]) -> Dialect:
    """Commas separate cells only where blanks do not, as commas may stand between the clues of a cell."""
    if head is not None and head[3]:
        return SPACED
    if body and body[0].lstrip().startswith("|"):
        return BARS
    stars = any("*" in line and "*" in line.split() for line in body)
    blanks = STARS if stars else BLANKS
    if not any("," in line for line in body):
        return blanks
    return blanks if all(map(partial(_fits, blanks), body)) else COMMAS


def _fits(dialect: Dialect, line: str) -> bool:
    found = dialect.split(line)
    try:
        return len(found) > 1 and all(dialect.cell(word, 1, column) is not None for column, word in found)
    except MalformedError:
        return False


def _parts(texts: Sequence[str]) -> tuple[re.Match[str] | None, Sequence[str]]:
    """The size line, if there is one, and the lines of the grid."""
    head = _HEADER.fullmatch(texts[0])
    if head is None:
        return None, texts
    return head, texts[1 : 1 + int(head[1])]


def _board(texts: Sequence[str]) -> Kakuro:
    head, body = _parts(texts)
    start = 1 if head is None else 2
    dialect = _dialect(head, body)
    if head is not None and len(body) != int(head[1]):
        raise MalformedError(f"expected {head[1]} rows, got {len(body)}", len(texts))
    if not body:
        raise MalformedError("expected rows of cells, got none")
    rows = [
        tuple(dialect.cell(word, number, column) for column, word in dialect.split(line))
        for number, line in enumerate(body, start)
    ]
    width = int(head[2]) if head is not None else len(rows[0])
    if not width:
        raise MalformedError("expected a row of cells, got none", start)
    for number, row in enumerate(rows, start):
        if len(row) != width:
            raise MalformedError(f"expected {width} cells, got {len(row)}", number)
    return make(tuple(rows))


def _sniff(sample: Sample) -> int:
    block = first_block(sample)
    try:
        board = _board(block) if block else None
    except MalformedError:
        return 60 if _nearly(block) else 0
    clued = board is not None and any(isinstance(cell, Black) and cell != BLACK for row in board.rows for cell in row)
    whites = board is not None and any(isinstance(cell, White) for row in board.rows for cell in row)
    return 80 if clued and whites else 0


def _nearly(texts: Sequence[str]) -> bool:
    """Whether a block is meant as a table though it has a fault: most of its cells are cells, and some have clues."""
    head, body = _parts(texts)
    dialect = _dialect(head, body)
    words_ = [word for line in body for _, word in dialect.split(line)]
    found = [_is_cell(dialect, word) for word in words_]
    clued = sum(_PLAINLY_CLUED.fullmatch(word) is not None for word in words_)
    return len(body) > 1 and clued > 1 and 4 * sum(found) >= 3 * len(found)


def _is_cell(dialect: Dialect, word: str) -> bool:
    try:
        return dialect.cell(word, 1, 1) is not None
    except MalformedError:
        return False


def _read(lines: Lines, wish: Wish) -> Iterator[Item]:
    for block in blocks(lines):
        head, body = _parts(block.texts)
        used = len(body) + (head is not None)
        grid = Block(block.first, block.texts[:used])
        lines.tally.comment += len(block.texts) - used
        yield oriented_board(lines, grid, partial(_board, grid.texts), wish, DOWN_FIRST)


TABLE = Format(
    name="table",
    family="kakuro",
    summary="rows of cells such as 17\\24 (also : / , between the clues), cells between blanks, bars or commas",
    example="\\ 23\\ 30\\ \n\\16 _ _ \n\\17 _ _ \n\\20 _ _ \n",
    sniff=_sniff,
    read=_read,
    write=written(writing.table, lambda text: oriented(_board(text.strip("\n").splitlines())).board),
    options=(CLUE_ORDER,),
)
