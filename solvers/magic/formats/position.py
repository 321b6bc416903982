"""The 34-game of Luogu P1274: row and column of the number 1, one board a line; every square in ascending order."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile

from solvers.core import Answer, Board, MalformedError
from solvers.magic.board import ANY, format_board, make, parse
from solvers.magic.formats.parts import board, filled, one_a_line
from solvers.reading.ahead import Stretch
from solvers.reading.format import Format, Judge, Lines, Sample, Wish

_PAIR = re.compile(r"\s*([1-4])\s+([1-4])\s*", re.ASCII)
MANY = 3  # pairs of numbers above other lines that are no size of something else


def sniff(sample: Sample) -> int:
    rows = filled(sample)
    if all(_PAIR.fullmatch(line) for line in rows):
        return (80 if sample.whole or len(rows) >= MANY else 60) if rows else 0
    # A bad line among positions is told for itself, if no other format knows the whole.
    return 4 if _PAIR.fullmatch(rows[0]) and all(len(line.split()) == 2 for line in rows) else 0


def _board(lines: Lines, text: str, wish: Wish) -> Board:
    if wish.variant not in ("", "34-game"):
        raise MalformedError(f"expected the variant 34-game for a position, got {wish.variant!r}")
    match = _PAIR.fullmatch(text)
    if not match:
        raise MalformedError(f"expected row and column of the number 1, from 1 to 4, got {text[:40]!r}")
    one = (int(match[1]) - 1, int(match[2]) - 1)
    return board(
        make("34-game", [[(1,) if (r, c) == one else ANY for c in range(4)] for r in range(4)]), lines, lines.number
    )


def _text(row: int, column: int) -> str:
    """The board with 1 there, both counted from 0."""
    cells = [[(1,) if (r, c) == (row, column) else ANY for c in range(4)] for r in range(4)]
    return format_board(make("34-game", cells))


_TEXTS = {f"{row + 1} {column + 1}": _text(row, column) for row in range(4) for column in range(4)}


def _found(texts: list[str]) -> Stretch | None:
    """The positions that come next, as they are usually written."""
    found = list(takewhile(bool, map(_TEXTS.get, texts)))
    return Stretch("34-game", [text for text in found if text], range(len(found)), len(found)) if found else None


def write(item: Board) -> str:
    """The position of 1; raises MalformedError where the board is another game."""
    magic = parse(item.text)
    ones = [(r, c) for r, row in enumerate(magic.rows, 1) for c, cell in enumerate(row, 1) if cell == (1,)]
    if magic.rule != "34-game" or len(ones) != 1 or sum(map(bool, magic.cells)) != 1 or magic.equations:
        raise MalformedError("expected a 34-game with the number 1 alone")
    return f"{ones[0][0]} {ones[0][1]}\n"


def judged(text: str, answer: Answer, solutions: Sequence[str]) -> str:  # noqa: ARG001  # the judge wants the squares alone
    """Four lines a square, numbers apart by one blank, an empty line between squares."""
    return "\n".join(f"{solution}\n" for solution in (square.replace("/", "\n") for square in solutions))


POSITION = Format(
    name="p1274",
    family="magic",
    summary="34-game of Luogu P1274: row and column of the number 1, one board a line",
    example="1 1\n",
    sniff=sniff,
    read=one_a_line(_board, _found),
    write=write,
    judge=Judge(judged, every=True),
)
