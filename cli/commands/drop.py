"""``gridmill drop``: remove a batch for good."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from cli import exits, options
from cli.suggesting import NUMBERS

if TYPE_CHECKING:
    from db.dropping import Content


@click.command("drop")
@click.argument("batch", type=options.KEY, shell_complete=NUMBERS)
@click.option("--yes", is_flag=True, help="Do not ask.")
@options.json_option
@options.database_option
def command(batch: int, database: str | None, *, yes: bool, as_json: bool) -> int:
    """Remove a batch for good: its boards, answers, rejects and sources.

    Boards of which other batches hold duplicates live on there, with their answers; those without an answer are
    solved there. A batch that is being read or solved is refused, until it is cancelled, or paused and at rest.
    A drop that was interrupted is completed by the same command.

    \b
    Examples:
      gridmill drop 12
      gridmill drop 12 --yes --json
    """  # fmt: skip
    from cli.outcome import write_outcome
    from cli.services import existing, settings_of
    from cli.text import visible
    from db import dropping
    from db.engine import reading
    from worker.owner import is_dead, me

    engine = existing(settings_of(database=database))
    with reading(engine) as connection:
        content = dropping.content(connection, batch)
    with engine.begin() as connection:
        dropping.check(connection, batch, is_dead)
    click.echo(visible(_said(content)), err=True)
    if not yes and not _agreed():
        click.echo("nothing was dropped", err=True)
        return exits.INTERRUPTED
    with engine.begin() as connection:
        dropping.mark(connection, batch, is_dead, me())
    handed = dropping.drop(engine, batch, me())
    over = f"; {handed:,} of its boards live on in other batches" if handed else ""
    click.echo(f"batch {batch} is dropped{over}", err=True)
    if as_json:
        write_outcome([content._asdict() | {"handed_on": handed}])
    return exits.SUCCESS


def _agreed() -> bool:
    if not sys.stdin.isatty():
        raise click.UsageError("expected --yes where nobody can be asked")
    return click.confirm("Drop it?", err=True)


def _said(content: Content) -> str:
    """``batch 3 (boards.txt): 1,000 boards, 2 rejects, 1 source; 7 of its boards live on in other batches``"""
    held = {"board": content.boards, "reject": content.rejects, "source": content.sources}
    counted = ", ".join(f"{count:,} {noun}{'s' * (count != 1)}" for noun, count in held.items())
    text = f"batch {content.batch} ({content.name}): {counted}"
    return text + (f"; {content.awaited:,} of its boards live on in other batches" if content.awaited else "")
