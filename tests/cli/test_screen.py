"""On a terminal nothing that came from a file is obeyed, whatever the form and the command."""

from __future__ import annotations

import json
import os
import subprocess
import threading
from pathlib import Path

import pytest

from tests.cli.conftest import EASY, command

NAME = "\x1b[31mred\x07\x9b2J\u202e=cmd.txt"
LABEL = "\x1b]0;pwn\x07\x9b31m\u202e"


def on_a_terminal(*args: str | Path) -> str:
    """What a command writes where its output is a terminal."""
    ours, its = os.openpty()
    said: list[bytes] = []

    def read() -> None:
        while True:
            try:
                part = os.read(ours, 65536)
            except OSError:  # the other side is closed
                return
            if not part:
                return
            said.append(part)

    reader = threading.Thread(target=read)
    reader.start()
    done = subprocess.run(command(*args), stdin=subprocess.DEVNULL, stdout=its, stderr=its, timeout=120, check=False)
    os.close(its)
    reader.join()
    os.close(ours)
    assert done.returncode in (0, 3), b"".join(said)
    return b"".join(said).decode(errors="surrogateescape").replace("\r\n", "\n")


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a file of that name, and a database that holds it."""
    folder = tmp_path_factory.mktemp("hostile")
    (folder / NAME).write_text(f"{EASY} # {LABEL}\nno board {LABEL}\n")
    args = ("submit", folder / NAME, "--name", NAME, "--database", folder / "boards.db", "-q")
    subprocess.run(command(*args), timeout=120, check=False, capture_output=True)
    return folder


@pytest.mark.parametrize(
    "words",
    [
        *(f"export 1 --to {form}" for form in ("csv", "tsv", "jsonl", "json", "markdown", "table", "line", "jsonl")),
        *(f"results --{form}" for form in ("csv", "tsv", "jsonl", "json", "markdown")),
        "results --format {source}{label}", "rejects", "rejects --export -", "rejects --json", "status --json",
        "status --csv", "show 1", "stats", "audit 1", "cancel 1",
    ],
)  # fmt: skip
def test_questions(words: str, hostile: Path) -> None:
    said = on_a_terminal(*words.split(), "--database", hostile / "boards.db")

    assert said
    _check(said)


@pytest.mark.parametrize("words", ["convert --to line", "solve --csv", "solve --json", "check", "submit --dry-run"])
def test_files(words: str, hostile: Path) -> None:
    said = on_a_terminal(*words.split(), hostile / NAME)

    assert said
    _check(said)


def _check(said: str) -> None:
    """Colours and the like are ours; those of the name and the label would be seen as parts of these."""
    assert not [bad for bad in (NAME[:5], LABEL[:4], "\x07", "\x9b", "\u202e") if bad in said]


def test_json_stays_json(hostile: Path) -> None:
    said = on_a_terminal("export", "1", "--to", "json", "--database", hostile / "boards.db")

    [row] = json.loads(said.rpartition("]")[0] + "]")
    assert row["source"].endswith(NAME)


def test_a_file_gets_what_there_is(hostile: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.csv"

    on_a_terminal("export", "1", "--to", "csv", "-o", out, "--database", hostile / "boards.db")

    assert "\x1b[31mred\x07" in out.read_text()
