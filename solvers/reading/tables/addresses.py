"""Addresses of boards of several families in one file; those of one family are read by that family's format."""

from __future__ import annotations

import re
from collections.abc import Iterator

from solvers.core import MalformedError
from solvers.reading.format import Format, Item, Lines, Sample, Wish
from solvers.reading.tables.cells import CellReader

COMMENT = "#"
SEEN = 20  # addresses that are looked at to recognise it
_ADDRESS = re.compile(r"(?:https?://|www\.)\S+(?:\s.*)?")


def read(lines: Lines, wish: Wish) -> Iterator[Item]:
    """Yield a board or a reject for each line."""
    reader = CellReader(wish)
    for text in lines:
        bare = text.strip()
        if not bare:
            lines.tally.blank += 1
        elif bare.startswith(COMMENT):
            lines.tally.comment += 1
        else:
            reader.usual = None  # the family may be another one each time
            try:
                board = reader.read(bare)
            except MalformedError as error:
                yield lines.reject(str(error), text, column=error.column)
            else:
                lines.tally.board += 1
                yield board._replace(source=lines.source, line=lines.number)


def sniff(sample: Sample) -> int:
    """98 if all lines are addresses and the first ones lead to boards of several families."""
    texts = [line.strip() for line in sample.filled() if not line.lstrip().startswith(COMMENT)]
    if len(texts) < 2 or not all(map(_ADDRESS.fullmatch, texts)):
        return 0
    return 98 if len(set(_families(texts[:SEEN]))) > 1 else 0


def _families(texts: list[str]) -> Iterator[str]:
    reader = CellReader(Wish())
    for text in texts:
        reader.usual = None
        try:
            yield reader.read(text).family
        except MalformedError:
            continue


ADDRESSES = Format(
    name="addresses",
    family="",
    summary="addresses that hold boards of several families, one a line",
    example="https://puzz.link/p?kakuro/5/5/48la0.na0lh3l0Bn.0cl.c4a3\nhttps://puzz.link/p?sudoku/4/4/g1k23k3g\n",
    sniff=sniff,
    read=read,
)
