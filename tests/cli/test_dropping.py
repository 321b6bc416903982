"""``gridmill drop``: asks first, says what goes, refuses what is at work, and ends what was begun."""

from __future__ import annotations

import json
import os
import pty
import subprocess
from pathlib import Path

import pytest

from cli import exits
from db import dropping
from db.engine import open_database
from tests.cli.conftest import Cli, Process, command

_MADE: list[bytes] = []  # the database below, which takes seconds to make


@pytest.fixture
def there(process: Process, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A solved batch of files with rejects, one of a file that it holds duplicates of, and one that waits."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GRIDMILL_DATABASE", "boards.db")
    place = tmp_path / "boards.db"
    if _MADE:
        place.write_bytes(_MADE[0])
    else:
        for words in (("run", folder), ("run", folder / "broken.txt"), ("submit", folder / "good.txt", "--limit", "7")):
            assert process(*words).returncode in (exits.SUCCESS, exits.REJECTED)
        _MADE.append(place.read_bytes())
    return f"sqlite:///{place}"


@pytest.mark.usefixtures("there")
def test_it_asks_first(cli: Cli) -> None:
    """On a terminal; elsewhere nobody can be asked."""
    assert cli("drop", "1").exit_code == exits.USAGE

    master, slave = pty.openpty()
    asking = subprocess.Popen(command("drop", "1"), stdin=slave, stderr=subprocess.PIPE, text=True)
    os.write(master, b"n\n")
    _, said = asking.communicate(timeout=60)
    os.close(master)
    os.close(slave)

    assert asking.returncode == exits.INTERRUPTED
    assert "7 boards, 1 reject, 3 sources; 1 of its boards live on in other batches" in said
    assert "nothing was dropped" in said


@pytest.mark.usefixtures("there")
def test_it_says_what_went(cli: Cli) -> None:
    done = cli("drop", "1", "--yes", "--json")

    assert done.exit_code == exits.SUCCESS
    assert json.loads(done.stdout)[0] | {"name": ""} == {
        "batch": 1, "name": "", "boards": 7, "rejects": 1, "sources": 3, "awaited": 1, "handed_on": 1,
    }  # fmt: skip
    assert "batch 1 is dropped; 1 of its boards live on in other batches" in done.stderr
    assert cli("show", "1").exit_code == exits.USAGE
    assert [each["batch"] for each in json.loads(cli("status", "--json").stdout)] == [3, 2]
    assert [each["verdict"] for each in json.loads(cli("results", "2", "--json").stdout)] == ["multiple"]
    assert cli("audit", "2").exit_code == exits.SUCCESS
    assert cli("drop", "1", "--yes").exit_code == exits.USAGE


@pytest.mark.usefixtures("there")
def test_it_leaves_alone_what_is_at_work(cli: Cli) -> None:
    refused = cli("drop", "3", "--yes")

    assert refused.exit_code == exits.USAGE
    assert "batch 3 has boards left to solve: `gridmill cancel 3` comes first" in refused.stderr
    assert cli("cancel", "3").exit_code == exits.SUCCESS
    assert cli("drop", "3", "--yes").exit_code == exits.SUCCESS


def test_it_ends_what_was_begun(there: str, cli: Cli) -> None:
    engine = open_database(there)
    with engine.begin() as connection:
        dropping.mark(connection, 1, lambda _: False)
    engine.dispose()

    for words in (("results", "1"), ("stats", "1"), ("audit", "1"), ("resume", "1"), ("export", "1", "-o", "x.csv")):
        refused = cli(*words)
        assert (refused.exit_code, "`gridmill drop 1` completes that" in refused.stderr) == (exits.USAGE, True), words
    assert cli("drop", "1", "--yes").exit_code == exits.SUCCESS
