"""From files to the database: what `gridmill submit` does, in constant memory."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from db.submissions import Ask, SourceEnd, Submission, begin
from solvers.core import Block, Reject
from solvers.reading import Event, Note, Opened, Report, stream
from worker import owner


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which sources to read, and what the user said of them; "" means find out."""

    places: tuple[str, ...]
    family: str = ""
    variant: str = ""
    format: str = ""
    column: str = ""

    def events(self) -> Iterable[Event]:
        wishes = {"family": self.family, "variant": self.variant, "format": self.format, "column": self.column}
        return stream(list(self.places), **wishes)  # type: ignore[arg-type]  # the wishes are text


@dataclass(slots=True)
class Summary:
    """What a submission made; ``new`` boards have to be solved, ``known`` ones are answered by earlier boards."""

    batch_id: int = 0
    sources: int = 0
    boards: int = 0
    known: int = 0
    rejects: int = 0
    errors: int = 0
    waits: list[tuple[int, str]] = field(default_factory=list)  # batches that hold known boards and do not go on

    @property
    def new(self) -> int:
        return self.boards - self.known


def submit(
    engine: Engine,
    wanted: Wanted,
    name: str,
    ask: Ask,
    options: Mapping[str, str],
    tell: Callable[[Event, Summary], None],
) -> Summary:
    """Store everything that the sources hold as one batch; ``tell`` hears of each event after it was taken in."""
    return fill(begin(engine, name, ask, {**options, **where_from(wanted)}, owner.one_of_mine()), wanted, tell)


def where_from(wanted: Wanted) -> dict[str, str]:
    """What a batch keeps to be read on where it was interrupted."""
    return {"places": json.dumps(wanted.places), "folder": str(Path.cwd()), "column": wanted.column}


def fill(submission: Submission, wanted: Wanted, tell: Callable[[Event, Summary], None]) -> Summary:
    """Read the sources into a batch that was begun."""
    summary = Summary(submission.batch_id)
    with ending(submission):
        for event in wanted.events():
            take(submission, summary, event)
            tell(event, summary)
        submission.finish()
    summary.boards, summary.known, summary.rejects = submission.boards, submission.known, submission.rejects
    return summary


@contextmanager
def ending(submission: Submission) -> Iterator[None]:
    """Whoever wants to read on need not wait for a reader that was interrupted."""
    try:
        yield
    except BaseException:
        with suppress(SQLAlchemyError):
            submission.leave()
        raise


def dry_run(wanted: Wanted, tell: Callable[[Event, Summary], None]) -> Summary:
    """Read the sources and store nothing."""
    summary = Summary()
    for event in wanted.events():
        _count(summary, event)
        tell(event, summary)
    return summary


def take(submission: Submission, summary: Summary, event: Event) -> None:
    _count(summary, event)
    if isinstance(event, Block):
        submission.add(event)
    elif isinstance(event, Reject):
        submission.reject(event)
    elif isinstance(event, Opened):
        submission.open_source(event.source)
    elif isinstance(event, Note):
        submission.note(event.line, event.text)
    else:
        submission.close_source(
            SourceEnd(event.format, event.lines, event.blank_lines, event.comment_lines, event.complete, event.error)
        )


def _count(summary: Summary, event: Event) -> None:
    if isinstance(event, Block):
        summary.boards += len(event.texts)
    elif isinstance(event, Reject):
        summary.rejects += 1
    elif isinstance(event, Report):
        summary.sources += 1
        summary.errors += bool(event.error)
