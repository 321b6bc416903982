"""CSV, TSV and the like: fields between commas, semicolons, tabs or bars, quoted where they hold one of these.

Lines without a quote, nearly all, are split at once. A quoted field may go over several lines; one that never ends
costs its own line and no other.
"""

from __future__ import annotations

import csv
import json
import re
from collections import deque
from collections.abc import Iterator, Sequence
from functools import cache, partial
from io import StringIO
from itertools import chain
from typing import NamedTuple

from solvers.core import Board
from solvers.reading.format import Format, Item, Lines, Sample, Wish
from solvers.reading.tables.cells import SHORTEST, CellReader, require_told
from solvers.reading.tables.columns import TRIED, Columns, find_columns, has_header, told_of
from solvers.reading.tables.rows import Row, Rows
from solvers.reading.tables.spread import Spread, are_names, cells_spread, gathered

DELIMITERS = ",;\t|"
COMMENT = "#"
EXCEL = "sep="  # with which Excel tells the delimiter in a line before the table
_SEPARATOR = re.compile(rf"{EXCEL}([{DELIMITERS}])")
# A list or object of JSON or of a program: its brackets and quotes would become parts of fields.
_CODE = re.compile(r"""\s*(?:(?:(?:const|let|var)\s+)?[\w.]+\s*[=:]\s*)?[\[({]\s*(?:["'\[{(]|$)""")
BULK = 4096  # lines read at once
OTHERS = "fields"  # the column of fields that have none of their own
NAMES = ("author", "rating", "rating_tool")
LONGEST = 100  # lines of a record

csv.field_size_limit(1 << 24)


class Record(NamedTuple):
    """The fields of a record and where it stood; ``wrong`` says why they are none."""

    line: int
    lines: int
    raw: str
    cells: list[str]
    wrong: str = ""


def read(lines: Lines, wish: Wish) -> Iterator[Item]:
    """Yield a board for each record that has one, and a reject for each other one."""
    while (text := lines.peek()) is not None and (not text.strip() or text.startswith(COMMENT)):
        next(lines)
        lines.tally.blank += not text.strip()
        lines.tally.comment += bool(text.strip())
    delimiter = _delimiter([line for line in lines.ahead(TRIED) if line.strip()])
    batches = _batches(lines, delimiter)
    reader = CellReader(wish)
    head: list[Record] = []
    while len(head) <= TRIED and (batch := next(batches, None)) is not None:
        head += batch
    while head and _says_nothing(head[0]):
        lines.tally.comment += head.pop(0).lines
    why = "expected a column of boards, got none"
    if spread := cells_spread([record.cells for record in head[: TRIED + 1] if _counts(record)]):
        why = f"expected {spread.unclear()}" if spread.unclear() else why
        named = are_names(head[0].cells, spread)
        head = [_gathered(record, spread, names=named and not at) for at, record in enumerate(head)]
        batches = (list(map(partial(_gathered, spread=spread), batch)) for batch in batches)
    unclear = spread is not None and bool(spread.unclear())
    columns = None if unclear else _columns([r.cells for r in head[: TRIED + 1] if _counts(r)], reader, wish)
    if columns is None:
        for record in chain.from_iterable(chain((head,), batches)):
            yield _refuse(lines, record, why)
        return
    rows = Rows(lines, reader)
    for name in () if wish.column else columns.others:
        lines.note(told_of(name), 0)
    if columns.header and head:
        lines.tally.comment += head[0].lines
        head = head[1:]
    for batch in chain((head,), batches):
        yield from _rows(batch, columns, rows, lines)


def _columns(records: Sequence[list[str]], reader: CellReader, wish: Wish) -> Columns | None:
    if not records:
        return None
    header = has_header(records, reader)
    names = records[0] if header else [f"column {place + 1}" for place in range(len(records[0]))]
    return find_columns(names, records[header:], reader, header=header, wished=wish.column)


def _rows(batch: Sequence[Record], columns: Columns, rows: Rows, lines: Lines) -> Iterator[Item]:
    good: list[Row] = []
    for record in batch:
        why = record.wrong or _missing(record, columns)
        if record.raw.startswith(COMMENT):
            lines.tally.comment += record.lines
            if not why and len(record.cells[columns.board]) >= SHORTEST:
                lines.note("a line that begins with # was taken for a comment, though it may hold a board", record.line)
        elif why:
            yield from rows.read(good)
            yield _refuse(lines, record, why)
            good = []
        else:
            good.append(_row(record, columns))
    yield from rows.read(good)


def heading_of(sample: Sample) -> str:
    """The line that names the columns of a table, without those before it; "" if none does."""
    filled = sample.filled()[:TRIED]
    records = list(_quoted(Lines(), deque(enumerate(filled, 1)), _delimiter(filled)))
    while records and _says_nothing(records[0]):
        records.pop(0)
    cells = [record.cells for record in records if not record.wrong]
    named = bool(records) and records[0].lines == 1 and has_header(cells, CellReader(Wish()))
    return records[0].raw if named else ""


def _says_nothing(record: Record) -> bool:
    """Whether a record before the table is a comment, or Excel's word for the delimiter."""
    return record.raw.startswith(COMMENT) or bool(_SEPARATOR.fullmatch(record.raw))


def _counts(record: Record) -> bool:
    """Whether a record is one of the table, and tells what its columns are."""
    return not record.wrong and not record.raw.startswith(COMMENT)


def _gathered(record: Record, spread: Spread, *, names: bool = False) -> Record:
    """The record with its cells in one column; one that is shorter or longer than the others may have lost any."""
    if not record.wrong and len(record.cells) != spread.width:
        return record._replace(wrong=f"expected {spread.width} columns, got {len(record.cells)}")
    return record if record.wrong else record._replace(cells=gathered(record.cells, spread, names=names))


def _missing(record: Record, columns: Columns) -> str:
    if columns.board < len(record.cells) and record.cells[columns.board].strip():
        return ""
    return f"expected a board in {columns.name(columns.board)!r}, got nothing"


def _row(record: Record, columns: Columns) -> Row:
    cells = record.cells
    known = (columns.board, columns.label, columns.solution)
    fields = {columns.name(n): cell for n, cell in enumerate(cells) if n not in known and cell}
    if OTHERS in fields:
        fields = _others(fields)
    return Row(
        record.line,
        record.lines,
        record.raw,
        cells[columns.board],
        cells[columns.solution] if 0 <= columns.solution < len(cells) else "",
        cells[columns.label] if 0 <= columns.label < len(cells) else "",
        fields or None,
    )


def _others(fields: dict[str, str]) -> dict[str, str]:
    """The fields, with those that stand together as JSON in one column each under its own name."""
    try:
        found = json.loads(fields[OTHERS])
    except (ValueError, RecursionError):
        return fields
    if not isinstance(found, dict) or not all(isinstance(value, str) for value in found.values()):
        return fields
    return {name: cell for name, cell in fields.items() if name != OTHERS} | found


def write(board: Board) -> str:
    """A record: label, board, stated solution, the fields of most boards, and all others as JSON."""
    require_told(board)
    fields = dict(board.fields or {})
    known = [fields.pop(name, "") for name in NAMES]
    rest = json.dumps(fields, ensure_ascii=False) if fields else ""
    out = StringIO()
    csv.writer(out, lineterminator="\n").writerow([board.label, board.text, board.stated, *known, rest])
    return out.getvalue()


def _refuse(lines: Lines, record: Record, why: str) -> Item:
    return lines.reject(why, record.raw, line=record.line, lines=record.lines)


def _batches(lines: Lines, delimiter: str) -> Iterator[list[Record]]:
    """The records, many at a time; blank lines are counted and left out."""
    while texts := lines.take(BULK):
        first = lines.number - len(texts) + 1
        if any('"' in text for text in texts):
            yield list(_quoted(lines, deque(enumerate(texts, first)), delimiter))
        else:
            filled = [(number, text) for number, text in enumerate(texts, first) if text.strip()]
            lines.tally.blank += len(texts) - len(filled)
            yield [Record(number, 1, text, text.split(delimiter)) for number, text in filled]


def _quoted(lines: Lines, texts: deque[tuple[int, str]], delimiter: str) -> Iterator[Record]:
    """The records of lines of which some have quotes; more lines are taken if the last record needs them."""
    while texts:
        number, text = texts.popleft()
        if not text.strip():
            lines.tally.blank += 1
            continue
        parts = [(number, text)]
        while _is_open("\n".join(part for _, part in parts), delimiter) and len(parts) < LONGEST:
            if not texts:
                texts.extend((lines.number, more) for more in lines.take(1))
            if not texts:
                break
            parts.append(texts.popleft())
        cells = _parse([part for _, part in parts], delimiter)
        if cells is None:
            texts.extendleft(reversed(parts[1:]))
            yield Record(number, 1, text, [], "expected a quote that ends, got none")
        else:
            yield Record(number, len(parts), "\n".join(part for _, part in parts), cells)


def _parse(parts: Sequence[str], delimiter: str) -> list[str] | None:
    """The fields of the one record in these lines; None if they are not one."""
    try:
        records = list(csv.reader([f"{part}\n" for part in parts], delimiter=delimiter))
    except csv.Error:
        return None
    return records[0] if len(records) == 1 and not _is_open("\n".join(parts), delimiter) else None


def _is_open(text: str, delimiter: str) -> bool:
    """Whether a quote at the beginning of a field does not end; inside other fields it is a sign like any other."""
    return _closed(delimiter).fullmatch(text) is None


@cache
def _closed(delimiter: str) -> re.Pattern[str]:
    """Fields that end."""
    other = rf"[^{re.escape(delimiter)}]*"
    field = rf'(?:"[^"]*(?:""[^"]*)*"(?!"){other}|(?!"){other})'
    return re.compile(f"{field}(?:{re.escape(delimiter)}{field})*")


def sniff(sample: Sample) -> int:
    """95 if a header names the column of boards, 70 if boards stand behind other fields, 0 without boards."""
    filled = [line for line in sample.filled() if not line.startswith(COMMENT)][:TRIED]
    delimiter = _delimiter(filled)
    if not any(delimiter in line for line in filled) or any(map(_CODE.match, filled)):
        return 0
    records = [record.cells for batch in _batches(Lines(filled), delimiter) for record in batch if not record.wrong]
    records = [record for record in records if not record[0].startswith(COMMENT) and record[0] != EXCEL]
    if (spread := cells_spread(records)) and _is_spread(records[-1], spread):
        return 50
    columns = _columns(records, CellReader(Wish()), Wish())
    if columns is None:
        return 0
    if columns.header or columns.solution >= 0 or columns.board > 0:
        return 95 if columns.header or columns.solution >= 0 else 70
    return 30 if 2 * sum(len(record) > 1 for record in records) >= len(records) else 10  # commas in some comment


def _is_spread(cells: Sequence[str], spread: Spread) -> bool:
    """Whether the cells of a record make a board."""
    return CellReader(Wish()).is_board(gathered(cells, spread)[max(0, spread.start)])


def _delimiter(texts: Sequence[str]) -> str:
    """The delimiter that stands in the first line of the table, the one that stands there most often."""
    first = next((text for text in texts if not text.startswith(COMMENT)), "")
    told = _SEPARATOR.fullmatch(first)
    return told[1] if told else max(DELIMITERS, key=first.count)


CSV = Format(
    name="csv",
    family="",
    summary="a table with a column of boards: fields between commas, semicolons, tabs or bars, quoted where needed",
    example="name,puzzle\nfirst,53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n",
    sniff=sniff,
    read=read,
    write=write,
    head=",".join(("label", "puzzle", "solution", *NAMES, OTHERS)) + "\n",
)
