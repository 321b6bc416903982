"""``gridmill resume``: go on with a batch that was paused, cancelled, or not read to its end."""

from __future__ import annotations

import click

from cli import exits, options


@click.command("resume")
@click.argument("batch", type=options.KEY)
@click.option("--quiet", "-q", is_flag=True, help="Say nothing of rejected input; the exit code still does.")
@options.database_option
def command(batch: int, quiet: bool, database: str | None) -> int:
    """Go on with a batch that was paused or cancelled, and read on where its submission was interrupted.

    \b
    Examples:
      gridmill resume 12
      gridmill resume 12 --quiet
    """
    from cli.controlling import controlling, say
    from cli.services import existing, settings_of
    from cli.telling import Teller
    from cli.text import many
    from cli.waiting import awaited, say_each
    from db import control
    from worker.resuming import read_on

    with controlling(database) as connection:
        taken = control.resume(connection, batch)
        waits = awaited(connection, batch)
    teller = Teller(quiet)
    summary = read_on(existing(settings_of(database=database)), batch, lambda event, _: teller(event))
    over = f"; {many(taken, 'board')} {'comes' if taken == 1 else 'come'} back from cancelled batches" if taken else ""
    say(f"batch {batch} goes on{over}")
    say_each(waits)
    if summary is not None:
        boards = f"{many(summary.boards, 'board')} in all ({summary.known:,} already known)"
        say(f"read on: {boards}, {summary.rejects:,} rejected")
    return exits.SUCCESS if teller.clean() else exits.REJECTED
