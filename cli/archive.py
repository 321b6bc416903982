"""A batch as an SQLite file of its own, with tables and views that Datasette and people read without a manual.

boards      one row a board with its answer: the columns of `gridmill results`, text indexed by verdict and source
answers     the other answers of boards: of reruns, and those that a retry replaced
solutions   every solution of the boards of `submit --all`
batches     what was asked: limits, when, options
sources     the files, and what became of their lines
rejects     input that was no board
notes       what readers assumed or ignored
views       what people ask first: see VIEWS

`gridmill import` makes of it what it was made of, apart from the numbers of boards and batches (cli/unpacking.py).
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import closing
from importlib.metadata import version
from itertools import islice
from pathlib import Path
from typing import Any

import click
from sqlalchemy import Connection

from cli.files import OutputError, aside
from db import transfer
from db.results import Result

AT_ONCE = 10_000
INTEGERS = {
    "batch", "board", "line", "givens", "count_is_exact", "nodes", "solve_ns", "solution_limit", "same_as", "source_id",
    "lines", "column", "boards", "known", "rejects", "blank", "comment", "first_board", "last_board", "priority",
    "complete", "ordinal", "listing",
}  # fmt: skip
MAX_INTEGER = 2**63 - 1
VIEWS = {
    "unique_boards": "SELECT * FROM boards WHERE verdict = 'unique'",
    "boards_with_several_solutions": "SELECT * FROM boards WHERE verdict = 'multiple'",
    "impossible_boards": "SELECT * FROM boards WHERE verdict IN ('none', 'invalid')",
    "open_boards": "SELECT * FROM boards WHERE verdict IN ('undecided', 'failed', 'pending')",
    "duplicates": "SELECT same_as, board, source, line, label FROM boards WHERE same_as IS NOT NULL ORDER BY same_as",
    "slowest": "SELECT solve_ns / 1e6 AS milliseconds, * FROM boards ORDER BY solve_ns DESC",
    "verdicts_by_source": "SELECT source, verdict, count(*) AS boards FROM boards GROUP BY source, verdict",
}
KINDS = {"time_limit_s": "REAL"}


def write_archive(connection: Connection, found: Iterable[Result], path: Path) -> None:
    """Raises click.UsageError where the file is there already: it may be somebody's database."""
    if path.exists():
        raise click.UsageError(f"expected a new file, got {path}, which exists: remove it or name another")
    with aside(path) as beside:
        try:
            _write(connection, found, beside)
        except sqlite3.Error as error:
            raise OutputError(f"{path} could not be written: {error}") from None


def _write(connection: Connection, found: Iterable[Result], path: Path) -> None:
    with closing(sqlite3.connect(path)) as archive, archive:
        _create(archive, "boards", Result._fields)
        batches = _write_boards(archive, found)
        for index in ("verdict", "source", "label", "solve_ns", "same_as"):
            archive.execute(f'CREATE INDEX boards_{index} ON boards("{index}")')
        for name, query in VIEWS.items():
            archive.execute(f"CREATE VIEW {name} AS {query}")
        for table, columns, rows in (
            ("batches", transfer.AboutBatch._fields, transfer.batches(connection, batches)),
            ("sources", transfer.AboutSource._fields, transfer.sources(connection, batches)),
            ("rejects", transfer.AboutReject._fields, transfer.rejects(connection, batches)),
            ("notes", transfer.AboutNote._fields, transfer.notes(connection, batches)),
            ("solutions", transfer.AboutSolution._fields, transfer.stored_solutions(connection, batches)),
            ("answers", transfer.AboutAnswer._fields, transfer.answers(connection, batches)),
        ):
            _fill(archive, table, columns, rows)
        _fill(archive, "gridmill", ("version",), [(version("gridmill"),)])


def _create(archive: sqlite3.Connection, table: str, columns: Sequence[str]) -> None:
    typed = [f'"{name}" {"INTEGER" if name in INTEGERS else KINDS.get(name, "")}' for name in columns]
    key = ', PRIMARY KEY ("board")' if table == "boards" else ""
    archive.execute(f"CREATE TABLE {table} ({', '.join(typed)}{key})")


def _write_boards(archive: sqlite3.Connection, found: Iterable[Result]) -> set[int]:
    marks = ", ".join("?" * len(Result._fields))
    batches: set[int] = set()
    rest = iter(found)
    while some := list(islice(rest, AT_ONCE)):
        batches |= {result.batch for result in some}
        archive.executemany(f"INSERT INTO boards VALUES ({marks})", map(_fitting, some))  # noqa: S608 - names are ours
    return batches


def _fitting(result: Result) -> Result:
    """A count that SQLite's integers cannot hold stays whole as text."""
    big: Any = str(result.count) if result.count is not None and result.count > MAX_INTEGER else result.count
    return result._replace(verdict=result.verdict or "pending", count=big)


def _fill(archive: sqlite3.Connection, table: str, columns: Sequence[str], found: Iterable[Sequence[Any]]) -> None:
    _create(archive, table, columns)
    marks = ", ".join("?" * len(columns))
    archive.executemany(f"INSERT INTO {table} VALUES ({marks})", found)  # noqa: S608 - names are ours
