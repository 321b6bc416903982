"""``gridmill retry``: solve boards again that came out undecided or failed."""

from __future__ import annotations

import click

from cli import options


@click.command("retry")
@click.argument("batch", type=options.KEY)
@click.option(
    "--verdict",
    multiple=True,
    type=click.Choice(("undecided", "failed")),
    default=("undecided", "failed"),
    show_default=True,
    help="May be given twice.",
)
@click.option(
    "--time-limit",
    type=options.SECONDS,
    metavar="SECONDS",
    help="For each board; 0 means none [default: that of the batch].",
)
@options.json_option
@options.database_option
def command(
    batch: int, verdict: tuple[str, ...], time_limit: float | None, database: str | None, *, as_json: bool
) -> None:
    """Solve boards of a batch again that came out undecided or failed; the new answer replaces the old one.

    \b
    Examples:
      gridmill retry 12 --verdict undecided --time-limit 600
      gridmill retry 12 --verdict failed
    """  # fmt: skip
    from cli.controlling import controlling, say, say_owners
    from cli.outcome import write_outcome
    from cli.text import many
    from cli.waiting import say_each, standing
    from db import control, queries

    with controlling(database) as connection:
        boards = control.retry(connection, batch, verdict, time_limit)
        owners = say_owners(connection, batch, "retry")
        reasons = standing(connection, queries.progress(connection, batch)) if boards else []
    if as_json:
        write_outcome([{"batch": batch, "boards": boards, "elsewhere": owners}])
    does = ": `gridmill worker` does it" if boards else ""
    say(f"batch {batch}: {many(boards, 'board')} will be solved again{does}")
    say_each(reasons)
