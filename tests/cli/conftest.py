"""A home of its own for every test, commands run in this process or as real ones, and a database that holds it all."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cli.main import gridmill

Cli = Callable[..., Result]
Process = Callable[..., "subprocess.CompletedProcess[str]"]

EASY = ".13.....22.....48....7...19...9..8..7......2....3.......263.9..4.9.7.6....149...8"
SOLVED = "913584762257169483648723519136942857795816324824357196572638941489271635361495278"
SEVERAL = EASY.replace("1", ".")  # without its 1s it has more than one solution
CLASH = "11" + "." * 79
# No two givens meet, yet r1c9 has no candidate left: 1-8 stand in its row, 9 in its column.
DEAD = "12345678." + "........." * 4 + "........9" + "........." * 3
HOSTILE = '=HYPERLINK("evil.example";"x")\x1b[2J.txt'

FILES = {
    "good.txt": f"{EASY} # first of all\n{SEVERAL}\n{CLASH}\n{DEAD}\n{EASY}\n",
    "broken.txt": f"{EASY[:80]}\n{SEVERAL}\n",
    HOSTILE: f"{EASY} # =1+2\n",
}


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty home: no database, no configuration, no settings from outside."""
    for name in [name for name in os.environ if name.startswith("GRIDMILL_") and name != "GRIDMILL_SHARED"]:
        monkeypatch.delenv(name)
    for name in ("DATA", "CONFIG", "CACHE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name.lower()))
    monkeypatch.setenv("HOME", str(tmp_path))
    return tmp_path


@pytest.fixture
def cli() -> Cli:
    """Call a command in this process: ``cli("results", "--csv")``; exit codes are those of the program."""

    def call(*args: str | Path, stdin: str | bytes = "") -> Result:
        return CliRunner().invoke(gridmill, [str(arg) for arg in args], input=stdin)

    return call


@pytest.fixture
def process() -> Process:
    """Run a command as a process of its own."""

    def run(*args: str | Path, stdin: str | None = None, seconds: float = 120) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            command(*args), input=stdin, capture_output=True, text=True, timeout=seconds, check=False,
            stdin=subprocess.DEVNULL if stdin is None else None,
        )  # fmt: skip

    return run


def command(*args: str | Path) -> Sequence[str]:
    return [sys.executable, "-m", "cli.main", *map(str, args)]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with boards of every verdict, a reject, a duplicate and a name that would do harm."""
    return write_files(tmp_path / "boards")


def write_files(folder: Path) -> Path:
    folder.mkdir()
    for name, text in FILES.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@pytest.fixture(scope="session")
def _solved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The database that one real run left, made once."""
    place = tmp_path_factory.mktemp("run")
    folder = write_files(place / "boards")
    path = place / "solved.db"
    clean = {name: value for name, value in os.environ.items() if not name.startswith("GRIDMILL_")}
    done = subprocess.run(
        command("run", *sorted(FILES), "--database", path, "--slots", "1"),
        cwd=folder, env=clean | {"XDG_DATA_HOME": str(place)}, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    if done.returncode != 3:
        pytest.fail(f"the run that makes the database ended with {done.returncode}:\n{done.stderr}")
    return path


@pytest.fixture
def solved(_solved: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of a database with every verdict, in force for the commands of the test."""
    path = tmp_path / "solved.db"
    for file in _solved.parent.glob("solved.db*"):
        shutil.copy(file, tmp_path / file.name)
    monkeypatch.setenv("GRIDMILL_DATABASE", str(path))
    return path
