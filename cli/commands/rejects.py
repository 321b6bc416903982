"""``gridmill rejects``: the input of a batch that is no board."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext
from typing import TYPE_CHECKING

import click

from cli import options
from cli.suggesting import NUMBERS

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from cli.output import Output

COLUMNS = ("source", "line", "column", "reason", "raw")


@click.command("rejects")
@click.argument("batch", type=options.KEY, required=False, shell_complete=NUMBERS)
@click.option(
    "--export", metavar="FILE", default="", help="Write them to FILE, to be mended there and submitted again."
)
@options.output_options(default="table", limit=True)
@options.database_option
def command(batch: int | None, export: str, output: Output, database: str | None) -> None:
    """List the input of a batch (default: the newest) that is no board, with the reason and the raw text.

    Sources that are damaged, cannot be opened or hold no boards are named on stderr.

    With --export they are written as they stood, with marks that tell their places. Mend the lines in an editor, and
    submit the file: each board that comes of it has the source and line that it had.

    \b
    Examples:
      gridmill rejects
      gridmill rejects 3 --csv > rejects.csv
      gridmill rejects 3 --export mend.txt && $EDITOR mend.txt && gridmill submit mend.txt
    """
    from cli.services import asking, questioning
    from db.batches import failed_sources, known_batch, rejects

    if export:
        with asking(database) as alchemy:
            _export(alchemy, known_batch(alchemy, batch), export)
        return
    with questioning(database) as connection:
        known = known_batch(connection, batch)
        found = rejects(connection, known)
        output.write((dict(zip(COLUMNS, row, strict=True)) for row in found), COLUMNS)
        for source, error in failed_sources(connection, known):
            click.echo(f"{source}: {error}", err=True)


def _export(connection: Connection, batch: int, path: str) -> None:
    """A file to mend; says on stderr what to do with it."""
    from cli.files import on_screen, text_file
    from cli.hinting import where
    from db import transfer
    from solvers.core import Reject
    from solvers.reading import mending

    formats = {source.source: source.format for source in transfer.sources(connection, [batch])}
    found = (
        Reject(each.source, each.line, each.column, each.reason, each.raw, each.lines)
        for each in transfer.rejects(connection, [batch])
    )
    counted = 0

    def texts() -> Iterator[str]:
        nonlocal counted
        for reject in found:
            counted += 1
            yield from mending.export((reject,), formats, head=counted == 1)

    with nullcontext(on_screen()) if path == "-" else text_file(path) as out:
        out.writelines(texts())
    then = f"gridmill submit {path}{where()}"
    click.echo(f"{counted:,} rejected stretches in {path}; mend them, then: {then}", err=True)
