"""The README's commands run, in an empty home and folder that hold nothing but the examples."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

from tests.house.tree import ROOT

# Commands that need what a test has not: services on other machines, or a person who stops them.
ELSEWHERE = ("gridmill worker", "gridmill submit archive/", "gridmill watch")
SUCCESS, SOME_REJECTED = 0, 3
MINUTES = 5 * 60.0


def commands() -> list[str]:
    """The lines of the README's console blocks that call gridmill."""
    text = (ROOT / "README.md").read_text("utf-8")
    lines = [
        line
        for block in re.findall(r"^```console\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
        for line in block.splitlines()
    ]
    return [line.partition("  #")[0].strip() for line in lines if line.startswith("gridmill ")]


def test_readme_commands_run(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    (tmp_path / "home").mkdir()
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("GRIDMILL_", "XDG_"))}
    environment |= {
        "HOME": str(tmp_path / "home"),
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
    }
    local = [command for command in commands() if command not in ELSEWHERE]
    for command in local:
        done = subprocess.run(
            shlex.split(command),
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            timeout=MINUTES,
            check=False,
        )

        assert done.returncode in {SUCCESS, SOME_REJECTED}, f"{command}\n{done.stderr}"
        assert done.stdout, command
        assert "Traceback" not in done.stderr, command
    assert len(local) >= 5
