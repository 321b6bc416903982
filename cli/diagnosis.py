"""The examinations of ``gridmill doctor``."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from db import leases, queries, schema
from db.clock import now
from db.engine import DatabaseError, masked, open_database, reading
from db.revision import HEAD
from solvers import registry
from solvers.solving import solve_texts
from worker.broker import Broker, BrokerError
from worker.embedded import embedded_broker
from worker.settings import Settings, config_file

CELERY = "5.6.3"


@dataclass(frozen=True, slots=True)
class Finding:
    """What was looked at, what was found, and what to do if it is not good."""

    what: str
    good: bool
    found: str
    mend: str = ""


def examine(settings: Settings) -> Iterator[Finding]:
    """All findings, each as soon as it is known; none raises."""
    yield Finding("gridmill", True, f"{version('gridmill')}, Python {platform.python_version()}")
    yield _configuration()
    yield _celery()
    yield from _kernels()
    yield from _database(settings)
    yield _broker(settings)


def _configuration() -> Finding:
    path = config_file()
    return Finding("configuration", True, str(path) if path.exists() else f"defaults (no {path})")


def _celery() -> Finding:
    found = version("celery")
    mend = f"install celery {CELERY}: later releases were seen to die when Redis does (`pip install celery=={CELERY}`)"
    return Finding("celery", found == CELERY, found, mend)


def _kernels() -> Iterator[Finding]:
    for family in registry.families().values():
        example = family.examples[0]
        try:
            answer = solve_texts(family, [example.text])[0]
        except Exception as error:  # noqa: BLE001 - whatever is wrong is the finding
            yield Finding(
                family.name, False, str(error), "build Gridmill again: `pip install --force-reinstall gridmill`"
            )
            continue
        good = answer.verdict is example.verdict
        found = f"{answer.engine} proves {answer.verdict}"
        yield Finding(family.name, good, found, f"expected {example.verdict}: this build must not be used")
        for warning in family.warnings() if family.warnings else ():
            yield Finding(family.name, True, f"warning: {warning}")


def _absent_file(database: str) -> Path | None:
    """The file of SQLite if it is not there yet: asking for its tables would make it."""
    scheme, _, name = database.partition(":///")
    path = Path(name).absolute()
    return path if scheme == "sqlite" and name and not path.exists() else None


def _database(settings: Settings) -> Iterator[Finding]:
    where = masked(settings.database) if "://" in settings.database else settings.database
    if absent := _absent_file(settings.database):
        folder = next(each for each in absent.parents if each.exists())
        mend = f"{folder} is closed: choose another file by GRIDMILL_DATABASE or --database"
        yield Finding("database", os.access(folder, os.W_OK), f"{where}: no file yet", mend)
        return
    try:
        engine = open_database(settings.database)
        revision = schema.revision(engine)
    except (DatabaseError, SQLAlchemyError, OSError) as error:
        first = str(error).splitlines()[0]
        yield Finding(
            "database", False, f"{where}: {first}", "start the server, or set GRIDMILL_DATABASE or --database"
        )
        return
    if revision != HEAD:
        found = f"{where}: " + (f"tables of revision {revision}" if revision else "no tables yet")
        newer = revision > HEAD
        yield Finding("database", not newer, found, "the tables are newer than this program: upgrade gridmill")
        return
    with reading(engine) as connection:
        connection.execute(text("SELECT 1"))
        waiting = queries.open_chunks(connection)
        leader = queries.leader(connection, leases.DISPATCHER, now(connection))
    yield Finding("database", True, f"{where}: revision {revision}")
    work = ", ".join(f"{count} {state}" for state, count in sorted(waiting.items())) or "no chunks open"
    mend = "nobody works: start `gridmill worker`"
    yield Finding("workers", bool(leader) or not waiting, f"{work}; led by {leader or 'nobody'}", mend)


def _broker(settings: Settings) -> Finding:
    kind = "embedded" if not settings.broker else masked(settings.broker)
    try:
        with embedded_broker(settings) as found:
            return Finding("broker", True, f"{kind}: {Broker(found).ping()}")
    except (BrokerError, OSError, RuntimeError) as error:
        mend = "start the server, or unset GRIDMILL_BROKER to use the embedded one"
        return Finding("broker", False, f"{kind}: {error}", mend)
