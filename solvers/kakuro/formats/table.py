"""Tables of cells with two clues in a cell, `down\\across`, as many authors write them, each with other signs.

- cells separated by blanks, clues by `\\`, `:`, `/` or `,`: white `_` (any number), `.`, `0` or `*`; black `\\`, `#`,
  `x`, `-1` or `-`, and `.` where `*` is white; a number alone is a given digit. A line `rows columns` may come first,
  and what follows the grid then is no part of it; with `SPACE` or `TAB` in that line `x` is white.
- cells in `|`: white `-`, black `x`.
- cells without anything between them, or a comma: white `*`, black `.`, clues `23/19`, one of them may be missing.
- cells separated by commas, semicolons or tabs, with quotes around them or not: white nothing, `0` or `?`, black
  `\\`, `x` or `*`; clues also as `C17F4`, column and row.

Which clue comes first is found by evidence (see order.py) or said with `--clue-order`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import takewhile

from solvers.core import MalformedError
from solvers.kakuro.board import BLACK, EMPTY, Black, Cell, White, format_row, parse
from solvers.kakuro.formats import writing
from solvers.kakuro.formats.order import CLUE_ORDER, DOWN_FIRST, evidence, oriented
from solvers.kakuro.formats.plainly import plainly_in_batches
from solvers.kakuro.formats.rows import (
    Block,
    behind,
    blocks,
    first_block,
    oriented_board,
    parted,
    refuse,
    refuse_cut,
    refuse_each,
    words,
)
from solvers.kakuro.formats.writing import written
from solvers.reading.format import Format, Item, Lines, Sample, Wish

_HEADER = re.compile(r"\s*(\d{1,4})[\s,]+(\d{1,4})(?:\s+(SPACE|TAB))?\s*", re.ASCII)
_CLUES = re.compile(r"(\d{1,9}|[-xX]|)\s*[\\:/,]\s*(\d{1,9}|[-xX]|)", re.ASCII)
_PLAINLY_CLUED = re.compile(r"\d{1,2}[\\:/](?:\d{1,2}|[-xX]|)|[-xX]?[\\:/]\d{1,2}", re.ASCII)
_NAMED = re.compile(r"(?:C(\d{1,9}))?(?:F(\d{1,9}))?", re.ASCII)
_SIGNS = frozenset("\\:/,CF")
_CLUE_SIGNS = frozenset("\\:/,CF|")
_IN_CELLS = frozenset('\\:/,;|_*.\t"=')
_WORD = re.compile(r"[^\W\d_]{2}")
_GIVEN = re.compile(r"[1-9]", re.ASCII)
MOST_KNOWN = 1 << 16  # words of a dialect that are remembered; archives have a few hundred

SEEN = 100  # lines behind an empty one that may be rows of the table before it
CUT = "expected a table, got rows of the one before the empty line"

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


def _dialect(head: re.Match[str] | None, body: Sequence[str]) -> Dialect:
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
        rows = [dialect.words(line, 1) for line in _unended(dialect, body)]
    except MalformedError:
        return None
    return min(evidence(_joined(rows))) if len(set(map(len, rows))) == 1 and rows[0] else None


def _unended(dialect: Dialect, body: Sequence[str]) -> Sequence[str]:
    """The lines without the mark with which some programs end each row: a column of white cells has a clue above it."""
    mark = dialect.mark
    bare = [line.rstrip(" \r") for line in body]
    return [line[:-1] for line in bare] if mark and all(line.endswith(mark) for line in bare) else body


def _joined(rows: Sequence[Sequence[str]]) -> str:
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
    return blanks if all(map(partial(_fits, blanks), body)) else COMMAS


def _fits(dialect: Dialect, line: str) -> bool:
    found = dialect.bare(line)
    return len(found) > 1 and "" not in map(dialect.known.__getitem__, found)


def _parts(texts: Sequence[str]) -> tuple[re.Match[str] | None, Sequence[str]]:
    """The size line, if there is one, and the lines of the grid."""
    head = _HEADER.fullmatch(texts[0])
    if head is None:
        return None, texts
    return head, texts[1 : 1 + int(head[1])]


def _board(texts: Sequence[str]) -> str:
    """The canonical text, the first clue of a cell down; raises MalformedError, also for what may be anything."""
    text = _read_rows(texts)
    if "/" not in text or "\\" not in text:
        raise MalformedError("expected a table of several rows with clues, got one without", 1, 1)
    return text


def _read_rows(texts: Sequence[str]) -> str:
    head, body = _parts(texts)
    start = 1 if head is None else 2
    dialect = _dialect(head, body)
    if head is not None and len(body) != int(head[1]):
        raise MalformedError(f"expected {head[1]} rows, got {len(body)}", len(texts))
    if not body:
        raise MalformedError("expected rows of cells, got none")
    body = _unended(dialect, body)
    text = dialect.whole("\n".join(body))
    if text and (head is None or text.partition("/")[0].count(" ") + 1 == int(head[2])):
        return text
    rows = [dialect.words(line, number) for number, line in enumerate(body, start)]
    width = int(head[2]) if head is not None else len(rows[0])
    if not width:
        raise MalformedError("expected a row of cells, got none", start)
    for number, row in enumerate(rows, start):
        if len(row) != width:
            raise MalformedError(f"expected {width} cells, got {len(row)}", number)
    return _joined(rows)


def _sniff(sample: Sample) -> int:
    block = first_block(sample, _is_title)
    if _SIGNS.isdisjoint("".join(block)):
        return 0  # no clue is written without one of these
    try:
        found = set(_board(block).replace("/", " ").split(" ")) if block else set()
    except MalformedError:
        return 60 if _nearly(block) else 0
    clued = any("\\" in word for word in found)
    return 80 if clued and any(word == "." or word.isdigit() for word in found) else 0


def _nearly(texts: Sequence[str]) -> bool:
    """Whether a block is meant as a table though it has a fault: most of its cells are cells, and some have clues."""
    head, body = _parts(texts)
    dialect = _dialect(head, body)
    found = [word for line in body for word in dialect.bare(line)]
    good = sum(bool(dialect.known[word]) for word in found)
    clued = sum(_PLAINLY_CLUED.fullmatch(word) is not None for word in found)
    return len(body) > 1 and clued > 1 and 4 * good >= 3 * len(found)


def _is_title(text: str) -> bool:
    """Whether a line names the table behind it: a word or a number, and nothing that cells are written with."""
    if _IN_CELLS.intersection(text) or _HEADER.fullmatch(text):
        return False
    words = text.split()
    return (len(words) == 1 and words[0].isdecimal()) or _WORD.search(text) is not None


def _read(lines: Lines, wish: Wish) -> Iterator[list[Item]]:
    title, items = "", list[Item]()
    for block in blocks(lines):
        for part in parted(block, lambda texts, at: _is_title(texts[at])):
            first, texts = part
            if _CLUE_SIGNS.isdisjoint("".join(texts)) and not any(map(_is_title, texts)):
                items += refuse_each(lines, part, "rows of cells with clues such as 17\\24")
                continue
            if _is_title(texts[0]):
                lines.tally.comment += 1
                title, first, texts = texts[0].strip(), first + 1, texts[1:]
            while texts:
                head, body = _parts(texts)
                used = len(body) + (head is not None)
                more = _rows_behind(texts, used)
                grid = Block(first, texts[: used + more])
                if more:
                    error = MalformedError(f"expected {len(body)} rows, got {len(body) + more}", used + 1)
                    items.append(refuse(lines, grid, error))
                elif rest := _rest(lines, grid.texts, texts):
                    items += [refuse_cut(lines, grid), refuse(lines, rest, MalformedError(CUT))]
                else:
                    items.append(oriented_board(lines, grid, partial(_board, grid.texts), wish, DOWN_FIRST, title))
                title = ""
                first, texts = _behind(lines, first + len(grid.texts), texts[len(grid.texts) :])
        if not title:  # which the next board has
            yield items
            items = []
    yield items


def _rest(lines: Lines, grid: list[str], texts: list[str]) -> Block | None:
    """The rows that an empty line cuts off a table, taken: its clues fit the cells better if they are its own."""
    bad = _against(grid)
    if len(grid) < len(texts) or _HEADER.fullmatch(grid[0]) or not bad or not behind(lines):
        return None
    rows = list(takewhile(lambda text: text.strip() and not _is_title(text), lines.ahead(SEEN)))
    whole = _against([*grid, *rows]) if rows else None
    if whole is None or whole >= bad + (_against(rows) or 0):
        return None
    taken = lines.take(len(rows))
    return Block(lines.number - len(taken) + 1, taken)


def _against(texts: list[str]) -> int | None:
    """How many clues and runs of a table do not fit each other, in the better order; None if it is none."""
    try:
        return sum(min(evidence(_board(texts))))
    except MalformedError:
        return None


def _rows_behind(texts: Sequence[str], used: int) -> int:
    """How many rows stand behind those that a table says it has: no lines of something else."""
    rows = takewhile(lambda text: _IN_CELLS.intersection(text) and not _HEADER.fullmatch(text), texts[used:])
    return sum(1 for _ in rows)


def _behind(lines: Lines, first: int, texts: list[str]) -> Block:
    """What follows a table that says its size: from the next one on; what stands before it is left out."""
    start = next((at for at, text in enumerate(texts) if _HEADER.fullmatch(text)), len(texts))
    lines.tally.comment += start
    if start:
        lines.note("lines behind a table were left out", first)
    return Block(first + start, texts[start:])


TABLE = Format(
    name="table",
    family="kakuro",
    summary="rows of cells such as 17\\24 (also : / , between the clues), cells between blanks, bars or commas",
    example="\\ 23\\ 30\\ \n\\16 _ _ \n\\17 _ _ \n\\20 _ _ \n",
    sniff=_sniff,
    read=plainly_in_batches(_read, "table", DOWN_FIRST),
    write=written(writing.table, lambda text: parse(oriented(_board(text.strip("\n").splitlines())).text)),
    options=(CLUE_ORDER,),
)
