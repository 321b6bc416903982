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
from itertools import takewhile

from solvers.core import MalformedError
from solvers.kakuro.board import BLACK, EMPTY, Black, Cell, Kakuro, White, format_row, make, parse
from solvers.kakuro.formats import writing
from solvers.kakuro.formats.order import ACROSS_FIRST, CLUE_ORDER, evidence, one_order, oriented
from solvers.kakuro.formats.plainly import plainly
from solvers.kakuro.formats.rows import Block, board_of, oriented_board, refuse, take_rows, words
from solvers.kakuro.formats.writing import written
from solvers.reading.format import Format, Item, Lines, Sample, Wish

SEEN = 2048  # lines in which the next board is looked for behind one that is spoilt
TRIED = 100  # of them that are looked at closely
SPOILT = 50  # lines for each one that may be no cell
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
    if len(filled) < 3 or not _SIZE.fullmatch(filled[0]):
        return 0
    if SPOILT * sum(not _CELL.fullmatch(line) for line in filled[1:]) > len(filled):
        return 0
    return 75 if any(line.strip() == "-1" for line in filled[1:]) else 0


def _read_cell_list(lines: Lines, wish: Wish) -> Iterator[Item]:
    """A size is written as a clue is: where a line is missing or one too many, the next board is looked for."""
    for line in lines:
        if not line.strip():
            lines.tally.blank += 1
            continue
        first, size = lines.number, _SIZE.fullmatch(line)
        most = min(int(size[1]) * int(size[2]) if size else 0, LARGEST * LARGEST)
        ahead = lines.ahead(most + SEEN)
        texts = [line, *takewhile(str.strip, ahead[:most])]
        if len(ahead) <= most or len(texts) <= most or _may_end([line, *ahead], 0, most + 1):
            texts = [line, *take_rows(lines, most)]
            yield oriented_board(lines, Block(first, texts), partial(_cell_list, texts), wish, ACROSS_FIRST)
        else:
            yield refuse(lines, Block(first, [line, *_up_to_a_board(lines)]), _why(texts))


def _why(texts: list[str]) -> MalformedError:
    """What is wrong with the lines of a board; their number, if each is right."""
    try:
        _cell_list(texts)
    except MalformedError as error:
        return error
    return MalformedError("expected clues that fit their cells, got others: a line is missing, or one too many", 1, 1)


def _may_end(texts: Sequence[str], start: int, end: int) -> bool:
    """Whether a board that begins and ends there may: where a size stands behind it, one of the two must look right."""
    if end >= len(texts) or not texts[end].strip():
        return True
    size = _SIZE.fullmatch(texts[end])
    if size is None or "0" in size.groups() or "1" in size.groups():
        return False
    behind = end + 1 + int(size[1]) * int(size[2])
    return any(map(_is_clean, (texts[start:end], texts[end:behind]))) or _is_bordered(texts[start:end])


def _is_bordered(texts: Sequence[str]) -> bool:
    """Whether all white cells have black ones above and to the left, as they would not if the lines were shifted."""
    size = _SIZE.fullmatch(texts[0])
    width = int(size[2]) if size else 0
    return width > 1 and "-1" not in map(str.strip, [*texts[1 : 1 + width], *texts[1::width]])


def _is_clean(texts: Sequence[str]) -> bool:
    """Whether all cells are there, and the clues fit them in one order or the other."""
    try:
        return (0, 0) in evidence(_cell_list(texts))
    except MalformedError:
        return False


def _up_to_a_board(lines: Lines) -> list[str]:
    """The lines before the next empty one, or before those that are a board for certain."""
    ahead = lines.ahead(SEEN)
    tried = 0
    for at, text in enumerate(ahead):
        if not text.strip():
            return lines.take(at) if at else []
        size = _SIZE.fullmatch(text)
        cells = int(size[1]) * int(size[2]) if size else 0
        if 0 < cells <= len(ahead) - at - 1 and tried < TRIED:
            tried += 1
            if _is_clean(ahead[at : at + 1 + cells]) and _may_end(ahead, at, at + 1 + cells):
                return lines.take(at) if at else []
    return lines.take(len(ahead)) if ahead else []


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
    """90 if a case stands where the first one must, 85 if one is found behind lines that are spoilt."""
    filled = sample.filled()
    if len(filled) > 1 and _is_number(filled[0]) and (case := _is_case(filled, 1)):
        return case
    return 85 if any(_begins(filled, at) and _is_case(filled, at) == 90 for at in range(len(filled))) else 0


def _is_case(filled: Sequence[str], at: int) -> int:
    """90 for a size, a grid of 0 and 1, the number of clues and a clue; 30 where the lines end behind the grid."""
    if not _COUNT.fullmatch(filled[at].strip()) or not int(filled[at].strip()):
        return 0
    size = int(filled[at].strip())
    behind = [line.split() for line in filled[at + 1 : at + 3 + size]]
    grid, rest = behind[:size], behind[size:]
    if any(len(row) != size or not {"0", "1"}.issuperset(row) for row in grid):
        return 0
    if rest:
        return 90 if all(len(words) == length for words, length in zip(rest, (1, 4), strict=False)) else 0
    return 30 if size > 1 else 0


def _begins_a_grid(following: str | None) -> bool:
    """Whether a number before this line is the size of a board, rather than the number of them."""
    bare = (following or "").strip()
    return bare != "" and not bare.isdecimal()


def _begins(lines: Sequence[str], at: int) -> bool:
    """Whether a size stands here, and the first row of its grid behind it."""
    bare = lines[at].strip()
    if len(bare) >= 4 or not bare.isdecimal():
        return False
    row = lines[at + 1].split() if at + 1 < len(lines) else []
    return len(row) == int(bare) and {"0", "1"}.issuperset(row)


def _is_number(text: str) -> bool:
    return text.strip().isdecimal()


def _read_algospot(lines: Lines, wish: Wish) -> Iterator[Item]:
    """A case is as long as its size and the number of its clues say; what is not, ends before the next one."""
    one_order(wish)
    first = True
    for line in lines:
        if not line.strip():
            lines.tally.blank += 1
            continue
        if first and _is_number(line) and not _begins_a_grid(lines.peek()):
            lines.tally.comment += 1
            first = False
            continue
        start, texts = lines.number, [line]
        size = int(line.strip()) if _begins([line, lines.peek() or ""], 0) else LARGEST + 1
        if size <= LARGEST:
            texts += take_rows(lines, size, _is_number if size > 1 else None)
            if len(texts) == size + 1 and _is_number(lines.peek() or ""):
                texts += lines.take(1)
                texts += take_rows(lines, min(int(texts[-1].strip()), 2 * LARGEST * LARGEST), _is_number)
        following = (lines.peek() or "").strip()
        if size > LARGEST or _clues_left(texts, size) or not (following == "" or following.isdecimal()):
            texts += _up_to_a_case(lines)
        yield board_of(lines, Block(start, texts), partial(_case, texts))


def _clues_left(texts: Sequence[str], size: int) -> bool:
    """Whether a case ended before its last clue."""
    return len(texts) < size + 2 or len(texts) < size + 2 + int(texts[size + 1].strip())


def _up_to_a_case(lines: Lines) -> list[str]:
    """The lines before the next empty one, or before the next case: none where that follows."""
    ahead = lines.ahead(SEEN)
    end = (at for at, text in enumerate(ahead) if not text.strip() or _begins(ahead, at))
    count = next(end, len(ahead) if len(ahead) > 1 or not all(map(_is_number, ahead)) else 0)
    return lines.take(count) if count else []


_SIZE_AND_CELLS = re.compile(r"\d+ \d+\n(?:\d+ \d+\n)*+-1\n(?:(?:-1|\d+ \d+)\n)++\Z", re.ASCII)

CELL_LIST = Format(
    name="cell-list",
    certain=_SIZE_AND_CELLS,
    family="kakuro",
    summary="`rows columns`, then a line for each cell: -1 white, `across down` black",
    example="2 3\n0 0\n0 3\n0 4\n7 0\n-1\n-1\n",
    signs="-",
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
