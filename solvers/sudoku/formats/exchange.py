"""The lines of the sudoku exchange puzzle bank: a hash, the board, and the rating of Sukaku Explainer.

    0000183b305c 050703060007000800000816000000030000005000100730040086906000204840572093000409000  1.2

The hash is the beginning of SHA-1 of the board's digits, 12 hexadecimal digits of it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from hashlib import sha1

from solvers.core import Board, MalformedError
from solvers.reading.format import Format, Sample, Wish
from solvers.sudoku.formats.making import each_line, make, share

_LINE = re.compile(r"([0-9a-f]{12})\s+([0-9.]{81})(?:\s+([0-9]+(?:\.[0-9]+)?))?")


def parse(text: str, wish: Wish, note: Callable[[str], None]) -> Board:
    match = _LINE.fullmatch(text)
    if match is None:
        raise MalformedError("expected 12 hexadecimal digits, 81 cells and a rating", 1)
    stated, cells, rating = match.groups()
    digits = cells.replace(".", "0")
    if sha1(digits.encode(), usedforsecurity=False).hexdigest()[:12] != stated:
        note("the hash is not that of the board")
    fields = {"hash": stated} | ({"rating": rating, "rating_tool": "Sukaku Explainer"} if rating else {})
    return make(digits, wish, fields=fields)


def sniff(sample: Sample) -> int:
    """97 if all lines have a hash before the cells."""
    return share(sample, _LINE.fullmatch, 97)


def write(board: Board) -> str:
    """The line of a 9x9 board; a board without a rating has none here, either."""
    if board.variant != "9x9":
        raise MalformedError(f"expected a board of 9x9, got {board.variant}", 1)
    digits = board.text.replace(".", "0")
    rating = (board.fields or {}).get("rating", "")
    key = sha1(digits.encode(), usedforsecurity=False).hexdigest()[:12]
    return f"{key} {digits} {rating:>4}".rstrip() + "\n"


EXCHANGE = Format(
    name="exchange",
    family="sudoku",
    summary="the sudoku exchange bank: hash, board and rating in a line",
    example="bbab350d8ae7 530070000600195000098000060800060003400803001700020006060000280000419005000080079  1.2\n",
    sniff=sniff,
    read=each_line(parse),
    write=write,
)
