"""Game ids of Unequal in Simon Tatham's Portable Puzzle Collection, one a line.

An id is `size:cells`. Cells are numbers, 0 for empty, each followed by the directions (U, R, D, L) in which a smaller
neighbour lies, and separated by commas; a letter a to z stands for so many empty cells. Behind the size may stand
the difficulty (`5dk`). The mode Adjacent (`5a`) has other rules and is rejected, as is a random seed (`5#1234`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from solvers.core import Board, MalformedError
from solvers.futoshiki.board import LARGEST, SYMBOLS, Futoshiki, Sign, make, parse
from solvers.futoshiki.formats.making import one_a_line
from solvers.futoshiki.formats.weaving import either, woven
from solvers.reading.ahead import Stretch
from solvers.reading.blacks import is_marked
from solvers.reading.format import Format, Sample

_HEAD = re.compile(r"(?:unequal[:;] *)?([0-9]{1,2})(a?)(?:d[a-z])?([:#])", re.IGNORECASE)
_CELL = re.compile(r"([a-z]*)([0-9]+)([URDL]*)")
# Broader than what is read: to tell cells from each other here takes time without end on a long line of digits.
_ID = re.compile(r"(?:unequal[:;] *)?[0-9]{1,2}a?(?:d[a-z])?(?::(?=[a-z,]*[0-9])[a-z0-9,]+|#[0-9]+)", re.IGNORECASE)
_PLAIN = re.compile(r"([0-9]{1,2})(U?R?D?L?)", re.ASCII)
_SIGNS = {"U": b"^", "R": b">", "D": b"v", "L": b"<"}  # as the upper or left one of two cells has them
MOST_KNOWN = 1 << 14  # cells that are remembered; there are few hundred
_STEPS = {"U": (-1, 0), "R": (0, 1), "D": (1, 0), "L": (0, -1)}


def read_id(text: str) -> Futoshiki:
    """The board of a game id; raises MalformedError."""
    head = _HEAD.match(text)
    if head is None:
        raise MalformedError(f"expected size:cells, got {text[:20]!r}", 1, 1)
    if head[3] == "#":
        raise MalformedError("expected the cells of a board, got a random seed", 1, head.end())
    if head[2]:
        raise MalformedError("the mode Adjacent is not supported: its signs ask for neighbouring numbers", 1, 1)
    size = int(head[1])
    cells: list[int] = []
    signs: list[Sign] = []
    for piece, column in _pieces(text, head.end()):
        match = _CELL.fullmatch(piece)
        if match is None:
            raise MalformedError(f"expected a number and directions, got {piece!r}", 1, column)
        cells += [0] * sum(ord(letter) - ord("a") + 1 for letter in match[1])
        signs += _signs(len(cells), match[3], size, column)
        cells.append(int(match[2][:3]))
    if len(cells) != size * size:
        raise MalformedError(f"expected {size * size} cells, got {len(cells)}", 1, len(text))
    return make([cells[start : start + size] for start in range(0, size * size, size)], signs)


def _pieces(text: str, start: int) -> Iterator[tuple[str, int]]:
    """The pieces between commas with the columns where they begin; letters at the end stand for empty cells."""
    pieces = text[start:].removesuffix(",").split(",")
    if pieces and re.fullmatch(r"[a-z]+", pieces[-1]):
        # The last of these empty cells is written out, so that every piece ends in a number.
        last = pieces[-1][-1]
        pieces[-1] = pieces[-1][:-1] + ("" if last == "a" else chr(ord(last) - 1)) + "0"
    for piece in pieces:
        yield piece, start + 1
        start += len(piece) + 1


def _signs(cell: int, directions: str, size: int, column: int) -> Iterator[Sign]:
    for direction in directions:
        down, right = _STEPS[direction]
        row, place = cell // max(size, 1) + down, cell % max(size, 1) + right
        if not (0 <= row < size and 0 <= place < size):
            raise MalformedError(f"expected a neighbour in direction {direction}, got the border", 1, column)
        yield Sign(row * size + place, cell)


class _Slots(dict[str, bytes]):
    """Cells of ids as a value and a byte for each direction; nothing for what needs a closer look."""

    def __missing__(self, cell: str) -> bytes:
        match = _PLAIN.fullmatch(cell)
        number = int(match[1]) if match else LARGEST + 1
        found = b""
        if match and number <= LARGEST:
            symbol = f".{SYMBOLS}"[number]
            found = symbol.encode() + b"".join(s if d in match[2] else b"\0" for d, s in _SIGNS.items())
        if len(self) < MOST_KNOWN:
            self[cell] = found
        return found


_slots = _Slots()


def _found(texts: list[str]) -> Stretch | None:
    """The ids that come next, as far as all their cells are written out and they are of one size."""
    head = texts[0].partition(":")[0] + ":"
    size = int(head[:-1]) if head[:-1].isdecimal() and len(head) < 4 else 0
    bodies: list[str] = []
    for text in texts:
        body = text[len(head) :].removesuffix(",")
        if not text.startswith(head) or body.count(",") != size * size - 1:
            break
        bodies.append(body)
    if not bodies:
        return None
    slots = b"".join(map(_slots.__getitem__, ",".join(bodies).split(",")))
    values, up, right, down, left = (slots[at :: 1 + len(_SIGNS)] for at in range(1 + len(_SIGNS)))
    across = either(right, left[1:] + b"\0")
    below = either(down, up[size:] + bytes(size))
    if len(slots) != 5 * size * size * len(bodies) or across is None or below is None or up[:size].strip(b"\0"):
        return None
    found = woven(values, across, below, size) if left[:1] == b"\0" else []
    return Stretch(f"{size}x{size}", found, range(len(found)), len(found)) if found else None


def sniff(sample: Sample) -> int:
    """98 if every line looks like an id."""
    filled = [line.strip() for line in sample.filled() if not is_marked(line)]
    return 98 if filled and all(map(_ID.fullmatch, filled[:10])) else 0


def write(board: Board) -> str:
    """The id without a difficulty."""
    futoshiki = parse(board.text)
    return f"{futoshiki.size}:{''.join(_cells(futoshiki))}\n"


def _cells(board: Futoshiki) -> Iterator[str]:
    steps: Sequence[tuple[str, int]] = (("U", -board.size), ("R", 1), ("D", board.size), ("L", -1))
    for cell, value in enumerate(board.cells):
        smaller = "".join(name for name, step in steps if board.between(cell, cell + step) > 0)
        yield f"{value}{smaller},"


_PLAIN_IDS = re.compile(r"(?=\d+:[\d,]*[URDL])(?:\d{1,2}:(?:\d{1,2}[URDL]{0,4},){4,}+\n)++\Z", re.ASCII)

UNEQUAL = Format(
    name="unequal",
    certain=_PLAIN_IDS,
    family="futoshiki",
    summary="game ids of Unequal (Simon Tatham's puzzles), one a line",
    example="4:0,0,0,0D,0,0,0,0,2D,0D,0,0,0,0,0,3U,\n",
    signs=":#",
    sniff=sniff,
    read=one_a_line(read_id, _found),
    write=write,
)
