"""Squares one a line: the n x n numbers row by row, with blanks, commas or ``/`` between."""

from __future__ import annotations

from math import isqrt

from solvers.core import Board, MalformedError
from solvers.magic.board import format_numbers, parse
from solvers.magic.formats.parts import board, filled, one_a_line, require_plain, square
from solvers.reading.format import Format, Lines, Sample, Wish

SEEN = 100  # lines that are looked at to recognise it


def _tokens(text: str) -> list[str]:
    return text.replace("/", " ").replace(",", " ").split()


def sniff(sample: Sample) -> int:
    own = filled(sample)
    rows = [_tokens(line) for line in own[:SEEN]]
    cut = not sample.whole and len(own) <= SEEN
    if not rows or not all(_is_square(row) for row in rows[: len(rows) - cut]):
        return 0
    numbers = {int(token) for token in rows[0] if token.isdigit()}
    if max(numbers, default=0) == 0:
        return 3  # nothing is given: as well another puzzle
    return 60 if isqrt(len(rows[0])) < max(numbers) <= len(rows[0]) else 0


def _is_square(tokens: list[str]) -> bool:
    order = isqrt(len(tokens))
    return (
        order >= 3 and order * order == len(tokens) and all(t in "._*" or (t.isascii() and t.isdigit()) for t in tokens)
    )


def _board(lines: Lines, text: str, wish: Wish) -> Board:
    tokens = _tokens(text)
    order = isqrt(len(tokens))
    if order * order != len(tokens):
        raise MalformedError(f"expected n x n numbers, got {len(tokens)}")
    rows = [tokens[i * order : (i + 1) * order] for i in range(order)]
    return board(square(rows, wish), lines, lines.number)


def write(item: Board) -> str:
    """All numbers in one line; raises MalformedError where the text says more than cells."""
    require_plain(item.text)
    return " ".join(format_numbers(cell) if cell else "0" for cell in parse(item.text).cells) + "\n"


LINE = Format(
    name="magic-line",
    family="magic",
    summary="one square a line: its numbers row by row, 0 for empty",
    example="0 7 0 0 0 1 0 0 0\n",
    sniff=sniff,
    read=one_a_line(_board),
    write=write,
)
