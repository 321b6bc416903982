"""Boards of .sdk files that are written alike, many at once: the same statements, sections and rows in each.

#ASetter          #AOther
[Puzzle]          [Puzzle]          a column of lines for each
53..7....         .2.41...
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from solvers.reading.alike import Columns, Found, same
from solvers.sudoku.formats.columns import close

FIELDS = {
    "A": "author",
    "D": "description",
    "C": "comment",
    "B": "date",
    "S": "source",
    "L": "level",
    "U": "url",
}
STATEMENT = re.compile(r"#([ABCDLSU])(\S.*)")


def found_of(head: int, columns: Columns) -> Found | None:
    """The boards of columns of statements, sections, rows and blank lines; ``head`` statements come first."""
    rows, rest = columns[head + 1 : head + 10], columns[head + 10 :]
    if len(rows) < 9 or not same(columns[head]):
        return None
    placed = None
    if len(rest) > 9 and rest[0][0] == "[State]" and same(rest[0]):
        placed, rest = close(rest[1:10], empty=""), rest[10:]
        if placed is None:
            return None
    texts = close(rows)
    names = [FIELDS.get(column[0][1:2], "") for column in columns[:head]]
    said = [_said(column) for column in columns[:head]]
    if texts is None or any(map(any, rest)) or None in said or len(set(names)) < head:
        return None
    fields = [dict(zip(names, each, strict=True)) for each in zip(*filter(None, said), strict=True)]
    fields = fields or [{} for _ in texts]
    if placed:
        fields = [each | {"placed": state} for each, state in zip(fields, placed, strict=True)]
    labels = [each.get("description", "") for each in fields] if "description" in names else None
    states = bool(placed)
    return Found(texts, 9 + 9 * states, head + 1 + states, len(rest), head + 1, labels, fields)


def _said(column: Sequence[str]) -> list[str] | None:
    """What all statements of a column say; None if they are not of one kind."""
    opening = column[0][:2]
    found = [match[2].strip() for text in column if text[:2] == opening and (match := STATEMENT.fullmatch(text))]
    return found if len(found) == len(column) else None
