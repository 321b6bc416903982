"""The names that scripts and notebooks use: all documented, all as the document says."""

from __future__ import annotations

import doctest
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import solvers

ROOT = Path(__file__).parents[2]
DOCUMENT = ROOT / "docs" / "python.md"


def test_every_name_is_documented() -> None:
    named = re.findall(r"^\| `(\w+)", DOCUMENT.read_text("utf-8"), re.MULTILINE)

    assert len(named) == 12
    assert sorted(named) == sorted(solvers.__all__)
    assert all(getattr(solvers, name).__doc__ for name in named)


def test_the_document(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(shutil.copytree(ROOT / "examples", tmp_path / "place"))

    outcome = doctest.testfile(str(DOCUMENT), module_relative=False, optionflags=doctest.ELLIPSIS)

    assert outcome.attempted > 15
    assert outcome.failed == 0


def test_the_package_itself() -> None:
    outcome = doctest.testmod(solvers)

    assert (outcome.attempted, outcome.failed) == (3, 0)


def test_names_load_when_they_are_used() -> None:
    program = "import solvers, sys; print('numpy' in sys.modules, 'solvers.core' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)

    assert done.stdout.split() == ["False", "False"]


def test_types_are_declared() -> None:
    assert (ROOT / "solvers" / "py.typed").exists()
