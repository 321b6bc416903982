"""``gridmill priority``: move a batch before or behind others."""

from __future__ import annotations

import click

from cli import options
from cli.suggesting import NUMBERS


@click.command("priority", context_settings={"ignore_unknown_options": True})
@click.argument("batch", type=options.KEY, shell_complete=NUMBERS)
@click.argument("priority", type=click.IntRange(-1000, 1000))
@options.json_option
@options.database_option
def command(batch: int, priority: int, database: str | None, *, as_json: bool) -> None:
    """Give a batch another PRIORITY: higher ones go first, 0 is usual, batches of the same take turns.

    \b
    Examples:
      gridmill priority 12 10
      gridmill priority 12 -5
    """
    from cli.controlling import controlling, say
    from cli.outcome import write_outcome
    from db import control

    with controlling(database) as connection:
        control.prioritise(connection, batch, priority)
    if as_json:
        write_outcome([{"batch": batch, "priority": priority}])
    say(f"batch {batch} has priority {priority}")
