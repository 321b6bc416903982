"""JSON lines: one object a line, of which one member is a board: a string, or a list of rows or of cells.

A line may also be a list of such objects, or of boards as strings. A list that has each object in its own line is read
so, too: what is wrong in a line, be it a bracket, costs no other.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from itertools import chain

from solvers.core import Board, Reject
from solvers.reading.format import SAMPLE, Format, Item, Lines, Sample, Wish
from solvers.reading.tables.cells import SHORTEST, CellReader, require_told
from solvers.reading.tables.columns import BOARD, TRIED, told_of
from solvers.reading.tables.objects import (
    Names,
    Object,
    Unread,
    columns_of,
    members_of,
    record_of,
    row_of,
)
from solvers.reading.tables.rows import Row, Rows

BULK = 2048  # lines read at once
_OBJECT = re.compile(r'\s*\{\s*(?:"|\})')
_LIST = re.compile(rf'\s*\[\s*(?:\{{\s*"|"[^"]{{{SHORTEST}}})')
_RECORD = re.compile(rf'\s*\[[^\[\]{{}}]*"[^"]{{{SHORTEST}}}')
_FRAME = re.compile(
    r"\s*(?:#|//).*|(?:\s*(?:(?:export|const|let|var)\s+)*[\w.$]+\s*=)?[\s\[\](),;]*"
)  # lines around objects
FOREIGN = 8  # lines of objects with commas of which one may be anything else
_decode = json.JSONDecoder().decode
_scan = json.JSONDecoder().scan_once  # type: ignore[attr-defined]  # what decode asks, without a look for blanks


def read(lines: Lines, wish: Wish) -> Iterator[Item]:
    """Yield a board for each object that has one, and a reject for each other line."""
    reader = CellReader(wish)
    rows = Rows(lines, reader)
    head, pages = _head(lines, reader)
    columns = columns_of(head, reader, wish)
    names = Names(columns, reader, wish)
    for name in columns.others if columns and not wish.column else ():
        if any({name, names.usual[0]} <= each.members.keys() for each in head):
            lines.note(told_of(name), 0)
    for first, texts in pages:
        plain = _plain(texts, first, names)
        yield from _each(texts, first, names, lines, rows) if plain is None else rows.read(plain)


def _each(texts: Sequence[str], first: int, names: Names, lines: Lines, rows: Rows) -> Iterator[Item]:
    """The boards of some lines, of which each may be anything."""
    good: list[Row] = []
    lines.tally.comment += sum(bool(text.strip()) for text in texts if _FRAME.fullmatch(text))
    for each in chain.from_iterable(_parse(number, text, rows.reader) for number, text in enumerate(texts, first)):
        row = row_of(each, names.of(each.members)) if isinstance(each, Object) else each
        if isinstance(row, Row) and not each.place:
            good.append(row)
            continue
        yield from rows.read(good)
        good = []
        found = rows.read([row]) if isinstance(row, Row) else (_refuse(lines, row, each),)
        yield from (_placed(item, each.place) for item in found)
    yield from rows.read(good)


def _plain(texts: Sequence[str], first: int, names: Names) -> list[Row] | None:
    """The rows of lines that are an object each, with a board as a string; None if one is anything else."""
    rows: list[Row] = []
    try:
        for number, text in enumerate(texts, first):
            value, end = _scan(text, 0)
            row = names.plain(value, number, 1, text) if end == len(text) or text[end:] == "," else None
            if row is None:
                return None
            rows.append(row)
    except (StopIteration, ValueError, RecursionError):
        return None
    return rows


def _refuse(lines: Lines, row: Unread, each: Object | Unread) -> Reject:
    return lines.reject(row.why, row.raw, line=row.line, column=row.column, lines=each.lines)


def _lines(place: int) -> int:
    """How many lines a member counts as: a list is one line, and its first member stands for it."""
    return int(place < 2)


def _placed(item: Item, place: int) -> Item:
    """The item; a reject of a list's member names the member, as its column in the line is not known."""
    if not place or not isinstance(item, Reject):
        return item
    return item._replace(reason=f"member {place} of the list: {item.reason}", column=0, lines=1)


def _head(lines: Lines, reader: CellReader) -> tuple[list[Object], Iterator[tuple[int, list[str]]]]:
    """The first objects, enough to find the column; and all pages of lines with their first numbers."""
    pages = _pages(lines)
    seen: list[tuple[int, list[str]]] = []
    head: list[Object] = []
    count = 0
    for first, texts in pages:
        seen.append((first, texts))
        for number, text in enumerate(texts, first):
            found = _parse(number, text, reader) if len(head) < TRIED else ()
            head += [each for each in found if isinstance(each, Object)]
            count += bool(text.strip())
        if count >= TRIED:
            break
    return head, chain(seen, pages)


def _pages(lines: Lines) -> Iterator[tuple[int, list[str]]]:
    while texts := lines.take(BULK):
        lines.tally.blank += sum(not text.strip() for text in texts)
        yield lines.number - len(texts) + 1, texts


def _parse(number: int, text: str, reader: CellReader) -> Sequence[Object | Unread]:
    """The object of a line, or those of its list; nothing for a line around them."""
    if _FRAME.fullmatch(text):
        return ()
    try:
        value = _value(text)
    except json.JSONDecodeError as error:
        return (Unread(number, text, f"expected a JSON object: {error.msg}", error.colno),)
    except (RecursionError, ValueError):
        return (Unread(number, text, "expected a JSON object, got one nested too deeply or a number too long"),)
    if isinstance(value, list):
        value = record_of(value, reader) or value
    if isinstance(value, list) and value and all(map(_may_be_member, value)):
        return [_member(number, place, each) for place, each in enumerate(value, 1)]
    if not isinstance(value, dict):
        return (Unread(number, text, f"expected a JSON object, got {_kind(value)}"),)
    return (Object(number, text, members_of(value), 0, value),)


def _may_be_member(value: object) -> bool:
    """Whether a value in a list may hold a board; strings that are shorter are rows or cells of one."""
    return isinstance(value, dict) or (isinstance(value, str) and len(value) >= SHORTEST)


def _member(number: int, place: int, value: object) -> Object:
    members = members_of(value) if isinstance(value, dict) else {BOARD[0]: str(value)}
    known = value if isinstance(value, dict) else None
    return Object(number, json.dumps(value, ensure_ascii=False), members, place, known, _lines(place))


def _value(text: str) -> object:
    """The value of a line, which mostly ends where the line does."""
    try:
        value, end = _scan(text, 0)
        if end == len(text) or text[end:] == ",":
            return value
    except (StopIteration, json.JSONDecodeError):  # blanks before it, or no value at all
        pass
    try:
        return _decode(text)
    except json.JSONDecodeError:
        if (bare := _bare(text)) == text:
            raise
        return _decode(bare)


def _bare(text: str) -> str:
    """An object without the brackets and commas of the list in which it is; any other line as it is."""
    bare = text.strip().lstrip("[ ").rstrip("],; ")
    return bare if bare.startswith("{") and bare.endswith("}") else text


def _kind(value: object) -> str:
    return {list: "a list", str: "a string", bool: "a truth value", type(None): "null"}.get(type(value), "a number")


def sniff(sample: Sample) -> int:
    """95 if most lines look like JSON objects or lists of them; of a long line a sample has only the beginning."""
    filled = sample.filled()[:TRIED]
    found = [text for text in filled if _OBJECT.match(text) or _RECORD.match(text)]
    if any(map(_RECORD.match, found)) or any(text.rstrip().endswith("},") for text in found):
        return 95 if _is_list(filled, found) else 0
    objects = sum(map(_is_object, filled))
    return 95 if filled and objects * 2 >= len(filled) else 0


def _is_list(texts: Sequence[str], found: Sequence[str]) -> bool:
    """Whether nearly all lines were ``found`` to be objects of a list, of which one has a board."""
    others = sum(not _FRAME.fullmatch(text) for text in texts) - len(found)
    if others * FOREIGN > len(texts):
        return False
    reader = CellReader(Wish())
    objects = [each for text in found for each in _parse(0, text, reader) if isinstance(each, Object)]
    return 2 * len(objects) >= len(found) and columns_of(objects, reader, Wish()) is not None


def stands_alone(text: str) -> bool:
    """Whether a line is an object of its own, with nothing behind it."""
    return text.rstrip().endswith("}") and any(isinstance(each, Object) for each in _parse(0, text, CellReader(Wish())))


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
