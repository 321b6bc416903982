"""Cells and a list of relations, as courses in constraint programming hand them out.

4                 The size; START: and n rows of cells, 0 for empty, with ; between; REL: and a line for every
START:            sign, the smaller cell first. A cell is the letter of its row and the number of its column.
0;0;0;0
0;0;2;0
0;0;0;0
0;0;0;0
REL:
A1;A2
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from solvers.core import Board, MalformedError
from solvers.futoshiki.board import LARGEST, Futoshiki, Sign, make, parse
from solvers.futoshiki.formats.making import paragraphs
from solvers.futoshiki.formats.weaving import woven
from solvers.reading.ahead import Stretch
from solvers.reading.format import Format, Lines, Sample

_NUMBER = re.compile(r"[0-9]{1,2}")
_RELATION = re.compile(r"([A-Za-z])([0-9]{1,2}) *; *([A-Za-z])([0-9]{1,2})")
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def read_relations(taken: list[str]) -> Futoshiki:
    """The board of the lines; raises MalformedError."""
    lines = [line.strip() for line in taken]
    if not _NUMBER.fullmatch(lines[0]):
        raise MalformedError(f"expected the size, got {lines[0][:20]!r}", 1)
    size = int(lines[0])
    for number, wanted in ((1, "START:"), (size + 2, "REL:")):
        if lines[number : number + 1] != [wanted]:
            raise MalformedError(f"expected {wanted} in line {number + 1} of the board", min(number + 1, len(lines)))
    cells = [_row(line, number) for number, line in enumerate(lines[2 : size + 2], 3)]
    return make(cells, _signs(lines, size))


def _row(line: str, number: int) -> list[int]:
    tokens = [token.strip() for token in line.rstrip(";").split(";")]
    if not all(map(_NUMBER.fullmatch, tokens)):
        raise MalformedError(f"expected numbers with ; between, got {line[:40]!r}", number)
    return list(map(int, tokens))


def _signs(lines: list[str], size: int) -> Iterator[Sign]:
    for number, line in enumerate(lines[size + 3 :], size + 4):
        match = _RELATION.fullmatch(line)
        if match is None:
            raise MalformedError(f"expected a relation such as A1;A2, got {line[:20]!r}", number)
        cells = (_cell(match[1], match[2], size), _cell(match[3], match[4], size))
        if min(cells) < 0:
            raise MalformedError(f"expected cells of the board, got {line!r}", number)
        yield Sign(*cells)


def _cell(letter: str, number: str, size: int) -> int:
    """The cell of a row's letter and a column's number; -1 outside the board."""
    row, column = _LETTERS.index(letter.upper()), int(number)
    return row * size + column - 1 if row < size and 1 <= column <= size else -1


@lru_cache(maxsize=LARGEST)
def _places(size: int) -> dict[str, tuple[int, int]]:
    """Each relation of neighbours with its sign and its place: those between columns, then those between rows."""
    area = size * size
    names = [f"{_LETTERS[cell // size]}{cell % size + 1}" for cell in range(area)]
    found: dict[str, tuple[int, int]] = {}
    for cell, name in enumerate(names):
        if (cell + 1) % size:
            found |= {f"{name};{names[cell + 1]}": (ord("<"), cell), f"{names[cell + 1]};{name}": (ord(">"), cell)}
        if cell + size < area:
            below = names[cell + size]
            found |= {f"{name};{below}": (ord("^"), area + cell), f"{below};{name}": (ord("v"), area + cell)}
    return found


def _found(texts: list[str]) -> Stretch | None:
    """The boards that come next, as far as they are of one size, of values of one digit, and end in a blank line."""
    size = int(texts[0]) if len(texts[0]) == 1 and texts[0] in "23456789" else 0
    area, places = size * size, _places(size)
    cells, right, below = bytearray(), bytearray(), bytearray()
    starts: list[int] = []
    at = 0
    while size and texts[at : at + 2] == [texts[0], "START:"] and texts[at + size + 2 : at + size + 3] == ["REL:"]:
        rows = texts[at + 2 : at + size + 2]
        values = ";".join(rows)
        end = next((end for end in range(at + size + 3, len(texts)) if not texts[end]), 0)
        placed = [places.get(text) for text in texts[at + size + 3 : end]]
        digits = values[::2]
        if (
            not (end and digits.isascii() and digits.isdigit())
            or set(map(len, rows)) != {2 * size - 1}
            or values[1::2].strip(";")
        ):
            break
        signs = bytearray(2 * area)
        for sign, place in filter(None, placed):
            signs[place] = sign
        if len(placed) != 2 * area - signs.count(0):
            break  # a relation that stands there twice, contradicts another one, or is none
        cells += digits.replace("0", ".").encode()
        right += signs[:area]
        below += signs[area:]
        starts.append(at)
        at = end + 1
    found = woven(bytes(cells), bytes(right), bytes(below), size)
    return Stretch(f"{size}x{size}", found, starts, at, blank=len(found)) if found else None


def _goes_on(taken: list[str], lines: Lines) -> bool:
    """A board ends at a blank line, or where the next one's size stands behind relations."""
    following = lines.peek()
    if following is None or not following.strip():
        return False
    relations = any(line.strip() == "REL:" for line in taken)
    return not (relations and _NUMBER.fullmatch(following.strip()))


def sniff(sample: Sample) -> int:
    """99 if it begins with a size and START:."""
    filled = [line.strip() for line in sample.filled()[:2]]
    return 99 if len(filled) == 2 and _NUMBER.fullmatch(filled[0]) and filled[1] == "START:" else 0


def write(board: Board) -> str:
    """The board and an empty line; raises MalformedError beyond 26 rows, for which there are no letters."""
    futoshiki = parse(board.text)
    size = futoshiki.size
    if size > len(_LETTERS):
        raise MalformedError(f"expected a board of at most {len(_LETTERS)} rows, got {size}")
    rows = [";".join(map(str, futoshiki.cells[start : start + size])) for start in range(0, size * size, size)]
    names = [f"{_LETTERS[cell // size]}{cell % size + 1}" for cell in range(size * size)]
    signs = [f"{names[sign.smaller]};{names[sign.greater]}" for sign in sorted(futoshiki.signs)]
    return "\n".join([str(size), "START:", *rows, "REL:", *signs]) + "\n\n"


RELATIONS = Format(
    name="futoshiki-relations",
    family="futoshiki",
    summary="size, START: cells, REL: pairs of cells, the smaller first",
    example="4\nSTART:\n0;0;0;0\n0;0;2;0\n0;0;0;0\n0;0;0;0\nREL:\nA1;A2\nC4;D4\n",
    sniff=sniff,
    read=paragraphs(read_relations, _goes_on, _found),
    write=write,
)
