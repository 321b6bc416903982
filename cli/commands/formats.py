"""``gridmill formats``: what can be read and written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from cli import options
from cli.suggesting import FORMATS

if TYPE_CHECKING:
    from cli.output import Output
    from solvers.reading.format import Format

COLUMNS = ("format", "family", "written", "summary", "begins", "example")
BRIEF = COLUMNS[:-1]
SHOWN = 36  # characters of an example in the list


@click.command("formats")
@click.argument("name", required=False, default="", shell_complete=FORMATS)
@options.output_options(default="words", limit=True)
def command(name: str, output: Output) -> None:
    """List the formats that can be read, each with the first line of an example; `written` marks those that
    `gridmill convert` writes. With NAME, show one and all of its example.

    \b
    Examples:
      gridmill formats
      gridmill formats opensudoku
    """
    from solvers.reading.choosing import candidates

    found = candidates(name=name)
    if name and output.form == "words" and not (output.columns or output.path or output.most):
        for each in found:
            click.echo(f"{each.summary}\n\n{each.example}", nl=not each.example.endswith("\n"))
        return
    if output.form == "words":
        output = replace(output, form="table")
    output.write(_rows(found), COLUMNS, BRIEF)


def _rows(found: Iterable[Format]) -> Iterator[dict[str, Any]]:
    for each in found:
        written = "yes" if each.write else ""
        family = each.family or "any"
        first, _, rest = each.example.partition("\n")
        begins = first[: SHOWN - 1] + "…" if len(first) > SHOWN or rest else first
        yield {
            "format": each.name, "family": family, "written": written, "summary": each.summary, "begins": begins,
            "example": each.example,
        }  # fmt: skip
