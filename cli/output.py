"""Rows to stdout or a file, in the form that was asked for; everything else goes to stderr.

Input is hostile: names and labels come from other people's files. Control characters are made visible in text, and
cells that a spreadsheet would take for a formula get an apostrophe.
"""

from __future__ import annotations

import csv
import json
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from itertools import islice
from typing import Any, TextIO

import click

from cli.files import binary_file, on_screen, text_file
from cli.tables import write_table
from cli.text import inert, visible

_MARKS = re.compile(r"[\\`*_\[\]|~$!]|(?<=:)//|(?<=www)\.|(?<=\w)@")
# A field of a template: a name and perhaps a width; no attribute, no index, and nothing that fills a memory.
_FIELD = re.compile(r"\{(\w*)(?:!\w)?(?::([^{}]*))?\}")
_WIDTH = 1000

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
        with self.opened() as out:
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
            with binary_file(self.path) as file:
                write_parquet(rows, columns, file)
        elif sys.stdout.isatty():
            raise click.UsageError("Parquet is no text: name a file with -o, or redirect the output")
        else:
            write_parquet(rows, columns, sys.stdout.buffer)

    def opened(self) -> AbstractContextManager[TextIO]:
        return text_file(self.path) if self.path else nullcontext(sys.stdout)


def _write_csv(rows: Iterable[Row], columns: Sequence[str], out: TextIO) -> None:
    _write_separated(([inert(row.get(column)) for column in columns] for row in rows), columns, on_screen(out), "excel")


def _write_tsv(rows: Iterable[Row], columns: Sequence[str], out: TextIO) -> None:
    """For pipes, which want each value as it is; quoted where it holds a tab, a line end or a quote.

    CSV is what people open in a spreadsheet.
    """
    said = visible if out.isatty() else _plain
    _write_separated(([said(row.get(column)) for column in columns] for row in rows), columns, out, "excel-tab")


def _write_separated(rows: Iterable[Sequence[object]], columns: Sequence[str], out: TextIO, dialect: str) -> None:
    """Python's csv leaves a carriage return bare where lines end in another way, and every reader ends a row there."""
    plain = csv.writer(out, dialect, lineterminator="\n")
    quoting = csv.writer(out, dialect, lineterminator="\n", quoting=csv.QUOTE_ALL)
    plain.writerow(columns)
    for row in rows:
        has_return = any(isinstance(cell, str) and "\r" in cell for cell in row)
        (quoting if has_return else plain).writerow(row)


def _plain(value: object) -> object:
    """For csv, which knows texts and numbers."""
    return "" if value is None else value if isinstance(value, int | float) else str(value)


def _write_jsonl(rows: Iterable[Row], columns: Sequence[str], out: TextIO) -> None:
    object_ = _shown_object if out.isatty() else _object
    out.writelines(object_(row, columns) + "\n" for row in rows)


def _write_json(rows: Iterable[Row], columns: Sequence[str], out: TextIO) -> None:
    """One array, a row a line."""
    object_ = _shown_object if out.isatty() else _object
    before = "[\n"
    for row in rows:
        out.write(before + object_(row, columns))
        before = ",\n"
    out.write("\n]\n" if before == ",\n" else "[]\n")


def _object(row: Row, columns: Sequence[str]) -> str:
    text = json.dumps({column: row.get(column) for column in columns}, ensure_ascii=False)
    # A file name that is no UTF-8 holds lone surrogates, which no JSON in UTF-8 can.
    return text if text.isascii() else text.encode("utf-8", "backslashreplace").decode()


def _shown_object(row: Row, columns: Sequence[str]) -> str:
    """The same with codes of JSON for what a terminal would obey."""
    return "".join(char if char.isprintable() else json.dumps(char)[1:-1] for char in _object(row, columns))


def _write_markdown(rows: Iterable[Row], columns: Sequence[str], out: TextIO) -> None:
    out.write(f"| {' | '.join(columns)} |\n|{'---|' * len(columns)}\n")
    for row in rows:
        cells = (_as_markdown(row.get(column)) for column in columns)
        out.write(f"| {' | '.join(cells)} |\n")


def _as_markdown(value: object) -> str:
    """A cell that shows as it is: no link, no HTML, no emphasis; numbers and boards of plain characters stay."""
    return _MARKS.sub(r"\\\g<0>", visible(value)).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _write_template(rows: Iterable[Row], template: str, columns: Sequence[str], out: TextIO) -> None:
    line = template.replace("\\t", "\t").replace("\\n", "\n") + "\n"
    _check_template(template)
    for row in rows:
        shown = {column: _formattable(row.get(column)) for column in columns}
        try:
            out.write(line.format_map(shown))
        except (KeyError, ValueError, IndexError, AttributeError, TypeError) as error:
            names = ", ".join(f"{{{name}}}" for name in columns)
            raise click.UsageError(f"expected a template of {names}, got {template!r}: {error}") from None


def _check_template(template: str) -> None:
    """Raises click.UsageError for attributes, indexes, and widths that no line needs."""
    plain = template.replace("{{", "").replace("}}", "")
    for name, spec in _FIELD.findall(plain):
        if any(int(number) > _WIDTH for number in re.findall(r"\d+", spec)):
            raise click.UsageError(f"expected a width up to {_WIDTH}, got {{{name}:{spec}}}")
    left = _FIELD.sub("", plain)
    if "{" in left or "}" in left:
        raise click.UsageError(f"expected a template of columns such as {{board}} or {{board:>8}}, got {template!r}")


def _formattable(value: object) -> object:
    if value is None or value == "":
        return Nothing()
    return value if isinstance(value, int | float) else visible(value)


# A format as Python knows it: [[fill]align][sign][#][0][width][,][.precision][type].
_SPEC = re.compile(
    r"(?P<align>.?[<>=^])?[-+ ]?z?#?(?P<zero>0?)(?P<width>\d*)(?P<rest>[,_]?(?:\.\d+)?[a-zA-Z%]?)", re.DOTALL
)


class Nothing(str):
    """What a row does not have: as wide as the template wants it, also where that wants a number."""

    __slots__ = ()

    def __format__(self, spec: str) -> str:
        return padded("", spec)


class AtLeast(int):
    """A count that may be larger; ``{count:,}`` is ``>=2,000``."""

    __slots__ = ()

    def __format__(self, spec: str) -> str:
        found = _SPEC.fullmatch(spec)
        return padded(f">={format(int(self), found['rest'] if found else spec)}", spec)

    def __str__(self) -> str:
        return f">={int(self)}"


def padded(text: str, spec: str) -> str:
    """A text in the width of a format of numbers; raises ValueError where it is none."""
    if not (found := _SPEC.fullmatch(spec)):
        raise ValueError(f"Invalid format specifier {spec!r}")
    align = (found["align"] or ">").replace("=", ">")
    return format(text, f"{align}{found['width']}") if found["width"] else text


WRITERS: dict[str, Writer] = {
    "table": write_table, "csv": _write_csv, "tsv": _write_tsv, "jsonl": _write_jsonl, "json": _write_json,
    "markdown": _write_markdown,
}  # fmt: skip
