"""``gridmill stats``: a batch in numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from cli import options
from cli.choosing import BatchType
from cli.suggesting import NUMBERS

if TYPE_CHECKING:
    from cli.output import Output
    from cli.pages.report import Report


@click.command("stats")
@click.argument("batch", type=BatchType(), required=False, shell_complete=NUMBERS)
@options.output_options(default="table")
@options.database_option
def command(batch: int | None, output: Output, database: str | None) -> None:
    """Sum up BATCH (default: the newest): verdicts, solve times and nodes, throughput, queue wait, lanes, workers.

    \b
    Examples:
      gridmill stats
      gridmill stats 3 --json
    """
    from cli.pages.report import gather, summary
    from cli.services import asking
    from db.batches import known_batch

    if batch == 0:
        raise click.UsageError("expected one batch")
    with asking(database) as connection:
        report = gather(connection, known_batch(connection, batch))
    if output.form in ("json", "jsonl"):
        row = summary(report)
        output.write([row], tuple(row))
    else:
        output.write(_lines(report), ("what", "value"))


def _lines(report: Report) -> list[dict[str, Any]]:
    from cli.text import many

    pairs: list[tuple[str, str]] = [("batch", f"{report.done.batch_id}: {report.done.name}")]
    pairs += [("boards", f"{report.done.boards:,}"), ("answered", f"{report.done.answered:,}")]
    pairs += [(name, f"{boards:,}") for name, boards in report.verdicts.items()]
    pairs += [("known before", f"{report.done.known:,}"), ("rejected", f"{report.done.rejects:,}")]
    for what, found, unit in (("solve time", report.times, report.unit_ns), ("nodes", report.nodes, report.unit_count)):
        if found:
            pairs.append((what, ", ".join(f"{name} {unit(value)}" for name, value in found.quantiles)))
    if report.work:
        work = report.work
        rate = f"{report.worked / work.seconds:,.0f} boards/s" if work.seconds else ""
        pairs.append(("work", f"{report.unit_s(work.seconds)}, {rate}, {many(len(work.workers), 'worker')}"))
        pairs += [
            (f"{name} lane", f"{many(boards, 'board')} in {many(chunks, 'chunk')}")
            for name, chunks, boards in work.lanes
        ]
        if work.waits_s:
            waits = ", ".join(f"{name} {report.unit_s(value)}" for name, value in work.waits_s.quantiles)
            pairs.append(("queue wait", waits))
    pairs.append(("engines", ", ".join(report.engines)))
    return [{"what": what, "value": value} for what, value in pairs]
