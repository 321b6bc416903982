"""``gridmill watch``: follow a batch."""

from __future__ import annotations

import click

from cli import options


@click.command("watch")
@click.argument("batch", type=options.KEY, required=False)
@click.option("--quiet", "-q", is_flag=True, help="Only the summary.")
@options.json_option
@options.database_option
def command(batch: int | None, quiet: bool, database: str | None, *, as_json: bool) -> None:
    """Follow a batch (default: the newest) with rate and time left until every board is answered.

    \b
    Examples:
      gridmill watch
      gridmill watch 12
    """
    from cli.following import follow
    from cli.services import existing, settings_of
    from cli.summary import say_next, show_summary
    from cli.waiting import Waits
    from db.batches import known_batch
    from db.engine import reading

    settings = settings_of(database=database)
    engine = existing(settings)
    with reading(engine) as connection:
        batch = known_batch(connection, batch)
    done = follow(engine, batch, Waits(settings), quiet=quiet)
    show_summary(engine, batch, as_json=as_json)
    say_next(done)
