"""CSV, TSV and the like: fields between commas, semicolons, tabs or bars, quoted where they hold one of these.

id,puzzle,solution         a heading: names of columns, or none where content tells
1,53..7....,534678912
id,solution,puzzle         another one, where tables were put one behind the other: what follows is read by it
2,534678912,53..7....
"""

from __future__ import annotations

import csv
import json
import re
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from io import StringIO
from itertools import chain

from solvers.core import Board, MalformedError
from solvers.reading.account import is_complete
from solvers.reading.blacks import is_marked
from solvers.reading.format import Format, Item, Lines, Sample, Wish
from solvers.reading.tables.cells import SHORTEST, CellReader, require_told
from solvers.reading.tables.columns import (
    BOARD,
    SOLUTION,
    TRIED,
    UNNAMED,
    Columns,
    completed,
    find_columns,
    has_header,
    is_heading,
    renamed,
    told_of,
    usual_width,
)
from solvers.reading.tables.records import COMMENT, EXCEL, Record, batches, delimiter_of, quoted
from solvers.reading.tables.rows import Row, Rows
from solvers.reading.tables.spread import Spread, are_names, cells_spread, gathered

# A list or object of JSON or of a program: its brackets and quotes would become parts of fields.
_CODE = re.compile(r"""\s*(?:(?:(?:const|let|var)\s+)?[\w.]+\s*[=:]\s*)?[\[({]\s*(?:["'\[{(]|$)""")
_SUMS = re.compile(r"""[^"']*=r[0-9]+c[^,"']*,[0-9]+=r[0-9]+c""")  # commas of a board's own text, not between fields
OTHERS = "fields"  # the column of fields that have none of their own
NAMES = ("author", "rating", "rating_tool")


def read(lines: Lines, wish: Wish) -> Iterator[Item]:
    """Yield a board for each record that has one, and a reject for each other one."""
    while (text := lines.peek()) is not None and (not text.strip() or is_marked(text, COMMENT)):
        next(lines)
        lines.tally.blank += not text.strip()
        lines.tally.comment += bool(text.strip())
    delimiter = delimiter_of([line for line in lines.ahead(TRIED) if line.strip()])
    every = batches(lines, delimiter)
    reader = CellReader(wish)
    head: list[Record] = []
    while len(head) <= TRIED and (batch := next(every, None)) is not None:
        head += batch
    while head and head[0].says_nothing():
        lines.tally.comment += head.pop(0).lines
    why = ""
    if spread := cells_spread([record.cells for record in head[: TRIED + 1] if record.counts()]):
        why = spread.unclear()
        named = are_names(head[0].cells, spread)
        head = [_gathered(record, spread, names=named and not at) for at, record in enumerate(head)]
        every = (list(map(partial(_gathered, spread=spread), batch)) for batch in every)
    columns = None if why else _columns([r.cells for r in head[: TRIED + 1] if r.counts()], reader, wish)
    if columns is None:
        why = f"expected {why or 'a column of boards, got none'}"
        yield from (_refuse(lines, record, why) for record in chain.from_iterable(chain((head,), every)))
    else:
        yield from _read(chain((head,), every), columns, Rows(lines, reader), lines, wish)


def _read(every: Iterator[list[Record]], columns: Columns, rows: Rows, lines: Lines, wish: Wish) -> Iterator[Item]:
    """The boards of a table, the first record of which may be its heading, and of those behind it."""
    for name in () if wish.column else columns.others:
        lines.note(told_of(name), 0)
    headed = columns.header
    if headed and columns.names[0] == UNNAMED:
        lines.note(f"the heading has a name less than there are columns; {UNNAMED} is taken to have none", 0)
    if headed and _names_a_solution(columns):
        board, stated = columns.name(columns.board), columns.name(columns.solution)
        lines.note(f"column {board!r} holds boards with empty cells, and {stated!r} none: taken to be exchanged", 0)
    for stretch, names in _tables(every, columns, rows.reader, wish):
        if names.names != columns.names:
            lines.note("the columns are named anew", stretch[0].line)
        if headed or names is not columns:
            lines.tally.comment += stretch.pop(0).lines
        headed, columns = False, names
        yield from _rows(stretch, columns, rows, lines)


def _columns(records: Sequence[list[str]], reader: CellReader, wish: Wish) -> Columns | None:
    """The columns of a table that begins with these records, by those of most fields alike if they hold boards."""
    if not records:
        return None
    header = has_header(records, reader)
    body = records[header:]
    names: Sequence[str] = records[0] if header else [f"column {place + 1}" for place in range(usual_width(records))]
    width = usual_width(body, names)
    if header and width == len(names) + 1 and not wish.column:
        names = completed(names, body, reader)
    names = [*names, *(f"column {place + 1}" for place in range(len(names), width))]  # a heading may be cut
    alike = [record for record in body if len(record) == width]
    kinds = (alike, body) if 0 < len(alike) < len(body) else (body,)
    found = (find_columns(names, kind, reader, header=header, wished=wish.column) for kind in kinds)
    return next((columns for columns in found if columns), None)


def _tables(
    every: Iterator[list[Record]], columns: Columns, reader: CellReader, wish: Wish
) -> Iterator[tuple[list[Record], Columns]]:
    """The records with their columns; one that is a heading begins a stretch with columns of its own."""
    first = columns.header
    for batch in every:
        start = 0
        for at, record in enumerate(batch):
            cells, place = record.cells, columns.board
            if first or (place < len(cells) and len(cells[place]) >= SHORTEST) or not _is_heading(record, columns):
                first = False
                continue
            if start < at:
                yield batch[start:at], columns
            start = at
            if at + 1 == len(batch):
                batch.extend(next(every, ()))
            body = [each.cells for each in batch[at + 1 : at + 1 + TRIED] if each.counts()]
            same = tuple(cells) == columns.names
            columns = replace(columns) if same else renamed(cells, body, reader, wish.column)
        if start < len(batch):
            yield batch[start:], columns


def _is_heading(record: Record, columns: Columns) -> bool:
    named = columns.header and tuple(record.cells) == columns.names
    return not record.wrong and (named or (len(record.cells) > 1 and is_heading(record.cells)))


def _rows(batch: Sequence[Record], columns: Columns, rows: Rows, lines: Lines) -> Iterator[Item]:
    good: list[Row] = []
    for record in batch:
        why = record.wrong or _missing(record, columns, rows.reader)
        if is_marked(record.raw, COMMENT):
            lines.tally.comment += record.lines
            if not why and len(record.cells[columns.board]) >= SHORTEST:
                lines.note("a line that begins with # was taken for a comment, though it may hold a board", record.line)
        elif why:
            yield from rows.read(good)
            yield _refuse(lines, record, why, _column_of(record, columns))
            good = []
        else:
            good.append(_row(record, columns))
    yield from rows.read(good)


def heading_of(sample: Sample) -> str:
    """The line that names the columns of a table, without those before it; "" if none does."""
    filled = sample.filled()[:TRIED]
    records = list(quoted(Lines(), deque(enumerate(filled, 1)), delimiter_of(filled)))
    while records and records[0].says_nothing():
        records.pop(0)
    cells = [record.cells for record in records if not record.wrong]
    named = bool(records) and records[0].lines == 1 and has_header(cells, CellReader(Wish()))
    return records[0].raw if named else ""


def _gathered(record: Record, spread: Spread, *, names: bool = False) -> Record:
    """The record with its cells in one column; one that is shorter or longer than the others may have lost any."""
    if not record.wrong and len(record.cells) != spread.width:
        return record._replace(wrong=f"expected {spread.width} columns, got {len(record.cells)}")
    return record if record.wrong else record._replace(cells=gathered(record.cells, spread, names=names))


def _missing(record: Record, columns: Columns, reader: CellReader) -> str:
    """Why a record has no board where the others have theirs; "" if it has."""
    cells = record.cells
    if len(cells) != columns.width and not _is_in_place(cells, columns, reader):
        return f"expected {columns.width} fields, got {len(cells)}"
    if columns.board < len(cells) and cells[columns.board].strip():
        return ""
    return f"expected a board in {columns.name(columns.board)!r}, got nothing"


def _column_of(record: Record, columns: Columns) -> int:
    """Where a field is missing or one too many stands; 0 where that is not what is wrong, or quotes hide it."""
    cells, width = record.cells, columns.width
    if record.wrong or record.lines > 1 or '"' in record.raw or len(cells) == width:
        return 0
    return sum(map(len, cells[:width])) + min(width, len(cells)) + (len(cells) > width)


def _is_in_place(cells: Sequence[str], columns: Columns, reader: CellReader) -> bool:
    """Whether a record of more or fewer fields than the others has its board, and a solution if any, in their columns.

    A field too few in front of them would make the solution the board.
    """
    board, stated = (cells[at].strip() if 0 <= at < len(cells) else "" for at in (columns.board, columns.solution))
    try:
        found = reader.read(board)
        return (columns.solution < 0 and not columns.others) or (
            not is_complete(found.text) and (not stated or bool(reader.read(stated)))
        )
    except MalformedError:
        return False


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


def _refuse(lines: Lines, record: Record, why: str, column: int = 0) -> Item:
    return lines.reject(why, record.raw, line=record.line, column=column, lines=record.lines)


def sniff(sample: Sample) -> int:
    """95 if a header names the column of boards, 70 if boards stand behind other fields, 0 without boards."""
    filled = [line for line in sample.filled() if not is_marked(line, COMMENT)][:TRIED]
    delimiter = delimiter_of(filled)
    if not any(delimiter in line for line in filled) or any(_CODE.match(line) or _SUMS.match(line) for line in filled):
        return 0
    records = [record.cells for batch in batches(Lines(filled), delimiter) for record in batch if not record.wrong]
    records = [record for record in records if not is_marked(record[0], COMMENT) and record[0] != EXCEL]
    if (spread := cells_spread(records)) and _is_spread(records[-1], spread):
        return 50
    columns = _columns(records, CellReader(Wish()), Wish())
    if columns is None or (columns.header and not _is_named(columns) and _is_narrower(records)):
        return 0
    if columns.header or columns.solution >= 0 or columns.board > 0:
        return 95 if columns.header or columns.solution >= 0 else 70
    return 30 if 2 * sum(len(record) > 1 for record in records) >= len(records) else 0  # commas in some comment


def _is_named(columns: Columns) -> bool:
    """Whether the name of the column with boards says what it holds."""
    return columns.names[columns.board].strip().lower() in BOARD


def _names_a_solution(columns: Columns) -> bool:
    """Whether the column with boards is called a solution, and the other one is not."""
    board, stated = (columns.name(place).strip().lower() for place in (columns.board, columns.solution))
    return board in SOLUTION and stated in BOARD


def _is_narrower(records: Sequence[Sequence[str]]) -> bool:
    """Whether words with commas stand above lines of one field, as a sentence does."""
    return len(records[0]) > 1 and 2 * sum(len(record) > 1 for record in records[1:]) < len(records) - 1


def _is_spread(cells: Sequence[str], spread: Spread) -> bool:
    """Whether the cells of a record make a board."""
    return CellReader(Wish()).is_board(gathered(cells, spread)[max(0, spread.start)])


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
