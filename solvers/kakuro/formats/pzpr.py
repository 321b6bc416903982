"""pzpr and puzz.link: addresses such as `https://puzz.link/p?kakuro/5/5/48la0...`, pzprv3 and kanpen files.

In an address (down before across) `k`..`z` are 1 to 16 white cells, `.` is black without clues, and two signs are
black with the clues down and across: `0`-`9`, `a`-`j` are 0 to 19, `A`-`Z` 20 to 45, anything else is no clue. Then
follow the clues above the columns whose first cell is white, and those left of such rows. Files have across before
down. Everywhere the size is that of the inner cells, without the border of clues, and 0 or less is no clue.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache, partial

from solvers.core import Board, MalformedError
from solvers.kakuro._kernel import from_address
from solvers.kakuro.board import BLACK, EMPTY, Black, Cell, Kakuro, White, format_row, make, parse, usual_digits
from solvers.kakuro.formats import writing
from solvers.kakuro.formats.order import one_order
from solvers.kakuro.formats.plainly import ANSWERS_LEFT_OUT, plainly
from solvers.kakuro.formats.rows import Block, Spelled, blocks, board_of, joined, words
from solvers.kakuro.formats.writing import written
from solvers.reading.format import Format, Item, Lines, Sample, Wish

_ADDRESS = re.compile(r"(?:\S*[?/=])?kakuro/(?:v:/)?(\d{1,4})/(\d{1,4})/(\S*)", re.ASCII)
LARGEST = 1000
PLAIN = 15  # characters of four numbers of up to three digits
_NUMBERS = "0123456789abcdefghijABCDEFGHIJKLMNOPQRSTUVWXYZ"

Grid = list[list[Cell]]


def _clue(number: int) -> int | None:
    return number if number > 0 else None


class _Body:
    """The signs of an address after the size, taken one by one."""

    def __init__(self, text: str, column: int) -> None:
        self.text = text
        self.column = column
        self.at = 0

    def take(self) -> str:
        if self.at == len(self.text):
            raise MalformedError("expected more of the address, got its end", 1, self.column + self.at)
        self.at += 1
        return self.text[self.at - 1]

    def clue(self) -> int | None:
        return _clue(_NUMBERS.find(self.take()))


def _text(match: re.Match[str]) -> Kakuro | str:
    """The canonical text; where a sign is wrong, it is looked for."""
    width, height, signs = int(match[1]), int(match[2]), match[3]
    if width > LARGEST or height > LARGEST:
        got = f"{height} and {width}"
        raise MalformedError(f"expected at most {LARGEST} rows and columns, got {got}", 1, match.start(1) + 1)
    return (from_address(signs, height, width) if signs.isascii() else "") or _address(match)


def _address(match: re.Match[str]) -> Kakuro:
    width, height = int(match[1]), int(match[2])
    if width * height == 0 or width * height > len(match[3]) * 16:
        raise MalformedError(f"expected {width * height} cells, got too few signs for them", 1, match.start(3) + 1)
    body = _Body(match[3], match.start(3) + 1)
    cells: list[Cell] = []
    while len(cells) < width * height:
        sign = body.take()
        if "k" <= sign <= "z":
            cells += [EMPTY] * (ord(sign) - ord("k") + 1)
        elif sign == ".":
            cells.append(BLACK)
        else:
            body.at -= 1
            cells.append(Black(body.clue(), body.clue()))
    if len(cells) > width * height:
        raise MalformedError(f"expected {width * height} cells, got {len(cells)}", 1, body.column + body.at)
    inner = [cells[at : at + width] for at in range(0, len(cells), width)]
    top = [Black(body.clue()) if isinstance(cell, White) else BLACK for cell in inner[0]]
    left = [Black(None, body.clue()) if isinstance(row[0], White) else BLACK for row in inner]
    if body.text[body.at :].rstrip("/"):
        raise MalformedError(
            f"expected the end of the address, got {body.text[body.at :][:20]!r}", 1, body.column + body.at
        )
    return _bordered(top, left, inner)


def _bordered(top: Sequence[Cell], left: Sequence[Cell], inner: Sequence[Sequence[Cell]]) -> Kakuro:
    return make(((BLACK, *top), *((edge, *row) for edge, row in zip(left, inner, strict=True))))


def _sniff_address(sample: Sample) -> int:
    filled = sample.filled()[:20]
    return 97 if filled and all(_ADDRESS.fullmatch(line.strip()) for line in filled) else 0


def _read_addresses(lines: Lines, wish: Wish) -> Iterator[Item]:
    one_order(wish)
    for line in lines:
        if not line.strip():
            lines.tally.blank += 1
            continue
        match = _ADDRESS.fullmatch(line.strip())
        if match is None:
            yield lines.reject(f"expected an address with kakuro/columns/rows/, got {line[:60]!r}", line, column=1)
            continue
        yield board_of(lines, Block(lines.number, [line]), partial(_text, match))


def _write_address(board: Board) -> str:
    rows = usual_digits(parse(board.text), "this format").rows
    top, left, inner = rows[0][1:], [row[0] for row in rows[1:]], [row[1:] for row in rows[1:]]
    if any(isinstance(cell, White) for cell in (*rows[0], *left)) or not inner or not inner[0]:
        raise MalformedError("this format has a border of black cells around the white ones")
    if any(isinstance(cell, White) and cell.given for row in inner for cell in row):
        raise MalformedError("this format has no given digits")
    _check_border(rows)
    parts = [_spell(cell) for row in inner for cell in row]
    body = re.sub(r"k+", lambda run: _whites(len(run[0])), "".join(parts))
    above = [_sign(edge[0]) for edge, cell in zip(top, inner[0], strict=True) if isinstance(cell, White)]
    edges = [edge for edge, row in zip(left, inner, strict=True) if isinstance(row[0], White)]
    beside = [_sign(edge.across) for edge in edges if isinstance(edge, Black)]
    return f"https://puzz.link/p?kakuro/{len(inner[0])}/{len(inner)}/{body}{''.join(above)}{''.join(beside)}\n"


def _check_border(rows: Sequence[Sequence[Cell]]) -> None:
    """Raises MalformedError for a clue of the border that no white cell follows: an address has no place for it."""
    border = [(r, c) for r, row in enumerate(rows) for c in range(len(row)) if r == 0 or c == 0]
    for r, c in border:
        cell = rows[r][c]
        below = r == 0 < c and isinstance(rows[1][c], White)
        beside = c == 0 < r and isinstance(rows[r][1], White)
        if isinstance(cell, Black) and (
            (cell.down is not None and not below) or (cell.across is not None and not beside)
        ):
            raise MalformedError(f"this format has no clue without cells, the board has one at r{r + 1}c{c + 1}")


def _spell(cell: Cell) -> str:
    if isinstance(cell, White):
        return "k"
    return "." if cell == BLACK else _sign(cell.down) + _sign(cell.across)


def _sign(clue: int | None) -> str:
    if clue is not None and not 0 < clue < len(_NUMBERS):
        raise MalformedError(f"this format has clues from 1 to 45, the board has {clue}")
    return "-" if clue is None else _NUMBERS[clue]


def _whites(number: int) -> str:
    return "z" * ((number - 1) // 16) + chr(ord("k") + (number - 1) % 16)


# ---- pzprv3


def _file(texts: Sequence[str]) -> str:
    parts = [part.strip() for text in texts for part in text.split("/")]
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
    for at, part in enumerate(parts):
        if part.startswith(("history", "{")):
            return
        if part and (at >= height or len(part.split()) != width):
            raise MalformedError(f"expected at most {height} rows of {width} answers, got {part[:40]!r}")


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


def _sniff_file(sample: Sample) -> int:
    start = "/".join(line.strip() for line in sample.filled()[:2])
    return 97 if re.match(r"pzprv3(\.\d)?/kakuro(/|$)", start) else 0


def _read_files(lines: Lines, wish: Wish) -> Iterator[Item]:
    one_order(wish)
    for block in blocks(lines):
        yield board_of(lines, block, partial(_file, block.texts))


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
        row, column, across, down = _plain_quad(text) or _quad(text, number, height, width)
        if not (0 <= row <= height and 0 <= column <= width):
            _quad(text, number, height, width)
        cells[row * side + column] = _black(down, across)
    return joined(cells, side)


def _plain_quad(text: str) -> tuple[int, int, int, int] | None:
    """Four numbers as they are usually written; None for others."""
    parts = text.split(" ")
    if len(parts) != 4 or not all(map(str.isdigit, parts)) or not text.isascii() or len(text) > PLAIN:
        return None
    row, column, across, down = map(int, parts)
    return row, column, across, down


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


_ANSWERS = re.compile(r"\s*[.0-9]( +[.0-9])+\s*", re.ASCII)


def _sniff_kanpen(sample: Sample) -> int:
    filled = sample.filled()
    if len(filled) < 4 or not all(re.fullmatch(r"\s*\d{1,4}\s*", line, re.ASCII) for line in filled[:2]):
        return 0
    return 70 if all(re.fullmatch(r"\s*(\d+\s+){2}-?\d+\s+-?\d+\s*", line, re.ASCII) for line in filled[2:4]) else 0


def _read_kanpen(lines: Lines, wish: Wish) -> Iterator[Item]:
    """The clues of a board are followed by a blank line and, for some, by its answers, which are left out."""
    one_order(wish)
    for block in blocks(lines):
        if all(map(_ANSWERS.fullmatch, block.texts)) and len({len(text.split()) for text in block.texts}) == 1:
            lines.tally.comment += len(block.texts)
            lines.note(ANSWERS_LEFT_OUT, block.first)
            continue
        yield board_of(lines, block, partial(_kanpen, block.texts))


_PLAIN_ADDRESSES = re.compile(r"(?:https?://[^\s?]+\?kakuro/\d{1,4}/\d{1,4}/\S*+\n)++\Z", re.ASCII)
_PLAIN_FILE = re.compile(r"pzprv3\nkakuro\n\d", re.ASCII)

PZPR = Format(
    name="kakuro-pzpr",
    certain=_PLAIN_ADDRESSES,
    family="kakuro",
    summary="puzz.link and pzpr addresses: .../p?kakuro/columns/rows/...",
    example="https://puzz.link/p?kakuro/5/5/48la0.na0lh3l0Bn.0cl.c4a3\n",
    sniff=_sniff_address,
    read=plainly(_read_addresses, "address"),
    write=_write_address,
)
PZPRV3 = Format(
    name="kakuro-pzprv3",
    certain=_PLAIN_FILE,
    family="kakuro",
    summary="pzprv3 files: rows, columns, then the cells as across,down",
    example="pzprv3/kakuro/2/2/0 3 4 /3 . . /4 . . /. . /. . /\n",
    sniff=_sniff_file,
    read=plainly(_read_files, "pzprv3"),
    write=written(writing.pzprv3, lambda text: parse(_file(text.strip().splitlines()))),
)
KANPEN = Format(
    name="kakuro-kanpen",
    family="kakuro",
    summary="kanpen files: rows, columns, then `row column across down` for each black cell",
    example="2\n2\n0 0 0 0\n0 1 0 3\n0 2 0 4\n1 0 3 0\n2 0 4 0\n",
    sniff=_sniff_kanpen,
    read=plainly(_read_kanpen, "kanpen"),
    write=written(writing.kanpen, lambda text: parse(_kanpen(text.strip().splitlines()))),
)
