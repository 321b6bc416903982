"""``gridmill audit``: look at a batch again, with other eyes."""

from __future__ import annotations

from dataclasses import asdict

import click

from cli import exits, options
from cli.suggesting import NUMBERS
from solvers.core import OWN


@click.command("audit")
@click.argument("batch", type=options.KEY, shell_complete=NUMBERS)
@click.option(
    "--sample",
    type=options.SHARE,
    default="1%",
    show_default=True,
    help="Of the boards unique and none to prove again.",
)
@click.option("--engine", default="", help="Which proves them [default: the first independent one that is installed].")
@click.option("--seed", type=int, default=1, show_default=True, help="Of the sample.")
@click.option(
    "--time-limit",
    type=options.SECONDS,
    default=10.0,
    show_default=True,
    metavar="SECONDS",
    help="For each board of the sample; 0 means none.",
)
@options.json_option
@options.database_option
def command(
    batch: int, sample: float, engine: str, seed: int, time_limit: float, database: str | None, *, as_json: bool
) -> int:
    """Look at a batch again: one answer for each board, every solution right, a sample of proofs made anew by an
    engine that shares no code with the kernels.

    Faults come one a line, or with --json in a list; with any, the exit code is 5.

    \b
    Examples:
      gridmill audit 12
      gridmill audit 12 --sample 100% --engine cp-sat
    """  # fmt: skip
    from cli.controlling import say_owners
    from cli.outcome import write_outcome
    from cli.services import asking, existing, settings_of
    from cli.text import harmless, many
    from worker.auditing import audit

    found = audit(existing(settings_of(database=database)), batch, sample, seed, time_limit, engine)
    if as_json:
        write_outcome([{"batch": batch} | asdict(found)])
    for fault in found.faults if not as_json else ():
        click.echo(harmless(fault))
    parts = [
        many(found.boards, "board"),
        f"{found.pending:,} pending",
        f"{many(found.checked, 'solution')} checked",
        *([f"{found.listed:,} listed too"] if found.listed else []),
        _proven(found.proven),
        f"{found.undecided:,} of the sample undecided",
        many(len(found.faults), "fault"),
    ]
    click.echo(
        f"batch {batch}: {', '.join(parts)}",
        err=True,
    )
    with asking(database) as connection:
        say_owners(connection, batch, "audit")
    if OWN in found.proven:
        click.echo('no independent engine is installed: pip install "gridmill[deep]"', err=True)
    return exits.CONTRADICTED if found.faults else exits.SUCCESS


def _proven(engines: dict[str, int]) -> str:
    return ", ".join(f"{boards:,} proven again by {name}" for name, boards in engines.items()) or "0 proven again"
