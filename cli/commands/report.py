"""``gridmill report``: a batch as one HTML file."""

from __future__ import annotations

from pathlib import Path

import click

from cli import options
from cli.choosing import BatchType


@click.command("report")
@click.argument("batch", type=BatchType(), required=False)
@click.option("--output", "-o", "path", metavar="FILE", default="", help="File to write [default: stdout].")
@options.database_option
def command(batch: int | None, path: str, database: str | None) -> None:
    """Write a report of BATCH (default: the newest) as one HTML file that needs nothing else: no network, no script.

    Verdicts by source and variant, solve times and nodes, throughput, queue and workers, the slowest boards drawn,
    invalid boards with their reasons, duplicates, and rejected input with its lines.

    \b
    Examples:
      gridmill report -o report.html
      gridmill report 3 > report.html
    """
    from cli.pages.rendering import render, style
    from cli.pages.report import gather
    from cli.services import asking
    from db.batches import known_batch

    if batch == 0:
        raise click.UsageError("expected one batch: a report is of one")
    with asking(database) as connection:
        report = gather(connection, known_batch(connection, batch))
    page = render("report.html", report=report, style=_raw(style()), no_link=lambda _: "")
    if path:
        Path(path).write_text(page, encoding="utf-8")
        click.echo(f"{path}: batch {report.done.batch_id}, {len(page.encode()):,} bytes", err=True)
    else:
        click.echo(page)


def _raw(text: str) -> object:
    from markupsafe import Markup

    return Markup(text)  # noqa: S704 - our own style sheet
