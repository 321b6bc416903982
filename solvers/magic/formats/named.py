"""Named grids: ``@ name n``, then n rows of n cells; a rule set may follow the order."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from solvers.core import Block, Board, MalformedError, Reject
from solvers.magic.board import MOST, format_numbers, parse
from solvers.magic.formats.parts import board, cells, filled, is_comment, skip, square
from solvers.magic.formats.plain import rows_of
from solvers.reading.alike import Alike, Columns, Found
from solvers.reading.format import Format, Item, Lines, Sample, Wish

NAMELESS = "-"  # stands where a square must have a name and has none
SEEN = 100  # lines that are looked at, if the first one is no name
FARTHEST = 100  # rows that are looked at for the end of a square
_HEAD = re.compile(r"\s*@\s*(\S.*?)\s+([0-9]{1,4})(?:\s+([a-z0-9-]*[a-z][a-z0-9-]*))?\s*")


def sniff(sample: Sample) -> int:
    rows = filled(sample)
    if len(rows) > 1 and _HEAD.fullmatch(rows[0]):
        return 90
    return 75 if any(row.lstrip().startswith("@") for row in rows[1:SEEN]) and _are_others(rows[:SEEN]) else 0


def _are_others(rows: Sequence[str]) -> bool:
    """Whether most rows are of squares below their names, though the first ones are spoilt."""
    right = 0
    for at, row in enumerate(rows):
        order = int(head[2]) if (head := _HEAD.fullmatch(row)) else 0
        below = rows[at + 1 : at + 1 + order]
        if 0 < order == len(below) and all(len(cells(each)) == order for each in below):
            right += 1 + order
    return 2 * right >= len(rows)


def read(lines: Lines, wish: Wish) -> Iterator[Item]:
    alike = Alike(lines, "magic")
    while (text := lines.peek()) is not None:
        if text[:1] == "@" and (block := _alike(alike, text, wish)):
            yield block
            continue
        next(lines)
        if skip(lines, text):
            continue
        taken = [text]
        try:
            item: Board | Reject = _named(lines, taken, wish)
            lines.tally.board += len(taken)
        except MalformedError as error:
            line = lines.number - len(taken) + max(error.line, 1)
            item = lines.reject(str(error), "\n".join(taken), line=line, column=error.column, lines=len(taken))
        yield item


def _alike(alike: Alike, text: str, wish: Wish) -> Block | None:
    """The squares that follow, if all are of one order and rule set."""
    first = _HEAD.fullmatch(text.strip())
    if not first or not 3 <= int(first[2]) <= 32:
        return None

    def find(columns: Columns) -> Found | None:
        known = {head: _HEAD.fullmatch(head.strip()) for head in set(columns[0])}
        heads = list(map(known.__getitem__, columns[0]))
        if not all(head and (head[2], head[3]) == (first[2], first[3]) for head in heads):
            return None
        found = rows_of(columns[1:], Wish(first[3]) if first[3] else wish)
        labels = [_label(head[1]) for head in heads if head]
        return found and found._replace(rows=len(columns), labels=labels)

    return alike.take(1 + int(first[2]), find, leave=1)  # behind the last one there may be a row too many


def _label(name: str) -> str:
    return "" if name == NAMELESS else name


def _is_row(line: str) -> bool:
    return bool(line.strip()) and not (line.lstrip().startswith("@") or is_comment(line))


def _named(lines: Lines, taken: list[str], wish: Wish) -> Board:
    line = lines.number
    head = _HEAD.fullmatch(taken[0].strip())
    if not head:
        raise MalformedError(f"expected @ name order, got {taken[0][:40]!r}")
    name, order = head[1], int(head[2])
    if not 0 < order * order <= MOST:
        raise MalformedError(f"expected an order from 1 to 32, got {order}")
    while len(taken) <= FARTHEST and (following := lines.peek()) is not None and _is_row(following):
        taken.append(next(lines))
    rows = list(map(cells, taken[1:]))
    for number, row in enumerate(rows[:order], 1):
        if len(row) != order:
            reason = f"{name}: expected {order} cells in row {number}, got {len(row)}"
            raise MalformedError(reason, number + 1, len(taken[number].rstrip()) + 1)
    if len(rows) != order:
        raise MalformedError(f"{name}: expected {order} rows, got {len(rows)}", min(order + 2, len(taken)))
    return board(square(rows, Wish(head[3]) if head[3] else wish), lines, line, _label(name))


def write(item: Board) -> str:
    """The board under its label; raises MalformedError where its text says more than rule set and cells."""
    magic = parse(item.text)
    if ";" in item.text or magic.rule == "custom":
        raise MalformedError("expected a named rule set without numbers or sums of its own")
    rows = [" ".join(format_numbers(cell) if cell else "0" for cell in row) for row in magic.rows]
    rule = "" if magic.rule == "normal" else f" {magic.rule}"
    return "\n".join([f"@ {item.label or NAMELESS} {magic.width}{rule}", *rows]) + "\n"


# The word before the order is no number: other formats have two of them behind a name.
_HEADER_AND_NUMBERS = re.compile(r"@ (?:\S+ )*?[^\s\d]\S* \d{1,2}(?: [a-z-]+)?\n[\d.]+(?: [\d.]+){2,}+\n", re.ASCII)

NAMED = Format(
    name="magic-named",
    certain=_HEADER_AND_NUMBERS,
    family="magic",
    summary="named grids: @ name order, then the rows, 0 for empty",
    example="@ lo-shu 3\n0 7 0\n0 0 1\n0 0 0\n",
    sniff=sniff,
    read=read,
    write=write,
)
