"""``gridmill resume``: go on with a batch that was paused, cancelled, or not read to its end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from cli import options
from cli.suggesting import NUMBERS

if TYPE_CHECKING:
    from worker.submitting import Summary


@click.command("resume")
@click.argument("batch", type=options.KEY, shell_complete=NUMBERS)
@click.option("--quiet", "-q", is_flag=True, help="Say nothing of rejected input; the exit code still does.")
@options.json_option
@options.database_option
def command(batch: int, quiet: bool, database: str | None, *, as_json: bool) -> int:
    """Go on with a batch that was paused or cancelled, and read on where its submission was interrupted.

    \b
    Examples:
      gridmill resume 12
      gridmill resume 12 --quiet
    """
    from cli.controlling import governing, say
    from cli.outcome import write_outcome
    from cli.telling import Teller
    from cli.text import many
    from cli.waiting import awaited, say_each, told
    from db import handovers
    from db.engine import reading
    from worker import owner
    from worker.resuming import read_on

    with governing(database) as engine:
        taken = handovers.resume(engine, batch, owner.me())
    with reading(engine) as connection:
        waits = awaited(connection, batch)
    teller = Teller(quiet)
    summary = read_on(engine, batch, lambda event, _: teller(event))
    over = f"; {many(taken, 'board')} {'comes' if taken == 1 else 'come'} back from other batches" if taken else ""
    say(f"batch {batch} goes on{over}")
    say_each(told(batch, waits))
    if summary is not None:
        boards = f"{many(summary.boards, 'board')} in all ({summary.known:,} already known)"
        say(f"read on: {boards}, {summary.rejects:,} rejected")
    if as_json:
        write_outcome([_outcome(batch, taken, waits, summary)])
    return teller.code()


def _outcome(batch: int, taken: int, awaited: list[tuple[int, str]], summary: Summary | None) -> dict[str, Any]:
    """Boards and rejects are null where the submission had come to its end."""
    return {
        "batch": batch,
        "taken_back": taken,
        "waits_for": [{"batch": other, "state": state} for other, state in awaited],
        "boards": summary and summary.boards,
        "known": summary and summary.known,
        "rejects": summary and summary.rejects,
    }
