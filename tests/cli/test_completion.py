"""Completion is installed where each shell looks, and completes what there is."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tests.cli.conftest import Cli, command


@pytest.mark.parametrize(
    ("shell", "place"),
    [("bash", "data/bash-completion/completions/gridmill"), ("zsh", ".zfunc/_gridmill"),
     ("fish", "config/fish/completions/gridmill.fish")],
)  # fmt: skip
def test_installed_by_one_command(
    shell: str, place: str, cli: Cli, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHELL", f"/usr/bin/{shell}")

    done = [cli("completion"), cli("completion")]

    assert [each.exit_code for each in done] == [0, 0]
    assert "_GRIDMILL_COMPLETE" in (home / place).read_text()
    if shell == "zsh":
        assert (home / ".zshrc").read_text().count("fpath=") == 1


def test_bash_without_the_package_bash_completion(cli: Cli, home: Path) -> None:
    cli("completion", "bash")
    cli("completion", "bash")
    shell = ["bash", "--noprofile", "-ic", "complete -p gridmill"]

    done = subprocess.run(shell, env=os.environ | {"HOME": str(home)}, capture_output=True, text=True, check=False)

    assert (home / ".bashrc").read_text().count("completion of gridmill") == 1
    assert "gridmill" in done.stdout, done.stderr


def test_what_is_there_may_be_in_any_encoding(cli: Cli, home: Path) -> None:
    (home / ".bashrc").write_bytes(b"# caf\xe9")

    done = cli("completion", "bash")

    assert done.exit_code == 0, done.output
    assert (home / ".bashrc").read_bytes().startswith(b"# caf\xe9\n[ -r ")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_home_that_takes_nothing(shell: str, cli: Cli, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (home / "file").write_text("")
    for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(home / "file"))

    done = cli("completion", shell)

    assert (done.exit_code, type(done.exception)) == (2, SystemExit)
    assert "--print" in done.stderr


def test_an_unknown_shell(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHELL", "/bin/tcsh")

    done = cli("completion")

    assert done.exit_code == 2
    assert "bash, zsh or fish" in done.stderr


@pytest.mark.parametrize(
    ("typed", "expected"), [("res", "results"), ("results --verd", "--verdict"), ("results --verdict uni", "unique"),
     ("results --family su", "sudoku"), ("results --variant 9", "9x9"), ("solve --format openS", ""),
     ("solve --format opens", "opensudoku"), ("formats opens", "opensudoku"), ("convert --to opens", "opensudoku"),
     ("export --to sq", "sqlite"), ("show", "show"), ("pause ", "1"), ("stats ", "1"), ("results ", "1")],
)  # fmt: skip
@pytest.mark.usefixtures("solved")
def test_what_is_completed(typed: str, expected: str) -> None:
    words = f"gridmill {typed}"
    variables = {"_GRIDMILL_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": str(words.count(" "))}

    done = subprocess.run(command(), env=os.environ | variables, capture_output=True, text=True, check=False)

    assert expected in done.stdout
