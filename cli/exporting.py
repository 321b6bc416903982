"""Boards with their answers into files: tables, a database that Datasette opens, native formats, judges' words."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

import click
from sqlalchemy import Connection

from cli.archive import write_archive
from cli.files import text_file
from cli.judging import JudgeWriter
from cli.listing import COLUMNS, rows
from cli.output import WRITERS, Output
from cli.showing import board_of
from cli.splitting import Split, part_path
from db.filters import Filter
from db.results import Result, results
from solvers import registry
from solvers.core import Answer, Board, GridmillError, Verdict
from solvers.likeness import kinship

LARGE = 0.1  # of a part, that one group of equivalents may be
TABLES = (*WRITERS, "parquet")


@dataclass(frozen=True, slots=True)
class Export:
    """Form, file ("" is stdout), columns (none: all), and parts."""

    form: str
    path: str
    columns: tuple[str, ...] = ()
    split: Split | None = None


def export(connection: Connection, wanted: Filter, asked: Export) -> None:
    """Write what the filter finds; says on stderr how much went where."""
    if not asked.split:
        _say(asked.path, _write(connection, results(connection, wanted), asked))
        return
    if not asked.path:
        raise click.UsageError("parts need a file: name it with -o")
    for name, share in asked.split.shares:
        part = Export(asked.form, part_path(asked.path, name), asked.columns)
        kin: Counter[bytes] = Counter()
        boards = _write(connection, _kept(results(connection, wanted), asked.split, name, kin), part)
        _say(part.path, boards)
        _warn(name, share, kin)


def _kept(found: Iterable[Result], split: Split, name: str, kin: Counter[bytes]) -> Iterator[Result]:
    """Those of a part; counts how many are of each kinship."""
    for result in found:
        key = kinship(result.family, result.text)
        if split.part_of(key) == name:
            kin[key] += 1
            yield result


def _warn(name: str, share: float, kin: Counter[bytes]) -> None:
    """Where boards that have to stay together decide how large a part is."""
    boards = kin.total()
    largest = max(kin.values(), default=0)
    if largest > boards * LARGE and largest > 1:
        click.echo(
            f"{name}: {largest:,} of {boards:,} boards are equivalent or may be, and stay together;"
            f" {share:.0%} may be far off",
            err=True,
        )


def _say(path: str, boards: int) -> None:
    click.echo(f"{path or 'stdout'}: {boards:,} board{'s' * (boards != 1)}", err=True)


def _write(connection: Connection, found: Iterable[Result], asked: Export) -> int:
    counted = _Counted(found)
    if asked.form in TABLES:
        output = Output(asked.form, asked.columns, path=asked.path)
        output.write(rows(counted, output), COLUMNS, COLUMNS)
    elif asked.form == "sqlite":
        if not asked.path:
            raise click.UsageError("a database needs a file: name it with -o")
        write_archive(connection, counted, Path(asked.path))
    else:
        _write_text(counted, _writer(asked.form), asked.path)
    return counted.seen


class _Counted:
    """Results on their way, and how many went by."""

    def __init__(self, found: Iterable[Result]) -> None:
        self._found = found
        self.seen = 0

    def __iter__(self) -> Iterator[Result]:
        for result in self._found:
            self.seen += 1
            yield result


Writer = Callable[[Result, TextIO], None]


def _write_text(found: Iterable[Result], writer: Writer, path: str) -> None:
    if not path:
        for result in found:
            writer(result, sys.stdout)
        return
    with text_file(path) as out:
        for result in found:
            writer(result, out)


def _writer(form: str) -> Writer:
    if form == "sdm":
        return _write_sdm
    if form == "judge":
        judge = JudgeWriter()
        return lambda result, out: judge.write(result.family, result.format, result.text, _answer(result), out)
    writers = {
        found.name: found.write for each in registry.families().values() for found in each.formats if found.write
    }
    if form not in writers:
        names = ", ".join([*TABLES, "sqlite", "sdm", "judge", *writers])
        raise click.UsageError(f"expected a form among {names}, got {form!r}")
    return lambda result, out: _write_native(writers[form], board_of(result), out, form)


def _write_native(write: Callable[[Board], str], board: Board, out: TextIO, form: str) -> None:
    try:
        out.write(write(board))
    except (GridmillError, ValueError) as error:
        place = f"{board.source}:{board.line}"
        raise click.UsageError(f"{place}: this board cannot be written as {form}: {error}") from None


def _write_sdm(result: Result, out: TextIO) -> None:
    if result.family != "sudoku" or len(result.text) != 81:
        raise click.UsageError(f"{result.source}:{result.line}: .sdm holds 9x9 sudoku only: add --variant 9x9")
    out.write(result.text.replace(".", "0") + "\n")


def _answer(result: Result) -> Answer:
    """The answer as solvers know it; a pending board counts as undecided."""
    return Answer(
        Verdict(result.verdict or "undecided"), result.count or 0, bool(result.count_is_exact), result.solution or "",
        result.witness or "", result.reason or "", result.nodes or 0, result.solve_ns or 0, result.engine or "",
    )  # fmt: skip
