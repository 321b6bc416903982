"""``gridmill migrate``: the tables, without anything else."""

from __future__ import annotations

import click

from cli import options


@click.command("migrate")
@options.json_option
@options.database_option
def command(database: str | None, *, as_json: bool) -> None:
    """Create or upgrade the tables. Every command does so by itself; this one is for deployments that do it first.

    \b
    Examples:
      gridmill migrate
      gridmill migrate --database postgresql://localhost/boards
    """
    from cli.outcome import write_outcome
    from cli.services import database as open_
    from cli.services import settings_of
    from db.revision import HEAD

    settings = settings_of(database=database)
    open_(settings)
    if as_json:
        write_outcome([{"revision": HEAD}])
    click.echo(f"tables are of revision {HEAD}", err=True)
