"""Boards of Simple Sudoku that are drawn alike, read many at once: in all the same lines are rows, borders and titles.

    # a title            t    perhaps; without titles a grid that does not repeat the one before begins a board
    *-----------*        b
    |.13|...|..2|        r    nine of these, with borders between, are a grid
    *--------------*     b
    |59 1 3 |12 ...      m    a grid with several candidates in a cell
    ---------------

A board is its givens, perhaps then one grid of what was placed, and perhaps one of candidates.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache, partial
from itertools import chain, pairwise
from typing import NamedTuple

from solvers.core import Block
from solvers.reading.alike import Columns, Found
from solvers.reading.format import Lines, Wish
from solvers.sudoku.formats.candidates import ALL, cells_of
from solvers.sudoku.formats.columns import alike_of
from solvers.sudoku.formats.marks import NONE
from solvers.sudoku.formats.remarks import is_remark

AHEAD = 100  # lines in which a board ends
LONG = 200  # signs of a line that is looked at for itself
BOX_ROWS = 9
TELLING = 10  # givens that no other board has by chance
SPELLINGS = 50  # of a border in boards that are alike
MOST_WORDS = 4096  # that are known
BORDER = re.compile(r"[*|.:+'](?=.*--)[-|+.:*'=]*+|(?=.*--)[-|+]*+")
_SHAPE, _CELLS = str.maketrans("123456789.", "0" * 10), str.maketrans("0", ".", "| \n")
_GIVEN = bytes(0xFF if chr(code) in ALL else 0 for code in range(256))
_SYMBOLS = re.compile(r"[1-9.0]{9}")
_ONES = str.maketrans("23456789", "1" * 8)
_WORD = re.compile(r"[1-9]{1,9}")


def row_of(bare: str) -> str | None:
    """The nine symbols of a row; None if it is none."""
    symbols = bare.replace("|", "").replace(" ", "")
    return symbols if len(symbols) == 9 and "|" in bare and _SYMBOLS.fullmatch(symbols) else None


class Stanza(NamedTuple):
    """The lines of a board: the rows of its grids, borders inside these, and what stands around."""

    titled: bool
    grids: list[list[int]]
    inside: list[int]
    outside: list[int]
    marked: bool  # the last grid has candidates

    @property
    def first(self) -> int:
        return self.grids[0][0]

    @property
    def placed(self) -> bool:
        """Whether a grid tells what was placed."""
        return len(self.grids) - self.marked == 2


class Stanzas:
    """Takes boards that are drawn alike off the lines.

    ``progress`` is how many grids told what was placed, ``first`` the line of the first one. ``before`` are the cells
    of the board whose progress may come next, "" for none.
    """

    def __init__(self, lines: Lines, wish: Wish) -> None:
        self._lines = lines
        self._alike = alike_of(lines, wish)
        self.progress = self.first = 0
        self.before = ""

    def take(self) -> Block | None:
        """The boards that follow, if there are several."""
        if self._alike.resting():
            return None
        ahead = self._lines.ahead(AHEAD)
        kinds = "".join(map(_kind, ahead))
        stanza, period = _titled(kinds) if kinds[:1] == "t" else _untitled(kinds, ahead, self.before)
        if stanza is None:
            self._alike.rest()
            return None
        begin = self._lines.number + 1
        block = self._alike.take(period, partial(_found, stanza), leave=1)
        if block and stanza.placed:
            self.progress += len(block.texts)
            self.first = self.first or begin + stanza.grids[1][0]
        return block


def _kind(text: str) -> str:
    return _kind_of(text.translate(_ONES)) if len(text) < LONG else _kind_of.__wrapped__(text)


@lru_cache(maxsize=4096)  # lines that differ in digits alone are of one kind, and a board has few others
def _kind_of(text: str) -> str:
    bare = text.strip()
    if not bare or text[0] == "#":
        return "t" if bare else " "
    if row_of(bare):
        return "r"
    return "b" if BORDER.fullmatch(bare) else "m" if cells_of(bare) else "o"


def _titled(kinds: str) -> tuple[Stanza | None, int]:
    """The lines of the first board, from its title up to the next."""
    period = kinds.find("t", 1)
    return (_stanza(kinds[:period]), period) if period > 0 else (None, 0)


def _untitled(kinds: str, ahead: Sequence[str], before: str) -> tuple[Stanza | None, int]:
    """The lines of the first board, up to as many lines before the next as are before its own first row."""
    rows = [at for at, kind in enumerate(kinds) if kind in "rm"]
    grids = [rows[at : at + BOX_ROWS] for at in range(0, len(rows) - BOX_ROWS + 1, BOX_ROWS)]
    if "t" in kinds or len(grids) < 2:
        return None, 0
    cells = ("".join(row_of(ahead[at].strip()) or "" for at in grid).replace("0", ".") for grid in grids)
    first = next(cells)
    if (before and repeats(before, first)) or len(first) != 81:
        return None, 0
    other = next((n for n, each in enumerate(cells, 1) if len(each) == 81 and not repeats(first, each)), 0)
    period = grids[other][0] - grids[0][0] if other else 0
    return (_stanza(kinds[:period]), period) if period else (None, 0)


def _stanza(kinds: str) -> Stanza | None:
    rows = [at for at, kind in enumerate(kinds) if kind in "rm"]
    grids = [rows[at : at + BOX_ROWS] for at in range(0, len(rows), BOX_ROWS)]
    whole = [kinds[grid[0] : grid[-1] + 1] for grid in grids]
    marked = bool(whole) and "m" in whole[-1]
    if not 1 <= len(grids) - marked <= 2 or len(rows) % BOX_ROWS or "t" in kinds[1:]:
        return None
    if any("m" in grid for grid in whole[: len(grids) - marked]) or not set("".join(whole)) <= {"r", "m", "b"}:
        return None
    around = set(chain.from_iterable(range(grid[0], grid[-1] + 1) for grid in grids))
    titled = kinds[0] == "t"
    outside = [at for at in range(titled, len(kinds)) if at not in around]
    return Stanza(titled, grids, [at for at in around if kinds[at] == "b"], outside, marked)


def _found(stanza: Stanza, columns: Columns) -> Found | None:
    """The boards of columns of titles, edges, rows and borders, all drawn in the same way."""
    blank = _blanks(stanza, columns)
    titles = columns[0] if stanza.titled else ()
    if blank < 0 or not _are_titles(titles):
        return None
    texts, *others = [bare([columns[at] for at in grid]) for grid in stanza.grids[: 1 + stanza.placed]]
    if texts is None or (others and (others[0] is None or not _all_repeat(texts, others[0]))):
        return None
    if not titles and any(repeats(one, other) for one, other in pairwise(texts)):
        return None
    seen = (others and others[0]) or texts
    fields = [{"placed": now} if now != text else {} for text, now in zip(texts, seen, strict=True)]
    if stanza.marked and not _add_marks(fields, [columns[at] for at in stanza.grids[-1]], texts, seen):
        return None
    labels = [title[1:].strip() for title in titles] or None
    rows = BOX_ROWS * len(stanza.grids) + len(stanza.inside)
    comment = len(columns) - rows - blank
    return Found(texts, rows, comment, blank, stanza.first, labels, [known or None for known in fields])


def _blanks(stanza: Stanza, columns: Columns) -> int:
    """How many lines around the grids of a board are blank; -1 where borders or remarks are none in all boards."""
    blank = 0
    for at in stanza.inside:
        kinds = set(columns[at])
        if len(kinds) > SPELLINGS or not all(map(BORDER.fullmatch, kinds)):
            return -1
    for at in stanza.outside:
        kinds = set(columns[at])
        if len(kinds) > SPELLINGS:
            return -1
        blanks = sum(not text.strip() for text in kinds)
        blank += bool(blanks)
        if blanks not in (0, len(kinds)) or any(map(_tells, kinds)):
            return -1
    return blank


def _tells(text: str) -> bool:
    """Whether a line between two grids says more than a border or a footer."""
    bare = text.strip()
    return bool(bare) and (bare[0] == "#" or bool(row_of(bare) or cells_of(bare)) or not is_remark(text))


def _are_titles(titles: Sequence[str]) -> bool:
    """Whether lines that begin with # are no boards of others: without these signs none is."""
    if any(title[:1] != "#" for title in titles):
        return False
    doubtful = [title for title in titles if "\\" in title or "(" in title or title[1:].lstrip()[:1] in ("#", ".")]
    return all(map(is_remark, doubtful))


def bare(rows: Columns) -> list[str] | None:
    """The cells of rows with bars and blanks between them, in the same places in all."""
    shape = rows[0][0].translate(_SHAPE)
    joined = "\n".join(chain.from_iterable(zip(*rows, strict=True)))
    if joined.translate(_SHAPE) != "\n".join([shape] * (9 * len(rows[0]))):
        return None
    cells = joined.translate(_CELLS)
    if len(cells) != 81 * len(rows[0]):
        return None
    return [cells[at : at + 81] for at in range(0, len(cells), 81)]


def repeats(givens: str, grid: str) -> bool:
    """Whether a grid has all the givens of a board; few of them do not tell, another board has them by chance."""
    return len(givens) - givens.count(".") >= TELLING and _holds(givens, grid)


def _all_repeat(texts: Sequence[str], grids: Sequence[str]) -> bool:
    return min(81 - text.count(".") for text in texts) >= TELLING and _holds("".join(texts), "".join(grids))


def _holds(givens: str, grid: str) -> bool:
    """Whether all cells that are given are the same in both, however many boards these are."""
    ours, theirs = givens.encode(), grid.encode()
    differ = int.from_bytes(ours, "big") ^ int.from_bytes(theirs, "big")
    return not differ & int.from_bytes(ours.translate(_GIVEN), "big")


class _Words(dict[str, str]):
    """Candidates of a cell as the field of marks has them; raises KeyError for what is none. Few are different."""

    def __missing__(self, word: str) -> str:
        if not _WORD.fullmatch(word):
            raise KeyError(word)
        marks = NONE if word == ALL else word
        if len(self) < MOST_WORDS:
            self[word] = marks
        return marks


_WORDS = _Words()
_NO_MARKS = " ".join(NONE * 81)


def _add_marks(fields: list[dict[str, str]], rows: Columns, texts: Sequence[str], seen: Sequence[str]) -> bool:
    """Adds the candidates of open cells; False where a grid is another board's, or has none."""
    for known, drawn, givens, now in zip(fields, zip(*rows, strict=True), texts, seen, strict=True):
        cells = [row.replace("|", " ").split() for row in drawn]
        words = list(chain.from_iterable(cells))
        if set(map(len, cells)) != {9} or max(map(len, words)) < 2:
            return False
        if any(given not in word for given, word in zip(givens, words, strict=True) if given != "."):
            return False
        try:
            marks = list(map(_WORDS.__getitem__, words))
        except KeyError:
            return False
        text = " ".join([mark if digit == "." else NONE for digit, mark in zip(now, marks, strict=True)])
        if text != _NO_MARKS:
            known["marks"] = text
    return True
