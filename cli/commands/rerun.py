"""``gridmill rerun``: solve a batch a second time, and compare."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cli import options

if TYPE_CHECKING:
    from cli.output import Output

COLUMNS = ("board", "verdict", "count", "rerun", "rerun_count")


@click.command("rerun")
@click.argument("batch", type=options.KEY)
@click.option(
    "--time-limit",
    type=options.SECONDS,
    metavar="SECONDS",
    help="For each board; 0 means none [default: that of the batch].",
)
@click.option("--diff", is_flag=True, help="List where the last rerun says something else, and start none.")
@options.output_options(default="table")
@options.database_option
def command(batch: int, time_limit: float | None, diff: bool, output: Output, database: str | None) -> None:
    """Solve the answered boards of a batch again, after an upgrade perhaps; new answers stand beside the old ones.

    \b
    Examples:
      gridmill rerun 12
      gridmill rerun 12 --diff
    """  # fmt: skip
    from cli.controlling import controlling, say
    from db import control

    if diff:
        from cli.services import asking

        with asking(database) as connection:
            found = control.differences(connection, batch)
        output.write((dict(zip(COLUMNS, row, strict=True)) for row in found), COLUMNS)
        return
    with controlling(database) as connection:
        boards = control.rerun(connection, batch, time_limit)
    say(f"batch {batch}: {boards:,} boards will be solved again: `gridmill rerun {batch} --diff` compares")
