"""``gridmill solve``: a filter without database and queue."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from cli import options

if TYPE_CHECKING:
    from cli.analysing import Analysis
    from cli.counting import Counting
    from cli.filtering import Solved
    from cli.judging import JudgeWriter
    from cli.output import Output
    from cli.telling import Teller

COLUMNS = (
    "source", "line", "label", "family", "variant", "verdict", "count", "count_is_exact", "solution", "witness",
    "reason", "nodes", "solve_ns", "engine", "stated", "placed", "fields",
)  # fmt: skip
BRIEF = ("source", "line", "verdict", "count", "solution", "reason")


@click.command("solve")
@click.argument("places", metavar="[FILES|-]...", nargs=-1, callback=options.present)
@options.reading_options
@options.asking_options
@options.count_option
@click.option("--as", "as_", type=click.Choice(["judge"]), help="Answer as the statement's judge wants it.")
@click.option(
    "--first",
    type=click.Choice(["any", "lex"]),
    default="any",
    show_default=True,
    help="Which solution: the one found first, or the least of all.",
)
@click.option("--minimal", is_flag=True, help="Add columns: minimal, and givens that are unneeded or in contradiction.")
@click.option("--canonical", is_flag=True, help="Add a column: a text that all equivalents of a board share.")
@click.option("--backdoor", is_flag=True, help="Add a column: the cells that make a sudoku easy, at most three.")
@options.output_options(default="tsv", template="--template")
@click.option("--threads", type=click.IntRange(1, 4096), help="Boards solved at the same time [default: one a core].")
@click.option("--quiet", "-q", is_flag=True, help="Say nothing of rejected input; the exit code still does.")
def command(
    places: tuple[str, ...],
    family: str,
    variant: str,
    format_: str,
    column: str,
    limit: int,
    time_limit: float,
    as_: str | None,
    output: Output,
    threads: int | None,
    *,
    first: str,
    minimal: bool,
    canonical: bool,
    backdoor: bool,
    count: bool,
    quiet: bool,
) -> int:
    """Solve boards to stdout in the order of the input, as they come; no database, no queue.

    What is asked for besides the answer has the time limit of a board for itself, each. What was not finished is
    empty and told on stderr, and the exit code is 3; so it is for a board of a family that has no such analysis.
    Ctrl-C ends it at once; a count that it stops comes out as far as it went.

    \b
    Examples:
      gridmill solve boards.txt
      gridmill solve --count --time-limit 0 few-givens.txt
      gridmill solve --first lex --minimal --backdoor boards.txt
      gridmill solve --as judge zoj3122.txt
      curl -s https://example.org/boards.txt | gridmill solve --jsonl -
    """
    from cli.analysing import Analysis
    from cli.counting import ALL, Counting
    from cli.filtering import solved
    from cli.judging import JudgeWriter
    from cli.progressing import counted
    from cli.telling import Teller
    from solvers.core import Budget
    from solvers.reading import stream
    from solvers.solving import solve_texts

    if not places and sys.stdin.isatty():
        raise click.UsageError("expected files to solve, or boards on standard input")
    teller = Teller(quiet)
    events = stream(places or ("-",), family=family, variant=variant, format=format_, column=column)
    analysis = Analysis(first == "lex", minimal, canonical, backdoor, time_limit)
    counting = Counting() if count else None
    if count and not options.given("limit"):
        limit = ALL
    found = solved(
        events, limit, Budget(seconds=time_limit), threads or os.cpu_count() or 1, teller, counting or solve_texts
    )
    found = analysis.least(found, teller.fail)
    if as_ == "judge":
        _judge(found, JudgeWriter(), teller)
    else:
        brief = output.form in ("tsv", "csv") and not output.columns
        if brief:
            output = replace(output, columns=(*BRIEF, *analysis.columns))
        rows = _rows(found, analysis, teller, as_text=output.form not in ("jsonl", "json"))
        rows = counted(rows, "boards", quiet=quiet, more=_so_far(counting) if counting else str)
        columns, short = (*COLUMNS, *analysis.columns), (*BRIEF, *analysis.columns)
        output.write(map(_brief, rows) if brief or not output.is_for_machines() else rows, columns, short)
    return teller.code()


def _so_far(counting: Counting) -> Callable[[], str]:
    return lambda: f"{counting.found:,} solutions so far" if counting.found else ""


def _brief(row: dict[str, Any]) -> dict[str, Any]:
    """A row for people: a count that is not exact says so."""
    return row if row["count_is_exact"] else row | {"count": f">={row['count']}"}


def _judge(found: Iterator[Solved], writer: JudgeWriter, teller: Teller) -> None:
    from cli.judging import has_words

    for opened, block, answers in found:
        for line, text, answer in zip(block.lines, block.texts, answers, strict=True):
            if has_words(answer):
                writer.write(block.family, opened.format, text, answer)
            else:  # a judge's "no solution" would be a guess
                teller.fail(f"{opened.source}:{line}: {answer.verdict}: {answer.reason}")
        sys.stdout.flush()


def _rows(found: Iterator[Solved], analysis: Analysis, teller: Teller, *, as_text: bool) -> Iterator[dict[str, Any]]:
    """Answers as rows; what a file said beside a board stands in ``fields``, an object or its JSON text."""
    import json

    from solvers import registry
    from solvers.reading import assess, boards, misplaced

    for opened, block, answers in found:
        family = registry.family(block.family)
        for board, answer in zip(boards(block, opened.source), answers, strict=True):
            place = {"source": board.source, "line": board.line, "label": board.label}
            fields = dict(board.fields or {})
            beside: Any = (json.dumps(fields) if fields else "") if as_text else fields
            wrong = misplaced(fields.get("placed", ""), answer)
            stated = assess(board.stated, family, board.text, answer)
            said = {"stated": stated, "placed": wrong, "fields": beside}
            more = analysis.of(board, answer, teller.fail, as_text=as_text) if analysis.columns else {}
            yield place | {"family": board.family, "variant": board.variant} | answer._asdict() | said | more
