"""Canonical texts, one a line."""

from __future__ import annotations

from solvers.core import Board, MalformedError
from solvers.futoshiki.board import parse
from solvers.futoshiki.formats.making import COMMENT, one_a_line
from solvers.reading.format import Format, Sample

BARE = 40  # how sure it is of squares without a sign, which may be another family's


def sniff(sample: Sample) -> int:
    """99 if the first boards parse and one has a sign; a square of letters and dots might be anything."""
    first = [line.strip() for line in sample.filled() if not line.startswith(COMMENT)][:3]
    try:
        signs = sum(len(parse(text).signs) for text in first)
    except MalformedError:
        return 0
    return (99 if signs else BARE) if first else 0


def write(board: Board) -> str:
    """The canonical text."""
    return f"{board.text}\n"


TEXT = Format(
    name="futoshiki-text",
    family="futoshiki",
    summary="canonical text, one board a line: .<.v/2.",
    example=".<..v./..>.^./.v2../....\n",
    sniff=sniff,
    read=one_a_line(parse),
    write=write,
)
