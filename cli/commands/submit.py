"""``gridmill submit``: files to the database; workers do the rest."""

from __future__ import annotations

import click

from cli import options


@click.command("submit")
@options.files
@click.option("--name", default="", help="What to call the batch [default: the first file].")
@options.reading_options
@options.asking_options
@options.counting_options
@click.option("--dry-run", is_flag=True, help="Read and report, store nothing.")
@click.option("--quiet", "-q", is_flag=True, help="Say nothing of rejected input; the exit code still does.")
@options.json_option
@options.service_options
@click.pass_context
def command(
    context: click.Context,
    /,
    places: tuple[str, ...],
    name: str,
    dry_run: bool,
    quiet: bool,
    as_json: bool,
    **rest: str,
) -> int:
    """Store the boards of files as a batch, to be solved by workers. A board that is known is not solved again.

    \b
    Examples:
      gridmill submit archive/*.txt --name "back issues"
      gridmill submit --dry-run puzzles.csv
      gridmill submit --json boards.txt | jq ".[0].batch"
    """
    from cli.outcome import write_outcome
    from cli.services import database, settings_of
    from cli.submission import ask_of, outcome, say_stored, store
    from cli.telling import Teller
    from worker.submitting import Wanted
    from worker.submitting import dry_run as read_only

    teller = Teller(quiet)
    wanted = Wanted(places, rest["family"], rest["variant"], rest["format_"], rest["column"])
    if dry_run:
        summary = read_only(wanted, lambda event, _: teller(event))
    else:
        settings = settings_of(database=rest["database"], broker=rest["broker"])
        engine = database(settings, durable=True)
        summary = store(engine, settings, wanted, name, ask_of(context), teller)
    say_stored(summary, dry_run=dry_run)
    if as_json:
        write_outcome([outcome(summary, dry_run=dry_run)])
    return teller.code()
