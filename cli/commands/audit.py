"""``gridmill audit``: look at a batch again, with other eyes."""

from __future__ import annotations

import click

from cli import exits, options


class Share(click.ParamType[float]):
    """``1%`` or ``0.01``."""

    name = "share"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> float:
        text = str(value)
        try:
            share = float(text.rstrip("%")) / (100 if text.endswith("%") else 1)
        except ValueError:
            share = -1.0
        if not 0 <= share <= 1:
            self.fail(f"expected a share such as 1% or 0.01, got {text!r}", param, ctx)
        return share


@click.command("audit")
@click.argument("batch", type=options.KEY)
@click.option(
    "--sample", type=Share(), default="1%", show_default=True, help="Of the boards unique and none to prove again."
)
@click.option("--seed", type=int, default=1, show_default=True, help="Of the sample.")
@click.option(
    "--time-limit",
    type=options.SECONDS,
    default=10.0,
    show_default=True,
    metavar="SECONDS",
    help="For each board of the sample; 0 means none.",
)
@options.database_option
def command(batch: int, sample: float, seed: int, time_limit: float, database: str | None) -> int:
    """Look at a batch again: one answer for each board, every solution right, a sample of proofs made anew.

    Ends with exit code 3 if anything is wrong.

    \b
    Examples:
      gridmill audit 12
      gridmill audit 12 --sample 100%
    """  # fmt: skip
    from cli.services import existing, settings_of
    from worker.auditing import audit

    found = audit(existing(settings_of(database=database)), batch, sample, seed, time_limit)
    for fault in found.faults:
        click.echo(fault)
    lists = f"{found.listed:,} listed ones too, " if found.listed else ""
    click.echo(
        f"batch {batch}: {found.boards:,} boards, {found.pending:,} pending, {found.checked:,} solutions checked, "
        f"{lists}{found.proven:,} proven again, {found.undecided:,} of the sample undecided, "
        f"{len(found.faults):,} faults",
        err=True,
    )
    return exits.REJECTED if found.faults else exits.SUCCESS
