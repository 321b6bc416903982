"""Boards as rows: what each form of output gets of a Result."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from cli.output import AtLeast, Output
from cli.text import duration
from db.results import Result

COLUMNS = (*Result._fields, "time")
BRIEF = ("board", "source", "line", "label", "variant", "verdict", "count", "time", "solution")


def rows(found: Iterable[Result], output: Output) -> Iterator[dict[str, Any]]:
    """For people, counts say "at least" and a board without a solution says why; for machines, all is as it is."""
    for result in found:
        row: dict[str, Any] = result._asdict()
        row["verdict"] = result.verdict or "pending"
        row["time"] = duration(result.solve_ns)
        if output.form in ("jsonl", "json") and result.fields:
            row["fields"] = json.loads(result.fields)
        if not output.is_for_machines():
            at_least = "" if result.count_is_exact or result.count is None else ">="
            row["count"] = "" if result.count is None else f"{at_least}{result.count}"
            if output.form == "template" and result.count is not None:
                row["count"] = AtLeast(result.count) if at_least else result.count
            row["solution"] = result.solution or ("" if output.form == "template" else result.reason)
        yield row
