"""`.kkt` files: `@ name rows columns`, then the rows in canonical tokens; several boards a file."""

from __future__ import annotations

import re
from collections.abc import Iterator

from solvers.core import Board, MalformedError
from solvers.kakuro.board import USUAL_DIGITS, Kakuro, checked_digits, format_row, is_canonical, make, parse, parse_row
from solvers.kakuro.formats.order import one_order
from solvers.kakuro.formats.plainly import plainly
from solvers.kakuro.formats.rows import NAMELESS, framed
from solvers.reading.format import Format, Item, Lines, Sample, Wish

_HEADER = re.compile(r"\s*@\s+(\S|\S.*\S)\s+(\d{1,5})\s+(\d{1,5})(?:\s+digits=(\d{1,2}))?\s*")


def _sniff(sample: Sample) -> int:
    filled = sample.filled()
    return 99 if filled and _HEADER.fullmatch(filled[0]) else 0


def _read(lines: Lines, wish: Wish) -> Iterator[Item]:
    one_order(wish)
    yield from framed(lines, _HEADER, "'@ name rows columns'", 2, _board, label=1, no_row=_is_head)


def _is_head(text: str) -> bool:
    return text.lstrip().startswith("@")


def _board(header: re.Match[str], rows: list[str]) -> Kakuro | str:
    height, width, digits = int(header[2]), int(header[3]), checked_digits(int(header[4] or USUAL_DIGITS))
    text = "/".join(rows)
    fits = digits == USUAL_DIGITS and 0 < height == len(rows) and rows[0].count(" ") == width - 1
    if fits and is_canonical(text):
        return text
    if len(rows) != height:
        raise MalformedError(f"expected {height} rows, got {len(rows)}", len(rows) + 1)
    cells = tuple(parse_row(row, digits, number) for number, row in enumerate(rows, 2))
    for number, row in enumerate(cells, 2):
        if len(row) != width:
            raise MalformedError(f"expected {width} cells, got {len(row)}", number)
    return make(cells, digits)


def _write(board: Board) -> str:
    value = parse(board.text)
    name = board.label or NAMELESS
    if _HEADER.fullmatch(f"@ {name} 1 1") is None or len(name.split()) > len(name.split(" ")):
        raise MalformedError(f"this format has names of one line without blanks around them, got {name!r}")
    digits = "" if value.digits == USUAL_DIGITS else f" digits={value.digits}"
    rows = "".join(format_row(row) + "\n" for row in value.rows)
    return f"@ {name} {len(value.rows)} {len(value.rows[0])}{digits}\n{rows}"


_HEADER_AND_CLUES = re.compile(r"@ [^\n]* \d+ \d+\n(?:[.#1-9] )*+[-\d]+\\[-\d]", re.ASCII)

KKT = Format(
    name="kkt",
    certain=_HEADER_AND_CLUES,
    family="kakuro",
    summary="'@ name rows columns', then the rows in canonical tokens",
    example="@ small 3 3\n# 3\\- 4\\-\n-\\3 . .\n-\\4 . .\n",
    sniff=_sniff,
    read=plainly(_read, "kkt"),
    write=_write,
)
