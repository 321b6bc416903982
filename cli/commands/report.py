"""``gridmill report``: a batch as one HTML file."""

from __future__ import annotations

import click

from cli import options
from cli.choosing import BatchType
from cli.suggesting import NUMBERS


@click.command("report")
@click.argument("batch", type=BatchType(), required=False, shell_complete=NUMBERS)
@click.option("--output", "-o", "path", metavar="FILE", default="", help="File to write [default: stdout].")
@click.option(
    "--equivalents/--no-equivalents",
    default=True,
    show_default=True,
    help="Compare the boards first; 3-30 µs a 9x9 sudoku, up to milliseconds a large board, once.",
)
@options.json_option
@options.database_option
def command(batch: int | None, path: str, database: str | None, *, equivalents: bool, as_json: bool) -> None:
    """Write a report of BATCH (default: the newest) as one HTML file that needs nothing else: no network, no script.

    Verdicts by source and variant, solve times and nodes, throughput, queue and workers, the slowest boards drawn,
    invalid boards with their reasons, duplicates, equivalents, and rejected input with its lines.

    \b
    Examples:
      gridmill report -o report.html
      gridmill report 3 > report.html
    """  # fmt: skip
    from cli.files import on_screen, text_file
    from cli.likening import liken
    from cli.outcome import write_outcome
    from cli.pages.rendering import render, style
    from cli.pages.report import gather
    from cli.services import existing, settings_of
    from db.batches import known_batch
    from db.engine import reading

    if batch == 0:
        raise click.UsageError("expected one batch: a report is of one")
    if as_json and not path:
        raise click.UsageError("--json tells of a file: name it with -o")
    engine = existing(settings_of(database=database))
    with reading(engine) as connection:
        key = known_batch(connection, batch)
    if equivalents:
        liken(engine, key)
    with reading(engine) as connection:
        report = gather(connection, key)
    page = render("report.html", report=report, style=_raw(style()), no_link=lambda _: "")
    if path:
        size = len(page.encode())
        with text_file(path) as file:
            file.write(page)
        click.echo(f"{path}: batch {report.done.batch_id}, {size:,} bytes", err=True)
        if as_json:
            write_outcome([{"file": path, "batch": key, "bytes": size}])
    else:
        on_screen().write(page + "\n")


def _raw(text: str) -> object:
    from markupsafe import Markup

    return Markup(text)  # noqa: S704 - our own style sheet
