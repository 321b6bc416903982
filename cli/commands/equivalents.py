"""``gridmill equivalents``: boards that are the same but for symmetry."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from cli import options
from cli.choosing import BatchType
from cli.suggesting import NUMBERS

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from cli.output import Output
    from db.equivalents import Group

COLUMNS = ("group", "boards", "board", "batch", "source", "line", "label", "family", "variant", "text")
BRIEF = ("group", "boards", "board", "source", "line", "label", "text")


@click.command("equivalents")
@click.argument("batch", type=BatchType(), required=False, shell_complete=NUMBERS)
@click.option("--limit", type=options.COUNT, metavar="N", help="Groups at most, the largest first [default: all].")
@click.option("--quiet", "-q", is_flag=True, help="Without progress.")
@options.output_options(default="table")
@options.database_option
def command(batch: int | None, limit: int | None, output: Output, database: str | None, *, quiet: bool) -> None:
    """List groups of different boards of BATCH (default: the newest) that symmetries turn into each other.

    Every group is exact. The symmetries are, of plain sudoku all: exchanges of rows and columns, rotations, mirror
    images, new digits (but, beyond 9x9, for 24x24, boxes wider than 6, boards of very many symmetries, and some with
    a value twice in a unit), and of X-sudoku those that keep both diagonals (but for 25x25, and boxes of 2x12); of
    other sudoku rotations, mirror images and new digits, for killer n + 1 - v alone; of kakuro the transposed board; of
    futoshiki and magic squares rotations and mirror images, of futoshiki with n + 1 - v for each value as well; of
    beads the turns and flips that its pieces may make, and the letters of equal pieces.
    A group holds boards of other batches too. What is computed is kept, so the second time it takes no time.
    Duplicates: `gridmill results --duplicates`.

    \b
    Examples:
      gridmill equivalents
      gridmill equivalents 3 --jsonl -o groups.jsonl
      gridmill results --like 17
    """
    from cli.likening import liken
    from cli.services import existing, settings_of
    from db.batches import known_batch
    from db.engine import reading
    from db.equivalents import groups

    if batch == 0:
        raise click.UsageError("expected one batch; its groups hold boards of other batches too")
    engine = existing(settings_of(database=database))
    with reading(engine) as connection:
        key = known_batch(connection, batch)
    liken(engine, key, quiet=quiet)
    with reading(engine) as connection:
        found = list(groups(connection, key, limit or 0))
        output.write(_rows(connection, found), COLUMNS, BRIEF)
    if not found and not quiet:
        click.echo(f"no two different boards of batch {key} are equivalent", err=True)


def _rows(connection: Connection, found: list[Group]) -> Iterator[dict[str, Any]]:
    from db.equivalents import members
    from db.results import board

    for group in found:
        for key in members(connection, group):
            result = board(connection, key)
            yield result._asdict() | {"group": group.first, "boards": group.boards}
