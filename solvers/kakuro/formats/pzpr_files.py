"""Files of pzpr and Kanpen: clues across before down; 0 or less is no clue. The size is that of the inner cells.

What is written plainly the kernel reads; here stands what is wrong with anything else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from itertools import takewhile

from solvers.core import Board, MalformedError
from solvers.kakuro.board import EMPTY, Black, Cell, format_row, parse
from solvers.kakuro.formats import writing
from solvers.kakuro.formats.order import one_order
from solvers.kakuro.formats.plainly import ANSWERS_LEFT_OUT, plainly_in_batches
from solvers.kakuro.formats.rows import (
    Block,
    Spelled,
    behind,
    blocks,
    board_of,
    joined,
    parted,
    refuse,
    refuse_cut,
    refuse_each,
    take_rows,
    words,
)
from solvers.kakuro.formats.writing import written
from solvers.reading.format import Format, Item, Lines, Sample, Wish


def _clue(number: int) -> int | None:
    return number if number > 0 else None


# ---- pzprv3


def _file(texts: Sequence[str]) -> str:
    parts = [part.strip() for text in texts for part in text.split("/")]
    if not parts[0].startswith("pzprv3"):
        raise MalformedError(f"expected pzprv3 above kakuro, rows and columns, got {parts[0][:40]!r}", 1, 1)
    if len(parts) < 4 or parts[1] != "kakuro" or not (parts[2].isdecimal() and parts[3].isdecimal()):
        raise MalformedError("expected pzprv3, kakuro, rows and columns", 1, 1)
    height, width = int(parts[2]), int(parts[3])
    rows = [part.split() for part in parts[4 : 5 + height]]
    _check_answers(parts[5 + height :], height, width)
    if len(rows) != height + 1 or any(len(row) != width + 1 for row in rows) or width == 0 or height == 0:
        raise MalformedError(f"expected {height + 1} rows of {width + 1} cells", len(texts))
    above, left = list(map(_ABOVE.__getitem__, rows[0][1:])), [_LEFT[row[0]] for row in rows[1:]]
    cells = [list(map(_CELLS.__getitem__, row[1:])) for row in rows[1:]]
    if all(above) and all(left) and all(map(all, cells)):
        body = (f"{edge} {' '.join(row)}" for edge, row in zip(left, cells, strict=True))
        return f"# {' '.join(above)}/{'/'.join(body)}"
    for row in rows:
        for word in row:
            _file_cell(word) if "," in word or word == "." else _number(word)
    raise MalformedError("expected . or across,down in cells, and a clue, -1 or 0 above and left of them")


def _check_answers(parts: Sequence[str], height: int, width: int) -> None:
    """Raises MalformedError where what follows the cells is neither answers nor the history that some programs keep."""
    answers = [part for part in takewhile(lambda part: not part.startswith(("history", "{")), parts) if part]
    wrong = next((part for part in answers if len(part.split()) != width), "")
    if wrong or len(answers) not in (0, height):
        got = repr(wrong[:40]) if wrong else str(len(answers))
        raise MalformedError(f"expected {height} rows of {width} answers or none, got {got}")


def _file_cell(word: str) -> Cell:
    if word == ".":
        return EMPTY
    across, comma, down = word.partition(",")
    if not comma:
        raise MalformedError(f"expected . or across,down, got {word!r}")
    return Black(_clue(_number(down)), _clue(_number(across)))


def _number(word: str) -> int:
    if not re.fullmatch(r"-1|\d{1,4}", word, re.ASCII):
        raise MalformedError(f"expected a clue, -1 or 0, got {word!r}")
    return int(word)


_CELLS = Spelled(lambda word: [_file_cell(word)])
_ABOVE = Spelled(lambda word: [Black(_clue(_number(word)))])
_LEFT = Spelled(lambda word: [Black(None, _clue(_number(word)))])


_ROW = re.compile(r"[-.,+=%\[\]\d\s]*", re.ASCII)  # of the file before, or a blank line


def _sniff_file(sample: Sample) -> int:
    start = "/".join(line.strip() for line in sample.filled()[:2])
    if re.match(r"pzprv3(\.\d)?/kakuro(/|$)", start):
        return 97
    return 98 if _is_headless(sample.filled(), 0) else 0


def _begins_file(texts: Sequence[str], at: int) -> bool:
    """Whether a file begins here, also one whose first line is missing or misspelt."""
    return texts[at].lstrip().startswith("pzprv3") or _is_headless(texts, at)


def _is_headless(texts: Sequence[str], at: int) -> bool:
    """Whether all but the first line of a file stands here: `kakuro`, rows, columns and as wide a row as they say."""
    start = next((place for place in range(at, at + 2) if "".join(texts[place : place + 1]).strip() == "kakuro"), -1)
    if start < 0 or (start and bool(_ROW.fullmatch(texts[start - 1])) is (start > at)):
        return False
    height, width, row = [*texts[start + 1 : start + 4], "", "", ""][:3]
    sizes = height.strip(), width.strip()
    return all(re.fullmatch(r"\d{1,4}", size, re.ASCII) for size in sizes) and len(row.split()) == int(width) + 1


def _read_files(lines: Lines, wish: Wish) -> Iterator[list[Item]]:
    one_order(wish)
    for block in blocks(lines):
        if not _begins_file(block.texts, 0):
            yield refuse_each(lines, block, "pzprv3")
            continue
        parts = parted(block, _begins_file)  # with nothing between
        yield [board_of(lines, part, partial(_file, part.texts)) for part in parts]


# ---- kanpen


def _kanpen(texts: Sequence[str]) -> str:
    sizes = [text.strip() for text in texts[:2]]
    if len(sizes) < 2 or not all(size.isdecimal() for size in sizes):
        raise MalformedError("expected the number of rows and of columns, a line each", 1, 1)
    height, width = map(int, sizes)
    if not 1 <= height <= 1000 or not 1 <= width <= 1000:
        raise MalformedError(f"expected 1 to 1000 rows and columns, got {height} and {width}", 1, 1)
    side = width + 1
    cells = ["."] * (side * (height + 1))
    cells[:side] = ["#"] * side
    cells[::side] = ["#"] * (height + 1)
    for number, text in enumerate(texts[2:], 3):
        row, column, across, down = _quad(text, number, height, width)
        cells[row * side + column] = _black(down, across)
    return joined(cells, side)


@lru_cache(maxsize=1 << 13)
def _black(down: int, across: int) -> str:
    """A black cell with these clues, 0 for none, as canonical text has it."""
    return format_row((Black(_clue(down), _clue(across)),))


def _quad(text: str, number: int, height: int, width: int) -> tuple[int, int, int, int]:
    found = words(text)
    if len(found) != 4 or not all(re.fullmatch(r"-?\d{1,4}", word, re.ASCII) for _, word in found):
        raise MalformedError(f"expected row, column, across and down, got {text!r}", number, 1)
    row, column, across, down = (int(word) for _, word in found)
    if not (0 <= row <= height and 0 <= column <= width):
        raise MalformedError(f"expected a cell of {height} rows and {width} columns, got {text!r}", number, 1)
    return row, column, across, down


_OPEN = frozenset(" .0\t\r")  # answers that are none: black cells, and white ones that are empty
_ANSWERS = re.compile(r"\s*[.0-9]( +[.0-9])+\s*", re.ASCII)


def _sniff_kanpen(sample: Sample) -> int:
    filled = sample.filled()
    if len(filled) < 4 or not all(re.fullmatch(r"\s*\d{1,4}\s*", line, re.ASCII) for line in filled[:2]):
        return 0
    return 70 if all(re.fullmatch(r"\s*(\d+\s+){2}-?\d+\s+-?\d+\s*", line, re.ASCII) for line in filled[2:4]) else 0


def _read_kanpen(lines: Lines, wish: Wish) -> Iterator[list[Item]]:
    """The clues of a board are followed by a blank line and, for some, by its answers, which are left out."""
    one_order(wish)
    for block in blocks(lines):
        if not all(map(str.isdecimal, block.texts[0].split())):
            yield refuse_each(lines, block, "the number of rows")
            continue
        *parts, last = parted(block, _begins_kanpen)
        items: list[Item] = [board_of(lines, part, partial(_kanpen, part.texts)) for part in parts]
        if _goes_on(last.texts, behind(lines)):
            yield [*items, refuse_cut(lines, last)]
            continue
        items.append(board_of(lines, last, partial(_kanpen, last.texts)))
        if isinstance(items[-1], Board):
            items += _left_out(lines, *map(int, map(str.strip, last.texts[:2])))
        yield items


def _begins_kanpen(texts: Sequence[str], at: int) -> bool:
    """Whether the two sizes of a board stand here."""
    return at > 1 and all(text.strip().isdecimal() for text in texts[at : at + 2]) and at + 1 < len(texts)


def _goes_on(texts: Sequence[str], following: str) -> bool:
    """Whether a line is a clue of the board before it: its cell comes behind those that are there."""
    cells = [text.split() for text in (texts[-1], following)]
    if not all(len(cell) == 4 and all(map(str.isdecimal, cell)) for cell in cells[len(texts) == 2 :]):
        return False
    if len(texts) == 2:  # the sizes alone
        return True
    (row, column), (next_row, next_column) = (map(int, cell[:2]) for cell in cells)
    return (next_row, next_column) > (row, column)


def _left_out(lines: Lines, height: int, width: int) -> Iterator[Item]:
    """Passes over the answers of a board; what is as wide and none of them is a reject.

    Programs write those of the row and column of clues around it, too.
    """
    around = len(behind(lines).split()) - width
    if around not in (0, 1) or width + around < 2:
        return
    height, width = height + around, width + around
    texts = take_rows(lines, height, lambda text: not _ANSWERS.fullmatch(text))
    first = lines.number - len(texts) + 1
    if len(texts) == height and all(len(text.split()) == width for text in texts):
        lines.tally.comment += len(texts)
        if not set("".join(texts)) <= _OPEN:
            lines.note(ANSWERS_LEFT_OUT, first)
    elif texts:
        reason = MalformedError(f"expected {height} rows of {width} answers, got other lines")
        yield refuse(lines, Block(first, texts), reason)


_PLAIN_FILE = re.compile(r"pzprv3\nkakuro\n\d", re.ASCII)

PZPRV3 = Format(
    name="kakuro-pzprv3",
    certain=_PLAIN_FILE,
    family="kakuro",
    summary="pzprv3 files: rows, columns, then the cells as across,down",
    example="pzprv3/kakuro/2/2/0 3 4 /3 . . /4 . . /. . /. . /\n",
    sniff=_sniff_file,
    read=plainly_in_batches(_read_files, "pzprv3"),
    write=written(writing.pzprv3, lambda text: parse(_file(text.strip().splitlines()))),
)
KANPEN = Format(
    name="kakuro-kanpen",
    family="kakuro",
    summary="kanpen files: rows, columns, then `row column across down` for each black cell",
    example="2\n2\n0 0 0 0\n0 1 0 3\n0 2 0 4\n1 0 3 0\n2 0 4 0\n",
    sniff=_sniff_kanpen,
    read=plainly_in_batches(_read_kanpen, "kanpen"),
    write=written(writing.kanpen, lambda text: parse(_kanpen(text.strip().splitlines()))),
)
