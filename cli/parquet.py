"""Rows as Parquet, in batches, so that memory does not grow with the archive."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from importlib.metadata import version
from itertools import islice
from typing import Any, BinaryIO

import click

AT_ONCE = 10_000
INTEGERS = {
    "batch", "board", "line", "column", "givens", "nodes", "solve_ns", "solution_limit", "same_as", "boards",
    "answered", "pending", "known", "rejects", "deep", "ordinal", "solutions", "group",
}  # fmt: skip
MAX_INTEGER = 2**63 - 1


def write_parquet(rows: Iterable[Mapping[str, Any]], columns: Sequence[str], file: BinaryIO) -> None:
    """Counts that do not fit 64 bits are null in ``count`` and decimal text in ``big_count``."""
    try:
        import pyarrow as pa  # noqa: PLC0415 - an extra
        from pyarrow import parquet  # noqa: PLC0415 - an extra
    except ModuleNotFoundError:
        raise click.UsageError("Parquet needs an extra: `pip install 'gridmill[parquet]'`") from None

    types = {"count": pa.int64(), "count_is_exact": pa.bool_(), "time_limit_s": pa.float64()}
    schema = pa.schema(
        [(name, types.get(name, pa.int64() if name in INTEGERS else pa.string())) for name in columns]
        + ([("big_count", pa.string())] if "count" in columns else []),
        metadata={"gridmill": version("gridmill")},
    )
    rest = iter(rows)
    with parquet.ParquetWriter(file, schema, compression="zstd") as writer:
        while some := [_fitting(row) for row in islice(rest, AT_ONCE)]:
            writer.write_table(pa.Table.from_pylist(some, schema))


def _fitting(row: Mapping[str, Any]) -> dict[str, Any]:
    count = row.get("count")
    if isinstance(count, int) and count > MAX_INTEGER:
        return dict(row) | {"count": None, "big_count": str(count)}
    return dict(row)
