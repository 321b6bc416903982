"""``gridmill families``: what Gridmill solves and reads."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from cli import options

if TYPE_CHECKING:
    from cli.output import Output

COLUMNS = ("family", "format", "judge", "summary")


@click.command("families")
@options.output_options(default="table", limit=True)
def command(output: Output) -> None:
    """List the families and the formats that each one reads; `judge` marks those with a judge's form of answer.

    \b
    Examples:
      gridmill families
      gridmill families --jsonl
    """

    output.write(_rows(), COLUMNS)


def _rows() -> Iterator[dict[str, Any]]:
    from solvers.registry import families

    for family in families().values():
        for found in family.formats:
            judge = "yes" if found.judge else ""
            yield {"family": family.name, "format": found.name, "judge": judge, "summary": found.summary}
