"""Where measured and collected data lies outside the repository; tests that need it skip where it does not."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

_ROOT = Path(__file__).parents[1]


def found(name: str) -> Path | None:
    """A file or folder of the shared data; None where it is not there."""
    bases = [Path(os.environ["GRIDMILL_SHARED"])] if "GRIDMILL_SHARED" in os.environ else []
    bases += [_ROOT.parent / "shared", _ROOT.parents[1] / "shared"]
    return next((base / name for base in bases if (base / name).exists()), None)


def shared(name: str) -> Path:
    """A file or folder of the shared data; skips the test if it is not there."""
    path = found(name)
    if path is None:
        pytest.skip(f"no shared data: {name} lies neither beside the repository nor in GRIDMILL_SHARED")
    return path
