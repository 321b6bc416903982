"""What ``gridmill`` says when it is called alone: where one stands, and what to try next."""

from __future__ import annotations

from pathlib import Path

import click
from sqlalchemy.engine import make_url

from cli.services import settings_of
from cli.text import many, visible
from db import queries, schema
from db.engine import masked, open_database, reading
from db.queries import Progress
from db.revision import HEAD
from worker.settings import Settings

SHOWN = 5
FIRST_STEPS = (
    ("gridmill run FILE", "store, solve and prove every board of a file"),
    ("gridmill solve FILE", "the same as a filter, without a database"),
    ("gridmill families", "what it reads and solves"),
    ("gridmill --help", "all commands"),
)


def say_standing() -> None:
    """The newest batches and the commands that go on from there; never creates a database."""
    settings = settings_of()
    click.echo(f"Database: {_place(settings.database)}")
    found = _batches(settings)
    if not found:
        click.echo("It holds no batch yet.\n")
        _suggest(FIRST_STEPS)
        return
    for done in found[:SHOWN]:
        state = "done" if done.complete and not done.pending else f"{done.pending:,} pending"
        state += "" if done.complete else ", incomplete"
        click.echo(f"  batch {done.batch_id}: {visible(done.name)}: {many(done.boards, 'board')}, {state}")
    click.echo()
    _suggest(_next_steps(found))


def _place(database: str) -> str:
    url = make_url(database)
    return str(url.database) if url.get_backend_name() == "sqlite" else masked(database)


def _batches(settings: Settings) -> list[Progress]:
    url = make_url(settings.database)
    if url.get_backend_name() == "sqlite" and not Path(url.database or "").exists():
        return []
    engine = open_database(settings.database)
    if schema.revision(engine) != HEAD:
        return []
    with reading(engine) as connection:
        return queries.batches(connection, SHOWN)


def _next_steps(found: list[Progress]) -> list[tuple[str, str]]:
    newest = found[0]
    steps = []
    if any(done.pending for done in found):
        steps.append(("gridmill worker", "solve what is pending"))
        steps.append((f"gridmill watch {newest.batch_id}", "follow the newest batch"))
    steps.append((f"gridmill results {newest.batch_id}", "its boards with their answers"))
    if newest.rejects:
        steps.append((f"gridmill rejects {newest.batch_id}", "what could not be read, and why"))
    return [*steps, ("gridmill run FILE", "a new batch"), ("gridmill --help", "all commands")]


def _suggest(steps: list[tuple[str, str]] | tuple[tuple[str, str], ...]) -> None:
    click.echo("Try:")
    width = max(len(command) for command, _ in steps)
    for command, why in steps:
        click.echo(f"  {command:<{width}}  {why}")
