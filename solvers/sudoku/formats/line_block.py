"""Lines of boards that are written alike: a few operations on the text of thousands of boards."""

from __future__ import annotations

from collections.abc import Sequence

from solvers.core import Block
from solvers.reading.format import Wish
from solvers.sudoku.alphabet import EMPTY, values
from solvers.sudoku.board import boxes, size_of, variant
from solvers.sudoku.formats.line_board import BLANKS, unknown_rule
from solvers.sudoku.formats.ratings import ratings

# What no line with cells begins with.
NO_CELL = frozenset(["#", "%", "\ufeff", *(chr(code) for code in range(0x3001) if chr(code).isspace())])
_BETWEEN = " \t\x0b\x0c\r\x1c\x1d\x1e\x1f;,#:"  # cells and label
_AROUND = " \t\xa0\"'"  # cells, as people and spreadsheets leave it
_BEFORE_LABELS = (81, 256, 625, 36, 16, 144)  # cells, the most usual number first
_SIZES = frozenset(size * size for size in range(4, 26) if boxes(size))
_SEPARATORS = frozenset(BLANKS)
_STATES = (";diagonals", ";regions:", ";cages:")


def bared(text: str) -> str:
    """The line without blanks or quotes around it, if that leaves the cells of a board alone."""
    if text[0] not in _AROUND:
        return text
    bare = text.strip(_AROUND) if text[0].isspace() or text[0] == text[-1] else text
    return bare if size_of(len(bare)) else text


def kind_of(text: str) -> int:
    """How many cells a line seems to have; only lines that have as many are read in bulk. 0 for others."""
    length = len(text)
    if text[0] in NO_CELL or length in _SIZES:
        return 0 if text[0] in NO_CELL else length
    for size in _BEFORE_LABELS:  # a generator takes twice as long, and this is asked of each line
        if size < length and text[size] in _SEPARATORS:
            return size
    return 0


def digits_block(texts: Sequence[str], first: int, wish: Wish) -> Block | None:
    """The block of lines of 81 digits, with one symbol for empty in all; None for others, which need a closer look."""
    joined = "".join(texts)
    if wish.variant or len(joined) != 81 * len(texts) or not joined.isascii() or set(map(len, texts)) != {81}:
        return None
    if joined.encode().translate(None, b"0123456789.") or ("." in joined and "0" in joined):
        return None
    if "0" in joined:
        joined = joined.replace("0", ".")
    cells = [joined[at : at + 81] for at in range(0, len(joined), 81)]
    return Block("sudoku", "9x9", cells, range(first, first + len(texts)))


def plain_block(texts: Sequence[str], length: int, numbers: Sequence[int], wish: Wish) -> Block | None:
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
    return ";" not in begins or not any(text.startswith(_STATES) or unknown_rule(text) for text in rest)


def _is_long(label: str, length: int) -> bool:
    """Whether another board may stand in place of a label."""
    return len(label) > length and " " not in label.strip(BLANKS)[:length]


def looks_alike(texts: Sequence[str]) -> bool:
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
