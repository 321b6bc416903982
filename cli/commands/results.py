"""``gridmill results``: boards with their answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cli import options
from cli.choosing import filter_options

if TYPE_CHECKING:
    from cli.choosing import Choice
    from cli.output import Output


@click.command("results")
@filter_options
@options.output_options(default="table")
@options.database_option
def command(choice: Choice, output: Output, database: str | None) -> None:
    """List boards with their answers: of BATCH (default: the newest; `all`: of all batches), in the order of the input.

    \b
    Examples:
      gridmill results --verdict multiple --limit 10
      gridmill results all --sort slowest --limit 20
      gridmill results 3 --givens 17 --csv -o answers.csv
      gridmill results --format '{source}:{line} {verdict} {solution}'
      gridmill results --where "nodes > 100 and label like 'easy%'" --columns board,label,nodes
    """
    from cli.listing import BRIEF, COLUMNS, rows
    from cli.services import questioning
    from db.results import results

    with questioning(database) as connection:
        found = results(connection, choice.filter(connection))
        output.write(rows(found, output), COLUMNS, BRIEF)
