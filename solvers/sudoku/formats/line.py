"""One board a line: the cells, then anything after a blank, tab, `;`, `,` or `#` is its label.

Canonical texts are read too: a shape such as `2x3:` before the cells, `;diagonals` and the like after them. Lines
that start with `#` or `%` are comments. Runs of lines of the same spelling are read in bulk: a few operations on the
text of thousands of boards instead of many on each.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from solvers.core import Block, Board, MalformedError, Reject
from solvers.reading.format import Format, Item, Lines, Sample, Wish
from solvers.sudoku.alphabet import EMPTY, respell
from solvers.sudoku.board import Sudoku, parse, size_of, variant
from solvers.sudoku.formats.making import never
from solvers.sudoku.formats.marks import only_cells
from solvers.sudoku.formats.ratings import rating, ratings
from solvers.sudoku.formats.wished import obeying, shape, wished

BULK = 4096  # lines read at once
_SECTIONS = r"(?:;(?:diagonals|regions:[A-Za-z]+|cages:[0-9rc=+,]*[0-9]))+(?=[\s;,#]|$)"
_LINE = re.compile(rf"(?:([0-9]{{1,2}})x([0-9]{{1,2}}):)?([^\s;,#:]+)({_SECTIONS})?[\s;,#:]*(.*?)\s*")
_SOLVED = re.compile(r"([0-9]+)(?::([1-9A-Z]*))?")  # what tdoku prints behind a board: count and solution
_LABELLED = re.compile(r"([-1-9.0*_?xX]{81})(?!;(?:diagonals|regions:|cages:))(?:[\s;,#]+(.*?))?\s*")
_COMMENT = ("#", "%")
_DIGITS = "123456789"
_EMPTY = frozenset(EMPTY)


class _Plain(NamedTuple):
    """A board as read from one line; ``text`` is canonical."""

    number: int
    variant: str
    text: str
    cells: int
    label: str
    assumed: str
    mixed: bool
    stated: str = ""
    solutions: str = ""


def read(lines: Lines, wish: Wish) -> Iterator[Item]:
    """Yield blocks of boards, and a reject for every line that is no board."""
    expected = wish.cells or 81
    while texts := lines.take(BULK):
        first = lines.number - len(texts) + 1
        block = _plain_block(texts, first) if wish.variant in ("", "9x9") else None
        if block is not None:
            lines.tally.board += len(texts)
            yield block
            continue
        items = [item for item in _each(lines, first, texts, wish, expected) if item is not None]
        for kind, group in groupby(items, key=lambda item: item.variant if isinstance(item, _Plain) else ""):
            if kind:
                plains = [item for item in group if isinstance(item, _Plain)]
                expected = plains[-1].cells
                yield _block(kind, plains)
            else:
                yield from (item for item in group if isinstance(item, Reject))


def _plain_block(texts: Sequence[str], first: int) -> Block | None:
    """The block of 9x9 lines with or without labels; None if one of them needs a closer look."""
    cells = _bulk(texts, 81)
    if cells is not None:
        return Block("sudoku", "9x9", cells, range(first, first + len(texts)))
    matches = [match for text in texts if (match := _LABELLED.fullmatch(text))]
    cells = _bulk([match[1] for match in matches], 81) if len(matches) == len(texts) else None
    if cells is None:
        return None
    labels = [match[2] or "" for match in matches]
    numbers = range(first, first + len(texts))
    if not any(labels):
        return Block("sudoku", "9x9", cells, numbers)
    return Block("sudoku", "9x9", cells, numbers, labels, None, ratings(labels))


def _bulk(texts: Sequence[str], length: int) -> list[str] | None:
    """The canonical cells of plain 9x9 lines that all use one symbol for empty; None if they are not that."""
    if set(map(len, texts)) != {length}:
        return None
    joined = "".join(texts)
    if not joined.isascii():
        return None
    empty = joined.encode().translate(None, _DIGITS.encode())
    kinds = {symbol for symbol in EMPTY if symbol in joined}
    kind = kinds.pop() if len(kinds) == 1 else ""
    if kinds or empty.count(kind.encode() or b".") != len(empty):
        return None
    canonical = joined.replace(kind, ".") if kind else joined
    return [canonical[i : i + length] for i in range(0, len(canonical), length)]


def _each(
    lines: Lines, first: int, texts: Sequence[str], wish: Wish, expected: int
) -> Iterator[_Plain | Reject | None]:
    for number, text in enumerate(texts, first):
        if not text.strip():
            lines.tally.blank += 1
        elif text.startswith(_COMMENT):
            lines.tally.comment += 1
        else:
            try:
                plain = _plain(number, text, wish, expected)
            except MalformedError as error:
                yield lines.reject(str(error), text, line=number, column=error.column)
            else:
                expected = plain.cells
                lines.tally.board += 1
                if plain.assumed:
                    lines.note(f"the symbols fit two alphabets: {plain.assumed} was assumed", number)
                if plain.mixed:
                    lines.note("several symbols for an empty cell in one board", number)
                yield plain


def _plain(number: int, text: str, wish: Wish, expected: int) -> _Plain:
    match = _LINE.fullmatch(text.lstrip("\ufeff"))
    if match is None:
        raise MalformedError("expected cells, got a separator", 1, 1)
    cells, sections, size = match[3], match[4], size_of(len(match[3]))
    mixed = size <= 9 and len(_EMPTY.intersection(cells)) > 1
    if sections or match[1]:
        text = obeying(parse(match[0][: match.end(4 if sections else 3)]), wish)
        return _Plain(number, variant(text), text, len(cells), match[5], "", mixed)
    wanted = wished(wish)
    if size == 0 or (wanted and size != wanted.size):
        right = wanted.size * wanted.size if wanted else expected
        raise MalformedError(f"expected {right} cells, got {len(cells)}", 1, match.start(3) + len(cells))
    spelled = respell(cells, size, match.start(3))
    text = obeying(Sudoku(shape(wish, size), spelled.cells), wish)
    said = _SOLVED.fullmatch(match[5]) if match.string.startswith(":", match.end(3)) else None
    if said:
        stated = said[2] if said[2] and len(said[2]) == len(cells) else ""
        return _Plain(number, variant(text), text, len(cells), "", spelled.assumed, mixed, stated, said[1])
    return _Plain(number, variant(text), text, len(cells), match[5], spelled.assumed, mixed)


def _block(kind: str, plains: Sequence[_Plain]) -> Block:
    labels = [plain.label for plain in plains]
    fields = [_fields(plain) or None for plain in plains]
    stated = [plain.stated for plain in plains]
    return Block(
        "sudoku",
        kind,
        [plain.text for plain in plains],
        [plain.number for plain in plains],
        labels if any(labels) else None,
        stated if any(stated) else None,
        fields if any(fields) else None,
    )


def _fields(plain: _Plain) -> dict[str, str]:
    assumed = {"alphabet": f"{plain.assumed} (assumed)"} if plain.assumed else {}
    assumed |= {"solutions": plain.solutions} if plain.solutions else {}
    return assumed | rating(plain.label) if plain.label else assumed


def sniff(sample: Sample) -> int:
    """At most 90: the share of lines that hold the cells of a board."""
    filled = [line for line in sample.filled() if not line.startswith(_COMMENT)]
    good = sum(map(_is_board, filled))
    return 90 * good // len(filled) if good * 2 >= len(filled) and good else 0


def _is_board(line: str) -> bool:
    try:
        _plain(1, line, Wish(), 81)
    except MalformedError:
        return False
    return True


def write(board: Board) -> str:
    """The canonical text and the label."""
    return f"{board.text} {board.label}\n" if board.label else f"{board.text}\n"


LINE = Format(
    name="line",
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
