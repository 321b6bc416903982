"""``gridmill check``: what is in a file, without solving it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from cli import exits, options

if TYPE_CHECKING:
    from cli.output import Output

COLUMNS = ("source", "line", "fate", "said", "text")


@click.command("check")
@options.files
@options.reading_options
@click.option("--explain", is_flag=True, help="Tell of each line what became of it.")
@options.output_options(default="table", template="--template")
def command(
    places: tuple[str, ...], family: str, variant: str, format_: str, column: str, explain: bool, output: Output
) -> int:
    """Say what is understood of FILES: format, family, sizes, numbers, and the first board drawn; nothing is solved.

    \b
    Examples:
      gridmill check old-puzzles/
      gridmill check --explain boards.txt
    """
    wishes = {"family": family, "variant": variant, "format": format_, "column": column}
    return _explain(places, output, wishes) if explain else _check(places, wishes)


def _check(places: tuple[str, ...], wishes: dict[str, str]) -> int:
    from cli.checking import tell
    from solvers.reading import survey

    clean = True
    for found in survey(places, **wishes):  # type: ignore[arg-type]  # the wishes are text
        tell(found)
        clean = clean and found.report.ok()
    return exits.SUCCESS if clean else exits.REJECTED


def _explain(places: tuple[str, ...], output: Output, wishes: dict[str, str]) -> int:
    from cli.telling import Teller
    from solvers.reading import Fate, explain

    teller = Teller()

    def rows() -> Iterator[dict[str, Any]]:
        for each in explain(places, **wishes):
            if isinstance(each, Fate):
                yield {
                    "source": each.source,
                    "line": each.line,
                    "fate": each.fate,
                    "said": each.said,
                    "text": each.text,
                }
                teller.rejects += each.fate == "rejected"
            else:
                teller(each)

    output.write(rows(), COLUMNS)
    return exits.SUCCESS if teller.clean() else exits.REJECTED
