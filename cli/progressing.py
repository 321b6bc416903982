"""How far a long command is: on a terminal a bar on stderr with rate and time left, elsewhere nothing.

What came out is said in one line by the command itself.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from types import TracebackType
from typing import Any, Self, TypeVar

LOOK_S = 0.1
Row = TypeVar("Row")


class Counter:
    """Counts what went by; ``total`` is None where nobody knows it, and then there is no time left."""

    def __init__(self, what: str, total: int | None = None, *, quiet: bool = False) -> None:
        self._what = what
        self._total = total
        self._shown = not quiet and sys.stderr.isatty()
        self._progress: Any = None
        self._next_look = 0.0
        self.seen = 0

    def __enter__(self) -> Self:
        if self._shown:
            self._progress = _bar()
            self._task = self._progress.add_task(self._what, total=self._total, rate="")
            self._progress.start()
            self._start = time.monotonic()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._progress is not None:
            self._progress.stop()

    def advance(self, size: int = 1) -> None:
        self.seen += size
        if self._progress is None:
            return
        now = time.monotonic()
        if now >= self._next_look:
            self._next_look = now + LOOK_S
            seconds = now - self._start
            rate = self.seen / seconds if seconds > 0 else 0.0
            self._progress.update(self._task, completed=self.seen, rate=told(self.seen, self._total, rate))


def counted(found: Iterable[Row], what: str, total: int | None = None, *, quiet: bool = False) -> Iterator[Row]:
    """The rows as they come; how many went by is shown where they do not go to the terminal themselves."""
    with Counter(what, total, quiet=quiet or sys.stdout.isatty()) as counter:
        for row in found:
            yield row
            counter.advance()


def told(seen: int, total: int | None, rate: float) -> str:
    """``12,000/s, about 5 s left``"""
    left = f", about {(total - seen) / rate:,.0f} s left" if total is not None and rate > 0 and total > seen else ""
    return f"{rate:,.0f}/s{left}" if rate >= 10 or not rate else f"{rate:.2g}/s{left}"


def _bar() -> Any:
    from rich.console import Console  # noqa: PLC0415 - only a terminal pays for it
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn  # noqa: PLC0415 - as above

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
    )
    return Progress(*columns, console=Console(stderr=True), transient=True)
