"""A table for people, in plain text."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TextIO
from unicodedata import combining, east_asian_width

from cli.text import visible
from worker.settings import variable

TABLE_ROWS = 1000  # a table needs all its rows to know its widths; longer lists come in several
NARROW = 3  # no column of a table gets narrower


def write_table(rows: Iterable[Mapping[str, Any]], columns: Sequence[str], out: TextIO) -> None:
    """Columns as wide as their widest cell; on a terminal the widest ones give way until a row fits a line."""
    most = shutil.get_terminal_size().columns if out.isatty() else 0
    bold = out.isatty() and has_codes()
    held: list[Mapping[str, Any]] = []
    for row in rows:
        held.append(row)
        if len(held) == TABLE_ROWS:
            _write_page(held, columns, most, out, bold=bold)
            held.clear()
    if held:
        _write_page(held, columns, most, out, bold=bold)


def has_codes() -> bool:
    """Whether a terminal obeys the codes for bold letters."""
    return variable("TERM") != "dumb"


def _write_page(
    rows: Sequence[Mapping[str, Any]], columns: Sequence[str], most: int, out: TextIO, *, bold: bool
) -> None:
    right = [all(isinstance(row.get(column), int | float | None) for row in rows) for column in columns]
    cells = [list(columns)] + [[visible(row.get(column)) for column in columns] for row in rows]
    widths = [max(map(cell_width, column)) for column in zip(*cells, strict=True)]
    if most:
        widths = fit(widths, most)
    for at, row in enumerate(cells):
        line = "  ".join(_pad(*cell) for cell in zip(row, widths, right, strict=True)).rstrip()
        out.write(f"\x1b[1m{line}\x1b[0m\n" if bold and at == 0 else line + "\n")


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
