"""Boards to measure with, and peers to measure beside."""

from __future__ import annotations

import os
import site
import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from itertools import islice
from pathlib import Path
from types import ModuleType

from solvers.core import Board
from solvers.reading import read

ROOT = Path(__file__).parents[1]
PEERS = (
    "celery",
    "dlx-cython",
    "dlxsudoku",
    "exact-cover",
    "hodoku-py",
    "lib-sudoku",
    "miniexact",
    "multi-puzzle-solver",
    "ortools",
    "py-sudoku",
    "python-sat",
    "sqlalchemy",
    "xcover",
)


def shared(name: str) -> Path | None:
    """A file of the shared data, or None where it is not on this machine."""
    given = os.environ.get("GRIDMILL_SHARED")
    places = [Path(given)] if given else []
    for place in (*places, ROOT.parent / "shared", ROOT.parents[1] / "shared"):
        if (place / "data" / name).exists():
            return place / "data" / name
    return None


def boards(name: str, most: int | None = None, *, family: str = "", variant: str = "") -> list[Board]:
    """The boards of a file of the shared data; none where it is not on this machine."""
    path = shared(name)
    found = read(path, rejects=lambda _: None, family=family, variant=variant) if path else iter(())
    return list(islice(found, most))


def texts(name: str, most: int | None = None, *, family: str = "", variant: str = "") -> list[str]:
    return [board.text for board in boards(name, most, family=family, variant=variant)]


def add_peers() -> None:
    """Make the packages of .venv-bench importable, behind our own."""
    for folder in sorted((ROOT / ".venv-bench").glob("lib/python3.*/site-packages")):
        site.addsitedir(str(folder))


def peer(name: str) -> ModuleType | None:
    """A peer's module, or None if it is not installed."""
    try:
        return import_module(name)
    except ImportError:
        print(f"{name} is not installed: left out", file=sys.stderr)
        return None


def versions() -> Iterator[tuple[str, str]]:
    """The peers that are installed."""
    for name in PEERS:
        try:
            yield name, version(name)
        except PackageNotFoundError:
            continue
