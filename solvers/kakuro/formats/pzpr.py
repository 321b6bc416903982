"""Addresses of pzpr and puzz.link such as `https://puzz.link/p?kakuro/5/5/48la0...`.

Down before across, `k`..`z` are 1 to 16 white cells, `.` is black without clues, and two signs are
black with the clues down and across: `0`-`9`, `a`-`j` are 0 to 19, `A`-`Z` 20 to 45, anything else is no clue. Then
follow the clues above the columns whose first cell is white, and those left of such rows. The size is that of the
inner cells, without the border of clues, and 0 is no clue.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial

from solvers.core import Board, MalformedError
from solvers.kakuro._kernel import from_address
from solvers.kakuro.board import BLACK, EMPTY, Black, Cell, Kakuro, White, make, parse, usual_digits
from solvers.kakuro.formats.order import one_order
from solvers.kakuro.formats.plainly import plainly
from solvers.kakuro.formats.rows import Block, board_of
from solvers.reading.format import Format, Item, Lines, Sample, Wish

_ADDRESS = re.compile(r"(?:\S*[?/=])?kakuro/(?:v:/)?(\d{1,4})/(\d{1,4})/(\S*)", re.ASCII)
LARGEST = 1000
SPOILT = 1.5  # lines for each address: some may be titles, or spoilt
_NUMBERS = "0123456789abcdefghijABCDEFGHIJKLMNOPQRSTUVWXYZ"


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
    found = sum(_ADDRESS.fullmatch(line.strip()) is not None for line in filled)
    return 97 if found and len(filled) <= SPOILT * found else 0


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


_PLAIN_ADDRESSES = re.compile(r"(?:https?://[^\s?]+\?kakuro/\d{1,4}/\d{1,4}/\S*+\n)++\Z", re.ASCII)

PZPR = Format(
    name="kakuro-pzpr",
    certain=_PLAIN_ADDRESSES,
    family="kakuro",
    summary="puzz.link and pzpr addresses: .../p?kakuro/columns/rows/...",
    example="https://puzz.link/p?kakuro/5/5/48la0.na0lh3l0Bn.0cl.c4a3\n",
    signs="/",
    sniff=_sniff_address,
    read=plainly(_read_addresses, "address"),
    write=_write_address,
)
