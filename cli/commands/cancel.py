"""``gridmill cancel``: stop a batch."""

from __future__ import annotations

import click

from cli import options


@click.command("cancel")
@click.argument("batch", type=options.KEY)
@options.database_option
def command(batch: int, database: str | None) -> None:
    """Stop a batch within seconds. Its answers stay; boards that other batches wait for go over to them.

    \b
    Examples:
      gridmill cancel 12
      gridmill cancel 12 --database postgresql://db/boards
    """
    from cli.controlling import controlling, say
    from cli.text import many
    from db import control

    with controlling(database) as connection:
        control.stop(connection, batch)  # heard within seconds, however long the rest takes
    with controlling(database) as connection:
        handed = control.cancel(connection, batch)
    over = f"; {many(handed, 'board')} {'goes' if handed == 1 else 'go'} on in other batches" if handed else ""
    say(f"batch {batch} is cancelled{over}")
