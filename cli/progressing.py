"""How far a long command is: on a terminal a bar on stderr with rate and time left, elsewhere nothing.

What came out is said in one line by the command itself.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from types import TracebackType
from typing import Any, Self, TypeVar

LOOK_S = 0.1
Row = TypeVar("Row")


class Counter:
    """Counts what went by; ``total`` is None where nobody knows it, and then there is no time left.

    ``more`` is asked for words in place of the bar, also while nothing goes by.
    """

    def __init__(
        self, what: str, total: int | None = None, *, quiet: bool = False, more: Callable[[], str] = str
    ) -> None:
        self._what = what
        self._total = total
        self._more = more
        self._shown = not quiet and sys.stderr.isatty()
        self._progress: Any = None
        self._next_look = 0.0
        self.seen = 0

    def __enter__(self) -> Self:
        if self._shown:
            self._progress = _bar(self._more)
            self._task = self._progress.add_task(self._what, total=self._total, rate="")
            self._progress.start()
            self._start = time.monotonic()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._progress is not None:
            self._progress.stop()

    @contextmanager
    def away(self) -> Iterator[None]:
        """Meanwhile others may write to the terminal."""
        if self._progress is not None:
            self._progress.stop()
        yield
        if self._progress is not None:
            self._progress.start()

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


def counted(
    found: Iterable[Row], what: str, total: int | None = None, *, quiet: bool = False, more: Callable[[], str] = str
) -> Iterator[Row]:
    """The rows as they come; how many went by is shown where they do not go to the terminal themselves.

    With ``more`` to say, as where a row may take minutes, it is shown there too, between the rows.
    """
    between = sys.stdout.isatty()
    with Counter(what, total, quiet=quiet or (between and more is str), more=more) as counter:
        for row in found:
            with counter.away() if between else nullcontext():
                yield row
            counter.advance()


def told(seen: int, total: int | None, rate: float) -> str:
    """``12,000/s, about 5 s left``"""
    left = f", about {(total - seen) / rate:,.0f} s left" if total is not None and rate > 0 and total > seen else ""
    return f"{rate:,.0f}/s{left}" if rate >= 10 or not rate else f"{rate:.2g}/s{left}"


def _bar(more: Callable[[], str]) -> Any:
    from rich.console import Console  # noqa: PLC0415 - only a terminal pays for it
    from rich.progress import (  # noqa: PLC0415 - as above
        BarColumn,
        MofNCompleteColumn,
        Progress,
        ProgressColumn,
        Task,
        TextColumn,
    )
    from rich.text import Text  # noqa: PLC0415 - as above

    class More(ProgressColumn):
        def render(self, task: Task) -> Text:  # noqa: ARG002 - rich's signature
            return Text(more())

    middle = BarColumn() if more is str else More()
    columns = (TextColumn("{task.description}"), middle, MofNCompleteColumn(), TextColumn("{task.fields[rate]}"))
    return Progress(*columns, console=Console(stderr=True), transient=True)
