"""What is said on stderr while sources are read: rejects with their place, warnings, and what each source held."""

from __future__ import annotations

import logging
from dataclasses import dataclass

from cli import exits
from cli.saying import say
from cli.text import many
from solvers.core import Reject
from solvers.reading import Event, Note, Report

SHOWN = 20  # rejects of one source that are printed; all are counted


@dataclass(slots=True)
class Teller:
    """Says what a reader must know, and counts what was rejected."""

    quiet: bool = False
    rejects: int = 0
    errors: int = 0
    sources: int = 0
    misnamed: int = 0  # tables that lack the column which the user named
    _shown: int = 0

    def __call__(self, event: Event) -> None:
        if isinstance(event, Reject):
            self.rejects += 1
            self._shown += 1
            if self._shown <= SHOWN:
                place = f"{event.source}:{event.line}" + (f":{event.column}" if event.column else "")
                values = {"source": event.source, "line": event.line, "column": event.column, "reason": event.reason}
                self._say(f"{place}: rejected: {event.reason}", event="rejected", **values)
        elif isinstance(event, Note):
            self._say(f"{event.source}" + (f":{event.line}" if event.line else "") + f": {event.text}")
        elif isinstance(event, Report):
            if self._shown > SHOWN:
                self._say(f"{event.source}: {self._shown - SHOWN} more rejected")
            self._shown = 0
            self.sources += 1
            self.misnamed += event.lacks_column()
            if event.error:
                self.errors += 1
                self._say(f"{event.source}: {event.error} ({many(event.boards, 'board')} before it)")
            elif not event.boards:
                self.errors += 1

    def fail(self, message: str) -> None:
        """Say that a board could not be dealt with as asked."""
        self.errors += 1
        self._say(message)

    def tell(self, message: str) -> None:
        """Say what is no fault, but what one should know."""
        self._say(message)

    def clean(self) -> bool:
        """Every source was read to its end, held boards, and nothing in it was rejected."""
        return self.rejects == 0 and self.errors == 0

    def code(self) -> int:
        """The exit code: wrong usage where no source has the column that the user named."""
        if self.misnamed and self.misnamed == self.sources:
            return exits.USAGE
        return exits.SUCCESS if self.clean() else exits.REJECTED

    def _say(self, message: str, **values: object) -> None:
        if not self.quiet:
            say(message, level=logging.WARNING, **values)
