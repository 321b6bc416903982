"""The repository as files: what is tracked, and what its documents say."""

from __future__ import annotations

import subprocess
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]


@cache
def tracked() -> tuple[Path, ...]:
    """The files that git tracks; skips the test outside a checkout."""
    done = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False)
    if done.returncode != 0:
        pytest.skip("not a git checkout")
    return tuple(ROOT / name for name in done.stdout.decode().split("\0") if name and (ROOT / name).is_file())


def texts() -> list[tuple[Path, str]]:
    """Every tracked file that is text."""
    found = []
    for path in tracked():
        try:
            found.append((path.relative_to(ROOT), path.read_text("utf-8")))
        except UnicodeDecodeError:
            continue
    return found


def documents() -> list[tuple[Path, str]]:
    """Every tracked Markdown file."""
    return [(path, text) for path, text in texts() if path.suffix == ".md"]


@cache
def project() -> dict[str, Any]:
    """pyproject.toml as a value."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def version() -> str:
    return str(project()["project"]["version"])
