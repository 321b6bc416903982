"""Minds a folder for ``watch-folder``: says what was taken, outlives a database that goes away, ends when asked."""

from __future__ import annotations

import logging
from pathlib import Path

from sqlalchemy.exc import OperationalError

from cli.outcome import write_outcome
from cli.saying import say
from cli.services import database
from cli.submission import outcome, stored_line
from cli.telling import Teller
from db.submissions import Ask
from solvers.reading import Event
from worker.broker import Broker, BrokerError
from worker.settings import Settings
from worker.submitting import Summary, Wanted
from worker.supervisor import Stop
from worker.watching import Folder, Lease, Taken, left, resume, take

LONGEST_PAUSE_S = 30.0


class Watcher:
    """One folder, one database; ``clean`` while nothing was rejected or unreadable."""

    def __init__(
        self, settings: Settings, folder: Path, wanted: Wanted, ask: Ask, settle_s: float, *,
        quiet: bool, as_lines: bool = False,
    ) -> None:  # fmt: skip
        self._settings = settings
        self._engine = database(settings, durable=True)
        self._folder = Folder(folder.absolute(), settle_s)  # reading on changes to the folder of an earlier command
        self._wanted = wanted
        self._ask = ask
        self._teller = Teller(quiet)
        self._lease = Lease(self._engine, folder)
        self._stop = Stop()
        self._said_why = ""
        self._as_lines = as_lines

    @property
    def clean(self) -> bool:
        return self._teller.clean()

    def run(self, every_s: float, *, once: bool) -> None:
        """Until SIGTERM or Ctrl-C, or ``once`` until every file that is there was dealt with."""
        self._stop.on_signals()
        self._wait_for_lease(every_s)
        self._resume()
        pause_s = every_s
        while not self._stop.is_set():
            try:
                self._look()
                pause_s = every_s
                if once and not self._folder.waiting():
                    break
            except (OperationalError, OSError) as error:
                if once or isinstance(error, BrokenPipeError):  # whoever reads the lines has seen enough
                    raise
                pause_s = min(2 * pause_s + 1, LONGEST_PAUSE_S)
                self._say_once(f"{_first_line(error)}: looking again in {pause_s:.0f} s")
            self._stop.wait(pause_s)
        self._say_left()
        self._lease.resign()

    def _wait_for_lease(self, every_s: float) -> None:
        while not self._lease.hold() and not self._stop.is_set():
            self._say_once(f"{self._folder.path}: another watcher has this folder; waiting for it to end")
            self._stop.wait(max(every_s, 1.0))

    def _resume(self) -> None:
        for taken in resume(self._engine, self._folder.path, self._tell):
            if taken.summary:
                self._say_stored(taken.path, taken.summary)
            elif taken.error:
                why = f"was not read to its end, and {taken.error}; it is finished where its content turns up"
                say(f"{taken.path}: {why}", level=logging.WARNING)

    def _say_left(self) -> None:
        """What was begun and can not be finished with what is there."""
        for batch, path in left(self._engine, self._folder.path):
            self._teller.errors += 1
            mend = f"put {path.name} back, or `gridmill cancel {batch}`"
            say(f"{path}: batch {batch} is not read to its end: {mend}", level=logging.ERROR, event="left", batch=batch)

    def _look(self) -> None:
        self._lease.hold()
        for taken in take(self._engine, self._folder, self._wanted, self._ask, self._tell):
            self._said_why = ""
            self._say_taken(taken)
            if self._stop.is_set():
                return

    def _tell(self, event: Event, _: Summary) -> None:
        self._lease.hold()
        self._teller(event)

    def _say_taken(self, taken: Taken) -> None:
        path = str(taken.path)
        if taken.error:
            self._teller.errors += 1
            say(f"{path}: {taken.error}", level=logging.ERROR, event="unreadable", path=path)
        elif taken.summary is None:
            say(f"{path}: the same content was taken before", event="known", path=path)
        else:
            self._say_stored(taken.path, taken.summary)

    def _say_stored(self, path: Path, summary: Summary) -> None:
        say(
            f"{path}: batch {summary.batch_id}: {stored_line(summary)}", event="taken", path=str(path),
            batch=summary.batch_id, boards=summary.boards, known=summary.known, rejects=summary.rejects,
        )  # fmt: skip
        if self._as_lines:
            write_outcome([{"file": str(path)} | outcome(summary)], lines=True)
        if self._settings.broker:
            try:
                Broker(self._settings).ring()
            except BrokerError as error:  # workers look by themselves, a second later
                say(str(error), level=logging.WARNING)

    def _say_once(self, message: str) -> None:
        if message.partition(":")[0] != self._said_why:
            say(message, level=logging.WARNING)
        self._said_why = message.partition(":")[0]


def _first_line(error: Exception) -> str:
    return str(getattr(error, "orig", error) or type(error).__name__).splitlines()[0]
