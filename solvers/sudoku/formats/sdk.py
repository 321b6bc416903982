"""SadMan and SudoCue .sdk: statements about the board, then its rows, perhaps in sections.

#ASetter            author, and likewise #D description, #C comment, #B date, #S source, #L level, #U address
[Puzzle]            the givens; the section's name may be left out
[State]             givens and what was placed; further sections hold pencil marks, colours and the like
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

from solvers.core import Block, Board, MalformedError, Reject
from solvers.reading.alike import Alike, Columns, Found, same
from solvers.reading.format import Format, Item, Lines, Sample, Wish
from solvers.sudoku.formats.columns import alike_of, close
from solvers.sudoku.formats.grid_row import split_row
from solvers.sudoku.formats.making import make
from solvers.sudoku.formats.marks import line_of, only_cells
from solvers.sudoku.formats.remarks import is_remark, refused

FIELDS = {
    "A": "author",
    "D": "description",
    "C": "comment",
    "B": "date",
    "S": "source",
    "L": "level",
    "U": "url",
}
_STATEMENT = re.compile(r"#([ABCDLSU])(\S.*)")
_OPENS = re.compile(r"#|\[Puzzle\]$")
_LONGEST = 40  # lines of a board
MOST_ROWS = 100  # of all sections of a board
MOST_TEXT = 1 << 16  # characters of a statement
_PLAIN_BOARDS = re.compile(
    r"(?:#[ABCDLSU]\S.*\n)*+\[Puzzle\]\n(?:[1-9.]{9}\n){9}"
    r"(?:#[ABCDLSU]\S.*\n|\[(?:Puzzle|State)\]\n|[1-9.]{9}\n|\n)*+\Z"
)
_SECTION = re.compile(r"\[([A-Za-z ]+)\]")
_PLAIN = re.compile(r"[1-9.0]+")
_BORDER = re.compile(r"[-+|=*\s]*[-+=]{3,}[-+|=*\s]*")


@dataclass(slots=True)
class _Part:
    """What was read of a board so far; its rows by section."""

    fields: dict[str, str] = field(default_factory=dict)
    section: str = "puzzle"
    rows: dict[str, list[str]] = field(default_factory=lambda: {"puzzle": [], "state": []})
    raw: list[str] = field(default_factory=list)
    start: int = 0

    def begun(self) -> bool:
        return bool(self.raw)

    def full(self) -> bool:
        rows = self.rows["puzzle"]
        return bool(rows) and len(rows) == len(rows[0])

    def add(self, number: int, text: str, row: str) -> None:
        self.start = self.start or number
        self.raw.append(text)
        self.rows[self.section].append(row)


def read(lines: Lines, wish: Wish) -> Iterator[Item]:
    """Yield a board for each set of statements and rows."""
    part = _Part()
    alike = alike_of(lines, wish)
    while (text := lines.peek()) is not None:
        if block := _alike(alike, text, lines, part):
            yield from _closed(lines, part, wish)
            part = _Part()
            yield block
            continue
        if part.section in part.rows and not part.rows[part.section] and _is_plain(ahead := lines.ahead(9)):
            lines.take(9)
            for number, cells in enumerate(ahead, lines.number - 8):
                part.add(number, cells, cells)
            continue
        next(lines)
        bare = text.strip()
        statement, section = _STATEMENT.fullmatch(bare), _SECTION.fullmatch(bare)
        opens = statement or (section and section[1].lower() == "puzzle")
        row = None if statement or section or _BORDER.fullmatch(bare) else split_row(bare)
        if part.begun() and (opens or (row and part.section == "puzzle" and part.full()) or len(part.raw) == MOST_ROWS):
            yield from _closed(lines, part, wish)
            part = _Part()
        if statement:
            name = FIELDS[statement[1]]
            part.fields[name] = " ".join(filter(None, (part.fields.get(name), statement[2].strip())))[:MOST_TEXT]
        elif section:
            part.section = section[1].lower()
        if row is not None and part.section in part.rows:
            part.add(lines.number, text, "".join(row))
        elif reject := _other(lines, text, part, known=bool(statement or section)):
            yield reject
    yield from _closed(lines, part, wish)


def _other(lines: Lines, text: str, part: _Part, *, known: bool) -> Reject | None:
    """Counts a line that is no row; a reject for one among the rows that may be a board's."""
    if part.section in part.rows and not (known or is_remark(text)):
        return refused(lines, text)
    lines.tally.blank += not text.strip()
    lines.tally.comment += bool(text.strip())
    return None


def _closed(lines: Lines, part: _Part, wish: Wish) -> Iterator[Item]:
    if part.begun():
        yield _finish(lines, part, wish)


def _alike(alike: Alike, text: str, lines: Lines, part: _Part) -> Block | None:
    """The boards that follow, if all have the same statements and sections."""
    if not _OPENS.match(text) or (part.fields and not part.begun()):
        return None
    heads = [at for at, text in enumerate(lines.ahead(2 * _LONGEST)) if text == "[Puzzle]"][:2]
    return alike.take(heads[1] - heads[0], partial(_found, heads[0]), leave=1) if len(heads) == 2 else None


def _found(head: int, columns: Columns) -> Found | None:
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
    found = [match[2].strip() for text in column if text[:2] == opening and (match := _STATEMENT.fullmatch(text))]
    return found if len(found) == len(column) else None


def _is_plain(rows: list[str]) -> bool:
    """Whether these are nine rows with nothing but their cells."""
    return len(rows) == 9 and set(map(len, rows)) == {9} and bool(_PLAIN.fullmatch("".join(rows)))


def _finish(lines: Lines, part: _Part, wish: Wish) -> Item:
    try:
        board = _board(part, wish)
    except MalformedError as error:
        raw = "\n".join(part.raw)
        return lines.reject(str(error), raw, line=part.start, column=error.column, lines=len(part.raw))
    lines.tally.board += len(part.raw)
    given, state = (sum(map(len, part.rows[name])) for name in ("puzzle", "state"))
    if state not in (0, given):
        lines.note(f"expected {given} cells behind [State], got {state}, which say nothing", part.start)
    return board._replace(source=lines.source, line=part.start)


def _board(part: _Part, wish: Wish) -> Board:
    givens, state = part.rows["puzzle"], "".join(part.rows["state"])
    if {len(row) for row in givens} != {len(givens)}:
        seen = ", ".join(str(len(row)) for row in givens) or "none"
        raise MalformedError(f"expected as many rows as cells in a row, got rows of {seen} cells", 1)
    fields = part.fields | ({"placed": state} if len(state) == sum(map(len, givens)) else {})
    return make("".join(givens), wish, label=part.fields.get("description", ""), fields=fields)


def sniff(sample: Sample) -> int:
    """97 if it begins with a statement or the section of the puzzle, and rows of a grid follow."""
    filled = [line.strip() for line in sample.filled()]
    if not filled or not (_STATEMENT.fullmatch(filled[0]) or filled[0].lower() == "[puzzle]"):
        return 0
    rest = [line for line in filled if line[0] not in "#[" and not _BORDER.fullmatch(line)]
    row = split_row(rest[0]) if rest else None
    return 97 if row is not None and len(row) <= 25 else 0


def write(board: Board) -> str:
    """Statements that are known, the givens and, where it is known, what was placed."""
    fields = {"description": board.label} | dict(board.fields or {})
    sudoku = only_cells(board)
    said = {letter: line_of(fields.get(name, "")) for letter, name in FIELDS.items()}
    parts = [f"#{letter}{text}" for letter, text in said.items() if text]
    for section, cells in (("[Puzzle]", sudoku.cells), ("[State]", fields.get("placed", ""))):
        rows = [cells[at : at + sudoku.size] for at in range(0, len(cells), sudoku.size)]
        parts += [section, *rows] if rows else []
    return "\n".join(parts) + "\n\n"


SDK = Format(
    name="sdk",
    certain=_PLAIN_BOARDS,
    family="sudoku",
    summary="SadMan and SudoCue .sdk: statements about the board, then its rows, perhaps in sections",
    example="""\
#ANewspaper
#LEasy
[Puzzle]
53..7....
6..195...
.98....6.
8...6...3
4..8.3..1
7...2...6
.6....28.
...419..5
....8..79
""",
    sniff=sniff,
    read=read,
    write=write,
)
