"""One board a line: the cells, then anything after a blank, tab, `;`, `,` or `#` is its label; a number before is, too.

What tdoku prints is read, too (`cells:count:solution`), and written where a solution is stated. Canonical texts are
read: a shape such as `2x3:` before the cells, `;diagonals` and the like after them. Lines that start with `#` or `%`
are comments. Runs of lines of the same spelling are read in bulk: a few operations on the text of thousands of boards
instead of many on each.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator, Mapping, Sequence
from itertools import groupby
from math import isqrt
from typing import NamedTuple

from solvers.core import Block, Board, MalformedError, Reject, cells_of
from solvers.reading.format import Format, Item, Lines, Sample, Wish
from solvers.reading.tables.columns import BOARD
from solvers.sudoku.alphabet import EMPTY, respell, values
from solvers.sudoku.board import Sudoku, boxes, parse, size_of, variant
from solvers.sudoku.formats.making import never
from solvers.sudoku.formats.marks import line_of, only_cells
from solvers.sudoku.formats.ratings import rating, ratings, spelled
from solvers.sudoku.formats.wished import obeying, shape, wished

BULK = 4096  # lines read at once
SEEN = 400  # lines that are looked at to recognise it
PART = 256  # of lines that are not alike, so that one which needs a closer look slows down few others
_SECTIONS = r"(?:;(?:diagonals|regions:[A-Za-z]+|cages:[0-9rc=+,]*[0-9]))+(?=[\s;,#]|$)"
_LINE = re.compile(rf"(?:([0-9]{{1,2}})x([0-9]{{1,2}}):)?([^\s;,#:]+)({_SECTIONS})?[\s;,#:]*(.*?)\s*")
_SOLVED = re.compile(r"([0-9]+)(?::([1-9A-Z]*))?(?:\s+(.*))?")  # what tdoku prints: count and solution; then a label
NUMBERED = re.compile(r"([0-9]{1,7})(?:[.:)]\s+|[:)]|\s+)([^\s;,#:]+)")  # as collections number their boards
_QUICK = re.compile(r"[-1-9.0*_?xX]{81}(?:[\s,#].*)?")
_CELLS = re.compile(r"[-1-9.0*_?xX]+")  # nothing else: how many they are is what decides
_COMMENT = ("#", "%")
_GUARD = re.compile(r"[\s\x1f\ufeff]*(=?\"|')?")  # what stands before cells so that nobody takes them for a number
_NO_CELL = frozenset(
    ["#", "%", "\ufeff", *(chr(code) for code in range(0x3001) if chr(code).isspace())]
)  # before cells
_BLANKS = " \t;,#"
_BETWEEN = " \t\x0b\x0c\r\x1c\x1d\x1e\x1f;,#:"  # cells and label
_AROUND = " \t\xa0\"'"  # cells, as people and spreadsheets leave it
_BEFORE_LABELS = (81, 256, 625, 36, 16, 144)  # cells, the most usual number first
_SIZES = frozenset(size * size for size in range(4, 26) if boxes(size))
FEW = 16  # lines that are not looked at again for parts that are alike
_SEPARATORS = frozenset(_BLANKS)
_STATES = (";diagonals", ";regions:", ";cages:")
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
    other: bool = False  # another board stands in place of a label


def read(lines: Lines, wish: Wish) -> Iterator[Item]:
    """Yield blocks of boards, and a reject for every line that is no board."""
    expected = wish.cells or 81
    if (lines.peek() or "").strip('" \t').lower() in BOARD:  # the heading of a table of one column
        next(lines)
        lines.tally.comment += 1
    while texts := lines.take(BULK):
        first = lines.number - len(texts) + 1
        for at in range(0, len(texts), len(texts) if _looks_alike(texts) else PART):
            part = texts[at : at + (len(texts) if _looks_alike(texts) else PART)]
            expected = yield from _part(lines, part, first + at, wish, expected)


def _plain_block(texts: Sequence[str], length: int, numbers: Sequence[int], wish: Wish) -> Block | None:
    """The block of lines of so many cells with or without labels; None if one of them needs a closer look."""
    if set(map(len, texts)) == {length}:
        return _labelled(texts, None, numbers, wish)
    rest = [text[length:] for text in texts]
    if not _are_labels(rest) or any(_is_long(text, length) for text in rest):
        return None
    labels = [text.lstrip(_BETWEEN).rstrip() for text in rest]
    if any(label[:1].isspace() for label in labels):
        return None  # a blank of another script
    return _labelled([text[:length] for text in texts], labels, numbers, wish)


def _labelled(texts: Sequence[str], labels: list[str] | None, numbers: Sequence[int], wish: Wish) -> Block | None:
    size = size_of(len(texts[0]))
    box = boxes(size)[0]
    name = variant(box.prefix() + "." * (size * size))
    cells = _bulk(texts, size) if wish.variant in ("", name, f"{size}x{size}") else None
    if cells is None:
        return None
    if box.prefix():
        cells = [box.prefix() + text for text in cells]
    known = labels if labels and any(labels) else None
    return Block("sudoku", name, cells, numbers, known, None, ratings(known) if known else None)


def _are_labels(rest: Sequence[str]) -> bool:
    """True if all that stands behind the cells is set off from them, and states no rules of a board."""
    begins = {text[:1] for text in rest}
    if not begins.issubset({"", *_SEPARATORS}):
        return False
    return ";" not in begins or not any(text.startswith(_STATES) for text in rest)


def _is_long(label: str, length: int) -> bool:
    """Whether another board may stand in place of a label."""
    return len(label) > length and " " not in label.strip(_BLANKS)[:length]


def _looks_alike(texts: Sequence[str]) -> bool:
    """A guess that all lines may be read at once; if it is wrong, only time is lost."""
    return len({len(text) for text in texts[:: max(1, len(texts) // 16)]}) == 1


def _bulk(texts: Sequence[str], size: int) -> list[str] | None:
    """The canonical cells of lines that all use one symbol for empty, and letters beyond size 9; None for others."""
    length = size * size
    joined = "".join(texts)
    if len(joined) != length * len(texts) or not joined.isascii() or set(map(len, texts)) != {length}:
        return None
    own = values(size)
    empty = joined.encode().translate(None, own.encode())
    kinds = [symbol for symbol in EMPTY if symbol not in own and symbol in joined]
    if sum(map(empty.count, map(str.encode, kinds))) != len(empty):
        return None
    canonical = joined.translate(str.maketrans("".join(kinds), "." * len(kinds))) if kinds else joined
    found = [canonical[at : at + length] for at in range(0, len(canonical), length)]
    return None if len(kinds) > 1 and _are_mixed(texts, found) else found


def _are_mixed(texts: Sequence[str], found: Sequence[str]) -> bool:
    """Whether one of the boards has several symbols for an empty cell."""
    places = (text.find(".") for text in found)
    firsts = (text[at : at + 1] for text, at in zip(texts, places, strict=True))
    return any(
        text.count(first) != each.count(".") for text, each, first in zip(texts, found, firsts, strict=True) if first
    )


def _part(lines: Lines, texts: Sequence[str], first: int, wish: Wish, expected: int) -> Generator[Item, None, int]:
    """The boards of some lines, in bulk where they are written alike; gives the cells of the last one."""
    numbers: Sequence[int] = range(first, first + len(texts))
    if not all(text and text[0] not in _NO_CELL for text in texts):
        filled = [(number, text) for number, text in zip(numbers, texts, strict=True) if text and not text.isspace()]
        kept = [(number, text) for number, text in filled if not text.lstrip().startswith(_COMMENT)]
        lines.tally.blank += len(texts) - len(filled)
        lines.tally.comment += len(filled) - len(kept)
        numbers, texts = [number for number, _ in kept], [text for _, text in kept]
    return (yield from _runs(lines, texts, numbers, wish, expected))


def _runs(
    lines: Lines, texts: Sequence[str], numbers: Sequence[int], wish: Wish, expected: int
) -> Generator[Item, None, int]:
    """The boards of lines that are neither blank nor comments."""
    if len(kinds := set(map(_kind, texts[:: max(1, len(texts) // FEW)]))) == 1 and (kind := kinds.pop()):
        block = _plain_block(texts, kind, numbers, wish)
        if block is not None:  # all of them are alike, as nearly all pages are
            lines.tally.board += len(texts)
            yield block
            return kind
    at = 0
    for kind, group in groupby(map(_bared, texts), key=_kind):
        part = list(group)
        own, places = texts[at : at + len(part)], numbers[at : at + len(part)]
        at += len(part)
        block = _plain_block(part, kind, places, wish) if kind else None
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


def _bared(text: str) -> str:
    """The line without blanks or quotes around it, if that leaves the cells of a board alone."""
    if text[0] not in _AROUND:
        return text
    bare = text.strip(_AROUND) if text[0].isspace() or text[0] == text[-1] else text
    return bare if size_of(len(bare)) else text


def _kind(text: str) -> int:
    """How many cells a line seems to have; only lines that have as many are read in bulk. 0 for others."""
    length = len(text)
    if text[0] in _NO_CELL or length in _SIZES:
        return 0 if text[0] in _NO_CELL else length
    return next((size for size in _BEFORE_LABELS if text[size : size + 1] in _SEPARATORS), 0)


def _one_by_one(
    lines: Lines, texts: Sequence[str], numbers: Sequence[int], wish: Wish, expected: int
) -> Generator[Item, None, int]:
    """The boards of lines that need a closer look; gives the cells of the last one."""
    items = list(_each(lines, numbers, texts, wish, expected))
    for kind, group in groupby(items, key=lambda item: item.variant if isinstance(item, _Plain) else ""):
        if kind:
            plains = [item for item in group if isinstance(item, _Plain)]
            expected = plains[-1].cells
            yield _block(kind, plains)
        else:
            yield from (item for item in group if isinstance(item, Reject))
    return expected


def _each(
    lines: Lines, numbers: Sequence[int], texts: Sequence[str], wish: Wish, expected: int
) -> Iterator[_Plain | Reject]:
    for number, text in zip(numbers, texts, strict=True):
        if not (wish.variant or size_of(len(text))) and _CELLS.fullmatch(text):
            reason = f"expected {expected} cells, got {len(text)}"
            yield lines.reject(reason, text, line=number, column=len(text))
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
                if plain.other:
                    lines.note("another board behind the cells was taken for the label", number)
                yield plain


def _plain(number: int, text: str, wish: Wish, expected: int) -> _Plain:
    guard = _GUARD.match(text)
    start = guard.end() if guard else 0
    match = _LINE.fullmatch(text[start:].replace(text[start - 1], " ", 1) if guard and guard[1] else text[start:])
    if match is None:
        raise MalformedError("expected cells, got a separator", 1, start + 1)
    cells, sections, size = match[3], match[4], size_of(len(match[3]))
    start += match.start(3)
    if size == 0 and (numbered := NUMBERED.match(text, start - match.start(3))) and len(numbered[2]) > 20:
        plain = _plain(number, " " * numbered.start(2) + text[numbered.start(2) :], wish, expected)
        return plain._replace(label=f"{numbered[1]} {plain.label}".strip())
    mixed = size <= 9 and len(_EMPTY.intersection(cells)) > 1
    if sections or match[1]:
        text = obeying(parse(match[0][: match.end(4 if sections else 3)]), wish)
        return _Plain(number, variant(text), text, len(cells), match[5], "", mixed)
    wanted = wished(wish)
    if size == 0 or (wanted and size != wanted.size):
        right = wanted.size * wanted.size if wanted else expected
        raise MalformedError(f"expected {right} cells, got {len(cells)}", 1, start + len(cells))
    spelled = respell(cells, size, start)
    text = obeying(Sudoku(shape(wish, size), spelled.cells), wish)
    said = _SOLVED.fullmatch(match[5]) if match.string.startswith(":", match.end(3)) else None
    if said:
        stated = said[2] if said[2] and len(said[2]) == len(cells) else ""
        return _Plain(number, variant(text), text, len(cells), said[3] or "", spelled.assumed, mixed, stated, said[1])
    label, stated, other = _behind(match[5], size)
    return _Plain(number, variant(text), text, len(cells), label, spelled.assumed, mixed, stated, other=other)


def _behind(label: str, size: int) -> tuple[str, str, bool]:
    """The label, the solution that stands in its place or before it, and whether another board stands there."""
    first, _, rest = label.partition(label[size * size : size * size + 1] or " ")
    if len(first) != size * size or not rest[:1].isascii():
        return label, "", False
    if set(values(size)).issuperset(first):
        return rest.strip(_BLANKS), first, False
    return label, "", _EMPTY.union(values(size)).issuperset(first)


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
    return {**assumed, **rating(plain.label)} if plain.label else assumed


def sniff(sample: Sample) -> int:
    """At most 90: the share of lines that hold the cells of a board."""
    filled = [line for line in sample.filled() if not line.startswith(_COMMENT)][:SEEN]
    good = sum(map(_is_board, filled))
    return 90 * good // len(filled) if good * 2 >= len(filled) and good else 0


def _is_board(line: str) -> bool:
    if _QUICK.fullmatch(line):
        return True
    try:
        _plain(1, line, Wish(), 81)
    except MalformedError:
        return False
    return True


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

LINE = Format(
    name="line",
    certain=_PLAIN_LINES,
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
