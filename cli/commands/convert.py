"""``gridmill convert``: boards from any format into another."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import click

from cli import exits, options
from cli.suggesting import WRITTEN


@click.command("convert")
@options.files
@click.option(
    "--to", required=True, metavar="FORMAT", shell_complete=WRITTEN, help="The format to write; see `gridmill formats`."
)
@options.reading_options
def command(places: tuple[str, ...], to: str, family: str, variant: str, format_: str, column: str) -> int:
    """Write the boards of FILES in another format to stdout. What the format cannot carry is told on stderr.

    \b
    Examples:
      gridmill convert --to line collection.opensudoku
      gridmill convert --to jsonl archive.zip > boards.jsonl
    """
    from cli.files import on_screen
    from cli.telling import Teller
    from solvers.core import Block, Board, MalformedError, Reject
    from solvers.reading import Event, Opened, boards, stream, write, writer

    form = writer(to, family)
    body = replace(form, head="", tail="")
    teller = Teller()

    def written(events: Iterator[Event]) -> Iterator[str]:
        source = ""
        yield form.head
        for event in events:
            source = event.source if isinstance(event, Opened) else source
            for board in boards(event, source) if isinstance(event, Block) else ():
                yield from text_of(board)
            if not isinstance(event, Block):
                teller(event)
        yield form.tail

    def text_of(board: Board) -> Iterator[str]:
        try:
            yield from write([board], body)
        except MalformedError as error:
            teller(Reject(board.source, board.line, 0, str(error), board.text))

    on_screen().writelines(written(stream(places, family=family, variant=variant, format=format_, column=column)))
    return exits.SUCCESS if teller.clean() else exits.REJECTED
