"""Records of a table into boards, in batches: the part that CSV and JSON lines have in common."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from solvers.core import Block, Board, MalformedError
from solvers.reading.account import is_complete
from solvers.reading.format import Item, Lines
from solvers.reading.tables.cells import CellReader, lines_of, unguarded
from solvers.reading.text import FOREIGN, RESPELT

REMEMBERED = 100_000  # labels among which a repeated one is found

EXCHANGED = "expected a board and its solution, got a solution with empty cells and a board without one"
UNREAD = "stated"  # the field of a stated solution that cannot be read


class Row(NamedTuple):
    """A record: where it stood, its cells that matter, and all others as fields."""

    line: int
    lines: int
    raw: str
    board: str
    solution: str = ""
    label: str = ""
    fields: Mapping[str, str] | None = None


class Rows:
    """Turns rows into boards and rejects."""

    def __init__(self, lines: Lines, reader: CellReader) -> None:
        self._lines = lines
        self.reader = reader
        self._labels: dict[str, int] = {}
        self._respelt = False  # whether it was said that cells are

    def read(self, rows: Sequence[Row]) -> Iterator[Item]:
        """The boards of the rows in order, in bulk if all are plain."""
        if not rows:
            return
        cells = [row.board for row in rows]
        if not (self._respelt or all(map(str.isascii, cells))) and any(map(FOREIGN.search, cells)):
            self._lines.note(RESPELT, 0)
            self._respelt = True
        found = self.reader.column(cells)
        if found is None or _may_be_exchanged(rows, found):
            yield from map(self._one, rows)
        else:
            yield self._block(rows, found)

    def _block(self, rows: Sequence[Row], found: Block) -> Block:
        """The boards that were found in the rows, with what the rows say of them."""
        self._lines.tally.board += sum(row.lines for row in rows)
        labels = [row.label for row in rows] if any(row.label for row in rows) else found.labels
        if labels:
            for row in rows:
                self._remember(row)
        stated = self._stated_column(rows)
        fields = [row.fields for row in rows] if found.fields is None else _merged(rows, found.fields)
        if stated and "" in stated:
            unread = map(_unread, rows, stated)
            fields = [{**(own or {}), **more} if more else own for own, more in zip(fields, unread, strict=True)]
        return found._replace(
            lines=[row.line for row in rows],
            labels=labels,
            stated=stated,
            fields=fields if any(fields) else None,
        )

    def _one(self, row: Row) -> Item:
        try:
            board = self.reader.read(row.board)
        except MalformedError as error:
            column = _column(row, error)
            return self._lines.reject(str(error), row.raw, line=row.line, column=column, lines=row.lines)
        told = len(self._lines.notes)
        stated = self._stated(row)
        if "." in stated and is_complete(board.text) and not is_complete(stated):
            del self._lines.notes[told:]
            return self._lines.reject(EXCHANGED, row.raw, line=row.line, lines=row.lines)
        return self._finish(row, board, stated)

    def _finish(self, row: Row, board: Board, stated: str) -> Board:
        self._lines.tally.board += row.lines
        self._remember(row)
        fields = {**(board.fields or {}), **(row.fields or {}), **_unread(row, stated)} or None
        label = row.label or board.label
        return board._replace(source=self._lines.source, line=row.line, label=label, stated=stated, fields=fields)

    def _remember(self, row: Row) -> None:
        if not row.label:
            return
        first = self._labels.get(row.label)
        if first is not None:
            self._lines.note(f"label {row.label!r} is that of line {first}, too", row.line)
        elif len(self._labels) < REMEMBERED:
            self._labels[row.label] = row.line

    def _stated(self, row: Row) -> str:
        """The stated solution in the form of an answer's; nothing, and a note, if it cannot be read."""
        if not row.solution.strip():
            return ""
        try:
            stated = solution_of(self.reader.read(row.solution).text)
        except MalformedError:
            self._lines.note("a stated solution cannot be read", row.line)
            return ""
        if "." in stated:
            self._lines.note("a stated solution is incomplete", row.line)
        return stated

    def _stated_column(self, rows: Sequence[Row]) -> list[str] | None:
        """The stated solutions of all rows; None if no row has one."""
        cells = [row.solution for row in rows]
        if not any(cells):
            return None
        found = self.reader.column(cells) if all(cells) else None
        if found is None or any("." in text for text in found.texts):
            return [self._stated(row) for row in rows]
        return [solution_of(text) for text in found.texts] if ":" in found.texts[0] else list(found.texts)


def _may_be_exchanged(rows: Sequence[Row], found: Block) -> bool:
    """Whether a board without an empty cell has a solution."""
    full = [row for row, text in zip(rows, found.texts, strict=True) if "." not in text]
    return any(row.solution for row in full)


def _unread(row: Row, stated: str) -> dict[str, str]:
    """The field that keeps a stated solution which cannot be read."""
    return {} if stated or not row.solution.strip() else {UNREAD: row.solution}


def _column(row: Row, error: MalformedError) -> int:
    """The column in the line of what is wrong in a cell; 0 where the cell does not stand there as it was read."""
    bare = unguarded(row.board)
    at = row.raw.find(bare)
    plain = row.lines == 1 and error.line <= 1 and at >= 0 and row.raw.count(bare) == 1
    if not (error.column and plain):
        return 0
    try:
        return at + error.column if lines_of(row.board) == [bare] else 0
    except MalformedError:
        return at + 1


def _merged(rows: Sequence[Row], fields: Sequence[Mapping[str, str] | None]) -> list[Mapping[str, str] | None]:
    return [{**(own or {}), **(row.fields or {})} or None for row, own in zip(rows, fields, strict=True)]


def solution_of(text: str) -> str:
    """A full board as a solution: the same cells without what stands before them."""
    return text.rpartition(":")[2]
