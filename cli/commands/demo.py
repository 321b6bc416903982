"""``gridmill demo``: the main job on the examples, from files to stored, proven answers."""

from __future__ import annotations

from pathlib import Path

import click

from cli import exits, options


@click.command("demo")
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path), required=False)
@options.slots_option
def command(folder: Path | None, slots: int | None) -> int:
    """Run the boards of FOLDER (default: the examples of Gridmill) in a database of their own, and draw some of them.

    \b
    Examples:
      gridmill demo
      gridmill demo my-puzzles/
    """
    from cli.demonstration import demonstrate, examples, fresh_database
    from cli.services import settings_of

    path = fresh_database()
    settings = settings_of(database=str(path), broker="", slots=slots)
    done = demonstrate(settings, folder or examples(), path)
    return exits.UNAVAILABLE if done.pending else exits.SUCCESS
