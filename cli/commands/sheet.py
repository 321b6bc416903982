"""``gridmill sheet``: boards to print."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli import options
from cli.choosing import filter_options

if TYPE_CHECKING:
    from cli.choosing import Choice

OTHERS = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".html", ".ps", ".eps", ".txt", ".csv", ".json")


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
@click.option(
    "--font",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="TrueType or OpenType font for titles and labels that are not Latin, in a PDF.",
)
@click.option("--svg", is_flag=True, help="SVG instead of PDF, also told by the ending of the file.")
@click.option("--output", "-o", "path", metavar="FILE", required=True, help="PDF or SVG to write.")
@options.json_option
@options.database_option
def command(
    choice: Choice,
    per_page: int,
    solutions: str,
    paper: str,
    title: str,
    font: Path | None,
    path: str,
    database: str | None,
    *,
    svg: bool,
    as_json: bool,
) -> None:
    """Print boards on sheets: one PDF or SVG, N boards a page with their labels, the solutions at the end.

    An SVG holds its pages one below the other, and shows labels in any letters that its reader has. A PDF takes --font
    for letters that are not Latin; without it they are written as their codes, and a message says so.

    \b
    Examples:
      gridmill sheet -o puzzles.pdf --limit 8
      gridmill sheet -o puzzles.svg --limit 8 --paper letter
      gridmill sheet 3 --verdict unique --givens -22 --per-page 6 --title "Week 14" -o hard.pdf
    """  # fmt: skip
    from cli import sheets
    from cli.files import binary_file, text_file
    from cli.outcome import write_outcome
    from cli.services import questioning
    from cli.text import visible
    from db.results import results

    ending = Path(path).suffix.lower()
    svg = svg or ending == ".svg"
    if ending in OTHERS or (svg and ending == ".pdf"):
        raise click.UsageError(f"expected a file for {'SVG' if svg else 'PDF'}, got {path}, whose ending says another")
    with questioning(database) as connection:
        pages, boards = sheets.Sheet(per_page, solutions, paper, title).pages(
            results(connection, choice.filter(connection))
        )
    if svg:
        with text_file(path) as file:
            file.write(sheets.svg(pages, paper))
    else:
        from cli.pdf import Printer

        printer = Printer(paper, visible(title) or "Gridmill", font)
        with binary_file(path) as out:
            out.write(printer.print(pages))
        _say_lacked(printer.lacked, font)
    if as_json:
        write_outcome([{"file": path, "boards": boards, "pages": len(pages)}])
    click.echo(f"{path}: {boards:,} board{'s' * (boards != 1)}", err=True)


def _say_lacked(lacked: set[str], font: Path | None) -> None:
    if lacked:
        some = "".join(sorted(lacked)[:10])
        where = f"{font} lacks" if font else "without --font, a PDF lacks"
        click.echo(f"{where} {some!r}: written as codes; name another font with --font, or write SVG", err=True)
