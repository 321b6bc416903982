"""``gridmill list``: every solution of a board, in ascending order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from cli import exits, options

if TYPE_CHECKING:
    from cli.output import Output
    from solvers.core import Board, Reject

COLUMNS = ("source", "line", "label", "family", "variant", "ordinal", "solution")


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
@options.output_options(default="plain", template="--template")
def command(
    places: tuple[str, ...],
    limit: int,
    after: str,
    time_limit: float,
    family: str,
    variant: str,
    format_: str,
    column: str,
    output: Output,
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
      gridmill list boards.txt --jsonl -o solutions.jsonl
    """
    from dataclasses import replace

    from cli.saying import say
    from solvers.reading import read

    rejects: list[Reject] = []
    boards = read(places, family=family, variant=variant, format=format_, column=column, rejects=rejects.append)
    listing = Listing(limit, after, time_limit)
    if output.form == "plain" and output.columns:
        output = replace(output, form="tsv")
    if output.form == "plain":
        with output.opened() as out:
            out.writelines(listing.lines(boards))
            out.flush()
    else:
        output.write(listing.rows(boards), COLUMNS)
    for reject in rejects:
        say(f"{reject.source}:{reject.line}: {reject.reason}")
    return exits.REJECTED if rejects or listing.wrong else exits.SUCCESS


@dataclass(slots=True)
class Listing:
    """What is asked of each board; ``wrong`` once one was no valid board."""

    limit: int
    after: str
    time_limit_s: float
    wrong: bool = False

    def pages(self, boards: Iterable[Board]) -> Iterator[tuple[int, Board, int, Sequence[str]]]:
        """The place of a board, the board, how many of its solutions came before, and some more; at first none.

        Says on stderr how many each board has.
        """
        from cli.saying import say
        from cli.text import many
        from solvers import registry
        from solvers.listing import InvalidBoardError, pages

        for number, board in enumerate(boards):
            if number and self.after:
                raise click.UsageError("--after: expected a source of one board, got several")
            family = registry.family(board.family)
            yield number, board, 0, ()
            count = 0
            try:
                for page in pages(family, board.text, after=self.after, limit=self.limit, seconds=self.time_limit_s):
                    yield number, board, count, page
                    count += len(page)
            except InvalidBoardError as error:
                say(f"{board.source}:{board.line}: {error}")
                self.wrong = True
                continue
            say(f"{board.source}:{board.line}: {many(count, 'solution')}")

    def lines(self, boards: Iterable[Board]) -> Iterator[str]:
        """Solutions alone, with an empty line between boards."""
        for number, _, _, page in self.pages(boards):
            if page:
                yield from (f"{solution}\n" for solution in page)
            elif number:
                yield "\n"

    def rows(self, boards: Iterable[Board]) -> Iterator[dict[str, Any]]:
        """A solution a row."""
        for _, board, count, page in self.pages(boards):
            place = {"source": board.source, "line": board.line, "label": board.label}
            kind = {"family": board.family, "variant": board.variant}
            for ordinal, solution in enumerate(page, count + 1):
                yield place | kind | {"ordinal": ordinal, "solution": solution}
