"""``gridmill show``: draw boards."""

from __future__ import annotations

import click

from cli import options


@click.command("show")
@click.argument("boards", metavar="BOARD...", type=options.KEY, nargs=-1, required=True)
@click.option("--svg", "form", flag_value="svg", help="As an SVG picture.")
@click.option("--png", "form", flag_value="png", help="As a PNG picture.")
@click.option("--json", "form", flag_value="json", help="All that is known, as JSON.")
@click.option("--board-only", is_flag=True, help="Without the solution.")
@click.option("--output", "-o", "path", metavar="FILE", default="", help="File, or folder for the pictures of several.")
@options.database_option
def command(boards: tuple[int, ...], form: str | None, path: str, database: str | None, *, board_only: bool) -> None:
    """Draw boards with solution, and mark where a second solution differs. `gridmill results` gives their numbers.

    \b
    Examples:
      gridmill show 1
      gridmill show 17 18 19 --svg -o pictures/
      gridmill show 17 --png > board17.png
    """
    from cli import showing
    from cli.services import questioning
    from db.results import board as find

    with questioning(database) as connection:
        found = [find(connection, board) for board in boards]
    if board_only:
        found = [result._replace(solution=None, witness=None) for result in found]
    if form in ("svg", "png"):
        showing.write_pictures(found, form, path)
    elif form == "json":
        showing.write_json(found, path)
    else:
        showing.show_all(found)
