"""``gridmill solutions``: what ``submit --all`` stored."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cli import options
from cli.suggesting import NUMBERS

if TYPE_CHECKING:
    from cli.output import Output

COLUMNS = ("board", "ordinal", "solution", "source", "line", "label")


@click.command("solutions")
@click.argument("batch", type=options.KEY, required=False, shell_complete=NUMBERS)
@click.option("--board", type=options.KEY, help="Of this board alone.")
@click.option(
    "--after", type=options.KEY_OR_0, default=0, metavar="ORDINAL", help="Begin behind this one of each board."
)
@click.option("--limit", type=options.KEY_OR_0, default=0, help="At most so many of each board; 0 means all.")
@options.output_options(default="template")
@options.database_option
def command(batch: int | None, board: int | None, after: int, limit: int, output: Output, database: str | None) -> None:
    """List the stored solutions of a batch (default: the newest) or of a board: one a line, in ascending order.

    `gridmill submit --all` and `gridmill run --all` store them. A list that is still growing shows what is there.

    \b
    Examples:
      gridmill solutions
      gridmill solutions --board 7 --limit 10
      gridmill solutions 3 --csv -o solutions.csv
    """
    from dataclasses import replace

    from cli.services import asking
    from db import batches, listings, results

    if output.form == "template" and not output.template:
        output = replace(output, template="{solution}")
    with asking(database) as connection:
        if board is not None:
            results.board(connection, board)  # says so where there is no such board
        if batch is not None or board is None:
            batch = batches.known_batch(connection, batch)
        found = listings.solutions(connection, batch, board, after, limit)
        output.write((row._asdict() for row in found), COLUMNS)
