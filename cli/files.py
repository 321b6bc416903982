"""Files that commands write: whole or not at all.

What is written stands aside until it is complete, and takes the name that was asked for then. So a command that fails
or is interrupted leaves an older file of that name as it was.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, TextIO

import click

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
