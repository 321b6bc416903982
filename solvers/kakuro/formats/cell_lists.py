"""Boards as lists of cells.

- cell list: `rows columns`, then one line a cell: -1 white, `across down` black.
- AlgoSpot KAKURO2: the number of cases; each has n, n rows of 0 and 1 (white), q, and q lines `row column direction
  sum` with direction 0 across, 1 down, from 1.

What is written plainly the kernel reads; here stands what is wrong with anything else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache, partial

from solvers.core import MalformedError
from solvers.kakuro.board import BLACK, EMPTY, Black, Cell, Kakuro, White, format_row, make, parse
from solvers.kakuro.formats import writing
from solvers.kakuro.formats.order import ACROSS_FIRST, CLUE_ORDER, one_order, oriented
from solvers.kakuro.formats.plainly import plainly
from solvers.kakuro.formats.rows import Block, board_of, oriented_board, take_rows, words
from solvers.kakuro.formats.writing import written
from solvers.reading.format import Format, Item, Lines, Sample, Wish

LARGEST = 500  # rows and columns: a line for each cell is kept until the board is whole

_SIZE = re.compile(r"\s*(\d{1,4})\s+(\d{1,4})\s*", re.ASCII)
_COUNT = re.compile(r"\d{1,3}", re.ASCII)
_CELL = re.compile(r"\s*(-1|(\d{1,9})\s+(\d{1,9}))\s*", re.ASCII)


# ---- cell lists


def _cell_list(texts: Sequence[str]) -> str:
    """The canonical text, the first number of a cell down."""
    size = _SIZE.fullmatch(texts[0])
    if size is None:
        raise MalformedError(f"expected rows and columns, got {texts[0]!r}", 1, 1)
    height, width = int(size[1]), int(size[2])
    if len(texts) - 1 != height * width or width == 0:
        raise MalformedError(f"expected {height * width} cells, got {len(texts) - 1}", len(texts))
    if height == 0:
        raise MalformedError("expected rows of cells, got none", 1, 1)
    words = list(map(_listed, texts[1:]))
    if "" in words:
        wrong = words.index("") + 1
        raise MalformedError(f"expected -1 or two clues, got {texts[wrong]!r}", wrong + 1, 1)
    return "/".join([" ".join(words[at : at + width]) for at in range(0, len(words), width)])


@lru_cache(maxsize=1 << 14)
def _listed(text: str) -> str:
    """The word of canonical text that a line stands for; "" if it stands for none."""
    match = _CELL.fullmatch(text)
    if match is None:
        return ""
    return format_row((EMPTY if match[2] is None else Black(*(int(match[i]) or None for i in (2, 3))),))


def _sniff_cell_list(sample: Sample) -> int:
    filled = sample.filled()
    if len(filled) < 3 or not _SIZE.fullmatch(filled[0]) or not all(map(_CELL.fullmatch, filled[1:])):
        return 0
    return 75 if any(line.strip() == "-1" for line in filled[1:]) else 0


def _read_cell_list(lines: Lines, wish: Wish) -> Iterator[Item]:
    for line in lines:
        if not line.strip():
            lines.tally.blank += 1
            continue
        first, size = lines.number, _SIZE.fullmatch(line)
        most = int(size[1]) * int(size[2]) if size else 0
        block = Block(first, [line, *take_rows(lines, min(most, LARGEST * LARGEST))])
        yield oriented_board(lines, block, partial(_cell_list, block.texts), wish, ACROSS_FIRST)


# ---- AlgoSpot


def _integers(text: str, number: int, expected: int) -> list[int]:
    found = words(text)
    if len(found) != expected or not all(re.fullmatch(r"\d{1,9}", word, re.ASCII) for _, word in found):
        raise MalformedError(f"expected {expected} numbers, got {text!r}", number, 1)
    return [int(word) for _, word in found]


def _case(texts: Sequence[str]) -> Kakuro:
    (n,) = _integers(texts[0], 1, 1)
    if len(texts) < n + 2 or n == 0:
        raise MalformedError(f"expected {n} rows and the number of clues, got {len(texts) - 1} lines", len(texts))
    grid = [_integers(text, number, n) for number, text in enumerate(texts[1 : n + 1], 2)]
    cells: list[list[Cell]] = [[EMPTY if white else BLACK for white in row] for row in grid]
    (clues,) = _integers(texts[n + 1], n + 2, 1)
    if len(texts) != n + 2 + clues:
        raise MalformedError(f"expected {clues} clues, got {len(texts) - n - 2}", len(texts))
    for number, text in enumerate(texts[n + 2 :], n + 3):
        row, column, direction, total = _integers(text, number, 4)
        cell = cells[row - 1][column - 1] if 1 <= row <= n and 1 <= column <= n else EMPTY
        if isinstance(cell, White) or direction > 1:
            raise MalformedError(f"expected a clue in a black cell, direction 0 or 1, got {text!r}", number, 1)
        cells[row - 1][column - 1] = Black(total, cell.across) if direction else Black(cell.down, total)
    return make(tuple(map(tuple, cells)))


def _sniff_algospot(sample: Sample) -> int:
    """90 if a grid of 0 and 1, the number of clues and the first clue stand where they must."""
    filled = [line.split() for line in sample.filled()]
    if len(filled) < 3 or not all(len(words) == 1 and _COUNT.fullmatch(words[0]) for words in filled[:2]):
        return 0
    size = int(filled[1][0])
    grid, behind = filled[2 : 2 + size], filled[2 + size : 4 + size]
    if not size or any(len(row) != size or not {"0", "1"}.issuperset(row) for row in grid):
        return 0
    if all(len(words) == length for words, length in zip(behind, (1, 4), strict=False)):
        return 90 if behind else 0
    return 30 if size > 1 else 0


def _begins_a_grid(following: str | None) -> bool:
    """Whether a number before this line is the size of a board, rather than the number of them."""
    bare = (following or "").strip()
    return bare != "" and not bare.isdecimal()


def _read_algospot(lines: Lines, wish: Wish) -> Iterator[Item]:
    one_order(wish)
    first = True
    for line in lines:
        if not line.strip():
            lines.tally.blank += 1
            continue
        if first and line.strip().isdecimal() and not _begins_a_grid(lines.peek()):
            lines.tally.comment += 1
            first = False
            continue
        start, texts = lines.number, [line]
        size = int(line.strip()) if line.strip().isdecimal() and len(line.strip()) < 4 else LARGEST + 1
        if size <= LARGEST:
            texts += take_rows(lines, size + 1)
            if texts[-1].strip().isdecimal() and len(texts) == size + 2:
                texts += take_rows(lines, min(int(texts[-1].strip()), 2 * LARGEST * LARGEST))
        yield board_of(lines, Block(start, texts), partial(_case, texts))


# A sum of two digits is no cell of a small grid, in which - or | may stand for something else.


_SIZE_AND_CELLS = re.compile(r"\d+ \d+\n(?:\d+ \d+\n)*+-1\n(?:(?:-1|\d+ \d+)\n)++\Z", re.ASCII)

CELL_LIST = Format(
    name="cell-list",
    certain=_SIZE_AND_CELLS,
    family="kakuro",
    summary="`rows columns`, then a line for each cell: -1 white, `across down` black",
    example="2 3\n0 0\n0 3\n0 4\n7 0\n-1\n-1\n",
    sniff=_sniff_cell_list,
    read=plainly(_read_cell_list, "cell-list", ACROSS_FIRST),
    write=written(
        writing.cell_list, lambda text: parse(oriented(_cell_list(text.splitlines()), usual=ACROSS_FIRST).text)
    ),
    options=(CLUE_ORDER,),
)
ALGOSPOT = Format(
    name="algospot-kakuro2",
    family="kakuro",
    summary="AlgoSpot KAKURO2: cases; n, a grid of 0 and 1, q, then `row column direction sum`",
    example="1\n3\n0 0 0\n0 1 1\n0 1 1\n4\n2 1 0 3\n3 1 0 4\n1 2 1 3\n1 3 1 4\n",
    sniff=_sniff_algospot,
    read=plainly(_read_algospot, "algospot"),
    write=written(writing.algospot, lambda text: _case(text.splitlines())),
    counted=True,
)
