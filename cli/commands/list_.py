"""``gridmill list``: every solution of a board, in ascending order."""

from __future__ import annotations

import sys

import click

from cli import exits, options


@click.command("list")
@options.files
@click.option(
    "--limit", type=click.IntRange(0, 2**63 - 1), default=0, help="At most so many of each board; 0 means all."
)
@click.option("--after", default="", metavar="SOLUTION", help="Begin behind this solution: where another list ended.")
@click.option(
    "--time-limit", type=options.SECONDS, default=0.0, metavar="SECONDS",
    help="For a thousand solutions; 0 means none.",
)  # fmt: skip
@options.reading_options
def command(
    places: tuple[str, ...],
    limit: int,
    after: str,
    time_limit: float,
    family: str,
    variant: str,
    format_: str,
    column: str,
) -> int:
    """List the solutions of the boards of FILES, one a line, an empty line between boards; nothing is stored.

    They come cell by cell in ascending order and as they are found, each one checked; the order never changes, so that
    a list can be taken up again behind any solution. The first in this order is not the one that is found soonest: on
    a loose board, large and with few clues, it can take long, and solve gives some solution at once.

    \b
    Examples:
      echo "1 1" | gridmill list -
      gridmill list square.txt --limit 1000
      gridmill list square.txt --limit 1000 --after "1 2 15 16/12 14 3 5/13 7 10 4/8 11 6 9"
    """
    from cli.saying import say
    from cli.text import many
    from solvers import registry
    from solvers.core import Reject
    from solvers.listing import InvalidBoardError, pages
    from solvers.reading import read

    rejects: list[Reject] = []
    boards = read(places, family=family, variant=variant, format=format_, column=column, rejects=rejects.append)
    wrong = False
    for number, board in enumerate(boards):
        if number and after:
            raise click.UsageError("--after: expected a source of one board, got several")
        sys.stdout.write("\n" * bool(number))
        count = 0
        try:
            for page in pages(registry.family(board.family), board.text, after=after, limit=limit, seconds=time_limit):
                sys.stdout.writelines(f"{solution}\n" for solution in page)
                count += len(page)
        except InvalidBoardError as error:
            say(f"{board.source}:{board.line}: {error}")
            wrong = True
            continue
        say(f"{board.source}:{board.line}: {many(count, 'solution')}")
    for reject in rejects:
        say(f"{reject.source}:{reject.line}: {reject.reason}")
    return exits.REJECTED if rejects or wrong else exits.SUCCESS
