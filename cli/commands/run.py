"""``gridmill run``: submit, solve here, watch, summarise."""

from __future__ import annotations

from dataclasses import replace

import click

from cli import exits, options

SOMEBODY_WAITS = 10  # priority of a run, before what was submitted for later


@click.command("run")
@options.files
@click.option("--name", default="", help="What to call the batch [default: the first file].")
@options.reading_options
@options.asking_options
@options.counting_options
@options.slots_option
@click.option("--quiet", "-q", is_flag=True, help="Only the summary.")
@options.json_option
@options.log_option
@options.service_options
@click.pass_context
def command(
    context: click.Context, /, places: tuple[str, ...], name: str, quiet: bool, as_json: bool, **rest: str
) -> int:
    """Submit files, solve them with workers of this machine, and show what came out.

    Without a configured broker an embedded one is started. Ctrl-C loses nothing: `gridmill worker` goes on later.

    \b
    Examples:
      gridmill run boards.txt
      gridmill run boards.txt --json --quiet
      gridmill run archive/ --time-limit 60 --database postgresql://localhost/boards
    """
    from cli.saying import in_json
    from cli.starting import working
    from worker.settings import load

    settings = load({name: rest[name] for name in ("database", "broker", "slots", "log_format")})
    in_json(settings.log_format)
    with working(settings) as (found, group):
        from cli.running import run_with  # after the group was started, which loads as long as we do
        from cli.submission import ask_of
        from cli.telling import Teller
        from worker.submitting import Wanted

        wanted = Wanted(places, rest["family"], rest["variant"], rest["format_"], rest["column"])
        teller = Teller(quiet)
        ask = replace(ask_of(context), priority=SOMEBODY_WAITS)
        done = run_with(found, group, wanted, name, ask, teller, as_json=as_json)
    if done.pending:
        return exits.UNAVAILABLE
    return teller.code()
