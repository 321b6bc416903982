"""Records of a table into boards, in batches: the part that CSV and JSON lines have in common."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from solvers.core import Board, MalformedError
from solvers.reading.format import Item, Lines
from solvers.reading.tables.cells import CellReader

REMEMBERED = 100_000  # labels among which a repeated one is found


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
        self._reader = reader
        self._labels: dict[str, int] = {}

    def read(self, rows: Sequence[Row]) -> Iterator[Item]:
        """The boards of the rows in order, in bulk if all are plain."""
        found = self._reader.column([row.board for row in rows])
        if found is None:
            for row in rows:
                yield self._one(row)
            return
        stated = self._stated_column([row.solution for row in rows])
        for row, board, solution in zip(rows, found, stated, strict=True):
            yield self._finish(row, board, solution)

    def _one(self, row: Row) -> Item:
        try:
            board = self._reader.read(row.board)
        except MalformedError as error:
            return self._lines.reject(str(error), row.raw, line=row.line, column=error.column, lines=row.lines)
        return self._finish(row, board, self._stated(row.solution))

    def _finish(self, row: Row, board: Board, stated: str) -> Board:
        self._lines.tally.board += row.lines
        if row.label:
            self._remember(row)
        if stated and "." in stated:
            self._lines.note("the stated solution is incomplete", row.line)
        fields = {**(board.fields or {}), **(row.fields or {})} if board.fields or row.fields else None
        label = row.label or board.label
        return board._replace(source=self._lines.source, line=row.line, label=label, stated=stated, fields=fields)

    def _remember(self, row: Row) -> None:
        first = self._labels.get(row.label)
        if first is not None:
            self._lines.note(f"label {row.label!r} is that of line {first}, too", row.line)
        elif len(self._labels) < REMEMBERED:
            self._labels[row.label] = row.line

    def _stated(self, cell: str) -> str:
        """The stated solution in the form of an answer's; as it stands if it cannot be read."""
        if not cell.strip():
            return ""
        try:
            return solution_of(self._reader.read(cell))
        except MalformedError:
            self._lines.note("the stated solution cannot be read")
            return ""

    def _stated_column(self, cells: Sequence[str]) -> list[str]:
        if not any(cells):
            return [""] * len(cells)
        found = self._reader.column(cells)
        return [self._stated(cell) for cell in cells] if found is None else [solution_of(board) for board in found]


def solution_of(board: Board) -> str:
    """A full board as a solution: the same cells without what stands before them."""
    return board.text.rpartition(":")[2]
