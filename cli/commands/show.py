"""``gridmill show``: draw boards."""

from __future__ import annotations

import click

from cli import options


@click.command("show")
@click.argument("boards", metavar="BOARD...", type=options.KEY, nargs=-1, required=True)
@click.option("--svg", is_flag=True, help="As an SVG picture.")
@click.option("--png", is_flag=True, help="As a PNG picture.")
@click.option("--json", "as_json", is_flag=True, help="All that is known, as JSON.")
@click.option("--board-only", is_flag=True, help="Without the solution.")
@click.option("--why", is_flag=True, help="Name givens that the board does not need, or that contradict each other.")
@click.option("--no-color", is_flag=True, help="With marks in place of colours, as in a pipe.")
@click.option(
    "--output",
    "-o",
    "path",
    metavar="FILE",
    default="",
    help="File (.svg, .png and .json say the form), or folder for the pictures of several.",
)
@options.database_option
def command(
    boards: tuple[int, ...],
    path: str,
    database: str | None,
    *,
    svg: bool,
    png: bool,
    as_json: bool,
    board_only: bool,
    why: bool,
    no_color: bool,
) -> None:
    """Draw boards with solution, mark where a second solution differs, and list every answer by its engine.

    `gridmill results` gives the numbers of boards.

    \b
    Examples:
      gridmill show 1
      gridmill show 1 --why
      gridmill show 17 18 19 --svg -o pictures/
      gridmill show 17 --png > board17.png
    """  # fmt: skip
    from cli import showing
    from cli.services import questioning
    from db.opinions import opinions
    from db.results import board as find

    forms = [name for name, asked in (("--svg", svg), ("--png", png), ("--json", as_json)) if asked]
    if len(forms) > 1:
        raise click.UsageError(f"expected one form of output, got {forms[0]} and {forms[1]}")
    if not forms:
        svg, png, as_json = (path.lower().endswith(ending) for ending in (".svg", ".png", ".json"))
    with questioning(database) as connection:
        found = [find(connection, board) for board in boards]
        said = [] if svg or png else [opinions(connection, board) for board in boards]
    if board_only:
        found, said = [result._replace(solution=None, witness=None) for result in found], [[] for _ in found]
    if svg or png:
        showing.write_pictures(found, "svg" if svg else "png", path)
    elif as_json:
        showing.write_json(found, said, path, why=why)
    else:
        showing.show_all(found, said, path=path, why=why, no_color=no_color)
