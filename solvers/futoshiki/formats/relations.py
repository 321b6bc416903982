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

from solvers.core import Board, MalformedError
from solvers.futoshiki.board import Futoshiki, Sign, make, parse
from solvers.futoshiki.formats.making import paragraphs
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
    read=paragraphs(read_relations, _goes_on),
    write=write,
)
