"""The lines of the sudoku exchange puzzle bank: a hash, the board, and the rating of Sukaku Explainer.

    0000183b305c 050703060007000800000816000000030000005000100730040086906000204840572093000409000  1.2

The hash is the beginning of SHA-1 of the board's digits, 12 hexadecimal digits of it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha1

from solvers.core import Block, Board, MalformedError
from solvers.reading.format import Format, Item, Lines, Sample, Wish
from solvers.sudoku.formats.making import each_line, make, share
from solvers.sudoku.formats.marks import only_cells

BULK = 4096  # lines read at once
MOST_QUOTED = 20
TOOL = "Sukaku Explainer"
WRONG_HASH = "the hash is not that of the board"
_RATING = re.compile(r"[0-9]+(?:\.[0-9]+)?")
_LINE = re.compile(r"([0-9a-f]{12})\s+([0-9.]{81})(?:\s+([0-9]+(?:\.[0-9]+)?))?")


def parse(text: str, wish: Wish, note: Callable[[str], None]) -> Board:
    match = _LINE.fullmatch(text)
    if match is None:
        raise _fault(text)
    stated, cells, rating = match.groups()
    digits = cells.replace(".", "0")
    if _hash(digits) != stated:
        note(WRONG_HASH)
    fields = {"hash": stated} | ({"rating": rating, "rating_tool": TOOL} if rating else {})
    return make(digits, wish, fields=fields)


def _fault(text: str) -> MalformedError:
    """Which part of a line is wrong, and where."""
    parts = [(match.start() + 1, match[0]) for match in re.finditer(r"\S+", text)]
    expected = (("12 hexadecimal digits", "[0-9a-f]{12}"), ("81 cells", "[0-9.]{81}"), ("a rating", _RATING.pattern))
    for (what, pattern), (column, part) in zip(expected, parts, strict=False):
        if not re.fullmatch(pattern, part):
            got = f"{len(part)} symbols" if len(part) > MOST_QUOTED else repr(part)
            return MalformedError(f"expected {what}, got {got}", 1, column)
    return MalformedError(f"expected 12 hexadecimal digits, 81 cells and a rating, got {len(parts)} words", 1, 1)


def read(lines: Lines, wish: Wish) -> Iterator[Item]:
    """Yield the boards in blocks where all lines are of this form, and one by one with rejects where not."""
    while texts := lines.take(BULK):
        first = lines.number - len(texts) + 1
        matches = [match for text in texts if (match := _LINE.fullmatch(text))]
        if len(matches) == len(texts) and not wish.variant:
            lines.tally.board += len(texts)
            yield _block(lines, matches, first)
        else:
            for number, text in enumerate(texts, first):
                yield from _one(lines, number, text, wish)


def _block(lines: Lines, matches: Sequence[re.Match[str]], first: int) -> Block:
    numbers = range(first, first + len(matches))
    for number, match in zip(numbers, matches, strict=True):
        if _hash(match[2].replace(".", "0")) != match[1]:
            lines.note(WRONG_HASH, number)
    texts = [match[2].replace("0", ".") for match in matches]
    fields = [
        {"hash": match[1], "rating": match[3], "rating_tool": TOOL} if match[3] else {"hash": match[1]}
        for match in matches
    ]
    return Block("sudoku", "9x9", texts, numbers, None, None, fields)


def _one(lines: Lines, number: int, text: str, wish: Wish) -> Iterator[Item]:
    part = Lines((text,), lines.source)
    for item in _LINES(part, wish):
        yield item._replace(line=number) if not isinstance(item, Block) else item
    for note in part.notes:
        lines.note(note.text, number)
    lines.tally.add(part.tally)


def _hash(digits: str) -> str:
    return sha1(digits.encode(), usedforsecurity=False).hexdigest()[:12]


_LINES = each_line(parse)


def sniff(sample: Sample) -> int:
    """97 if all lines have a hash before the cells."""
    return share(sample, _LINE.fullmatch, 97)


def write(board: Board) -> str:
    """The line of a 9x9 board; a board without a rating has none here, either."""
    digits = only_cells(board, 9).cells.replace(".", "0")
    rating = (board.fields or {}).get("rating", "")
    if rating and not _RATING.fullmatch(rating):
        raise MalformedError(f"expected a rating such as 7.1, got {rating!r}", 1)
    return f"{_hash(digits)} {digits} {rating:>4}".rstrip() + "\n"


EXCHANGE = Format(
    name="exchange",
    family="sudoku",
    summary="the sudoku exchange bank: hash, board and rating in a line",
    example="bbab350d8ae7 530070000600195000098000060800060003400803001700020006060000280000419005000080079  1.2\n",
    sniff=sniff,
    read=read,
    write=write,
)
