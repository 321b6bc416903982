"""How authors write the cells of a table: what stands between cells, and which signs are white and black.

- cells separated by blanks, clues by `\\`, `:`, `/` or `,`: white `_` (any number), `.`, `0` or `*`; black `\\`, `#`,
  `x`, `-1` or `-`, and `.` where `*` is white; a number alone is a given digit.
- cells in `|`: white `-`, black `x`.
- cells without anything between them, or a comma: white `*`, black `.`, clues `23/19`, one of them may be missing.
- cells separated by commas, semicolons or tabs, with quotes around them or not: white nothing, `0` or `?`, black
  `\\`, `x` or `*`; clues also as `C17F4`, column and row.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial

from solvers.core import MalformedError
from solvers.kakuro.board import BLACK, EMPTY, Black, Cell, White, format_row
from solvers.kakuro.formats.order import evidence
from solvers.kakuro.formats.rows import words

_CLUES = re.compile(r"(\d{1,9}|[-xX]|)\s*[\\:/,]\s*(\d{1,9}|[-xX]|)", re.ASCII)
_NAMED = re.compile(r"(?:C(\d{1,9}))?(?:F(\d{1,9}))?", re.ASCII)
_GIVEN = re.compile(r"[1-9]", re.ASCII)
MOST_KNOWN = 1 << 16  # words of a dialect that are remembered; archives have a few hundred

_END = "\0"  # stands for the end of a line

Split = Callable[[str], list[tuple[int, str]]]


class Dialect:
    """How a line falls into cells, and which signs are white and black."""

    def __init__(self, split: Split, white: str, black: str, bare: Callable[[str], list[str]], mark: str = "") -> None:
        """``split`` gives the words of a line with their columns, ``bare`` the words alone, and faster.

        ``mark`` stands between cells of which one may have nothing in it.
        """
        self.mark = mark
        self.split = split
        self.bare = bare
        self.known = _Known(re.compile(white), re.compile(black))

    def words(self, line: str, number: int) -> list[str]:
        """The cells of a line as words of canonical text; raises MalformedError."""
        found = list(map(self.known.__getitem__, self.bare(line)))
        if "" in found or _END in found:
            column, word = self.split(line)[next(at for at, word in enumerate(found) if word in {"", _END})]
            raise MalformedError(f"expected a cell such as 17\\24, got {word!r}", number, column)
        return found

    def whole(self, text: str) -> str:
        """The canonical text of all rows if their cells are apart by blanks, and right; "" for others."""
        if self.bare is not str.split or _END in text:
            return ""
        found = list(map(self.known.__getitem__, text.replace("\n", f" {_END} ").split()))
        rows = " ".join(found).replace(f" {_END} ", "/") if "" not in found else ""
        return rows if len({row.count(" ") for row in rows.split("/")}) == 1 else ""


class _Known(dict[str, str]):
    """The words of canonical text for the words of tables, as far as they were met; "" for what is no cell."""

    def __init__(self, white: re.Pattern[str], black: re.Pattern[str]) -> None:
        super().__init__({_END: _END})
        self._white = white
        self._black = black

    def __missing__(self, word: str) -> str:
        cell = self._cell(word)
        found = "" if cell is None else format_row((cell,))
        if len(self) < MOST_KNOWN:
            self[word] = found
        return found

    def _cell(self, word: str) -> Cell | None:
        if self._white.fullmatch(word):
            return EMPTY
        if self._black.fullmatch(word):
            return BLACK
        if clues := _CLUES.fullmatch(word) or _NAMED.fullmatch(word):
            return Black(*(int(clue) if clue and clue.isdecimal() else None for clue in clues.groups()))
        return White(int(word)) if _GIVEN.fullmatch(word) else None


def _pieces(mark: str) -> Split:
    def split(line: str) -> list[tuple[int, str]]:
        found, at = [], 0
        for piece in line.split(mark):
            found.append((at + 1, piece.strip().strip('"')))
            at += len(piece) + len(mark)
        return found

    return split


def _bare_pieces(mark: str) -> Callable[[str], list[str]]:
    return lambda line: [piece.strip().strip('"') for piece in line.split(mark)]


_IN_CELL = re.compile(r",[^\s,]")
_DENSE = re.compile(r"\s*(?:[*.,]|\d{0,9}+/\d{0,9}+)++\s*", re.ASCII)

_DENSE_CELL = re.compile(r"[*.]|\d*/\d*", re.ASCII)


def _dense(line: str) -> list[tuple[int, str]]:
    return [(match.start() + 1, match[0]) for match in _DENSE_CELL.finditer(line)]


def _between_bars(line: str) -> list[tuple[int, str]]:
    found = _pieces("|")(line)
    return found[1:-1] if line.lstrip().startswith("|") else found


def _bare_between_bars(line: str) -> list[str]:
    return [word for _, word in _between_bars(line)]


BLANKS = Dialect(words, r"_+|\.|0|\*", r"[\\:/#xX-]|-1", str.split)
STARS = Dialect(words, r"\*", r"[.\\/#]", str.split)
SPACED = Dialect(words, r"[xX]", r"\\", str.split)
BARS = Dialect(_between_bars, r"[-_.]|", r"[xX#\\]", _bare_between_bars)
DENSELY = Dialect(_dense, r"\*", r"\.", _DENSE_CELL.findall)
COMMAS, SEMICOLONS, TABS = (
    Dialect(_pieces(mark), r"[_.0?]|", r"[\\xX#*]|-1", _bare_pieces(mark), mark) for mark in (",", ";", "\t")
)


def dialect_of(head: re.Match[str] | None, body: Sequence[str]) -> Dialect:
    """How the lines are read. Where both a table with commas and a dense one are possible, the clues tell.

    What is white in one is black in the other, so that few clues of the wrong one have cells.
    """
    signs = set("".join(body))
    if head is None and "*" in signs and all(map(_DENSE.fullmatch, body)):
        commas = _misfits(COMMAS, body) if "," in signs else None
        dense = _misfits(DENSELY, body)
        if dense is not None and (commas is None or dense <= commas):
            return DENSELY
    return _separated(head, body, signs)


def _misfits(dialect: Dialect, body: Sequence[str]) -> tuple[int, int] | None:
    """The evidence against a way of reading, in the order of clues that has less of it; None if it is none."""
    try:
        rows = [dialect.words(line, 1) for line in unended(dialect, body)]
    except MalformedError:
        return None
    return min(evidence(joined_rows(rows))) if len(set(map(len, rows))) == 1 and rows[0] else None


def unended(dialect: Dialect, body: Sequence[str]) -> Sequence[str]:
    """The lines without the mark with which some programs end each row: a column of white cells has a clue above it."""
    mark = dialect.mark
    bare = [line.rstrip(" \r") for line in body]
    return [line[:-1] for line in bare] if mark and all(line.endswith(mark) for line in bare) else body


def joined_rows(rows: Sequence[Sequence[str]]) -> str:
    """The canonical text of rows of its words."""
    return "/".join(map(" ".join, rows))


def _separated(head: re.Match[str] | None, body: Sequence[str], signs: set[str]) -> Dialect:
    """Commas separate cells only where blanks do not, as commas may stand between the clues of a cell."""
    if head is not None and head[3]:
        return SPACED
    if body and body[0].lstrip().startswith("|"):
        return BARS
    if ";" in signs:
        return SEMICOLONS
    if "\t" in signs and ('"' in signs or len({len(line.split()) for line in body}) > 1):
        return TABS  # cells have quotes around them, or nothing in them
    blanks = STARS if "*" in signs and any("*" in line.split() for line in body) else BLANKS
    if "," not in signs:
        return blanks
    # Where no cell has a clue across behind its comma, the numbers are none of clues down, but a sudoku's, perhaps.
    clued = any(map(_IN_CELL.search, body))
    return blanks if clued and all(map(partial(_fits, blanks), body)) else COMMAS


def _fits(dialect: Dialect, line: str) -> bool:
    found = dialect.bare(line)
    return len(found) > 1 and "" not in map(dialect.known.__getitem__, found)
