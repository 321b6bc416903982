"""The end of a run: totals by verdict and variant, and where to look next."""

from __future__ import annotations

from typing import Any

import click
from sqlalchemy import Engine

from cli.hinting import where
from cli.output import Output
from cli.saying import say, speaks_json
from cli.text import duration, many
from db import queries
from db.engine import reading
from db.queries import Progress

VERDICTS = ("unique", "multiple", "none", "invalid", "undecided", "failed", "pending")


def show_summary(engine: Engine, batch_id: int, *, as_json: bool = False) -> None:
    """Totals of a batch on stdout, as a table or as JSON."""
    with reading(engine) as connection:
        rows = queries.by_variant(connection, batch_id)
    table: dict[tuple[str, str], dict[str, Any]] = {}
    for family, variant, verdict, boards, solve_ns in rows:
        row = table.setdefault((family, variant), {"family": family, "variant": variant, "boards": 0, "ns": 0})
        row[verdict or "pending"] = boards
        row["boards"] += boards
        row["ns"] += solve_ns
    for row in table.values():
        row["a board"] = duration(row["ns"] / row["boards"])
    present = [verdict for verdict in VERDICTS if any(verdict in row for row in table.values())]
    columns = ("family", "variant", "boards", *present)
    if as_json:
        rows_out = ({"batch": batch_id, "solve_ns": row["ns"]} | row for row in table.values())
        Output("json").write(rows_out, ("batch", *columns, "solve_ns"))
    else:
        Output("table").write(table.values(), (*columns, "a board"))


def say_next(done: Progress, seconds: float | None = None) -> None:
    """One line of totals on stderr, and the commands that show more."""
    text = f"batch {done.batch_id}: {done.answered:,} of {many(done.boards, 'board')} answered"
    if done.known:
        text += f", {done.known:,} already known"
    if done.rejects:
        text += f", {done.rejects:,} rejected"
    if seconds:
        text += f", in {seconds:.2f} s"
    say(
        text, event="finished", batch=done.batch_id, boards=done.boards, answered=done.answered, known=done.known,
        rejects=done.rejects, seconds=round(seconds or 0.0, 3),
    )  # fmt: skip
    if speaks_json():
        return
    click.echo(f"  gridmill results {done.batch_id}{where()}        the boards with their answers", err=True)
    if done.listing:
        click.echo(f"  gridmill solutions {done.batch_id}{where()}      all solutions, one a line", err=True)
    if done.rejects:
        click.echo(f"  gridmill rejects {done.batch_id}{where()}        what could not be read, and why", err=True)
