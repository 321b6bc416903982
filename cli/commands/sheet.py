"""``gridmill sheet``: boards to print."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli import options
from cli.choosing import filter_options

if TYPE_CHECKING:
    from cli.choosing import Choice


@click.command("sheet")
@filter_options
@click.option("--per-page", type=click.IntRange(1, 64), default=4, show_default=True, help="Boards on a page.")
@click.option(
    "--solutions",
    type=click.Choice(["end", "none", "only"]),
    default="end",
    show_default=True,
    help="Where the solutions stand; they are printed smaller.",
)
@click.option("--paper", type=click.Choice(["a4", "letter", "a5"]), default="a4", show_default=True, help="Size.")
@click.option("--title", default="", help="Line at the top of every page.")
@click.option("--output", "-o", "path", metavar="FILE", required=True, help="PDF to write.")
@options.database_option
def command(
    choice: Choice, per_page: int, solutions: str, paper: str, title: str, path: str, database: str | None
) -> None:
    """Print boards on sheets: one PDF, N boards a page with their labels, the solutions at the end.

    \b
    Examples:
      gridmill sheet -o puzzles.pdf --limit 8
      gridmill sheet 3 --verdict unique --givens -22 --per-page 6 --title "Week 14" -o hard.pdf
    """
    from cli.services import asking
    from cli.sheets import Sheet
    from db.results import results

    sheet = Sheet(per_page, solutions, paper, title)
    with asking(database) as connection:
        content, boards = sheet.pdf(results(connection, choice.filter(connection)))
    Path(path).write_bytes(content)
    click.echo(f"{path}: {boards:,} board{'s' * (boards != 1)}", err=True)
