"""Temporary folders of a worker group, marked with their owner, so that what a killed one left is removed later."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from worker import guard, owner

MARK = "owner"


@contextmanager
def own_folder(prefix: str) -> Iterator[Path]:
    """A folder of mode 0700 with a name that begins so; before, those of owners that are known to be dead go."""
    remove_stale(prefix)
    with tempfile.TemporaryDirectory(prefix=prefix, ignore_cleanup_errors=True) as name:
        folder = Path(name)
        (folder / MARK).write_text(owner.me(), encoding="utf-8")
        yield folder


def remove_stale(prefix: str) -> None:
    for folder in Path(tempfile.gettempdir()).glob(f"{prefix}*"):
        try:
            mine = folder.stat().st_uid == os.getuid() and not folder.is_symlink()
            stale = mine and owner.is_dead((folder / MARK).read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError):
            continue  # somebody else's, or gone by now
        if stale:
            guard.end_broker(folder)
