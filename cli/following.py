"""Progress of a batch on stderr: a bar with rate and time left on a terminal, one line at the end elsewhere."""

from __future__ import annotations

import sys
import time
from collections import deque
from collections.abc import Callable
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from sqlalchemy import Engine

from cli.text import many
from cli.waiting import Waits, say_each
from db import queries
from db.engine import reading
from db.estimates import Estimate, estimate
from db.queries import Progress as Done

LOOK_S = 0.1
WINDOW_S = 10.0  # over which the rate is taken


def follow(
    engine: Engine, batch_id: int, waits: Waits, *, quiet: bool = False, healthy: Callable[[], bool] = lambda: True
) -> Done:
    """Show progress until nothing is pending, and what is waited for; returns the last state.

    Stops early when ``healthy`` says no.
    """
    with Bar(quiet=quiet) as bar:
        while True:
            with reading(engine) as connection:
                done = queries.progress(connection, batch_id)
                left = estimate(connection, batch_id) if not bar.knows_rate() else Estimate()
                reasons = waits.look(connection, done)
            bar.show(done, left)
            say_each(reasons)
            if done.over or not healthy():
                return done
            time.sleep(LOOK_S)


class Bar:
    """A progress bar with boards a second and an honest time left: the deep lane is counted apart."""

    def __init__(self, *, quiet: bool) -> None:
        console = Console(stderr=True)
        columns = (
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[rate]}"),
        )
        self._progress = Progress(*columns, console=console, disable=quiet or not sys.stderr.isatty(), transient=True)
        self._task = self._progress.add_task("solving", total=None, rate="")
        self._seen: deque[tuple[float, int]] = deque()

    def __enter__(self) -> Self:
        self._progress.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._progress.stop()

    def knows_rate(self) -> bool:
        """True once boards were answered while we looked."""
        return len(self._seen) > 1 and self._seen[-1][1] > self._seen[0][1]

    def show(self, done: Done, left: Estimate) -> None:
        now = time.monotonic()
        self._seen.append((now, done.answered))
        while now - self._seen[0][0] > WINDOW_S:
            self._seen.popleft()
        self._progress.update(self._task, completed=done.answered, total=done.boards, rate=self._rate(done, left))

    def _rate(self, done: Done, left: Estimate) -> str:
        if not self.knows_rate():
            return time_left(done, left)
        since, answered = self._seen[0]
        seconds = self._seen[-1][0] - since
        return forecast(done, (done.answered - answered) / seconds if seconds > 0 else 0.0)


def forecast(done: Done, rate: float) -> str:
    """``900/s, about 5 s left, 2 in the deep lane, up to 60 s each``: of those the easy boards' rate says nothing."""
    parts = [f"{rate:,.0f}/s"]
    easy = done.pending - done.deep
    if done.control:
        parts = [done.control]
    elif rate > 0 and easy > 0:
        parts.append(f"about {easy / rate:,.0f} s left")
    return ", ".join([*parts, *_tail(done)])


def time_left(done: Done, left: Estimate) -> str:
    """The same before anything was answered, from what such boards cost before: ``about 40 s of work, 2 workers``."""
    parts = [done.control] if done.control else []
    if left.work_s >= 1 and left.workers:
        parts.append(f"about {left.work_s / left.workers:,.0f} s left")
    elif left.work_s >= 1:
        parts.append(f"about {left.work_s:,.0f} s of work")
    elif left.work_s:
        parts.append("less than a second")
    if left.unmeasured:
        parts.append(f"{many(left.unmeasured, 'board')} of unknown cost")
    return ", ".join([*parts, *_tail(done)])


def _tail(done: Done) -> list[str]:
    """What is apart from the easy boards: their rate and their cost say nothing of it."""
    parts = []
    if done.deep:
        parts.append(f"{done.deep:,} in the deep lane")
        parts.append(f"up to {done.time_limit_s:g} s each" if done.time_limit_s else "without a time limit")
    if done.parts.parts:
        parts.append(
            f"{done.parts.done:,} of {many(done.parts.parts, 'part')} done, {many(done.parts.found, 'solution')} so far"
        )
    if done.lists:
        parts.append(f"{many(done.solutions, 'solution')} listed, {many(done.lists, 'board')} not at the end")
    if done.again:
        parts.append(f"{many(done.again, 'board')} once more")
    return parts
