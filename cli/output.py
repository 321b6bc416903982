"""Rows to stdout or a file, in the form that was asked for; everything else goes to stderr.

Input is hostile: names and labels come from other people's files. Control characters are made visible in text, and
cells that a spreadsheet would take for a formula get an apostrophe.
"""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, TextIO

import click

from cli.tables import write_table
from cli.text import inert, visible

Row = Mapping[str, Any]
Writer = Callable[[Iterable[Row], Sequence[str], TextIO], None]


@dataclass(frozen=True, slots=True)
class Output:
    """How rows come out: in which form, which columns (none: the command's own), where (`""`: stdout), how many."""

    form: str
    columns: tuple[str, ...] = ()
    template: str = ""
    path: str = ""
    most: int | None = None  # rows

    def is_for_machines(self) -> bool:
        return self.form not in ("table", "markdown", "template")

    def write(self, rows: Iterable[Row], columns: Sequence[str], brief: Sequence[str] = ()) -> None:
        """Write rows as they come; ``columns`` are all that there are, ``brief`` those that people get unasked."""
        chosen = self._chosen(columns, brief)
        rows = islice(rows, self.most)
        if self.form == "parquet":
            self._write_parquet(rows, chosen)
            return
        with self._opened() as out:
            if self.form == "template":
                _write_template(rows, self.template, columns, out)
            else:
                WRITERS[self.form](rows, chosen, out)
            out.flush()

    def _chosen(self, columns: Sequence[str], brief: Sequence[str]) -> Sequence[str]:
        if unknown := [name for name in self.columns if name not in columns]:
            raise click.UsageError(f"expected columns among {', '.join(columns)}, got {unknown[0]!r}")
        return self.columns or (brief if brief and not self.is_for_machines() else columns)

    def _write_parquet(self, rows: Iterable[Row], columns: Sequence[str]) -> None:
        from cli.parquet import write_parquet  # noqa: PLC0415 - an extra of its own

        if self.path:
            with Path(self.path).open("wb") as file:
                write_parquet(rows, columns, file)
        elif sys.stdout.isatty():
            raise click.UsageError("Parquet is no text: name a file with -o, or redirect the output")
        else:
            write_parquet(rows, columns, sys.stdout.buffer)

    @contextmanager
    def _opened(self) -> Iterator[TextIO]:
        if not self.path:
            yield sys.stdout
            return
        try:
            file = Path(self.path).open("w", encoding="utf-8", newline="")  # noqa: SIM115 - closed below
        except OSError as error:
            raise click.UsageError(f"expected a file to write to, got {self.path}: {error.strerror}") from None
        with file:
            yield file


def _write_csv(rows: Iterable[Row], columns: Sequence[str], out: TextIO) -> None:
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([inert(row.get(column)) for column in columns] for row in rows)


def _write_tsv(rows: Iterable[Row], columns: Sequence[str], out: TextIO) -> None:
    out.write("\t".join(columns) + "\n")
    # For pipes, which want each value as it is; CSV is what people open in a spreadsheet.
    out.writelines("\t".join(visible(row.get(column)) for column in columns) + "\n" for row in rows)


def _write_jsonl(rows: Iterable[Row], columns: Sequence[str], out: TextIO) -> None:
    out.writelines(_object(row, columns) + "\n" for row in rows)


def _write_json(rows: Iterable[Row], columns: Sequence[str], out: TextIO) -> None:
    """One array, a row a line."""
    before = "[\n"
    for row in rows:
        out.write(before + _object(row, columns))
        before = ",\n"
    out.write("\n]\n" if before == ",\n" else "[]\n")


def _object(row: Row, columns: Sequence[str]) -> str:
    text = json.dumps({column: row.get(column) for column in columns}, ensure_ascii=False)
    # A file name that is no UTF-8 holds lone surrogates, which no JSON in UTF-8 can.
    return text if text.isascii() else text.encode("utf-8", "backslashreplace").decode()


def _write_markdown(rows: Iterable[Row], columns: Sequence[str], out: TextIO) -> None:
    out.write(f"| {' | '.join(columns)} |\n|{'---|' * len(columns)}\n")
    for row in rows:
        cells = (visible(row.get(column)).replace("\\", "\\\\").replace("|", "\\|") for column in columns)
        out.write(f"| {' | '.join(cells)} |\n")


def _write_template(rows: Iterable[Row], template: str, columns: Sequence[str], out: TextIO) -> None:
    line = template.replace("\\t", "\t").replace("\\n", "\n") + "\n"
    for row in rows:
        shown = {column: _formattable(row.get(column)) for column in columns}
        try:
            out.write(line.format_map(shown))
        except (KeyError, ValueError, IndexError, AttributeError, TypeError) as error:
            names = ", ".join(f"{{{name}}}" for name in columns)
            raise click.UsageError(f"expected a template of {names}, got {template!r}: {error}") from None


def _formattable(value: object) -> object:
    return value if isinstance(value, int | float) else visible(value)


WRITERS: dict[str, Writer] = {
    "table": write_table, "csv": _write_csv, "tsv": _write_tsv, "jsonl": _write_jsonl, "json": _write_json,
    "markdown": _write_markdown,
}  # fmt: skip
