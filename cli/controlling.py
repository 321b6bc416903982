"""What the commands that control a batch share: a writable database, and waking whoever can act."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress

import click
from sqlalchemy import Connection, Engine

from cli.hinting import complete
from cli.services import existing, settings_of
from cli.text import harmless, many
from solvers.core import GridmillError
from worker.broker import Broker


@contextmanager
def controlling(database: str | None) -> Iterator[Connection]:
    """A transaction on the database; once it is over, the dispatcher is woken where a broker is configured."""
    with governing(database) as engine, engine.begin() as connection:
        yield connection


@contextmanager
def governing(database: str | None) -> Iterator[Engine]:
    """The same for what takes several transactions."""
    settings = settings_of(database=database)
    yield existing(settings)
    if settings.broker:
        with suppress(GridmillError):
            Broker(settings).ring()


def say_owners(connection: Connection, batch: int, command: str) -> list[dict[str, int]]:
    """Where the boards are that a command leaves alone, because an earlier batch holds their answers."""
    from db import handing  # noqa: PLC0415 - loaded by then

    found = handing.owners(connection, batch)
    for owner, boards in found:
        them = f"{many(boards, 'board')} of it {'was' if boards == 1 else 'were'}"
        say(f"{them} known from batch {owner}: `gridmill {command} {owner}`")

    return [{"batch": owner, "boards": boards} for owner, boards in found]


def say(text: str) -> None:
    click.echo(harmless(complete(text)), err=True)
