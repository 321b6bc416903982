"""Objects of JSON that may hold a board: their members as text, and which of them matter."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from solvers.core import MalformedError
from solvers.reading.account import is_complete
from solvers.reading.format import Wish
from solvers.reading.tables.cells import SHORTEST, CellReader, rows_of
from solvers.reading.tables.columns import BOARD, SOLUTION, TRIED, Columns, find_columns
from solvers.reading.tables.rows import Row

DEEPEST = 8  # objects in an object
MOST_KINDS = 100  # of objects, by the names of their members


class Unread(NamedTuple):
    """What is no object with a board, and why."""

    line: int
    raw: str
    why: str
    column: int = 0
    place: int = 0
    lines: int = 1


class Object(NamedTuple):
    """An object with its members as text, and where it stood."""

    line: int
    raw: str
    members: Mapping[str, str]
    place: int = 0  # in a list, from 1
    value: Mapping[str, object] | None = None  # the object, with its lists
    lines: int = 1  # that it counts as


def members_of(value: Mapping[str, object], depth: int = DEEPEST) -> dict[str, str]:
    """The members as text, those of an object inside as ``name.member``; null says nothing."""
    found: dict[str, str] = {}
    for name, member in value.items():
        if type(member) is str:
            found[name] = member
        elif type(member) is dict and member and depth:
            found |= {f"{name}.{inner}": text for inner, text in members_of(member, depth - 1).items()}
        elif member is not None:
            found[name] = flat(member)
    return found


def record_of(values: Sequence[object], reader: CellReader) -> dict[str, object] | None:
    """A list that is a record, as an object: one member is a board, others are its solution or no boards."""
    if not 1 < len(values) <= TRIED or reader.is_board(flat(values)):
        return None
    columns = columns_of([Object(0, "", members_of(named(values, {}), 0))], reader, Wish())
    if columns is None or columns.others or is_complete(reader.read(flat(values[columns.board])).text):
        return None
    known = {columns.board: BOARD[0], columns.solution: SOLUTION[0]}
    nested = any(isinstance(value, list | dict) for place, value in enumerate(values) if place not in known)
    return None if nested else named(values, known)


def named(values: Sequence[object], known: Mapping[int, str]) -> dict[str, object]:
    """The members of a list by names, where none are ``known`` by their numbers."""
    return {known.get(place, f"column {place + 1}"): value for place, value in enumerate(values)}


def flat(value: object) -> str:
    """A member as text; a list of rows or cells as a board is written in a cell, anything else as JSON."""
    if isinstance(value, str):
        return value
    if type(value) is int:
        return str(value)
    if isinstance(value, list) and len(value) > 1:
        cells = [cell for row in value for cell in (row if isinstance(row, list) else (row,))]
        if all(isinstance(cell, str) and "\n" not in cell for cell in value) and any(len(cell) > 2 for cell in value):
            return "\n".join(value)
        if all(cell is None or (isinstance(cell, int | str) and len(str(cell)) < SHORTEST) for cell in cells):
            return _rows("." if cell in (None, "", 0) else str(cell) for cell in cells)
    return json.dumps(value, ensure_ascii=False)


def text_of(member: object) -> str:
    """A member that is a label or solution; null says nothing."""
    return member if type(member) is str else "" if member is None else flat(member)


def told(member: object) -> str:
    """A member that is no board, as it stood; a list is no rows of cells."""
    return member if type(member) is str else json.dumps(member, ensure_ascii=False)


def _rows(cells: Iterator[str]) -> str:
    symbols = list(cells)
    try:
        return "\n".join(rows_of(symbols))
    except MalformedError:
        return ",".join(symbols)


def columns_of(found: Sequence[Object], reader: CellReader, wish: Wish) -> Columns | None:
    """The members that matter, as columns of a table whose header has the names of all members."""
    some = found[:TRIED]
    names = list(dict.fromkeys(name for each in some for name in each.members))
    body = [[each.members.get(name, "") for name in names] for each in some]
    return find_columns(names, body, reader, wished=wish.column)


def row_of(each: Object, names: tuple[str, str, str]) -> Row | Unread:
    """The members called ``names`` (board, label, solution; nothing for none), and all others as fields."""
    members = each.members
    board, label, solution = names
    text = members.get(board, "")
    if not text:
        what = repr(board) if board else "a member"
        return Unread(each.line, each.raw, f"expected a board in {what}, got none", lines=each.lines)
    others = len(members) > 1 + (label in members) + (solution in members)
    shown = each.value if each.value and "." not in board else members
    kept = (name for name, value in shown.items() if name not in names and value is not None) if others else ()
    fields = {name: _kept(each, name) for name in kept}
    return Row(each.line, each.lines, each.raw, text, members.get(solution, ""), members.get(label, ""), fields or None)


def _kept(each: Object, name: str) -> str:
    """A member that is no board, as it stood; a list is no rows of cells."""
    value = each.value.get(name) if each.value else None
    nested = isinstance(value, list | dict)
    return json.dumps(value, ensure_ascii=False) if nested else each.members.get(name, "")


class Names:
    """The names of the members that matter (board, label, solution; nothing for none).

    Objects that lack one of them may come from another file, in which it is called otherwise: those that have the
    same members are looked at once.
    """

    def __init__(self, columns: Columns | None, reader: CellReader, wish: Wish) -> None:
        self.usual = _names(columns)
        self._reader = reader
        self._wish = wish
        self._others: dict[tuple[str, ...], tuple[str, str, str]] = {}

    def of(self, members: Mapping[str, str]) -> tuple[str, str, str]:
        board, label, _ = self.usual
        if board in members and (label in members or len(members) == 1):
            return self.usual
        kind = tuple(members)
        if kind not in self._others and len(self._others) < MOST_KINDS:
            self._others[kind] = self._found(members, board if board in members else "")
        return self._others.get(kind, self.usual)

    def are_usual(self, members: Mapping[str, object]) -> bool:
        """Whether objects with the same members were seen, and have the usual names."""
        return self._others.get(tuple(n for n, member in members.items() if member is not None)) == self.usual

    def plain(self, value: object, line: int, lines: int, raw: str) -> Row | None:
        """The row of an object with a board as a string under its usual name, as nearly all are; None for any other."""
        if type(value) is not dict:
            return None
        board, label, solution = usual = self.usual
        cells = value.get(board)
        if type(cells) is not str or not cells:
            return None
        known = 1 + (label in value) + (solution in value)
        fields = None
        if len(value) > known:
            if label not in value and not self.are_usual(value):
                return None
            fields = {n: told(said) for n, said in value.items() if n not in usual and said is not None} or None
        return Row(line, lines, raw, cells, text_of(value.get(solution)), text_of(value.get(label)), fields)

    def _found(self, members: Mapping[str, str], board: str) -> tuple[str, str, str]:
        if not board and self._wish.column:
            return self.usual
        found = _names(
            columns_of([Object(0, "", members)], self._reader, replace(self._wish, column=board or self._wish.column))
        )
        return found if board or found[0].lower() in BOARD else self.usual


def _names(columns: Columns | None) -> tuple[str, str, str]:
    if columns is None:
        return "", "", ""
    places = (columns.board, columns.label, columns.solution)
    board, label, solution = (columns.names[place] if place >= 0 else "" for place in places)
    return board, label, solution
