"""JSON over several lines: lists and objects that hold boards, at any depth and however they are laid out.

    {"collection": "old",            around the boards: looked at sign by sign, and not kept
     "puzzles": [
       {"id": 1,                      an element, where the first board of the sample stands: parsed when it is whole
        "puzzle": "53..7...."},
    ]}

An element is an object with a board among its members, a list of rows or cells, or a string. Lists of a program
(``const puzzles = [...];``) are read, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain, islice
from typing import NamedTuple

from solvers.core import Reject
from solvers.reading.format import SAMPLE, Format, Item, Lines, Sample, Wish
from solvers.reading.tables.cells import CellReader
from solvers.reading.tables.columns import BOARD, SOLUTION, TRIED, told_of
from solvers.reading.tables.elements import BEGINNING, Element, Scanner
from solvers.reading.tables.jsonl import stands_alone
from solvers.reading.tables.objects import (
    Names,
    Object,
    Unread,
    columns_of,
    flat,
    members_of,
    record_of,
    row_of,
)
from solvers.reading.tables.rows import Row, Rows

DEEPEST = 8  # lists and objects around an element
LOOKED = 1000  # lines in which the first board is looked for
BULK = 512  # elements read at once
SOME, FEW = 100, 3  # elements that are looked at to find their place; so many boards in a row tell it
SCORE, SURE = 90, 97


class Place(NamedTuple):
    """Where the elements of a document stand: the brackets around them, and the first one that holds a board."""

    around: list[str]
    first: Element


def _found(texts: Sequence[str], reader: CellReader) -> Place | None:
    """The place of the lines that has the most boards, the least deep of several; where the first few are, all are."""
    best, most, least, damaged = None, 0, 0, False
    taken: list[tuple[int, int]] = []  # stretches of text whose boards are counted
    for depth in range(DEEPEST):
        scanner = Scanner(Lines(texts), reader, depth, strings=False)
        elements = []
        for element in scanner.elements():
            elements.append((list(scanner.around), _recorded(element, reader)))
            first = len(elements) == FEW and not (damaged or best)
            if len(elements) == SOME or (first and len(_boards(elements, taken, reader)) == FEW):
                break
        held = _boards(elements, taken, reader)
        taken += [(element.start, element.start + len(element.raw)) for _, element in held]
        for around in {tuple(around): around for around, _ in held}.values():
            place = [element for own, element in held if own == around]
            records = [element for element in place if isinstance(element.value, dict)]
            place = records or place  # a board without the object around it was in one
            others = len(elements) - len(place)
            if len(place) > most or (damaged and best and not best.around and len(place) == most and others <= least):
                best, most, least = Place(around, place[0]), len(place), others
        damaged = bool(elements and elements[0][1].why)  # what is behind it may be of a list inside
        if not elements or (most >= FEW and not (damaged or least)):
            break
    if best and isinstance(best.first.value, dict):
        best = _around(best, texts, reader, most)
    if best and isinstance(best.first.value, list | str) and best.around[-1:] == ["{"] and not best.first.key:
        return Place(best.around[:-1], best.first)  # a member of an object that is longer than these lines
    return best


def _recorded(element: Element, reader: CellReader) -> Element:
    """The element; a list that is a record as an object."""
    record = record_of(element.value, reader) if isinstance(element.value, list) else None
    return element._replace(value=record) if record else element


def _around(place: Place, texts: Sequence[str], reader: CellReader, most: int) -> Place:
    """The place of the objects around those found, where each has one of them: what stands beside it is its own."""
    while place.around[-1:] == ["{"]:
        scanner = Scanner(Lines(texts), reader, len(place.around) - 1, place.around[:-1], strings=False)
        held = [each for each in islice(scanner.elements(), SOME) if _holds_board(each, reader, {}, depth=1)]
        first = held[0].value if held else None
        beside = sum(isinstance(value, dict) for value in first.values()) if isinstance(first, dict) else 0
        if not beside or 4 * len(held) < 3 * min(most, SOME) or (len(held) == 1 and beside < FEW - 1):
            break
        place = Place(place.around[:-1], held[0])
    return place


def _boards(
    elements: Sequence[tuple[list[str], Element]], taken: Sequence[tuple[int, int]], reader: CellReader
) -> list[tuple[list[str], Element]]:
    """Those of the elements that hold a board of their own."""
    records = _are_records([element.value for _, element in elements])
    usual: dict[tuple[str, ...], str] = {}
    return [
        (around, element)
        for around, element in elements
        if not any(start < element.start < end for start, end in taken)
        and (records or not _is_map(element.value, reader))
        and _holds_board(element, reader, usual)
    ]


def _is_map(value: object, reader: CellReader) -> bool:
    """Whether an object names boards: a few, half of its members at least, and none is called as those of a record."""
    if not isinstance(value, dict) or not {str(name).lower() for name in value}.isdisjoint(BOARD + SOLUTION):
        return False
    some = list(islice(value.values(), TRIED))
    held = sum(isinstance(each, str | list) and reader.is_board(flat(each)) for each in some)
    return held >= FEW and 2 * held >= len(some)


def _are_records(values: Sequence[object]) -> bool:
    """Whether objects have the same members: these are columns, and no names of boards."""
    kinds = [tuple(value) for value in values if isinstance(value, dict)]
    return len(set(kinds)) < len(kinds)


def _holds_board(element: Element, reader: CellReader, usual: dict[tuple[str, ...], str], depth: int = 0) -> bool:
    """Whether it is a board, or has one; ``usual`` gets the member that has it, by the names of all of them.

    Objects inside are looked into to that ``depth``.
    """
    if not isinstance(element.value, dict):
        return element.value is not None and reader.is_board(flat(element.value))
    members = members_of(element.value, depth)
    kind = tuple(members)
    if kind in usual and reader.is_board(members[usual[kind]]):
        return True
    name = Names(columns_of([Object(0, "", members)], reader, Wish()), reader, Wish()).usual[0]
    held = bool(name) and reader.is_board(members[name])
    if held:
        usual[kind] = name
    return held


def _beginning(texts: Sequence[str]) -> list[str]:
    """The first lines, cut where they get too long."""
    found: list[str] = []
    size = 0
    for text in texts:
        if size >= SAMPLE:
            break
        found.append(text[: SAMPLE - size])
        size += len(text) + 1
    return found


def read(lines: Lines, wish: Wish) -> Iterator[Item]:
    """Yield a board for each element that has one, and a reject for each other one."""
    reader = CellReader(wish)
    scanner = Scanner(lines, reader, 0, strings=False)
    if found := _found(_beginning(lines.reach(LOOKED)), CellReader(wish)):
        path = found.around
        scanner = Scanner(lines, reader, len(path), path, strings=isinstance(found.first.value, str))
    elements = scanner.elements()
    if found and found.first.raw.startswith("[") and isinstance(found.first.value, dict):
        elements = map(partial(_listed, reader=reader, names=list(found.first.value)), elements)
    head = list(islice(elements, TRIED))
    some = [each for each in map(_object, head) if each.value is not None]
    table = columns_of(some, reader, wish) if some else None
    names = Names(table, reader, wish)
    for name in table.others if table and not wish.column else ():
        if any({name, names.usual[0]} <= each.members.keys() for each in some):
            lines.note(told_of(name), 0)
    rows = Rows(lines, reader)
    good: list[Row] = []
    columns: list[int] = []
    for element in chain(head, elements):
        plain = None if element.key else names.plain(element.value, element.first, element.lines, element.raw)
        row = plain or _row(element, names)
        if isinstance(row, Row):
            good.append(row)
            columns.append(element.column)
            if len(good) < BULK:
                continue
        yield from _placed(rows.read(good), good, columns)
        good, columns = [], []
        if isinstance(row, Unread):
            column = row.column or element.column
            yield _whole(lines.reject(row.why, row.raw, line=row.line, column=column, lines=row.lines))
    yield from _placed(rows.read(good), good, columns)


def _listed(element: Element, reader: CellReader, names: Sequence[str]) -> Element:
    """The element among lists that are records; one with as many members as most have, which are named so, may be."""
    element = _recorded(element, reader)
    if isinstance(element.value, list) and len(element.value) == len(names):
        return element._replace(value=dict(zip(names, element.value, strict=True)))
    if element.why or isinstance(element.value, dict):
        return element
    return element._replace(why="expected a list with a board in it, got none")


def _placed(items: Iterator[Item], rows: Sequence[Row], columns: Sequence[int]) -> Iterator[Item]:
    """The items; a reject has the column of its element in the line, or of what is wrong if the line has all of it."""
    left = zip(rows, columns, strict=True)
    for item in items:
        if isinstance(item, Reject):
            before = next((column for row, column in left if row.line == item.line and row.raw in item.raw), 1)
            yield _whole(item._replace(column=before + max(0, item.column - 1)))
        else:
            yield item


def _whole(item: Reject) -> Item:
    """The reject; it has a line, even if it is counted for another element."""
    return item._replace(lines=1) if not item.lines else item


def _object(element: Element) -> Object:
    value = element.value if isinstance(element.value, dict) else None
    return Object(element.first, element.raw, members_of(value or {}), 0, value, element.lines)


def _row(element: Element, names: Names) -> Row | Unread:
    if element.why:
        return Unread(element.first, element.raw, element.why, element.column, lines=element.lines)
    if isinstance(element.value, dict):
        each = _object(element)
        row = row_of(each, names.of(each.members))
        return row._replace(label=element.key) if isinstance(row, Row) and element.key and not row.label else row
    return Row(element.first, element.lines, element.raw, flat(element.value), label=element.key)


def sniff(sample: Sample) -> int:
    """90 if there is a board in JSON that is no line of its own, 97 if it is a member of an object's member."""
    filled = sample.filled()
    if not filled or not BEGINNING.match(filled[0]):
        return 0
    found = _found(_beginning(filled[:LOOKED]), CellReader(Wish()))
    if found is None:
        return 0
    if not found.around and "\n" not in found.first.raw and found.first.raw.startswith("{"):
        return 0
    if len(filled) > 1 and 2 * sum(map(stands_alone, filled[:TRIED])) >= len(filled[:TRIED]):
        return 0
    return SURE if found.around[:1] == ["{"] else SCORE


JSON = Format(
    name="json",
    family="",
    summary="JSON over several lines: lists and objects with boards, at any depth; lists of programs",
    example="""\
[
  {
    "name": "first",
    "puzzle": "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
  }
]
""",
    sniff=sniff,
    read=read,
)
