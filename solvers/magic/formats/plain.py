"""Squares that are written alike, one behind the other, many at once: rows of numbers and no rules of their own.

The text of the first is found as always. Another one with the same signs between its numbers is canonical as it
stands if its numbers are: which of them stand there changes nothing in a square whose rules are not in its text.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from solvers.core import MalformedError
from solvers.magic.board import canonical, format_board, variant
from solvers.magic.formats.parts import square
from solvers.reading.alike import Columns, Found
from solvers.reading.format import Wish

_ONE_DIGIT = bytes.maketrans(b"123456789", b"0" * 9)
_DIGITS, _SIGNS = b"0123456789", b":/ \n"
_APART = bytes.maketrans(_SIGNS, b" " * len(_SIGNS))
_NUMBER = re.compile(rb"0|[1-9][0-9]{0,4}")


def texts_of(columns: Columns) -> Found | None:
    """The squares of a column of canonical texts; None if one is another's kind or has rules of its own."""
    (texts,) = columns
    head = texts[0].partition(":")[0]
    try:
        if ";" in head or canonical(texts[0]) != texts[0]:
            return None
    except MalformedError:
        return None
    bodies = [text[len(head) :] for text in texts]
    if not all(text.startswith(f"{head}:") for text in texts) or not _numbers_of(bodies):
        return None
    return Found(texts, 1, variant=variant(texts[0]))


def rows_of(rows: Columns, wish: Wish, *, within: bool = False) -> Found | None:
    """The squares of columns of rows: numbers with blanks between, and a dot or 0 for an empty cell.

    ``within``: None where a number is too large for a square of 1 to n x n.
    """
    lines = "\n".join(map("/".join, zip(*rows, strict=True)))
    while "  " in lines:
        lines = lines.replace("  ", " ")
    for blank, none in (("/ ", "/"), (" /", "/"), ("\n ", "\n"), (" \n", "\n")):
        lines = lines.replace(blank, none)
    return joined_rows_of(lines, len(rows), wish, within=within)


def are_right(texts: Sequence[str], order: int) -> bool:
    """Whether no number stands twice in one of the canonical texts of squares without rules of their own."""
    start = texts[0].index(":") + 1
    cells = " ".join([text[start:] for text in texts]).replace("/", " ")
    numbers = np.fromstring(cells, np.int32, sep=" ").reshape(len(texts), order * order)
    numbers.sort(axis=1)
    return not ((numbers[:, 1:] == numbers[:, :-1]) & (numbers[:, 1:] != 0)).any()


def flat_rows_of(texts: Sequence[str], order: int, wish: Wish) -> Found | None:
    """The squares of lines that hold all rows of one each: the blanks between two rows are made to part them."""
    text = "\n".join([*texts, ""])
    if not text.isascii():
        return None
    signs = np.frombuffer(bytearray(text, "ascii"), np.uint8)
    gaps = np.flatnonzero(signs <= ord(" "))
    if len(gaps) != len(texts) * order * order:
        return None
    # Only blanks and line ends are left of the signs in the gaps, if each line has its end where it must.
    ends = gaps[order * order - 1 :: order * order]
    if np.count_nonzero(signs == ord(" ")) != len(gaps) - len(texts) or (signs[ends] != ord("\n")).any():
        return None
    signs[gaps.reshape(-1, order)[:, -1]] = ord("/")
    signs[ends] = ord("\n")
    return joined_rows_of(signs.tobytes().decode()[:-1], 1, wish, within=True)


def joined_rows_of(lines: str, rows: int, wish: Wish, *, within: bool) -> Found | None:
    """The squares of lines with the rows of one each, joined; ``rows`` is how many lines each had.

    ``within``: None where a number is too large for a square of 1 to n x n.
    """
    found = [f":{text}" for text in lines.strip(" ").replace(".", "0").split("\n")]
    if _touch(lines) or not (numbers := _numbers_of(found)):
        return None
    try:
        first = format_board(square([row.split() for row in found[0][1:].split("/")], wish))
    except MalformedError:
        return None
    head = first.partition(":")[0]
    if first != head + found[0] or ";" in head:
        return None
    if within and head == "normal" and max(map(int, numbers)) > (found[0].count("/") + 1) ** 2:
        return None
    return Found([head + text for text in found], rows, variant=variant(first))


def _touch(lines: str) -> bool:
    """Whether there is a dot that is no cell of its own."""
    text = lines.encode("utf-8", "replace").translate(_ONE_DIGIT)
    return any(pair in text for pair in (b"0.", b".0", b".."))


def _numbers_of(bodies: Sequence[str]) -> set[bytes]:
    """The numbers of all, if they have the signs of the first between them and are canonical; else none."""
    joined = "\n".join(bodies)
    if not joined.isascii():
        return set()
    text = joined.encode() + b"\n"
    signs = bodies[0].encode().translate(None, _DIGITS) + b"\n"
    if text.translate(None, _DIGITS) != signs * len(bodies) or signs.translate(None, _SIGNS):
        return set()
    # There are few different numbers: to list all and look at each kind once is three times as fast as to search.
    found = set(text[1:-1].replace(b"\n:", b"\n").translate(_APART).split(b" "))
    return found if all(map(_NUMBER.fullmatch, found)) else set()
