"""``gridmill rerun``: solve a batch a second time, and compare."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import click

from cli import exits, options
from cli.suggesting import NUMBERS

if TYPE_CHECKING:
    from cli.output import Output

COLUMNS = ("board", "engine", "verdict", "count", "rerun_engine", "rerun", "rerun_count", "relation")


@click.command("rerun")
@click.argument("batch", type=options.KEY, shell_complete=NUMBERS)
@click.option("--engine", default="", help="Which solves, e.g. cp-sat [default: the family's own kernel].")
@click.option("--sample", type=options.SHARE, default="100%", show_default=True, help="Of the answered boards.")
@click.option("--seed", type=int, default=1, show_default=True, help="Of the sample.")
@click.option(
    "--time-limit",
    type=options.SECONDS,
    metavar="SECONDS",
    help="For each board; 0 means none [default: that of the batch].",
)
@click.option("--wait", is_flag=True, help="Solve with workers of this machine too, then list the differences.")
@click.option("--diff", is_flag=True, help="List where reruns say something else, and start none.")
@options.output_options(default="differences")
@options.service_options
def command(
    batch: int,
    engine: str,
    sample: float,
    seed: int,
    time_limit: float | None,
    wait: bool,
    diff: bool,
    output: Output,
    database: str | None,
    broker: str | None,
) -> int:
    """Solve answered boards of a batch again, by another engine perhaps; new answers stand beside the old ones.

    A difference is a `contradiction`, or one side is `undecided`. Contradictions end with exit code 5.

    \b
    Examples:
      gridmill rerun 12 --engine cp-sat --sample 1% --wait
      gridmill rerun 12
      gridmill rerun 12 --diff
    """  # fmt: skip
    from cli import rerunning
    from cli.output import Output
    from cli.services import asking, settings_of
    from cli.text import many

    if output != Output("differences") and not (wait or diff):
        raise click.UsageError("expected --wait or --diff with a form of output: before that there is nothing to list")
    if output.form == "differences":
        output = replace(output, form="table")
    settings = settings_of(database=database, broker=broker)
    if not diff:
        rerunning.begin(settings, batch, time_limit, engine, sample, seed)
        if not wait:
            return exits.SUCCESS
        rerunning.work(settings, batch)
    with asking(database) as connection:
        found, beside = rerunning.compare(connection, batch, engine)
    output.write((dict(zip(COLUMNS, each, strict=True)) for each in found), COLUMNS)
    contradictions = sum(each.relation == "contradiction" for each in found)
    click.echo(
        f"batch {batch}: {many(beside, 'answer')} of reruns, {contradictions:,} contradict the stored one, "
        f"{len(found) - contradictions:,} more where one side is undecided",
        err=True,
    )
    return exits.CONTRADICTED if contradictions else exits.SUCCESS
