"""``gridmill results``: the boards of a batch with their answers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from cli import options

if TYPE_CHECKING:
    from db.queries import Result

BRIEF = ("board", "source", "line", "label", "variant", "verdict", "count", "time", "solution")
FULL = (
    "board", "source", "line", "label", "family", "variant", "verdict", "count", "count_is_exact", "text", "solution",
    "witness", "reason", "nodes", "solve_ns", "engine", "same_as", "stated", "fields",
)  # fmt: skip
VERDICTS = ("unique", "multiple", "none", "invalid", "undecided", "failed", "pending")


@click.command("results")
@click.argument("batch", type=int, required=False)
@click.option("--verdict", multiple=True, type=click.Choice(VERDICTS), help="May be given several times.")
@click.option("--family", default="", help="Only boards of this family.")
@click.option("--variant", default="", help="Only boards of this variant.")
@click.option("--source", default="", help="Only boards of the source with this name or end of name.")
@click.option("--limit", type=click.IntRange(min=1), help="Boards to list [default: all].")
@options.output_options(default="table")
@options.database_option
def command(
    batch: int | None,
    verdict: tuple[str, ...],
    family: str,
    variant: str,
    source: str,
    limit: int | None,
    form: str,
    database: str | None,
) -> None:
    """List the boards of a batch (default: the newest) with their answers, in the order of the input.

    \b
    Examples:
      gridmill results --verdict multiple --limit 10
      gridmill results 3 --csv > answers.csv
    """
    from cli.output import write_rows
    from cli.services import asking
    from db import queries

    wanted = queries.Filter(verdict, family, variant, source, limit or 0)
    with asking(database) as connection:
        found = queries.results(connection, queries.known_batch(connection, batch), wanted)
        write_rows(_rows(found, form), BRIEF if form == "table" else FULL, form)


def _rows(found: Iterable[Result], form: str) -> Iterator[dict[str, Any]]:
    from cli.output import duration

    for result in found:
        row = asdict(result) | {"board": result.board_id, "verdict": result.verdict or "pending"}
        if form == "table":
            at_least = "" if result.count_is_exact or result.count is None else ">="
            row |= {"count": "" if result.count is None else f"{at_least}{result.count}"}
            row |= {"time": duration(result.solve_ns), "solution": result.solution or result.reason}
        yield row
