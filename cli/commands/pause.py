"""``gridmill pause``: let a batch wait."""

from __future__ import annotations

import click

from cli import options
from cli.suggesting import NUMBERS


@click.command("pause")
@click.argument("batch", type=options.KEY, shell_complete=NUMBERS)
@options.json_option
@options.database_option
def command(batch: int, database: str | None, *, as_json: bool) -> None:
    """Let a batch wait; what is being solved of it is given back within seconds. `gridmill resume` lets it go on.

    \b
    Examples:
      gridmill pause 12
      gridmill pause 12 --json --database postgresql://db/boards
    """
    from cli.controlling import controlling, say
    from cli.outcome import write_outcome
    from db import control

    with controlling(database) as connection:
        control.pause(connection, batch)
    if as_json:
        write_outcome([{"batch": batch, "state": "paused"}])
    say(f"batch {batch} is paused: `gridmill resume {batch}` lets it go on")
