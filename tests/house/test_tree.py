"""What holds of every tracked file: no machine of ours, no registry, one version, one folder a family."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.metadata import version as installed
from pathlib import Path

import pytest

from solvers.registry import families
from tests.house.tree import ROOT, texts, version

# Taken apart, so that this file does not hold what it looks for.
MACHINES = ("/" + "work/", "/" + "root/", "/" + "home/" + "user", "/" + "opt/pypi", "C:" + "\\Users")
REGISTRIES = ("pypi" + ".org", "python" + "hosted", "index" + "-url", "find" + "-links=/opt", "npm" + "js.org")
LONGEST = 400


def test_no_path_of_a_machine() -> None:
    found = [f"{path}: {part}" for path, text in texts() for part in MACHINES if part in text]

    assert found == []


def test_no_registry_is_named() -> None:
    found = [f"{path}: {part}" for path, text in texts() for part in REGISTRIES if part in text]

    assert found == []


def test_version_stands_in_one_place() -> None:
    allowed = {Path("pyproject.toml"), Path("CHANGELOG.md"), Path("docs/benchmarks.md")}  # what was measured
    code = {".py", ".toml", ".yml", ".md", ".txt", ".cpp", ".hpp", ""}
    pattern = re.compile(rf"(?<![\d.]){re.escape(version())}(?![\d.])")
    found = [
        str(path)
        for path, text in texts()
        if path not in allowed and path.suffix in code and "licences" not in path.name and pattern.search(text)
    ]

    assert found == []
    assert version() == installed("gridmill")


def test_changelog_begins_with_this_version() -> None:
    heading = re.search(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)

    assert heading is not None
    assert version() == heading[1]


def test_command_says_this_version() -> None:
    command = Path(sys.executable).with_name("gridmill")
    said = subprocess.run([command, "--version"], capture_output=True, text=True, check=True).stdout

    assert said.split() == ["gridmill", version()]


def test_environment_is_read_in_one_module() -> None:
    readers = {
        str(path)
        for path, text in texts()
        if path.suffix == ".py"
        and path.parts[0] in {"solvers", "db", "worker", "cli"}
        and re.search(r"\bos\.environ\b|\bgetenv\b", text)
    }

    assert readers <= {"worker/settings.py"}


def test_files_stay_small() -> None:
    long = [
        f"{path}: {text.count(chr(10))}"
        for path, text in texts()
        if path.suffix in {".py", ".cpp", ".hpp"} and text.count("\n") > LONGEST
    ]

    assert long == []


def test_nothing_shared_names_a_family() -> None:
    """What all families share knows none of them, in Python and in C++: adding one touches its own folder only."""
    names = set(families())
    rooms = ("solvers/native/", "db/", "worker/")
    found = [
        f"{path}: {name}"
        for path, text in texts()
        if (path.parent == Path("solvers") or str(path).startswith(rooms))
        and path.suffix in {".py", ".hpp"}
        and "migrations" not in path.parts
        for name in names
        if re.search(rf"^\s*(from|import|#include).*\b{name}\b|^(?! *>>>).*\"{name}\"", text, re.MULTILINE)
    ]

    assert len(names) >= 5
    assert found == []


@pytest.mark.parametrize("name", ["LICENSE", "README.md", "CHANGELOG.md", "docker-compose.yml", "Dockerfile"])
def test_house_has(name: str) -> None:
    assert (ROOT / name).is_file()
