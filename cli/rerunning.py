"""What ``rerun`` does: begin, work until it is over, compare."""

from __future__ import annotations

from sqlalchemy import Connection

from cli.controlling import controlling, say, say_owners
from cli.following import follow
from cli.running import NOT_BEGUN
from cli.services import asking, database
from cli.starting import working
from cli.text import many
from cli.waiting import Waits, say_each, standing
from db import queries, reruns
from db.control import ControlError
from db.reruns import Difference
from solvers import registry
from solvers.core import EngineMissingError
from solvers.engines import why_not
from worker.settings import Settings


def begin(settings: Settings, batch: int, time_limit: float | None, engine: str, sample: float, seed: int) -> None:
    """Ask for the rerun; raises UnknownEngineError where a family of the batch has no such engine."""
    if engine:
        with asking(settings.database) as connection:
            missing = [why_not(registry.family(name), engine) for name in reruns.families(connection, batch)]
        if any(missing) and not settings.broker:  # workers are on this machine
            raise EngineMissingError(next(filter(None, missing)))
    with controlling(settings.database) as connection:
        boards = reruns.rerun(connection, batch, time_limit, engine, sample, seed)
        say_owners(connection, batch, "rerun")
        reasons = standing(connection, queries.progress(connection, batch))
    say(f"batch {batch}: {many(boards, 'board')} will be solved again: `gridmill rerun {batch} --diff` compares")
    say_each(reasons)


def work(settings: Settings, batch: int) -> None:
    """Follow the rerun to its end, with a worker group of this machine."""
    with working(settings) as (found, group):
        done = follow(database(found), batch, Waits(found, NOT_BEGUN), healthy=lambda: group.poll() is None)
    if done.again:
        raise ControlError(f"the rerun of batch {batch} is not over: {done.control or 'the workers ended'}")


def compare(connection: Connection, batch: int, engine: str) -> tuple[list[Difference], int]:
    """The differences, and how many answers were compared."""
    return reruns.differences(connection, batch, engine), reruns.compared(connection, batch, engine)
