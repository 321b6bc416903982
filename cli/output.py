"""Rows to stdout as a table, CSV, TSV or JSON lines; everything else goes to stderr.

Input is hostile: names and labels come from other people's files. Control characters are made visible in text, and
cells that a spreadsheet would take for a formula get an apostrophe.
"""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

FORMULA = ("=", "+", "-", "@", "\t", "\r")
TABLE_ROWS = 1000  # a table needs all its rows to know its widths; longer lists come in several


def write_rows(rows: Iterable[Mapping[str, Any]], columns: Sequence[str], form: str) -> None:
    """Write rows as they come; ``columns`` names and orders what is written of each."""
    writer = {"table": _table, "csv": _csv, "tsv": _tsv, "jsonl": _jsonl}[form]
    writer(rows, columns)
    sys.stdout.flush()


def visible(value: object) -> str:
    """Text without characters that a terminal would obey."""
    text = "" if value is None else str(value)
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in text)


def inert(value: object) -> str:
    """Text that a spreadsheet shows and does not run; numbers stay as they are."""
    if value is None or isinstance(value, int | float):
        return "" if value is None else str(value)
    text = str(value)
    return f"'{text}" if text.startswith(FORMULA) else text


def _csv(rows: Iterable[Mapping[str, Any]], columns: Sequence[str]) -> None:
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([inert(row.get(column)) for column in columns] for row in rows)


def _tsv(rows: Iterable[Mapping[str, Any]], columns: Sequence[str]) -> None:
    sys.stdout.write("\t".join(columns) + "\n")
    for row in rows:
        sys.stdout.write("\t".join(visible(inert(row.get(column))) for column in columns) + "\n")


def _jsonl(rows: Iterable[Mapping[str, Any]], columns: Sequence[str]) -> None:
    for row in rows:
        sys.stdout.write(json.dumps({column: row.get(column) for column in columns}, ensure_ascii=False) + "\n")


def _table(rows: Iterable[Mapping[str, Any]], columns: Sequence[str]) -> None:
    from rich.console import Console
    from rich.table import Table

    console = Console(file=sys.stdout, highlight=False, width=None if sys.stdout.isatty() else 10_000)
    held: list[Mapping[str, Any]] = []

    def show() -> None:
        table = Table(box=None, pad_edge=False, header_style="bold")
        for column in columns:
            numeric = all(isinstance(row.get(column), int | float | None) for row in held)
            table.add_column(column, justify="right" if numeric else "left", overflow="fold")
        for row in held:
            table.add_row(*(_cell(row.get(column)) for column in columns))
        console.print(table)

    for row in rows:
        held.append(row)
        if len(held) == TABLE_ROWS:
            show()
            held.clear()
    if held:
        show()


def _cell(value: object) -> Any:
    from rich.text import Text

    return Text(visible(value))


def duration(nanoseconds: float | None) -> str:
    """A time with its unit, three digits long."""
    if nanoseconds is None:
        return ""
    for unit, size in (("s", 1e9), ("ms", 1e6), ("µs", 1e3)):
        if nanoseconds >= size:
            return f"{nanoseconds / size:.3g} {unit}"
    return f"{nanoseconds:.0f} ns"
