"""``gridmill show``: draw boards."""

from __future__ import annotations

import click

from cli import options


@click.command("show")
@click.argument("boards", type=int, nargs=-1, required=True)
@options.database_option
def command(boards: tuple[int, ...], database: str | None) -> None:
    """Draw boards with solution, and mark where a second solution differs. BOARDS are numbers from `gridmill results`.

    \b
    Examples:
      gridmill show 1
      gridmill show 17 18 19
    """
    from cli.services import asking
    from cli.showing import show_all
    from db.results import board as find

    with asking(database) as connection:
        found = [find(connection, board) for board in boards]
    show_all(found)
