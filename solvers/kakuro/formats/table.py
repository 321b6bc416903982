"""Tables of cells with two clues in a cell, `down\\across`, as many authors write them, each with other signs.

The signs are told in dialects.py. A line `rows columns` may come first, and what follows the grid then is no part of
it; with `SPACE` or `TAB` in that line `x` is white. A title above a table is its label. Which clue comes first is found
by evidence (see order.py) or said with `--clue-order`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import takewhile

from solvers.core import Board, MalformedError, Reject
from solvers.kakuro.board import parse
from solvers.kakuro.formats import writing
from solvers.kakuro.formats.dialects import dialect_of, joined_rows, unended
from solvers.kakuro.formats.doubts import doubted
from solvers.kakuro.formats.order import CLUE_ORDER, DOWN_FIRST, evidence, oriented
from solvers.kakuro.formats.plainly import plainly_in_batches
from solvers.kakuro.formats.rows import (
    Block,
    blocks,
    first_blocks,
    oriented_board,
    parted,
    refuse,
    refuse_each,
)
from solvers.kakuro.formats.writing import written
from solvers.reading.format import Format, Item, Lines, Sample, Wish

_HEADER = re.compile(r"\s*(\d{1,4})[\s,]+(\d{1,4})(?:\s+(SPACE|TAB))?\s*", re.ASCII)
_PLAINLY_CLUED = re.compile(r"\d{1,2}[\\:/](?:\d{1,2}|[-xX]|)|[-xX]?[\\:/]\d{1,2}", re.ASCII)
_SIGNS = frozenset("\\:/,CF")
_CLUE_SIGNS = frozenset("\\:/,CF|")
_IN_CELLS = frozenset('\\:/,;|_*.\t"=')
_MANY = re.compile(r"[\d.A-Z-]{16,}")
CELLS = 16  # of a sudoku of 4x4
_DIGITS = frozenset("123456789")
_WORD = re.compile(r"[^\W\d_]{2}")
_GIVEN = re.compile(r"(?<![^/ ])\d(?![\d\\])", re.ASCII)
FIRST = 4  # blocks of lines of which one must be a table
SPOILT = 60  # the score of one with a fault
CLUES = "rows of cells with clues such as 17\\24"
LONGEST = 8  # digits of a number above a table, such as a date


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
    if "." not in text and _GIVEN.search(text) is None:
        raise MalformedError("expected a table with white cells, got only black ones", 1, 1)
    return text


def _read_rows(texts: Sequence[str]) -> str:
    head, body = _parts(texts)
    start = 1 if head is None else 2
    dialect = dialect_of(head, body)
    if head is not None and len(body) != int(head[1]):
        raise MalformedError(f"expected {head[1]} rows, got {len(body)}", len(texts))
    if not body:
        raise MalformedError("expected rows of cells, got none")
    body = unended(dialect, body)
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
    return joined_rows(rows)


def _sniff(sample: Sample) -> int:
    if not any(sign in sample.text for sign in _SIGNS):
        return 0
    found = [block for block in first_blocks(sample, _is_title, FIRST) if not _SIGNS.isdisjoint("".join(block))]
    return max(map(_of_block, found[:1]), default=0) or min(SPOILT, max(map(_of_block, found[1:]), default=0))


def _of_block(block: Sequence[str]) -> int:
    """80 for a table, 60 for one with a fault."""
    try:
        found = set(_board(block).replace("/", " ").split(" ")) if block else set()
    except MalformedError:
        return SPOILT if _nearly(block) else 0
    clued = any("\\" in word for word in found)
    return 80 if clued and any(word == "." or word.isdigit() for word in found) else 0


def _nearly(texts: Sequence[str]) -> bool:
    """Whether a block is meant as a table though it has a fault: most of its cells are cells, and some have clues."""
    head, body = _parts(texts)
    dialect = dialect_of(head, body)
    found = [word for line in body for word in dialect.bare(line)]
    known = [dialect.known[word] for word in found]
    good = len(known) - known.count("")
    if head is None:
        clued = sum(_PLAINLY_CLUED.fullmatch(word) is not None for word in found)
    else:
        clued = sum("\\" in cell for cell in known)
    return len(body) > 1 and clued > 1 and 4 * good >= 3 * len(found)


def _is_title(text: str) -> bool:
    """Whether a line names the table behind it: a word or a number, and nothing that cells are written with."""
    if _IN_CELLS.intersection(text) or _HEADER.fullmatch(text):
        return False
    words = text.split()
    if max(map(len, words), default=0) >= CELLS and any(map(_MANY.fullmatch, words)):
        return False  # another puzzle
    return (len(words) == 1 and words[0].isdecimal() and len(words[0]) <= LONGEST) or _WORD.search(text) is not None


def _read(lines: Lines, wish: Wish) -> Iterator[list[Item]]:
    title, items = "", list[Item]()
    for block in blocks(lines):
        if _CLUE_SIGNS.isdisjoint("".join(block.texts)) and not all(map(_is_title, block.texts)):
            items += refuse_each(lines, block, CLUES)
            title = ""
            continue
        for part in parted(block, lambda texts, at: _is_title(texts[at])):
            first, texts = part
            if any(map(_is_title, texts[1:])):
                error = MalformedError(f"expected a row of cells, got {next(filter(_is_title, texts[1:]))[:40]!r}", 1)
                items.append(refuse(lines, part, error))
                title = ""
                continue
            if _CLUE_SIGNS.isdisjoint("".join(texts)) and not any(map(_is_title, texts)):
                items += refuse_each(lines, part, CLUES)
                continue
            if _is_title(texts[0]):
                lines.tally.comment += 1
                title, first, texts = texts[0].strip(), first + 1, texts[1:]
            while texts:
                head, body = _parts(texts)
                used = len(body) + (head is not None)
                more = _rows_behind(texts, used) if head is not None else 0
                grid = Block(first, texts[: used + more])
                if more:
                    error = MalformedError(f"expected {len(body)} rows, got {len(body) + more}", used + 1)
                    items.append(refuse(lines, grid, error))
                else:
                    item = oriented_board(lines, grid, partial(_board, grid.texts), wish, DOWN_FIRST, title)
                    grid, item = _with_rest(lines, grid, item, texts)
                    items.append(item)
                title = ""
                first, texts = _behind(lines, first + len(grid.texts), texts[len(grid.texts) :])
        if not title:  # which the next board has
            yield items
            items = []
    yield items


def _against(texts: list[str]) -> int | None:
    """How many clues and runs of a table do not fit each other, in the better order; None if it is none."""
    try:
        return sum(min(evidence(_board(texts))))
    except MalformedError:
        return None


def _rows_behind(texts: Sequence[str], used: int) -> int:
    """How many rows stand behind those that a table says it has: no lines of something else."""
    head, body = _parts(texts)
    dialect = dialect_of(head, body)

    def is_row(text: str) -> bool:
        if _HEADER.fullmatch(text):
            return False
        found = dialect.bare(text)
        like = bool(body) and len(found) == len(dialect.bare(body[-1])) and _DIGITS.isdisjoint(found)
        return bool(_IN_CELLS.intersection(text)) or (like and all(map(dialect.known.__getitem__, found)))

    return sum(1 for _ in takewhile(is_row, texts[used:]))


def _behind(lines: Lines, first: int, texts: list[str]) -> Block:
    """What follows a table that says its size: from the next one on; what stands before it is left out."""
    start = _next(texts)
    lines.tally.comment += start
    if start:
        lines.note("lines behind a table were left out", first)
    return Block(first + start, texts[start:])


def _with_rest(lines: Lines, grid: Block, item: Board | Reject, texts: Sequence[str]) -> tuple[Block, Board | Reject]:
    """A table that is none, with what stands behind it: that belongs to whatever it is."""
    if not isinstance(item, Reject):
        return grid, item
    size = len(grid.texts)
    grid = Block(grid.first, list(texts[: size + _next(texts[size:])]))
    lines.tally.rejected -= item.lines
    return grid, refuse(lines, grid, MalformedError(item.reason, max(1, item.line - grid.first + 1), item.column))


def _next(texts: Sequence[str]) -> int:
    """How many lines stand before the next one that says a size."""
    return next((at for at, text in enumerate(texts) if _HEADER.fullmatch(text)), len(texts))


TABLE = Format(
    name="table",
    family="kakuro",
    summary="rows of cells such as 17\\24 (also : / , between the clues), cells between blanks, bars or commas",
    example="\\ 23\\ 30\\ \n\\16 _ _ \n\\17 _ _ \n\\20 _ _ \n",
    sniff=_sniff,
    read=doubted(plainly_in_batches(_read, "table", DOWN_FIRST), _HEADER.fullmatch, _against),
    write=written(writing.table, lambda text: parse(oriented(_board(text.strip("\n").splitlines())).text)),
    options=(CLUE_ORDER,),
)
