"""Lines of symbols for empty cells between words: underlines, forms and masks of readmes, no boards without givens.

    Sudoku collection
    ----------------        sixteen times the same symbol under words: no board of 4x4

Such a line is a board where it stands alone or among boards.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, groupby
from math import isqrt

from solvers.core import Block, Board, cells_of
from solvers.reading.format import Item, Lines
from solvers.reading.tables.columns import BOARD

SYMBOLS = ".-_*?xX0"
SHORTEST = 16  # cells of a board in one line
ROWS = 4  # of the smallest board
REASON = "expected a board, got a line without a given between words"
_WORDS = re.compile(r"[^\W\d_]{2}")
_NAME = re.compile(r"[A-Z][a-z]{2}")  # no cells of a board are written so
_TOLD = frozenset((*BOARD, "end"))  # words with which formats say that boards begin or end
_EMPTY_END = "." * SHORTEST


def is_underline(text: str, before: Iterable[str], behind: Iterable[str]) -> bool:
    """Whether a line has no given, and is right under words or with nothing but words around.

    ``before`` are the lines before it, the nearest first, and ``behind`` those that follow.
    """
    if not _is_rule(text):
        return False
    nearer = iter(before)
    above = next(nearer, "")
    around = [line for line in (_nearest(chain([above], nearer)), _nearest(behind)) if line]
    return _has_words(above) or (bool(around) and all(map(_has_words, around)))


def blanked(texts: Sequence[str]) -> list[str]:
    """The lines with underlines left blank; many that follow each other are the rows of a board."""
    if not any(map(_is_rule, texts)):
        return list(texts)
    found: list[str] = []
    for text, group in groupby(texts):
        run = list(group)
        at = len(found)
        alone = _is_rule(text) and len(run) < ROWS
        blank = alone and is_underline(text, texts[at - 1 :: -1] if at else (), texts[at + len(run) :])
        found += [""] * len(run) if blank else run
    return found


def without_underlines(items: Iterable[Item], lines: Lines) -> Iterator[Item]:
    """The items with a reject for each board that is an underline."""
    for item in items:
        if isinstance(item, Board):
            found = item.text.endswith(_EMPTY_END) and _was_underline(lines, item.text, item.line)
            yield _refuse(lines, item.line) if found else item
        elif isinstance(item, Block) and (empty := _empty(item.texts[0])) in item.texts:
            yield from _parts(item, empty, lines)
        else:
            yield item


def _parts(block: Block, empty: str, lines: Lines) -> Iterator[Item]:
    start = 0
    for at, (text, line) in enumerate(zip(block.texts, block.lines, strict=True)):
        if text == empty and _was_underline(lines, text, line):
            yield from _stretch(block, start, at)
            yield _refuse(lines, line)
            start = at + 1
    yield from _stretch(block, start, len(block.texts))


def _stretch(block: Block, start: int, end: int) -> Iterator[Block]:
    if start == 0 and end == len(block.texts):
        yield block
    elif start < end:
        columns = (None if column is None else column[start:end] for column in block[2:])
        yield Block(block.family, block.variant, *columns)  # type: ignore[arg-type]  # in their order


def _refuse(lines: Lines, line: int) -> Item:
    lines.tally.board -= 1
    return lines.reject(REASON, lines.text(line), line=line, column=1)


def _was_underline(lines: Lines, text: str, line: int) -> bool:
    start, end = cells_of(text)
    raw = lines.text(line)
    if len(raw.strip()) != end - start:
        return False
    return is_underline(raw, lines.around(line, -1), lines.around(line, 1))


def _empty(text: str) -> str:
    """The text of a board of the same kind without a given."""
    start, end = cells_of(text)
    return text[:start] + "." * (end - start) + text[end:]


def _is_rule(text: str) -> bool:
    if text[-2:-1] != text[-1:] and not text[-1:].isspace():
        return False  # as nearly all lines are: asked of each line of each source
    bare = text.strip()
    return len(bare) >= SHORTEST and not bare.strip(SYMBOLS)


def _nearest(texts: Iterable[str]) -> str:
    """The first line that is neither blank nor a comment nor such a line itself."""
    return next((text for text in texts if text.strip() and text.lstrip()[0] not in "#%" and not _is_rule(text)), "")


def _has_words(text: str) -> bool:
    """Whether a line begins with words, and not with the cells of a board."""
    words = text.split(maxsplit=1)
    if text.strip().rstrip(":=").rstrip().lower() in _TOLD:
        return False
    is_word = bool(words) and (not _may_be_cells(words[0]) or bool(_NAME.search(words[0])))
    return is_word and words[0][0] not in "#%[" and bool(_WORDS.search(text))


def _may_be_cells(word: str) -> bool:
    """Whether a word may be a board, with no more symbols than that has rows, or a row of one, with none twice."""
    given = list(filter(str.isalnum, word))
    return len(word) >= SHORTEST and (len(set(given)) <= isqrt(len(word)) or len(set(given)) == len(given))
