"""``run`` and ``demo``: a worker group of this machine beside the submission, then the summary."""

from __future__ import annotations

import logging
import time
from contextlib import suppress
from subprocess import Popen

import click
from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from cli.following import follow
from cli.hinting import complete
from cli.saying import say
from cli.services import database
from cli.starting import working
from cli.submission import say_stored, store
from cli.summary import say_next, show_summary
from cli.telling import Teller
from cli.waiting import Waits, say_each, standing
from db import queries
from db.engine import reading
from db.queries import Progress
from db.submissions import Ask
from worker.settings import Settings, home
from worker.submitting import Wanted

LOG = home() / "worker.log"
NOT_BEGUN = f"the workers of this machine have not begun yet: {LOG} says why"


def run(settings: Settings, wanted: Wanted, name: str, ask: Ask, teller: Teller) -> Progress:
    """Submit and solve with a worker group of this machine; returns the last state."""
    with working(settings) as (found, group):
        return run_with(found, group, wanted, name, ask, teller)


def run_with(
    settings: Settings,
    group: Popen[bytes],
    wanted: Wanted,
    name: str,
    ask: Ask,
    teller: Teller,
    *,
    as_json: bool = False,
) -> Progress:
    """Submit while the group starts, follow the batch to its end, show totals; returns the last state."""
    engine = database(settings, durable=True)
    start = time.monotonic()
    batch_id = 0
    try:
        summary = store(engine, settings, wanted, name, ask, teller)
        batch_id = summary.batch_id
        say_stored(summary)
        waits = Waits(settings, NOT_BEGUN)
        done = follow(engine, batch_id, waits, quiet=teller.quiet, healthy=lambda: group.poll() is None)
    except KeyboardInterrupt:
        if batch_id:  # while it was read, the reading itself says what there is to say
            _say_left(engine, batch_id)
        raise
    if not done.over:
        say(f"the workers of this machine ended: {LOG} says why", level=logging.ERROR)
    show_summary(engine, done.batch_id, as_json=as_json)
    say_next(done, time.monotonic() - start)
    return done


def _say_left(engine: Engine, batch_id: int) -> None:
    """After Ctrl-C: who does the rest, and what has to be done before."""
    reasons: list[str] = []
    with suppress(SQLAlchemyError), reading(engine) as connection:
        reasons = standing(connection, queries.progress(connection, batch_id))
    once = ", once it can" if reasons else ""
    done = f"`gridmill worker` solves what is left of batch {batch_id}{once}"
    click.echo(complete(f"\nstopping; nothing is lost: {done}"), err=True)
    say_each(reasons)
