"""``gridmill status``: batches and how far they are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from cli import options

if TYPE_CHECKING:
    from cli.output import Output

COLUMNS = (
    "batch", "name", "created", "boards", "answered", "pending", "known", "rejects", "deep", "solutions", "state",
    "left",
)  # fmt: skip


@click.command("status")
@click.option("--limit", type=options.COUNT, default=20, show_default=True, help="Batches to list.")
@options.output_options(default="table")
@options.database_option
def command(limit: int, output: Output, database: str | None) -> None:
    """List batches, newest first, how far they are, and how long the rest will take, by what such boards cost before.

    \b
    Examples:
      gridmill status
      gridmill status --jsonl --limit 1
    """
    from cli.controlling import say
    from cli.following import time_left
    from cli.services import asking
    from db import handing, queries
    from db.estimates import estimate

    with asking(database) as connection:
        found = queries.batches(connection, limit)
        left = [time_left(done, estimate(connection, done.batch_id)) for done in found]
        for number, done in enumerate(found):
            if done.known and done.pending and not done.control:
                left[number] = _waits(handing.awaited(connection, done.batch_id)) or left[number]
    if not found:
        say("no batch yet: `gridmill run FILE` makes one")
    output.write((_row(done) | {"left": each} for done, each in zip(found, left, strict=True)), COLUMNS)


def _waits(others: list[tuple[int, str]]) -> str:
    """``waits for batch 2 (paused)``: whose boards nobody solves for now."""
    return "waits for batch " + ", ".join(f"{batch} ({state})" for batch, state in others) if others else ""


def _row(done: Any) -> dict[str, Any]:
    state = done.control or ("done" if done.over else "running" if done.running else "waiting")
    return {
        "batch": done.batch_id,
        "name": done.name,
        "created": f"{done.created_at:%Y-%m-%d %H:%M:%S}",
        "boards": done.boards,
        "answered": done.answered,
        "pending": done.pending,
        "known": done.known,
        "rejects": done.rejects,
        "deep": done.deep,
        "solutions": done.solutions,
        "state": state if done.complete else f"{state}, incomplete",
    }
