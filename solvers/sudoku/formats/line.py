"""One board a line: the cells, then anything after a blank, tab, `;`, `,` or `#` is its label; a number before is, too.

What tdoku prints is read, too (`cells:count:solution`), and written where a solution is stated. Canonical texts are
read: a shape such as `2x3:` before the cells, `;diagonals` and the like after them. Lines that start with `#` or `%`
are comments. Runs of lines of the same spelling are read in bulk: a few operations on the text of thousands of boards
instead of many on each.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator, Mapping, Sequence
from itertools import groupby, repeat
from math import isqrt
from operator import contains

from solvers.core import Block, Board, MalformedError, Reject, cells_of
from solvers.reading.blacks import has_clues
from solvers.reading.format import Format, Item, Lines, Sample, Wish
from solvers.reading.tables.columns import BOARD
from solvers.sudoku.alphabet import values
from solvers.sudoku.board import size_of
from solvers.sudoku.formats.line_block import NO_CELL, bared, digits_block, kind_of, looks_alike, plain_block
from solvers.sudoku.formats.line_board import LineBoard, block_of, is_board, line_board
from solvers.sudoku.formats.making import never
from solvers.sudoku.formats.marks import line_of, only_cells
from solvers.sudoku.formats.ratings import spelled

BULK = 4096  # lines read at once
SEEN = 400  # lines that are looked at to recognise it
PART = 256  # of lines that are not alike, so that one which needs a closer look slows down few others
_CELLS = re.compile(r"[-1-9.0*_?xX]+")  # nothing else: how many they are is what decides
_CELL = b"-1234567890.*_?xX"
_COMMENT = ("#", "%")
FEW = 16  # lines that are not looked at again for parts that are alike


def read(lines: Lines, wish: Wish) -> Iterator[Item]:
    """Yield blocks of boards, and a reject for every line that is no board."""
    expected = wish.cells or 81
    if (lines.peek() or "").strip('" \t').lower() in BOARD:  # the heading of a table of one column
        next(lines)
        lines.tally.comment += 1
    while texts := lines.take(BULK):
        first = lines.number - len(texts) + 1
        if block := digits_block(texts, first, wish):  # as nearly all pages are
            lines.tally.board += len(texts)
            yield block
            expected = 81
            continue
        step = len(texts) if looks_alike(texts) else PART
        for at in range(0, len(texts), step):
            expected = yield from _part(lines, texts[at : at + step], first + at, wish, expected)


def _part(lines: Lines, texts: Sequence[str], first: int, wish: Wish, expected: int) -> Generator[Item, None, int]:
    """The boards of some lines, in bulk where they are written alike; gives the cells of the last one."""
    numbers: Sequence[int] = range(first, first + len(texts))
    if not all(text and text[0] not in NO_CELL for text in texts):
        filled = [(number, text) for number, text in zip(numbers, texts, strict=True) if text and not text.isspace()]
        kept = [(number, text) for number, text in filled if not _is_comment(text)]
        lines.tally.blank += len(texts) - len(filled)
        lines.tally.comment += len(filled) - len(kept)
        numbers, texts = [number for number, _ in kept], [text for _, text in kept]
    return (yield from _runs(lines, texts, numbers, wish, expected))


def _is_comment(text: str) -> bool:
    return text.lstrip().startswith(_COMMENT) and not has_clues(text)


def _runs(
    lines: Lines, texts: Sequence[str], numbers: Sequence[int], wish: Wish, expected: int
) -> Generator[Item, None, int]:
    """The boards of lines that are neither blank nor comments."""
    kinds = set(map(kind_of, texts[:: max(1, len(texts) // FEW)]))
    if len(kinds) == 1 and (kind := max(kinds)):
        block = plain_block(texts, kind, numbers, wish)
        if block is not None:  # all of them are alike, as nearly all pages are
            lines.tally.board += len(texts)
            yield block
            return kind
    elif kinds == {0} and (reason := _too_many_or_few(texts, wish, expected)):
        yield from lines.reject_all(reason, texts, numbers, column=len(texts[0]))
        return expected
    at = 0
    for kind, group in groupby(map(bared, texts), key=kind_of):
        part = list(group)
        own, places = texts[at : at + len(part)], numbers[at : at + len(part)]
        at += len(part)
        block = plain_block(part, kind, places, wish) if kind else None
        if block is not None:
            lines.tally.board += len(part)
            yield block
            expected = cells_of(block.texts[-1])[1] - cells_of(block.texts[-1])[0]
        elif kind and len(part) > FEW:
            step = max(FEW, len(part) // FEW)
            for start in range(0, len(part), step):
                some = slice(start, start + step)
                expected = yield from _runs(lines, own[some], places[some], wish, expected)
        else:
            expected = yield from _one_by_one(lines, own, places, wish, expected)
    return expected


def _too_many_or_few(texts: Sequence[str], wish: Wish, expected: int) -> str:
    """Why none of many lines is a board, if each is nothing but cells and all have as many; "" for others."""
    cells = len(texts[0])
    if len(texts) <= FEW or wish.variant or size_of(cells) or set(map(len, texts)) != {cells}:
        return ""
    joined = "".join(texts)
    if not joined.isascii() or joined.encode().translate(None, _CELL):
        return ""
    return f"expected {expected} cells, got {cells}"


def _one_by_one(
    lines: Lines, texts: Sequence[str], numbers: Sequence[int], wish: Wish, expected: int
) -> Generator[Item, None, int]:
    """The boards of lines that need a closer look; gives the cells of the last one."""
    items = list(_each(lines, numbers, texts, wish, expected))
    for kind, group in groupby(items, key=lambda item: item.variant if isinstance(item, LineBoard) else ""):
        if kind:
            plains = [item for item in group if isinstance(item, LineBoard)]
            expected = plains[-1].cells
            yield block_of(kind, plains)
        else:
            yield from (item for item in group if isinstance(item, Reject))
    return expected


def _each(
    lines: Lines, numbers: Sequence[int], texts: Sequence[str], wish: Wish, expected: int
) -> Iterator[LineBoard | Reject]:
    for number, text in zip(numbers, texts, strict=True):
        if not (wish.variant or size_of(len(text))) and _CELLS.fullmatch(text):
            reason = f"expected {expected} cells, got {len(text)}"
            yield lines.reject(reason, text, line=number, column=len(text))
        else:
            try:
                plain = line_board(number, text, wish, expected)
            except MalformedError as error:
                yield lines.reject(str(error), text, line=number, column=error.column)
            else:
                expected = plain.cells
                lines.tally.board += 1
                if plain.assumed:
                    lines.note(f"the symbols fit two alphabets: {plain.assumed} was assumed", number)
                if plain.mixed:
                    lines.note("several symbols for an empty cell in one board", number)
                if plain.other:
                    lines.note("another board behind the cells was taken for the label", number)
                yield plain


def sniff(sample: Sample) -> int:
    """At most 90: the share of lines that hold the cells of a board."""
    filled = [line for line in sample.filled() if not line.startswith(_COMMENT)][:SEEN]
    if filled and _too_many_or_few(filled, Wish(), 0):
        return 0
    good = sum(map(is_board, filled))
    return 90 * good // len(filled) if good * 2 >= len(filled) and good else 0


def write(board: Board) -> str:
    """The canonical text, what is said of its solution as tdoku says it, and the label, or a rating in its place."""
    fields = board.fields or {}
    label = line_of(board.label) or spelled(fields)
    return f"{board.text}{_solved(board, fields)} {label}".rstrip() + "\n"


def _solved(board: Board, fields: Mapping[str, str]) -> str:
    """Count and solution, for boards whose text is cells alone."""
    count, length = fields.get("solutions", ""), len(board.text)
    whole = len(board.stated) == length and not set(board.stated) - set(values(isqrt(length)))
    if not size_of(length) or not (whole or count.isdecimal()):
        return ""
    return f":{count if count.isdecimal() else 1}" + (f":{board.stated}" if whole else "")


_PLAIN_LINES = re.compile(r"(?=[0.]*[1-9])(?:[0-9.]{81}\n)++\Z", re.ASCII)


def _at_once(text: str) -> Block | None:
    """The boards of a small text that is certain; None if one of them has no empty cell."""
    block = digits_block(text.split("\n")[:-1], 1, Wish())
    return block if block and all(map(contains, block.texts, repeat("."))) else None


LINE = Format(
    name="line",
    certain=_PLAIN_LINES,
    at_once=_at_once,
    family="sudoku",
    summary="one board a line, 4x4 to 25x25 in any alphabet, a label after the cells",
    example="53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79 newspaper\n",
    sniff=sniff,
    read=read,
    write=write,
)


def write_sdm(board: Board) -> str:
    """81 digits, 0 for empty."""
    return only_cells(board, 9).cells.replace(".", "0") + "\n"


SDM = Format(
    name="sdm",
    family="sudoku",
    summary="SudoCue .sdm: 81 digits a line, 0 or a dot for empty; recognised as `line`",
    example="530070000600195000098000060800060003400803001700020006060000280000419005000080079\n",
    sniff=never,
    read_as="line",
    read=read,
    write=write_sdm,
)
