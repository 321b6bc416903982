"""The guides are sessions: every command in them runs, and prints what they say it prints."""

from __future__ import annotations

import doctest
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GUIDES = sorted((ROOT / "docs" / "guides").glob("[!R]*.md"))
ANYTHING = "…"


def _steps(text: str) -> Iterator[tuple[str, list[str]]]:
    """The commands of a guide with the lines that they should print."""
    for block in re.findall(r"^```console\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
        for step in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            first, *expected = step.rstrip("\n").split("\n")
            yield first, expected


@pytest.mark.parametrize("guide", GUIDES, ids=[guide.stem for guide in GUIDES])
def test_a_guide(guide: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = shutil.copytree(ROOT / "examples", tmp_path / "place")
    tools = tmp_path / "tools"
    tools.mkdir()
    for name, module in (("gridmill", "-m cli.main"), ("python", "")):
        (tools / name).write_text(f'#!/bin/sh\nexec "{sys.executable}" {module} "$@"\n')
        (tools / name).chmod(0o755)
    environment = os.environ | {"PATH": f"{tools}:{os.environ['PATH']}"}

    for line, expected in _steps(guide.read_text("utf-8")):
        done = subprocess.run(
            ["bash", "-c", line], cwd=place, env=environment, capture_output=True, text=True, timeout=300, check=False
        )

        assert done.returncode in (0, 3), f"{line}\n{done.stdout}{done.stderr}"
        if expected != [ANYTHING]:
            printed = [each.rstrip() for each in (done.stdout or done.stderr).splitlines()]
            assert [each.rstrip() for each in expected] == printed, line

    monkeypatch.chdir(place)
    outcome = doctest.testfile(str(guide), module_relative=False)
    assert outcome.failed == 0


def test_every_guide_is_listed() -> None:
    text = (ROOT / "docs" / "guides" / "README.md").read_text("utf-8")

    assert [guide.name for guide in GUIDES] == sorted(re.findall(r"\]\((\w+\.md)\)", text))
