"""What the demo shows: a run over a folder, then one solved board of each family."""

from __future__ import annotations

from pathlib import Path

import click

from cli.running import run
from cli.services import database
from cli.showing import show_all
from cli.telling import Teller
from db.engine import reading
from db.filters import Filter
from db.queries import Progress
from db.results import Result, results
from db.submissions import Ask
from worker.settings import Settings, home
from worker.submitting import Wanted

HERE = Path(__file__).parent
SMALL = 700  # characters of a board that fits a screen beside the others


def examples() -> Path:
    """The example boards: inside an installed package, beside it in a checkout."""
    installed = HERE / "examples"
    return installed if installed.is_dir() else HERE.parent / "examples"


def fresh_database() -> Path:
    """An SQLite file for the demo alone, without what an earlier demo left."""
    path = home() / "demo.db"
    path.parent.mkdir(parents=True, exist_ok=True)
    for old in path.parent.glob("demo.db*"):
        old.unlink()
    return path


def demonstrate(settings: Settings, folder: Path, path: Path) -> Progress:
    done = run(settings, Wanted((str(folder),)), "demo", Ask(), Teller())
    with reading(database(settings)) as connection:
        found = list(results(connection, Filter(done.batch_id)))
    click.echo()
    show_all(_one_a_family(found))
    _say_commands(found, path)
    return done


def _one_a_family(found: list[Result]) -> list[Result]:
    chosen: dict[str, Result] = {}
    for result in found:
        if result.verdict in ("unique", "multiple") and len(result.text) < SMALL:
            chosen.setdefault(result.family, result)
    return list(chosen.values())


def _say_commands(found: list[Result], path: Path) -> None:
    several = next((result.board for result in found if result.verdict == "multiple"), 1)
    click.echo("\nAsk for the rest:")
    for command in (
        "results --verdict multiple",
        "results --family kakuro --jsonl",
        "rejects",
        f"show {several}",
        "status",
    ):
        name, _, rest = command.partition(" ")
        click.echo(f"  gridmill {name} --database {path}{' ' + rest if rest else ''}")
