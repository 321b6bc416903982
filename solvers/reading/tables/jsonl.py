"""JSON lines: one object a line, of which one member is a board: a string, or a list of rows or of cells.

A line may also be a list of such objects, or of boards as strings.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import NamedTuple

from solvers.core import Board, MalformedError, Reject
from solvers.reading.format import SAMPLE, Format, Item, Lines, Sample, Wish
from solvers.reading.tables.cells import SHORTEST, CellReader, require_told, rows_of
from solvers.reading.tables.columns import BOARD, TRIED, Columns, find_columns, told_of
from solvers.reading.tables.rows import Row, Rows

BULK = 2048  # lines read at once
MOST_KINDS = 100  # of objects, by the names of their members
_OBJECT = re.compile(r'\s*\{\s*(?:"|\})')
_LIST = re.compile(rf'\s*\[\s*(?:\{{\s*"|"[^"]{{{SHORTEST}}})')
_decode = json.JSONDecoder().decode
_scan = json.JSONDecoder().scan_once  # type: ignore[attr-defined]  # what decode asks, without a look for blanks


class _Refused(NamedTuple):
    line: int
    raw: str
    why: str
    column: int = 0
    place: int = 0


class _Parsed(NamedTuple):
    line: int
    raw: str
    members: Mapping[str, str]
    place: int = 0  # in a list, from 1
    value: Mapping[str, object] | None = None  # the object, with its lists


def read(lines: Lines, wish: Wish) -> Iterator[Item]:
    """Yield a board for each object that has one, and a reject for each other line."""
    reader = CellReader(wish)
    rows = Rows(lines, reader)
    head, pages = _head(lines)
    columns = _columns(head, reader, wish)
    names = _Names(columns, reader, wish)
    for name in columns.others if columns and not wish.column else ():
        if any({name, names.usual[0]} <= each.members.keys() for each in head):
            lines.note(told_of(name), 0)
    for first, texts in pages:
        plain = _plain(texts, first, names)
        yield from _each(texts, first, names, lines, rows) if plain is None else rows.read(plain)


def _each(texts: Sequence[str], first: int, names: _Names, lines: Lines, rows: Rows) -> Iterator[Item]:
    """The boards of some lines, of which each may be anything."""
    good: list[Row] = []
    for each in chain.from_iterable(_parse(number, text) for number, text in enumerate(texts, first) if text.strip()):
        row = _row(each, names.of(each.members)) if isinstance(each, _Parsed) else each
        if isinstance(row, Row) and not each.place:
            good.append(row)
            continue
        yield from rows.read(good)
        good = []
        found = rows.read([row]) if isinstance(row, Row) else (_refuse(lines, row, each),)
        yield from (_placed(item, each.place) for item in found)
    yield from rows.read(good)


def _plain(texts: Sequence[str], first: int, names: _Names) -> list[Row] | None:
    """The rows of lines that are an object each, with a board as a string; None if one is anything else."""
    usual = names.usual
    board, label, solution = usual
    rows: list[Row] = []
    try:
        for number, text in enumerate(texts, first):
            value, end = _scan(text, 0)
            if end != len(text) or type(value) is not dict or type(cells := value.get(board)) is not str or not cells:
                return None
            known = 1 + (label in value) + (solution in value)
            fields = None
            if len(value) > known:
                if label not in value and not names.are_usual(value):
                    return None
                fields = {n: _told(said) for n, said in value.items() if n not in usual and said is not None} or None
            rows.append(Row(number, 1, text, cells, _text(value.get(solution)), _text(value.get(label)), fields))
    except (StopIteration, ValueError, RecursionError):
        return None
    return rows


def _refuse(lines: Lines, row: _Refused, each: _Parsed | _Refused) -> Reject:
    return lines.reject(row.why, row.raw, line=row.line, column=row.column, lines=_lines(each.place))


def _lines(place: int) -> int:
    """How many lines a member counts as: a list is one line, and its first member stands for it."""
    return int(place < 2)


def _placed(item: Item, place: int) -> Item:
    """The item; a reject of a list's member names the member, as its column in the line is not known."""
    if not place or not isinstance(item, Reject):
        return item
    return item._replace(reason=f"member {place} of the list: {item.reason}", column=0, lines=1)


def _head(lines: Lines) -> tuple[list[_Parsed], Iterator[tuple[int, list[str]]]]:
    """The first objects, enough to find the column; and all pages of lines with their first numbers."""
    pages = _pages(lines)
    seen: list[tuple[int, list[str]]] = []
    head: list[_Parsed] = []
    count = 0
    for first, texts in pages:
        seen.append((first, texts))
        for number, text in enumerate(texts, first):
            found = _parse(number, text) if text.strip() and len(head) < TRIED else ()
            head += [each for each in found if isinstance(each, _Parsed)]
            count += bool(text.strip())
        if count >= TRIED:
            break
    return head, chain(seen, pages)


def _pages(lines: Lines) -> Iterator[tuple[int, list[str]]]:
    while texts := lines.take(BULK):
        lines.tally.blank += sum(not text.strip() for text in texts)
        yield lines.number - len(texts) + 1, texts


def _parse(number: int, text: str) -> Sequence[_Parsed | _Refused]:
    """The object of a line, or those of its list."""
    try:
        value = _value(text)
    except json.JSONDecodeError as error:
        return (_Refused(number, text, f"expected a JSON object: {error.msg}", error.colno),)
    except (RecursionError, ValueError):
        return (_Refused(number, text, "expected a JSON object, got one nested too deeply or a number too long"),)
    if isinstance(value, list) and value and all(map(_may_be_member, value)):
        return [_member(number, place, each) for place, each in enumerate(value, 1)]
    if not isinstance(value, dict):
        return (_Refused(number, text, f"expected a JSON object, got {_kind(value)}"),)
    return (_Parsed(number, text, _members(value), 0, value),)


def _may_be_member(value: object) -> bool:
    """Whether a value in a list may hold a board; strings that are shorter are rows or cells of one."""
    return isinstance(value, dict) or (isinstance(value, str) and len(value) >= SHORTEST)


def _member(number: int, place: int, value: object) -> _Parsed:
    members = _members(value) if isinstance(value, dict) else {BOARD[0]: str(value)}
    known = value if isinstance(value, dict) else None
    return _Parsed(number, json.dumps(value, ensure_ascii=False), members, place, known)


def _members(value: Mapping[str, object]) -> dict[str, str]:
    """The members as text; null says nothing."""
    return {n: member if type(member) is str else _flat(member) for n, member in value.items() if member is not None}


def _text(member: object) -> str:
    return member if type(member) is str else "" if member is None else _flat(member)


def _told(member: object) -> str:
    """A member that is no board, as it stood; a list is no rows of cells."""
    return member if type(member) is str else json.dumps(member, ensure_ascii=False)


def _value(text: str) -> object:
    """The value of a line, which mostly ends where the line does."""
    try:
        value, end = _scan(text, 0)
    except StopIteration:  # blanks before it, or no value at all
        end = -1
    return value if end == len(text) else _decode(text)


def _kind(value: object) -> str:
    return {list: "a list", str: "a string", bool: "a truth value", type(None): "null"}.get(type(value), "a number")


def _flat(value: object) -> str:
    """A member as text; a list of rows or cells as a board is written in a cell, anything else as JSON."""
    if isinstance(value, str):
        return value
    if type(value) is int:
        return str(value)
    if isinstance(value, list) and len(value) > 1:
        cells = [cell for row in value for cell in (row if isinstance(row, list) else (row,))]
        if all(isinstance(cell, str) and "\n" not in cell for cell in value) and any(len(cell) > 2 for cell in value):
            return "\n".join(value)
        if all(cell is None or isinstance(cell, int | str) for cell in cells):
            return _rows("." if cell in (None, "", 0) else str(cell) for cell in cells)
    return json.dumps(value, ensure_ascii=False)


def _rows(cells: Iterator[str]) -> str:
    symbols = list(cells)
    try:
        return "\n".join(rows_of(symbols))
    except MalformedError:
        return ",".join(symbols)


def _columns(found: list[_Parsed], reader: CellReader, wish: Wish) -> Columns | None:
    """The members that matter, as columns of a table whose header has the names of all members."""
    some = found[:TRIED]
    names = list(dict.fromkeys(name for each in some for name in each.members))
    body = [[each.members.get(name, "") for name in names] for each in some]
    return find_columns(names, body, reader, wished=wish.column)


def _row(each: _Parsed, names: tuple[str, str, str]) -> Row | _Refused:
    """The members called ``names`` (board, label, solution; nothing for none), and all others as fields."""
    members = each.members
    board, label, solution = names
    text = members.get(board, "")
    if not text:
        what = repr(board) if board else "a member"
        return _Refused(each.line, each.raw, f"expected a board in {what}, got none")
    others = len(members) > 1 + (label in members) + (solution in members)
    fields = {name: _kept(each, name) for name in members if name not in names} if others else None
    return Row(
        each.line, _lines(each.place), each.raw, text, members.get(solution, ""), members.get(label, ""), fields or None
    )


def _kept(each: _Parsed, name: str) -> str:
    """A member that is no board, as it stood; a list is no rows of cells."""
    value = each.value[name] if each.value else None
    return json.dumps(value, ensure_ascii=False) if type(value) is list else each.members[name]


class _Names:
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

    def _found(self, members: Mapping[str, str], board: str) -> tuple[str, str, str]:
        if not board and self._wish.column:
            return self.usual
        found = _names(
            _columns([_Parsed(0, "", members)], self._reader, replace(self._wish, column=board or self._wish.column))
        )
        return found if board or found[0].lower() in BOARD else self.usual


def _names(columns: Columns | None) -> tuple[str, str, str]:
    if columns is None:
        return "", "", ""
    places = (columns.board, columns.label, columns.solution)
    board, label, solution = (columns.names[place] if place >= 0 else "" for place in places)
    return board, label, solution


def sniff(sample: Sample) -> int:
    """95 if most lines look like JSON objects or lists of them; of a long line a sample has only the beginning."""
    filled = sample.filled()[:TRIED]
    objects = sum(map(_is_object, filled))
    return 95 if filled and objects * 2 >= len(filled) else 0


def _is_object(line: str) -> bool:
    end = "}" if _OBJECT.match(line) else "]" if _LIST.match(line) else ""
    return bool(end) and (len(line) >= SAMPLE or line.rstrip().endswith(end))


def write(board: Board) -> str:
    """An object with the board and whatever is known of it."""
    require_told(board)
    known = {"label": board.label, "puzzle": board.text, "solution": board.stated}
    members = {name: text for name, text in known.items() if text}
    others = {name: text for name, text in (board.fields or {}).items() if name not in known}
    return json.dumps(members | others, ensure_ascii=False) + "\n"


JSONL = Format(
    name="jsonl",
    family="",
    summary="one JSON object a line, of which one member is a board: a string, or a list of rows or cells",
    example='{"puzzle": "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"}\n',
    sniff=sniff,
    read=read,
    write=write,
)
