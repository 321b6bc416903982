"""Completion problems of CSPLib 019: order and number of givens, then ``row column value``, counted from 1."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from solvers.core import Board, MalformedError
from solvers.magic.board import ANY, MOST, Equation, make, parse
from solvers.magic.formats.parts import board, filled, note_repeated, skip, some, wished
from solvers.reading.ahead import Ahead, Stretch
from solvers.reading.format import Format, Item, Lines, Sample, Wish

_HEAD = re.compile(r"\s*([0-9]{1,4})\s+([0-9]{1,5})\s*")
MOST_KNOWN = 1 << 16  # lines that are remembered; of squares of order 9 all that there are are fewer
_GIVEN = re.compile(r"\s*([0-9]{1,4})\s+([0-9]{1,4})\s+([0-9]{1,6})\s*")
SEEN = 400  # lines that are looked at, if the first problem is spoilt
FARTHEST = 1 << 16  # givens that are looked at for the end of a problem that has too many


def sniff(sample: Sample) -> int:
    rows = filled(sample)
    if not rows or not _HEAD.fullmatch(rows[0]):
        return _of_others(rows[:SEEN])
    if problems := _problems(rows, sample.whole):
        return 90 if problems < len(rows) else 50
    if len(rows) < 2 or not _GIVEN.fullmatch(rows[1]):
        return _of_others(rows[:SEEN])
    return 90 if all(_HEAD.fullmatch(line) or _GIVEN.fullmatch(line) for line in rows[:-1]) else 30


def _of_others(rows: Sequence[str]) -> int:
    """75 if lines of the first problem are spoilt and most others are problems; otherwise 0."""
    at = found = right = 0
    while at < len(rows):
        head = _HEAD.fullmatch(rows[at])
        given = rows[at + 1 : at + 1 + int(head[2])] if head else []
        if given and head and len(given) == int(head[2]) and all(map(_GIVEN.fullmatch, given)):
            found, right, at = found + 1, right + len(given) + 1, at + len(given)
        at += 1
    return 75 if found > 1 and 2 * right >= len(rows) else 0


def _problems(rows: Sequence[str], whole: bool) -> int:
    """How many problems the rows are, if nothing else stands there; 0 otherwise. One of a cut sample may be cut."""
    at = found = 0
    while at < len(rows):
        head = _HEAD.fullmatch(rows[at])
        given = head and rows[at + 1 : at + 1 + int(head[2])]
        if head is None or given is None or int(head[1]) == 0 or not all(map(_GIVEN.fullmatch, given)):
            return 0
        if len(given) < int(head[2]) and whole:
            return 0
        at += 1 + len(given)
        found += 1
    return found


def read(lines: Lines, wish: Wish) -> Iterator[Item]:
    ahead = Ahead(lines, "magic", wished=not wish.variant)
    spoilt = False  # the problem before: two numbers of something else may be a square that nothing is given of
    while lines.peek() is not None:
        if not spoilt and (block := ahead.take(_found)):
            yield block
            continue
        text = next(lines)
        if skip(lines, text):
            continue
        taken = [text]
        try:
            item = _problem(lines, taken, wish, bare=not spoilt)
            lines.tally.board += len(taken)
            spoilt = False
            yield item
        except MalformedError as error:
            spoilt = True
            line = lines.number - len(taken) + max(error.line, 1)
            yield lines.reject(str(error), "\n".join(_rest(lines, taken)), line=line, lines=len(taken))


def _rest(lines: Lines, taken: list[str]) -> list[str]:
    """The lines of a spoilt problem: those that were taken, and what follows if it is a given of it."""
    while len(taken) < FARTHEST and (text := lines.peek()) is not None and _GIVEN.fullmatch(text):
        taken.append(next(lines))
    return taken


class _Plain(dict[str, tuple[int, str]]):
    """Givens of squares of one order, by their lines: where they stand in the parts of a text, and the number.

    The parts are the cells, a sign before each, and at last a place for lines that are no givens.
    """

    def __init__(self, order: int) -> None:
        super().__init__()
        self._order = order
        cells = [part for at in range(order * order) for part in ((" " if at % order else "/"), "0")]
        self.parts = ["normal:", *cells[1:], ""]

    def __missing__(self, line: str) -> tuple[int, str]:
        found = len(self.parts) - 1, "no given"
        if match := _GIVEN.fullmatch(line):
            row, column, value = map(int, match.groups())
            if 0 < row <= self._order >= column > 0 < value <= self._order**2:
                found = 2 * ((row - 1) * self._order + column) - 1, str(value)
        if len(self) < MOST_KNOWN:
            self[line] = found
        return found


_plain = lru_cache(maxsize=32)(_Plain)


@lru_cache(maxsize=1024)
def _head(text: str) -> tuple[int, int]:
    """Order and number of givens; -1 for what is no head."""
    match = _HEAD.fullmatch(text)
    return (int(match[1]), int(match[2])) if match and 0 < int(match[1]) ** 2 <= MOST else (-1, -1)


def _found(texts: list[str]) -> Stretch | None:
    """The problems that come next, all of one order, as far as each of their givens is a cell's first."""
    order = _head(texts[0])[0]
    if order < 0:
        return None
    plain = _plain(order)
    given, empty = plain.__getitem__, order * order
    found: list[str] = []
    starts: list[int] = []
    at = 0
    while at < len(texts) and (head := _head(texts[at]))[0] == order:
        end = at + 1 + head[1]
        parts = plain.parts.copy()
        for place, value in map(given, texts[at + 1 : end]):
            parts[place] = value
        if parts[-1] or parts.count("0") != empty - head[1] or end >= len(texts) or _GIVEN.fullmatch(texts[end]):
            break
        found.append("".join(parts))
        starts.append(at)
        at = end
    return Stretch(f"normal-{order}", found, starts, at)


def _problem(lines: Lines, taken: list[str], wish: Wish, *, bare: bool) -> Board:
    """The board whose first line is in ``taken``; adds the lines that it takes. ``bare``: it may have no givens."""
    line = lines.number
    head = _HEAD.fullmatch(taken[0])
    if not head:
        raise MalformedError(f"expected order and number of givens, got {taken[0][:40]!r}")
    order, count = int(head[1]), int(head[2])
    if not 0 < order * order <= MOST:
        raise MalformedError(f"expected an order from 1 to 32, got {order}")
    if not (count or bare):
        raise MalformedError("expected givens behind a problem that is spoilt, got none")
    equations: dict[Equation, None] = {}
    repeated: dict[str, None] = {}
    for i in range(count):
        given = _take(lines, taken, f"given {i + 1} of {count}")
        if given in equations:
            repeated[f"r{given.cells[0][0]}c{given.cells[0][1]}={given.sum}"] = None
        equations[given] = None
    if (text := lines.peek()) is not None and _GIVEN.fullmatch(text):
        raise MalformedError(f"expected {count} givens, got more: {text[:40]!r}", len(taken) + 1)
    note_repeated(lines, list(repeated), line)
    fields = {"repeated": some(list(repeated))} if repeated else None
    return board(make(wished(wish, order), [[ANY] * order] * order, equations=equations), lines, line, "", fields)


def _take(lines: Lines, taken: list[str], what: str) -> Equation:
    text = lines.peek()
    match = _GIVEN.fullmatch(text) if text is not None else None
    if not match:
        number = len(taken) + 1
        if text is not None and text.strip() and not _HEAD.fullmatch(text):
            taken.append(next(lines))  # a spoilt given
        found = "the end" if text is None else text[:40]
        raise MalformedError(f"expected {what} as row, column, value, got {found!r}", number)
    taken.append(next(lines))
    row, column, value = int(match[1]), int(match[2]), int(match[3])
    if value == 0:
        raise MalformedError(f"expected {what} with a value from 1, got 0")
    return Equation(((row, column),), value)


def write(item: Board) -> str:
    """The givens as a completion problem; raises MalformedError where the board says more than those."""
    magic = parse(item.text)
    cells = [(r, c, cell) for r, row in enumerate(magic.rows, 1) for c, cell in enumerate(row, 1) if cell]
    if (
        magic.rule != "normal"
        or any(len(cell) > 1 for _, _, cell in cells)
        or magic.numbers != tuple(range(1, magic.width**2 + 1))
    ):
        raise MalformedError("expected a normal square with numbers as givens")
    givens = [f"{r} {c} {cell[0]}\n" for r, c, cell in cells]
    givens += [f"{cells[0][0]} {cells[0][1]} {total}\n" for cells, total in magic.equations]
    return f"{magic.width} {len(givens)}\n{''.join(givens)}"


COMPLETION = Format(
    name="csplib-019",
    family="magic",
    summary="completion problem of CSPLib 019: order and count, then row, column, value",
    example="3 2\n1 2 7\n2 3 1\n",
    sniff=sniff,
    read=read,
    write=write,
)
