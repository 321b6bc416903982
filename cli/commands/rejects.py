"""``gridmill rejects``: the input of a batch that is no board."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cli import options

if TYPE_CHECKING:
    from cli.output import Output

COLUMNS = ("source", "line", "column", "reason", "raw")


@click.command("rejects")
@click.argument("batch", type=options.KEY, required=False)
@options.output_options(default="table", limit=True)
@options.database_option
def command(batch: int | None, output: Output, database: str | None) -> None:
    """List the input of a batch (default: the newest) that is no board, with the reason and the raw text.

    \b
    Examples:
      gridmill rejects
      gridmill rejects 3 --csv > to-mend.csv
    """
    from cli.services import questioning
    from db.batches import known_batch, rejects

    with questioning(database) as connection:
        found = rejects(connection, known_batch(connection, batch))
        output.write((dict(zip(COLUMNS, row, strict=True)) for row in found), COLUMNS)
