"""``gridmill check``: what is in a file, without solving it."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from cli import exits, options

if TYPE_CHECKING:
    from cli.output import Output

COLUMNS = ("source", "line", "fate", "said", "text")  # of lines
SOURCES = (
    "source", "format", "family", "boards", "variants", "labels", "stated", "rejects", "lines", "board_lines",
    "rejected_lines", "blank_lines", "comment_lines", "complete", "error",
)  # fmt: skip


@click.command("check")
@options.files
@options.reading_options
@click.option("--explain", is_flag=True, help="Tell of each line what became of it.")
@options.output_options(default="words", template="--template")
def command(
    places: tuple[str, ...], family: str, variant: str, format_: str, column: str, explain: bool, output: Output
) -> int:
    """Say what is understood of FILES: format, family, sizes, numbers, and the first board drawn; nothing is solved.

    \b
    Examples:
      gridmill check old-puzzles/
      gridmill check --explain boards.txt
      gridmill check --json boards.txt
    """
    wishes = {"family": family, "variant": variant, "format": format_, "column": column}
    if output.form == "words" and (explain or output.columns or output.path):
        output = replace(output, form="table")
    return _explain(places, output, wishes) if explain else _check(places, output, wishes)


def _check(places: tuple[str, ...], output: Output, wishes: dict[str, str]) -> int:
    from cli.checking import row, tell
    from solvers.reading import survey

    unclean = misnamed = sources = 0

    def rows() -> Iterator[dict[str, Any]]:
        nonlocal unclean, misnamed, sources
        for found in survey(places, **wishes):  # type: ignore[arg-type]  # the wishes are text
            if output.form == "words":
                tell(found)
            unclean += not found.report.ok()
            misnamed += found.report.lacks_column()
            sources += 1
            yield row(found)

    if output.form == "words":
        deque(rows(), maxlen=0)
    else:
        output.write(rows(), SOURCES)
    if misnamed and misnamed == sources:
        return exits.USAGE
    return exits.REJECTED if unclean else exits.SUCCESS


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
    return teller.code()
