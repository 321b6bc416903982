"""``gridmill formats``: what can be read and written."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from cli import options

if TYPE_CHECKING:
    from cli.output import Output

COLUMNS = ("format", "family", "written", "summary")


@click.command("formats")
@click.argument("name", required=False, default="")
@options.output_options(default="table", limit=True)
def command(name: str, output: Output) -> None:
    """List the formats that can be read; `written` marks those that `gridmill convert` writes. With NAME, show one.

    \b
    Examples:
      gridmill formats
      gridmill formats opensudoku
    """
    from solvers.reading.choosing import candidates

    if not name:
        output.write(_rows(), COLUMNS)
        return
    for found in candidates(name=name):
        click.echo(f"{found.summary}\n\n{found.example}", nl=not found.example.endswith("\n"))


def _rows() -> Iterator[dict[str, Any]]:
    from solvers.reading import formats

    for found in formats():
        written = "yes" if found.write else ""
        yield {"format": found.name, "family": found.family or "any", "written": written, "summary": found.summary}
