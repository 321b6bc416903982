"""Rows to stdout as a table, CSV, TSV or JSON lines; everything else goes to stderr.

Input is hostile: names and labels come from other people's files. Control characters are made visible in text, and
cells that a spreadsheet would take for a formula get an apostrophe.
"""

from __future__ import annotations

import csv
import json
import shutil
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from unicodedata import combining, east_asian_width

FORMULA = ("=", "+", "-", "@", "\t", "\r")
TABLE_ROWS = 1000  # a table needs all its rows to know its widths; longer lists come in several
NARROW = 3  # no column of a table gets narrower


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
    """Columns as wide as their widest cell; on a terminal the widest ones give way until a row fits a line."""
    terminal = sys.stdout.isatty()
    most = shutil.get_terminal_size().columns if terminal else 0
    held: list[Mapping[str, Any]] = []
    for row in rows:
        held.append(row)
        if len(held) == TABLE_ROWS:
            _write_table(held, columns, most)
            held.clear()
    if held:
        _write_table(held, columns, most)


def _write_table(rows: Sequence[Mapping[str, Any]], columns: Sequence[str], most: int) -> None:
    right = [all(isinstance(row.get(column), int | float | None) for row in rows) for column in columns]
    cells = [list(columns)] + [[visible(row.get(column)) for column in columns] for row in rows]
    widths = [max(map(cell_width, column)) for column in zip(*cells, strict=True)]
    if most:
        widths = fit(widths, most)
    for at, row in enumerate(cells):
        line = "  ".join(_pad(*cell) for cell in zip(row, widths, right, strict=True)).rstrip()
        sys.stdout.write(f"\x1b[1m{line}\x1b[0m\n" if most and at == 0 else line + "\n")


def fit(widths: Sequence[int], most: int) -> list[int]:
    """The widths with the largest cut down, so that the columns with their gaps take at most ``most``."""
    room = max(most - 2 * (len(widths) - 1), NARROW * len(widths))
    cut = max(widths)
    while sum(min(width, cut) for width in widths) > room:
        cut -= 1
    return [min(width, cut) for width in widths]


def cell_width(text: str) -> int:
    """Columns that a terminal needs for a text."""
    if text.isascii():
        return len(text)
    return sum(_char_width(char) for char in text)


def _char_width(char: str) -> int:
    if combining(char):
        return 0
    return 2 if east_asian_width(char) in "WF" else 1


def _pad(text: str, width: int, right: bool) -> str:
    if cell_width(text) > width:
        text = _cut(text, width)
    gap = " " * (width - cell_width(text))
    return gap + text if right else text + gap


def _cut(text: str, width: int) -> str:
    """The beginning of a text that leaves room for a mark that it goes on."""
    kept, used = "", 0
    for char in text:
        used += _char_width(char)
        if used >= width:
            break
        kept += char
    return kept + "…"


def duration(nanoseconds: float | None) -> str:
    """A time with its unit, three digits long."""
    if nanoseconds is None:
        return ""
    for unit, size in (("s", 1e9), ("ms", 1e6), ("µs", 1e3)):
        if nanoseconds >= size:
            return f"{nanoseconds / size:.3g} {unit}"
    return f"{nanoseconds:.0f} ns"
