"""Imports that are cut off, repeated or given what is no export: a batch comes back whole, once, and can be trusted."""

from __future__ import annotations

import json
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from db import returning
from db.submissions import Submission
from tests.cli.conftest import EASY, SEVERAL, SOLVED, Cli
from tests.cli.test_exchange import _contents

pytestmark = pytest.mark.usefixtures("solved")
RECORD = {
    "batch": 1, "source": "a.txt", "line": 1, "family": "sudoku", "variant": "9x9", "text": EASY, "verdict": "unique",
    "count": 1, "count_is_exact": True, "solution": SOLVED, "witness": None, "reason": None, "nodes": 1, "solve_ns": 9,
    "engine": "x/1", "solution_limit": 2, "time_limit_s": 10.0,
}  # fmt: skip


def _written(path: Path, *changes: dict[str, Any] | str) -> Path:
    lines = [change if isinstance(change, str) else json.dumps(RECORD | change) for change in changes]
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


def _rows(cli: Cli, path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in cli("results", "all", "--jsonl", "--database", path).stdout.splitlines()]


@pytest.mark.parametrize("ending", ["jsonl", "csv", "db"])
def test_an_import_goes_on_wherever_it_was_cut_off(
    ending: str, cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Cut off at every write in turn, each import gets a step further, and nothing is there twice."""
    path, other, plain = tmp_path / f"e.{ending}", tmp_path / "other.db", tmp_path / "plain.db"
    assert cli("export", "all", "-o", path).exit_code == 0
    assert cli("import", path, "--database", plain).exit_code == 0
    for module in ("importing", "unpacking"):
        monkeypatch.setattr(f"cli.{module}.AT_ONCE", 2)
    left = _cutting(monkeypatch)
    for tries in range(1, 100):
        left[0] = tries
        done = cli("import", path, "--database", other)
        if done.exit_code == 0:
            break
        assert "goes on" in done.stderr
        (batch,) = json.loads(cli("status", "--json", "--database", other).stdout)
        assert batch["state"].startswith("importing")

    assert 5 < tries < 99
    before, after = _contents(plain), _contents(other)
    if ending != "db":  # the others do not know when a batch was made
        before["batches"], after["batches"] = (
            [row[:1] + row[2:] for row in before["batches"]],
            [row[:1] + row[2:] for row in after["batches"]],
        )
    for name, rows in before.items():
        assert rows == after[name], name
    assert "nothing is done" in cli("import", path, "--database", other).stderr


def _cutting(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """From now on a write that is one too many ends the process that asks for it, before or after it is done."""
    left = [0]

    def cut(function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **rest: Any) -> Any:
            found = function(*args, **rest)
            left[0] -= 1
            if left[0] < 0:
                raise KeyboardInterrupt
            return found

        return call

    for owner, name in ((Submission, "flush"), (Submission, "close_source"), (Submission, "finish"),
                        (returning, "settle")):  # fmt: skip
        monkeypatch.setattr(owner, name, cut(getattr(owner, name)))
    return left


def test_an_import_that_is_killed_goes_on(cli: Cli, tmp_path: Path) -> None:
    boards = [EASY[:at] + "." + EASY[at + 1 :] for at, cell in enumerate(EASY) if cell != "."]
    many = [{"text": text, "line": line, "batch_name": "named", "verdict": "pending", "label": f"{line}"}
            for line, text in enumerate(boards * 20, 1)]  # fmt: skip
    path, other = _written(tmp_path / "many.jsonl", *many), tmp_path / "other.db"
    slow = "import cli.importing, cli.main; cli.importing.AT_ONCE = 10; cli.main.main()"
    process = subprocess.Popen([sys.executable, "-c", slow, "import", path, "--database", other])
    end = time.monotonic() + 60
    while _count(other) < 30 and time.monotonic() < end:
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    process.wait()
    cut_off = _count(other)

    done = cli("import", path, "--database", other)

    assert 30 <= cut_off < len(many)
    assert done.exit_code == 0, done.stderr
    rows = _rows(cli, other)
    assert [(row["line"], row["text"], row["label"]) for row in rows] == [
        (each["line"], each["text"], each["label"]) for each in many
    ]
    assert {(row["batch"], row["batch_name"]) for row in rows} == {(1, "named")}


def _count(path: Path) -> int:
    try:
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as database:
            return int(database.execute("SELECT sum(boards) FROM batch").fetchone()[0] or 0)
    except sqlite3.Error:
        return 0


def test_a_file_is_imported_once_unless_it_is_wanted_again(cli: Cli, tmp_path: Path) -> None:
    path, other = _written(tmp_path / "a.jsonl", {}), tmp_path / "other.db"
    cli("import", path, "--database", other)
    (tmp_path / "b.jsonl").write_bytes(path.read_bytes())

    twice = cli("import", tmp_path / "b.jsonl", "--database", other)
    again = cli("import", path, "--again", "--database", other)

    assert (twice.exit_code, again.exit_code) == (0, 0)
    assert "batch 1 was imported from this file already, nothing is done; --again" in twice.stderr
    assert [row["batch"] for row in _rows(cli, other)] == [1, 2]


def test_a_cancelled_import_begins_anew(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, other = _written(tmp_path / "a.jsonl", {}), tmp_path / "other.db"
    left = _cutting(monkeypatch)
    assert cli("import", path, "--database", other).exit_code == 130
    left[0] = 1000
    assert cli("cancel", "1", "--database", other).exit_code == 0

    done = cli("import", path, "--database", other)

    assert "batch 2: 1 board (1 with their answers" in done.stderr


@pytest.mark.parametrize("steps", [("pause", "resume"), ("resume",), ("cancel", "resume")])
def test_a_half_imported_batch_is_not_let_go(
    steps: tuple[str, ...], cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker would answer what the import has yet to answer."""
    path, other = _written(tmp_path / "a.jsonl", {}), tmp_path / "other.db"
    left = _cutting(monkeypatch)
    assert cli("import", path, "--database", other).exit_code == 130
    left[0] = 1000

    said = [cli(step, "1", "--database", other) for step in steps]

    assert [(each.exit_code, "`gridmill import" in each.stderr) for each in said if each.exit_code] != []
    with closing(sqlite3.connect(other)) as database:
        (control,) = database.execute("SELECT control FROM batch").fetchone()
    assert control == ("cancelled" if "cancel" in steps else "importing")


@pytest.mark.parametrize("ending", ["csv", "tsv", "jsonl", "parquet", "db"])
def test_names_of_batches_and_sources_come_back_whatever_the_order(ending: str, cli: Cli, tmp_path: Path) -> None:
    path, other = tmp_path / f"we#ird?%41.{ending}", tmp_path / "other.db"
    (tmp_path / "more.txt").write_text(f"{EASY}\n{SEVERAL}\n")
    cli("submit", tmp_path / "more.txt", "--name", "=named", "--limit", "3")
    cli("export", "all", "--sort", "slowest", "-o", path)

    done = cli("import", path, "--database", other)

    assert done.exit_code == 0, done.stderr
    with closing(sqlite3.connect(other)) as database:
        assert ("=named",) in database.execute("SELECT name FROM batch").fetchall()
        names = [row[0] for row in database.execute("SELECT name FROM source")]
    assert len(names) == len(set(names)) == 4
    assert not (tmp_path / "we").exists()
    places = [{name: row[name] for name in ("batch_name", "source", "line", "text", "verdict", "solution", "limit")
               if name in row} for row in _rows(cli, other)]  # fmt: skip
    here = [json.loads(line) for line in cli("results", "all", "--jsonl").stdout.splitlines()]
    wanted = [{name: row[name] for name in places[0]} for row in here]
    key = lambda row: json.dumps(row, sort_keys=True)  # noqa: E731 - used twice, below
    assert sorted(map(key, wanted)) == sorted(map(key, places))


@pytest.mark.parametrize(
    "change",
    [
        "[1]", "null", "1", '"x"', {"line": 10**30}, {"line": -3}, {"solution_limit": 10**30}, {"solution_limit": -1},
        {"solve_ns": 10**25}, {"nodes": -1}, {"count": -1}, {"count": "x"}, {"fields": [1]}, {"fields": "[1]"},
        {"fields": "{"}, {"batch": -1}, {"verdict": "sure"}, json.dumps(RECORD).replace("10.0", "NaN"),
        json.dumps(RECORD).replace("10.0", "-1"), json.dumps(RECORD).replace('"line": 1', '"line": 1e999'),
    ],
)  # fmt: skip
def test_what_no_export_holds_is_said_with_its_place(change: Any, cli: Cli, tmp_path: Path) -> None:
    path = _written(tmp_path / "a.jsonl", {}, change)

    done = cli("import", path, "--database", tmp_path / "other.db")

    assert done.exit_code == 2, done.stderr
    assert str(path) in done.stderr
    assert "2" in done.stderr.split("a.jsonl", 1)[1][:12]


def test_files_that_cannot_be_read(cli: Cli, tmp_path: Path) -> None:
    cli("export", "-o", tmp_path / "e.csv")
    cli("export", "-o", tmp_path / "e.parquet")
    head = (tmp_path / "e.csv").read_text()
    damaged = {
        "latin.csv": (head + "ä,").encode("latin-1"), "utf16.csv": head.encode("utf-16"), "a.db": b"SQLite format 3\0",
        "cut.parquet": (tmp_path / "e.parquet").read_bytes()[:-9], "head.parquet": b"PAR1PAR1",
        "binary.csv": bytes(range(256)),
    }  # fmt: skip
    for name, content in damaged.items():
        (tmp_path / name).write_bytes(content)
        done = cli("import", tmp_path / name, "--database", tmp_path / "other.db")

        assert done.exit_code == 2, (name, done.exception)
        assert f"{name}: expected" in done.stderr, name


@pytest.mark.parametrize(
    "change",
    [
        {"solution": None}, {"witness": SOLVED}, {"witness": SOLVED[::-1]}, {"count": 5}, {"count_is_exact": False},
        {"verdict": "multiple"}, {"verdict": "multiple", "witness": SOLVED, "count": 2},
        {"verdict": "multiple", "solution": None, "count": 10**40}, {"verdict": "none"}, {"verdict": "invalid"},
        {"verdict": "none", "solution": None, "count": 1}, {"solution": SOLVED[::-1]}, {"solution": "x"},
    ],
)  # fmt: skip
def test_answers_that_contradict_themselves_are_not_taken(change: dict[str, Any], cli: Cli, tmp_path: Path) -> None:
    done = cli("import", _written(tmp_path / "a.jsonl", change), "--database", tmp_path / "other.db")

    assert done.exit_code == 3
    assert "kept without its answer" in done.stderr
    assert [row["verdict"] for row in _rows(cli, tmp_path / "other.db")] == ["pending"]


@pytest.mark.parametrize("change", [{"variant": "bogus"}, {"variant": "4x4"}, {"text": EASY[1:]}, {"family": "chess"}])
def test_boards_that_are_none_are_not_taken(change: dict[str, Any], cli: Cli, tmp_path: Path) -> None:
    done = cli("import", _written(tmp_path / "a.jsonl", {}, change), "--database", tmp_path / "other.db")

    assert done.exit_code == 3
    assert "a.jsonl:2: " in done.stderr
    assert len(_rows(cli, tmp_path / "other.db")) == 1


@pytest.mark.parametrize("ending", ["csv", "tsv"])
def test_a_cell_may_be_long(ending: str, cli: Cli, tmp_path: Path) -> None:
    path, other, back = tmp_path / f"a.{ending}", tmp_path / "other.db", tmp_path / "back.db"
    cli("import", _written(tmp_path / "a.jsonl", {"label": "L" * 300_000}), "--database", other)
    cli("export", "--database", other, "-o", path)

    assert cli("import", path, "--database", back).exit_code == 0
    assert len(_rows(cli, back)[0]["label"]) == 300_000


def test_an_export_of_some_columns_is_no_archive(cli: Cli, tmp_path: Path) -> None:
    cli("export", "--columns", "family,variant,text,verdict", "-o", tmp_path / "c.csv")

    done = cli("import", tmp_path / "c.csv", "--database", tmp_path / "other.db")

    assert done.exit_code == 2
    assert "expected an export with all its columns, without 'count'" in done.stderr
