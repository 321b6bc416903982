"""``gridmill migrate``: the tables, without anything else."""

from __future__ import annotations

import click

from cli import options


@click.command("migrate")
@options.database_option
def command(database: str | None) -> None:
    """Create or upgrade the tables. Every command does so by itself; this one is for deployments that do it first.

    \b
    Examples:
      gridmill migrate
      gridmill migrate --database postgresql://localhost/boards
    """
    from cli.services import database as open_
    from cli.services import settings_of
    from db.revision import HEAD

    settings = settings_of(database=database)
    open_(settings)
    click.echo(f"tables are of revision {HEAD}", err=True)
