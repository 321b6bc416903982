"""Boards into the text of a format, for formats that can carry them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from solvers.core import Board, MalformedError
from solvers.reading.choosing import candidates, full_name
from solvers.reading.events import UnknownFormatError
from solvers.reading.format import Format


def writer(name: str, family: str = "") -> Format:
    """The format of that name that can be written; raises UnknownFormatError."""
    found = [form for form in candidates(family, name) if form.write is not None]
    if len(found) == 1:
        return found[0]
    if found:
        raise UnknownFormatError(f"expected one format, got {' and '.join(map(full_name, found))}; say which")
    names = ", ".join(full_name(form) for form in candidates(family) if form.write is not None)
    raise UnknownFormatError(f"expected a format that can be written ({names}), got {name!r}")


def write(boards: Iterable[Board], form: Format) -> Iterator[str]:
    """A file of boards, text by text; raises MalformedError for a board that the format cannot carry."""
    if form.write is None:
        raise UnknownFormatError(f"{full_name(form)} can be read only")
    yield from filter(None, (form.head,))
    for board in boards:
        if form.family not in ("", board.family):
            raise MalformedError(f"expected a board of {form.family}, got one of {board.family}", board.line)
        text = form.write(board)
        if "\0" in text:
            raise MalformedError("expected a board whose words can be text, got a NUL among them", board.line)
        yield text
    yield from filter(None, (form.tail,))
