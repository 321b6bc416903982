"""Reading for people: the boards of a file, one after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from solvers.core import Block, Board, MalformedError, Reject
from solvers.reading.events import Opened, Report, SourceError
from solvers.reading.format import Format
from solvers.reading.packing import boards
from solvers.reading.sources import Place
from solvers.reading.stream import stream


def read(
    places: Place | Iterable[Place],
    *,
    family: str = "",
    variant: str = "",
    format: str = "",  # noqa: A002  # the word of the command line
    column: str = "",
    rejects: Callable[[Reject], object] | None = None,
    among: Sequence[Format] | None = None,
) -> Iterator[Board]:
    """The boards of files, folders, globs and ``-`` in order.

    What is no board goes to ``rejects`` (such as ``list.append``); without it, the first reject raises MalformedError.
    A source that is missing or damaged raises SourceError after its last board.
    """
    source = ""
    for event in stream(places, family=family, variant=variant, format=format, column=column, among=among):
        if isinstance(event, Opened):
            source = event.source
        elif isinstance(event, Block):
            yield from boards(event, source)
        elif isinstance(event, Reject) and rejects is not None:
            rejects(event)
        elif isinstance(event, Reject):
            message = f"{event.source}:{event.line}: {event.reason}"
            raise MalformedError(message, event.line, event.column)
        elif isinstance(event, Report) and event.error:
            raise SourceError(f"{event.source}: {event.error}")
