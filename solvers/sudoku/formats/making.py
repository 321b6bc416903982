"""What the formats of single boards share: cells into a board, and a line into a board or a reject."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import isqrt

from solvers.core import Board, MalformedError
from solvers.reading.alike import Columns, Found
from solvers.reading.blacks import is_marked
from solvers.reading.format import Item, Lines, Sample, Wish
from solvers.sudoku.alphabet import LARGEST, respell
from solvers.sudoku.board import Box, Sudoku, boxes, variant
from solvers.sudoku.formats.columns import alike_of
from solvers.sudoku.formats.wished import obeying, shape

SEEN = 200  # lines that are looked at to recognise a format of single lines
PLAIN = re.compile(r"[1-9.0]{81}")  # nearly all boards; the rest of this module is slower

# Reads one line; may give notes of what it assumed; raises MalformedError.
LineParser = Callable[[str, Wish, Callable[[str], None]], Board]


def make(
    cells: str,
    wish: Wish,
    *,
    box: Box | None = None,
    label: str = "",
    fields: Mapping[str, str] | None = None,
    rules: Sudoku | None = None,
) -> Board:
    """The board of these cells, row by row in any alphabet; raises MalformedError.

    The shape of the boxes is the one given, or the user's, or the usual one; ``rules`` is a board whose regions,
    diagonals and cages are taken.
    """
    if box is None and rules is None and not wish.variant and PLAIN.fullmatch(cells):
        return Board("sudoku", "9x9", cells.replace("0", "."), label=label, fields=fields or None)
    size = isqrt(len(cells))
    if size * size != len(cells) or not (boxes(size) or (rules and rules.regions)):
        raise MalformedError(f"expected the cells of a board of size 4 to {LARGEST}, got {len(cells)} cells", 1)
    if rules is not None:
        board = replace(rules, cells=respell(cells, size).cells)
    else:
        board = Sudoku(box or shape(wish, size), respell(cells, size).cells)
    text = obeying(board, wish)
    return Board("sudoku", variant(text), text, label=label, fields=fields or None)


def each_line(
    parse: LineParser,
    comments: tuple[str, ...] = ("#", "%"),
    find: Callable[[Columns], Found | None] | None = None,
    parts: Callable[[str], Sequence[tuple[int, str]]] | None = None,
) -> Callable[[Lines, Wish], Iterator[Item]]:
    """A reader that gives a board or a reject for each line; lines that start with one of ``comments`` are comments.

    Lines that are alike are read many at once if ``find`` knows them. ``parts`` are those of a line that holds several
    boards, and where each begins.
    """

    def read(lines: Lines, wish: Wish) -> Iterator[Item]:
        alike = alike_of(lines, wish)
        while (text := lines.peek()) is not None:
            if find and (block := alike.take(1, find)):
                yield block
                continue
            next(lines)
            if not text.strip():
                lines.tally.blank += 1
            elif is_marked(text, comments):
                lines.tally.comment += 1
            elif parts and (several := parts(text)):
                yield from _several(parse, several, text, lines, wish)
            else:
                try:
                    board = parse(text.strip(), wish, lines.note)
                except MalformedError as error:
                    yield lines.reject(str(error), text, column=error.column)
                else:
                    lines.tally.board += 1
                    yield board._replace(source=lines.source, line=lines.number)

    return read


def _several(
    parse: LineParser, parts: Sequence[tuple[int, str]], text: str, lines: Lines, wish: Wish
) -> Iterator[Item]:
    """The boards of a line, and a reject for each part that is none; the line counts once."""
    faults: list[tuple[int, MalformedError]] = []
    for at, part in parts:
        try:
            board = parse(part, wish, lines.note)
        except MalformedError as error:
            faults.append((at, error))
        else:
            yield board._replace(source=lines.source, line=lines.number)
    lines.tally.board += len(faults) < len(parts)
    for number, (at, fault) in enumerate(faults):
        alone = len(faults) == len(parts) and number == 0
        yield lines.reject(str(fault), text, column=at + max(1, fault.column), lines=int(alone))


def share(sample: Sample, is_mine: Callable[[str], object], most: int) -> int:
    """``most`` times the share of lines that are mine, comments left out; 0 if they are less than half."""
    filled = [line.strip() for line in sample.filled() if not is_marked(line, ("#", "%"))][:SEEN]
    mine = sum(bool(is_mine(line)) for line in filled)
    return most * mine // len(filled) if mine and mine * 2 >= len(filled) else 0


def never(_sample: Sample) -> int:
    """For formats that are written under their own name and recognised under another."""
    return 0
