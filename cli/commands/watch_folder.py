"""``gridmill watch-folder``: a folder whose files become batches."""

from __future__ import annotations

from pathlib import Path

import click

from cli import exits, options


@click.command("watch-folder")
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@options.reading_options
@options.asking_options
@options.count_option
@click.option("--once", is_flag=True, help="Take what is there, wait for files that still grow, and end.")
@click.option(
    "--every", type=options.SECONDS, default=1.0, show_default=True, metavar="SECONDS", help="Between two looks."
)
@click.option(
    "--settle",
    type=options.SECONDS,
    default=2.0,
    show_default=True,
    metavar="SECONDS",
    help="How long a file must have stood unchanged.",
)
@click.option("--quiet", "-q", is_flag=True, help="Say nothing of rejected input.")
@click.option("--jsonl", "as_lines", is_flag=True, help="One JSON object a file that was taken, as it is taken.")
@options.log_option
@options.service_options
@click.pass_context
def command(context: click.Context, /, folder: Path, **rest: str) -> int:
    """Submit every file that appears in FOLDER or below, once, by its content: copies and new names are known.

    A file is taken when it has stopped changing; names that begin with a dot or end as .part or .tmp wait for their
    own name. What was taken stands in the database, so a restart takes nothing twice and reads on where it was cut off.
    `gridmill worker` solves what is submitted. SIGTERM and Ctrl-C end it after the file in hand.

    \b
    Examples:
      gridmill watch-folder inbox/
      gridmill watch-folder inbox/ --once --family sudoku
      gridmill watch-folder /srv/inbox --log-format json --broker redis://queue:6379/0
    """  # fmt: skip
    from cli.minding import Watcher
    from cli.saying import in_json
    from cli.services import settings_of
    from cli.submission import ask_of
    from worker.submitting import Wanted

    settings = settings_of(**{name: rest[name] for name in ("database", "broker", "log_format")})
    in_json(settings.log_format)
    wanted = Wanted((), rest["family"], rest["variant"], rest["format_"], rest["column"])
    watcher = Watcher(
        settings,
        folder,
        wanted,
        ask_of(context),
        float(rest["settle"]),
        quiet=bool(rest["quiet"]),
        as_lines=bool(rest["as_lines"]),
    )
    watcher.run(float(rest["every"]), once=bool(rest["once"]))
    return exits.SUCCESS if watcher.clean else exits.REJECTED
