"""``gridmill export``: boards with their answers into files that other programs read."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli import options
from cli.choosing import filter_options
from cli.suggesting import FORMS

if TYPE_CHECKING:
    from cli.choosing import Choice

ENDINGS = {
    ".csv": "csv", ".tsv": "tsv", ".jsonl": "jsonl", ".ndjson": "jsonl", ".json": "json", ".parquet": "parquet",
    ".db": "sqlite", ".sqlite": "sqlite", ".sqlite3": "sqlite", ".sdm": "sdm", ".md": "markdown",
}  # fmt: skip


@click.command("export")
@filter_options
@click.option(
    "--to",
    "to",
    metavar="FORM",
    shell_complete=FORMS,
    default="",
    help="csv, jsonl, parquet, sqlite, sdm, judge or a format of `gridmill families` [default: by the ending].",
)
@click.option("--columns", metavar="NAMES", default="", help="Columns and their order, with commas between.")
@click.option("--split", metavar="PARTS", default=None, help="Parts that share no equivalent boards: train=80,test=20.")
@click.option("--output", "-o", "path", metavar="FILE", default="", help="File to write [default: stdout].")
@click.option("--json", "as_json", is_flag=True, help="Which files were written, as a JSON array on stdout.")
@options.database_option
def command(
    choice: Choice, to: str, columns: str, split: str | None, path: str, database: str | None, *, as_json: bool
) -> None:
    """Take boards away with all that is known of them: answer, engine and its version, limits, source and line.

    CSV, JSONL, Parquet and SQLite keep all of it, and `gridmill import` takes it back. SQLite also keeps rejects,
    notes, sources and the answers of reruns: the whole batch. The other forms hold boards, or a judge's words, alone.

    \b
    Examples:
      gridmill export 3 -o answers.parquet
      gridmill export all --verdict unique --split train=80,test=20 -o set.parquet
      gridmill export -o boards.db
      gridmill export --to judge > answers.txt
    """
    from cli.exporting import Export, export
    from cli.outcome import write_outcome
    from cli.services import asking
    from cli.splitting import SplitType

    if as_json and not path:
        raise click.UsageError("--json tells of files: name one with -o, or take the boards themselves with --to json")
    form = to or ENDINGS.get(Path(path).suffix.lower(), "")
    if not form:
        raise click.UsageError("expected a form: name it with --to, or by the ending of the file of -o")
    parts = None if split is None else SplitType().convert(split, None, None)
    names = tuple(name.strip() for name in columns.split(",") if name.strip())
    with asking(database) as connection:
        wanted = choice.filter(connection)
        written = export(connection, wanted, Export(form, path, names, parts, wanted.family))
    if as_json:
        write_outcome(written)
