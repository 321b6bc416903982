"""``gridmill cancel``: stop a batch."""

from __future__ import annotations

import click

from cli import options
from cli.suggesting import NUMBERS


@click.command("cancel")
@click.argument("batch", type=options.KEY, shell_complete=NUMBERS)
@options.json_option
@options.database_option
def command(batch: int, database: str | None, *, as_json: bool) -> None:
    """Stop a batch within seconds. Its answers stay; boards that other batches wait for go over to them.

    \b
    Examples:
      gridmill cancel 12
      gridmill cancel 12 --database postgresql://db/boards
    """
    from cli.controlling import governing, say
    from cli.outcome import write_outcome
    from cli.text import many
    from db import handovers
    from worker import owner

    with governing(database) as engine:
        handed = handovers.cancel(engine, batch, owner.me())
    if as_json:
        write_outcome([{"batch": batch, "state": "cancelled", "handed_on": handed}])
    over = f"; {many(handed, 'board')} {'goes' if handed == 1 else 'go'} on in other batches" if handed else ""
    say(f"batch {batch} is cancelled{over}")
