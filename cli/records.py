"""Reads what ``gridmill export`` wrote, whatever the form: one record a board."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Any

import click

from cli.text import from_inert
from solvers.core import Answer, GridmillError, Verdict

NEEDED = (
    "family", "variant", "text", "verdict", "count", "count_is_exact", "solution", "witness", "reason", "nodes",
    "solve_ns", "engine", "solution_limit", "time_limit_s",
)  # fmt: skip
MAX_INTEGER = 2**63 - 1
AT_ONCE = 1000


class ImportError_(GridmillError):  # noqa: N801, N818 - Python has an ImportError of its own
    """A file that is no export."""


@dataclass(frozen=True, slots=True)
class Record:
    """A board of an export with its answer, None while it was pending; ``number`` counts from 1 in the file."""

    number: int
    batch: int
    batch_name: str
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
                f"{path}: expected an export with all its columns, without {missing[0]!r}; needed are"
                f" {', '.join(NEEDED)}"
            )
        try:
            yield record_of(number, row)
        except (ValueError, TypeError, ArithmeticError) as error:
            raise ImportError_(f"{path}: record {number}: {error}") from None
    if not number:
        raise ImportError_(f"{path}: expected an export, found no record")


def how_many(path: Path) -> int | None:
    """About how many records a file holds: as many as lines, where it consists of lines."""
    with path.open("rb") as file:
        if file.read(4) == b"PAR1":
            return None
        file.seek(0)
        return sum(some.count(b"\n") for some in iter(lambda: file.read(1 << 20), b""))


def is_archive(path: Path) -> bool:
    """Whether a file is an SQLite database, of which more comes back than records of boards."""
    with path.open("rb") as file:
        return file.read(16).startswith(b"SQLite format 3")


def _rows(path: Path) -> Iterator[Mapping[str, Any]]:
    with path.open("rb") as file:
        head = file.read(16)
    if head.startswith(b"PAR1"):
        yield from _parquet_rows(path)
        return
    try:
        yield from _jsonl_rows(path) if head.lstrip().startswith((b"{", b"[")) else _csv_rows(path)
    except UnicodeDecodeError as error:
        raise ImportError_(f"{path}: expected text in UTF-8, as `gridmill export` writes it: {error.reason}") from None
    except csv.Error as error:
        raise ImportError_(f"{path}: expected CSV, as `gridmill export` writes it: {error}") from None


def _jsonl_rows(path: Path) -> Iterator[Mapping[str, Any]]:
    with path.open(encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            if line.strip():
                try:
                    row = json.loads(line)
                except ValueError as error:
                    raise ImportError_(f"{path}:{number}: expected a JSON object: {error}") from None
                if not isinstance(row, dict):
                    raise ImportError_(f"{path}:{number}: expected a JSON object, got {line.strip()[:40]}")
                yield row


def _csv_rows(path: Path) -> Iterator[Mapping[str, Any]]:
    csv.field_size_limit(MAX_INTEGER)  # a large board, or a long label, is one cell
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
        from pyarrow import ArrowException, parquet  # noqa: PLC0415 - an extra
    except ModuleNotFoundError:
        raise click.UsageError("Parquet needs an extra: `pip install 'gridmill[parquet]'`") from None

    try:
        for some in parquet.ParquetFile(path).iter_batches(AT_ONCE):
            yield from some.to_pylist()
    except (ArrowException, OSError) as error:
        why = str(error).splitlines()[0]
        raise ImportError_(f"{path}: expected a whole Parquet file, as `gridmill export` writes it: {why}") from None


def record_of(number: int, row: Mapping[str, Any]) -> Record:
    """Raises ValueError, TypeError or ArithmeticError where a value cannot be what its column says."""
    return Record(
        number, _number(row, "batch", 0), _text(row, "batch_name"), _text(row, "source") or "import",
        _number(row, "line", number), _text(row, "label"), _text(row, "format"), _text(row, "family"),
        _text(row, "variant"), _text(row, "text"), _answer(row), _number(row, "solution_limit", 2, 1), _seconds(row),
        _text(row, "stated"), _fields(row.get("fields")),
    )  # fmt: skip


def _number(row: Mapping[str, Any], name: str, default: int, least: int = 0) -> int:
    number = int(row.get(name) or default)
    if not least <= number <= MAX_INTEGER:
        raise ValueError(f"expected a number from {least} to {MAX_INTEGER} for {name}, got {number}")
    return number


def _seconds(row: Mapping[str, Any]) -> float:
    seconds = float(row.get("time_limit_s") or 0)
    if not (isfinite(seconds) and seconds >= 0):
        raise ValueError(f"expected a time in seconds for time_limit_s, got {seconds}")
    return seconds


def _fields(found: Any) -> Mapping[str, str] | None:
    fields = json.loads(found) if found and isinstance(found, str) else found
    if fields and not isinstance(fields, dict):
        raise ValueError(f"expected a JSON object for fields, got {str(found)[:40]}")
    return fields or None


def _answer(row: Mapping[str, Any]) -> Answer | None:
    verdict = _text(row, "verdict")
    if verdict in ("", "pending"):
        return None
    count = int(row.get("big_count") or row.get("count") or 0)
    if count < 0:
        raise ValueError(f"expected a number of solutions, got {count}")
    return Answer(
        Verdict(verdict), count, str(row.get("count_is_exact")) in ("True", "true", "1"),
        _text(row, "solution"), _text(row, "witness"), _text(row, "reason"), _number(row, "nodes", 0),
        _number(row, "solve_ns", 0), _text(row, "engine") or "unknown",
    )  # fmt: skip


def _text(row: Mapping[str, Any], name: str) -> str:
    value = row.get(name)
    return "" if value is None else str(value)
