"""``gridmill import``: an export comes back."""

from __future__ import annotations

from pathlib import Path

import click

from cli import exits, options


@click.command("import")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--name", default="", help="What to call the batches [default: as they were, or the file].")
@click.option("--again", is_flag=True, help="Even if this file was imported before: make another batch of it.")
@click.option("--quiet", "-q", is_flag=True, help="Without the bar on a terminal.")
@options.json_option
@options.database_option
def command(file: Path, name: str, database: str | None, *, again: bool, quiet: bool, as_json: bool) -> int:
    """Take back what `gridmill export` wrote as CSV, TSV, JSONL, Parquet or SQLite: boards, places, labels, answers.

    SQLite brings all of a batch back: also rejects, notes, the account of the lines, and the answers of reruns;
    docs/exchange.md says what each form keeps. Each batch of the export becomes a batch. Solutions are checked
    before they are stored; a board whose answer does not pass or contradicts itself, or that has none, stays pending.
    To prove verdicts again: `gridmill audit BATCH --sample 100%`.

    An import that was cut off leaves a batch that is marked `importing`, and goes on when it is called again. A file
    that was imported before is not imported twice.

    \b
    Examples:
      gridmill import answers.parquet
      gridmill import boards.db --database other.db
    """
    from cli.importing import import_file
    from cli.outcome import write_outcome
    from cli.records import is_archive
    from cli.services import database as open_
    from cli.services import settings_of
    from cli.unpacking import unpack

    engine = open_(settings_of(database=database), durable=True)
    take = unpack if is_archive(file) else import_file
    taken = take(engine, file, name, again=again, quiet=quiet)
    if as_json:
        write_outcome(taken.rows())
    return exits.REJECTED if taken.wrong else exits.SUCCESS
