"""``gridmill minimal``: which givens a board does not need."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from cli import options

if TYPE_CHECKING:
    from cli.output import Output
    from solvers.core import Budget
    from solvers.reading import Event

COLUMNS = ("source", "line", "label", "family", "variant", "minimal", "unneeded", "text")
BRIEF = ("source", "line", "label", "minimal", "unneeded")


@click.command("minimal")
@click.argument("places", metavar="[FILES|-]...", nargs=-1)
@options.reading_options
@click.option(
    "--time-limit",
    type=options.SECONDS,
    default=10.0,
    show_default=True,
    metavar="SECONDS",
    help="For each board that is solved; 0 means none.",
)
@click.option("--not-minimal", is_flag=True, help="Only boards with givens that they do not need.")
@options.output_options(default="table", template="--template", limit=True)
@click.option("--quiet", "-q", is_flag=True, help="Say nothing of rejected input; the exit code still does.")
def command(
    places: tuple[str, ...],
    family: str,
    variant: str,
    format_: str,
    column: str,
    time_limit: float,
    output: Output,
    *,
    not_minimal: bool,
    quiet: bool,
) -> int:
    """Say of each board with one solution whether it needs all its givens, and name those that it does not need.

    Each given is taken away in turn, and the board solved without it. Boards that are not unique get no yes or no.

    \b
    Examples:
      gridmill minimal puzzle.txt
      gridmill export all --family sudoku --to line | gridmill minimal --not-minimal -
    """  # fmt: skip
    from cli.progressing import counted
    from cli.telling import Teller
    from solvers.core import Budget
    from solvers.reading import stream

    if not places and sys.stdin.isatty():
        raise click.UsageError("expected files, or boards on standard input")
    teller = Teller(quiet)
    events = stream(places or ("-",), family=family, variant=variant, format=format_, column=column)
    rows = counted(_rows(events, Budget(seconds=time_limit), teller), "boards", quiet=quiet)
    output.write((row for row in rows if not not_minimal or row["minimal"] == "no"), COLUMNS, BRIEF)
    return teller.code()


def _rows(events: Any, budget: Budget, tell: Any) -> Iterator[dict[str, Any]]:
    from solvers.core import Block
    from solvers.minimality import unneeded
    from solvers.reading import Opened

    source = ""
    event: Event
    for event in events:
        tell(event)
        if isinstance(event, Opened):
            source = event.source
        elif isinstance(event, Block):
            labels = event.labels or [""] * len(event.texts)
            for text, line, label in zip(event.texts, event.lines, labels, strict=True):
                (found,) = unneeded(event.family, [text], budget)
                yield {
                    "source": source, "line": line, "label": label, "family": event.family, "variant": event.variant,
                    "minimal": "" if found is None else "no" if found else "yes", "unneeded": " ".join(found or ()),
                    "text": text,
                }  # fmt: skip
