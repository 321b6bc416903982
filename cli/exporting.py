"""Boards with their answers into files: tables, a database that Datasette opens, native formats, judges' words."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TextIO

import click
from sqlalchemy import Connection

from cli.archive import write_archive
from cli.files import on_screen, text_file
from cli.judging import JudgeWriter
from cli.listing import COLUMNS, rows
from cli.output import WRITERS, Output
from cli.progressing import counted
from cli.showing import board_of
from cli.splitting import Split, part_path
from cli.text import many
from db.filters import Filter
from db.plain import value
from db.results import Result, results
from solvers.core import Answer, GridmillError, Verdict
from solvers.likeness import kinship
from solvers.reading import UnknownFormatError, writer
from solvers.reading.format import Format
from solvers.reading.writing import text_of

LARGE = 0.1  # of a part, that one group of equivalents may be
TABLES = (*WRITERS, "parquet")


@dataclass(frozen=True, slots=True)
class Export:
    """Form, file ("" is stdout), columns (none: all), and parts."""

    form: str
    path: str
    columns: tuple[str, ...] = ()
    split: Split | None = None
    family: str = ""  # of the format, where several have one of that name


def export(connection: Connection, wanted: Filter, asked: Export) -> list[dict[str, Any]]:
    """Write what the filter finds; says on stderr, and returns, how much went where."""
    total = _total(connection, wanted)
    if not asked.split:
        boards = _write(connection, counted(results(connection, wanted), "boards", total), asked)
        _say(asked.path, boards)
        return [{"file": asked.path, "part": None, "boards": boards}]
    if not asked.path:
        raise click.UsageError("parts need a file: name it with -o")
    written: list[dict[str, Any]] = []
    for name, share in asked.split.shares:
        part = replace(asked, path=part_path(asked.path, name), split=None)
        kin: Counter[bytes] = Counter()
        found = counted(results(connection, wanted), f"boards, {name}", total)
        boards = _write(connection, _kept(found, asked.split, name, kin), part)
        _say(part.path, boards)
        _warn(name, share, kin)
        written.append({"file": part.path, "part": name, "boards": boards})
    return written


def _total(connection: Connection, wanted: Filter) -> int | None:
    """How many boards there will be, where nobody has to look for them to know."""
    if wanted != Filter(wanted.batch, sort=wanted.sort, limit=wanted.limit):
        return None
    boards = "SELECT sum(boards) FROM batch WHERE id = :batch OR :batch = 0"
    total = int(value(connection, boards, {"batch": wanted.batch or 0}) or 0)
    return min(total, wanted.limit) if wanted.limit else total


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
    click.echo(f"{path or 'stdout'}: {many(boards, 'board')}", err=True)


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
        _write_text(counted, _writer(asked.form, asked.family), asked.path)
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


@dataclass(frozen=True, slots=True)
class Writer:
    """How a board is written, and what stands before the first and after the last of a file."""

    write: Callable[[Result, TextIO], None]
    head: str = ""
    tail: str = ""
    counted: bool = False  # their number stands first
    alone: bool = False  # a file is one board


def _write_text(found: Iterable[Result], writer: Writer, path: str) -> None:
    with text_file(path) if path else nullcontext(on_screen()) as out:
        if writer.counted:
            found = list(found)
            out.write(f"{len(found)}\n")
        out.write(writer.head)
        for number, result in enumerate(found):
            if writer.alone and number:
                raise click.UsageError("this format holds one board a file: choose one with --where or --limit")
            writer.write(result, out)
        out.write(writer.tail)


def _writer(form: str, family: str) -> Writer:
    if form == "sdm":
        return Writer(_write_sdm)
    if form == "judge":
        judge = JudgeWriter()
        return Writer(lambda result, out: judge.write(result.family, result.format, result.text, _answer(result), out))
    try:
        native = writer(form, family)
    except UnknownFormatError as error:
        names = ", ".join((*TABLES, "sqlite", "sdm", "judge"))
        raise click.UsageError(f"expected a form ({names}) or a format: {error}") from None
    return Writer(
        lambda result, out: _write_native(native, result, out), native.head, native.tail, native.counted, native.alone
    )


def _write_native(form: Format, result: Result, out: TextIO) -> None:
    fields = json.loads(result.fields) if result.fields else None
    board = board_of(result)._replace(stated=result.stated or "", fields=fields)
    try:
        out.write(text_of(board, form))
    except (GridmillError, ValueError) as error:
        place = f"{board.source}:{board.line}"
        raise click.UsageError(f"{place}: this board cannot be written as {form.name}: {error}") from None


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
