"""Files that commands write: whole or not at all.

What is written stands aside until it is complete, and takes the name that was asked for then. So a command that fails
or is interrupted leaves an older file of that name as it was.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from pathlib import Path
from typing import BinaryIO, TextIO, cast

import click

from cli.text import harmless
from solvers.core import GridmillError


class OutputError(GridmillError):
    """A file that could not be written to its end."""


@contextmanager
def aside(path: str | Path) -> Iterator[Path]:
    """An empty file beside ``path`` that takes its place at the end; devices and pipes are yielded themselves."""
    target = Path(os.path.realpath(path))
    if target.exists() and not target.is_file() and not target.is_dir():
        with _writing(path):
            yield target
        return
    beside = target.with_name(f".{target.name[:200]}.{os.getpid()}.part")
    try:
        _begin(beside, target)
    except OSError as error:
        raise _unwritable(path, error) from None
    try:
        with _writing(path):
            yield beside
            beside.replace(target)
    finally:
        beside.unlink(missing_ok=True)


@contextmanager
def _writing(path: str | Path) -> Iterator[None]:
    """Raises OutputError where the room ends, and lets a pipe whose reader has gone be one."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OutputError(f"{path} could not be written: {error.strerror or error}") from None


@contextmanager
def text_file(path: str | Path) -> Iterator[TextIO]:
    """UTF-8 with line ends as they are written."""
    with aside(path) as beside, beside.open("w", encoding="utf-8", newline="") as file:
        yield file


@contextmanager
def binary_file(path: str | Path) -> Iterator[BinaryIO]:
    with aside(path) as beside, beside.open("wb") as file:
        yield file


def on_screen(out: TextIO | None = None) -> TextIO:
    """Standard output; on a terminal nothing that is written to it is obeyed."""
    out = out or sys.stdout
    return cast("TextIO", _Screen(out)) if out.isatty() else out


class _Screen(StringIO):
    """Passes on what it is given, with control characters made visible."""

    def __init__(self, out: TextIO) -> None:
        super().__init__()
        self._out = out

    def write(self, text: str) -> int:
        return self._out.write(harmless(text))

    def flush(self) -> None:
        self._out.flush()

    def isatty(self) -> bool:
        return True


def _begin(beside: Path, target: Path) -> None:
    if target.is_dir():
        raise IsADirectoryError(0, "is a folder")
    beside.touch(exist_ok=False)
    if target.exists():
        shutil.copymode(target, beside)
        with target.open("ab"):
            pass  # raises where it may not be written


def _unwritable(path: str | Path, error: OSError) -> click.UsageError:
    where = Path(path).parent
    missing = isinstance(error, FileNotFoundError) and not where.is_dir()
    why = f"there is no folder {where}" if missing else f"{where} takes no new file: {error.strerror}"
    return click.UsageError(f"expected a file to write to, got {path}: {why}")
