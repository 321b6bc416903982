"""``gridmill demo``: the main job on the examples, from files to stored, proven answers."""

from __future__ import annotations

from pathlib import Path

import click

from cli import exits, options

DATABASE = Path("build") / "demo" / "demo.db"


@click.command("demo")
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path), default="examples")
@options.slots_option
def command(folder: Path, slots: int | None) -> int:
    """Run the boards of FOLDER (default: ./examples) in a fresh database below ./build, and draw some of them.

    \b
    Examples:
      gridmill demo
      gridmill demo my-puzzles/
    """
    from cli.demonstration import demonstrate  # noqa: PLC0415
    from cli.services import settings_of  # noqa: PLC0415

    DATABASE.parent.mkdir(parents=True, exist_ok=True)
    for old in DATABASE.parent.glob("demo.db*"):
        old.unlink()
    settings = settings_of(database=str(DATABASE), broker="", slots=slots)
    done = demonstrate(settings, folder, DATABASE)
    return exits.UNAVAILABLE if done.pending else exits.SUCCESS
