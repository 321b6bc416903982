"""Reads what ``gridmill export`` wrote, whatever the form: one record a board."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from cli.text import from_inert
from solvers.core import Answer, GridmillError, Verdict

NEEDED = ("family", "variant", "text", "verdict")
AT_ONCE = 1000


class ImportError_(GridmillError):  # noqa: N801, N818 - Python has an ImportError of its own
    """A file that is no export."""


@dataclass(frozen=True, slots=True)
class Record:
    """A board of an export with its answer, None while it was pending; ``number`` counts from 1 in the file."""

    number: int
    batch: int
    source: str
    line: int
    label: str
    format: str
    family: str
    variant: str
    text: str
    answer: Answer | None
    solution_limit: int
    time_limit_s: float
    stated: str
    fields: Mapping[str, str] | None


def read_records(path: Path) -> Iterator[Record]:
    """Raises ImportError_ where the file is no export of a form that keeps everything."""
    number = 0
    for number, row in enumerate(_rows(path), 1):
        if number == 1 and (missing := [name for name in NEEDED if name not in row]):
            raise ImportError_(
                f"{path}: expected an export with the columns {', '.join(NEEDED)}, without {missing[0]!r}"
            )
        try:
            yield record_of(number, row)
        except (ValueError, TypeError) as error:
            raise ImportError_(f"{path}: record {number}: {error}") from None
    if not number:
        raise ImportError_(f"{path}: expected an export, found no record")


def is_archive(path: Path) -> bool:
    """Whether a file is an SQLite database, of which more comes back than records of boards."""
    with path.open("rb") as file:
        return file.read(16).startswith(b"SQLite format 3")


def _rows(path: Path) -> Iterator[Mapping[str, Any]]:
    with path.open("rb") as file:
        head = file.read(16)
    if head.startswith(b"PAR1"):
        return _parquet_rows(path)
    if head.lstrip().startswith(b"{"):
        return _jsonl_rows(path)
    return _csv_rows(path)


def _jsonl_rows(path: Path) -> Iterator[Mapping[str, Any]]:
    with path.open(encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            if line.strip():
                try:
                    yield json.loads(line)
                except ValueError as error:
                    raise ImportError_(f"{path}:{number}: expected a JSON object: {error}") from None


def _csv_rows(path: Path) -> Iterator[Mapping[str, Any]]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        first = file.readline()
        file.seek(0)
        tabs = "\t" in first
        taken = str if tabs else from_inert  # only what a spreadsheet opens was made harmless for it
        for number, row in enumerate(csv.DictReader(file, dialect="excel-tab" if tabs else "excel"), 1):
            if None in row or None in row.values():
                raise ImportError_(f"{path}: record {number}: expected as many cells as there are columns")
            yield {name: taken(value) for name, value in row.items()}


def _parquet_rows(path: Path) -> Iterator[Mapping[str, Any]]:
    try:
        from pyarrow import parquet  # noqa: PLC0415 - an extra
    except ModuleNotFoundError:
        raise click.UsageError("Parquet needs an extra: `pip install 'gridmill[parquet]'`") from None

    for some in parquet.ParquetFile(path).iter_batches(AT_ONCE):
        yield from some.to_pylist()


def record_of(number: int, row: Mapping[str, Any]) -> Record:
    """Raises ValueError or TypeError where a value cannot be what its column says."""
    fields = row.get("fields")
    return Record(
        number, int(row.get("batch") or 0), _text(row, "source") or "import", int(row.get("line") or number),
        _text(row, "label"), _text(row, "format"), _text(row, "family"), _text(row, "variant"), _text(row, "text"),
        _answer(row), int(row.get("solution_limit") or 2), float(row.get("time_limit_s") or 0), _text(row, "stated"),
        (json.loads(fields) if fields and isinstance(fields, str) else fields) or None,
    )  # fmt: skip


def _answer(row: Mapping[str, Any]) -> Answer | None:
    verdict = _text(row, "verdict")
    if verdict in ("", "pending"):
        return None
    count = row.get("big_count") or row.get("count") or 0
    return Answer(
        Verdict(verdict), int(count), str(row.get("count_is_exact")) in ("True", "true", "1"),
        _text(row, "solution"), _text(row, "witness"), _text(row, "reason"), int(row.get("nodes") or 0),
        int(row.get("solve_ns") or 0), _text(row, "engine") or "unknown",
    )  # fmt: skip


def _text(row: Mapping[str, Any], name: str) -> str:
    value = row.get(name)
    return "" if value is None else str(value)
