"""``gridmill convert``: boards from any format into another."""

from __future__ import annotations

import click

from cli import options
from cli.converting import Converter
from cli.suggesting import WRITTEN


@click.command("convert")
@options.files
@click.option(
    "--to", required=True, metavar="FORMAT", shell_complete=WRITTEN, help="The format to write; see `gridmill formats`."
)
@options.reading_options
def command(places: tuple[str, ...], to: str, family: str, variant: str, format_: str, column: str) -> int:
    """Write the boards of FILES in another format to stdout.

    What the format cannot carry is told on stderr: boards that it has no words for, and of others what it leaves out.

    \b
    Examples:
      gridmill convert --to line collection.opensudoku
      gridmill convert --to jsonl archive.zip > boards.jsonl
    """
    from cli.files import on_screen
    from solvers.reading import stream, writer

    converter = Converter(writer(to, family))
    events = stream(places, family=family, variant=variant, format=format_, column=column)
    on_screen().writelines(converter.written(events))
    converter.conclude()
    return converter.code()
