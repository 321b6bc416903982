"""The console on which drawings go to stdout or a file."""

from __future__ import annotations

from typing import TextIO

from rich.console import Console


class Paper(Console):
    """A reader that has seen enough is told to the program, as everywhere else; rich would end it with code 1."""

    def on_broken_pipe(self) -> None:
        raise  # noqa: PLE0704 - rich calls this while it handles a BrokenPipeError


def paper(file: TextIO | None = None, *, no_color: bool = False) -> Console:
    """A console on ``file``, without colours there, or on stdout."""
    return Paper(file=file, highlight=False, no_color=no_color or file is not None or None)
