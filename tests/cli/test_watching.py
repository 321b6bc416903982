"""`gridmill watch-folder`: every content once, whole files only, over restarts and beside a second watcher."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import time
from pathlib import Path

import pytest

from db.contents import unfinished
from db.engine import open_database, reading
from db.schema import upgrade
from db.submissions import Ask, begin_once
from solvers.core import Block
from tests.cli.conftest import CLASH, EASY, SEVERAL, Cli, command
from worker.submitting import Wanted, where_from
from worker.watching import Folder, Lease, content_hash, resume

NOW = ("--once", "--settle", "0", "--every", "0.02")


@pytest.fixture
def inbox(tmp_path: Path) -> Path:
    folder = tmp_path / "inbox"
    folder.mkdir()
    (folder / "a.txt").write_text(f"{EASY}\n{SEVERAL}\n")
    return folder


def _batches(home: Path) -> list[tuple[str, int]]:
    with sqlite3.connect(home / "data" / "gridmill" / "gridmill.db") as database:
        return list(database.execute("SELECT name, boards FROM batch ORDER BY id"))


def test_what_is_there_is_taken_once_by_content(cli: Cli, inbox: Path, home: Path) -> None:
    (inbox / "copy of a.txt").write_bytes((inbox / "a.txt").read_bytes())
    first = cli("watch-folder", inbox, *NOW)
    (inbox / "a.txt").rename(inbox / "renamed.txt")
    (inbox / "b.txt").write_text(f"{CLASH}\n")
    second = cli("watch-folder", inbox, *NOW)

    assert [first.exit_code, second.exit_code] == [0, 0]
    assert "a.txt: batch 1: 1 source: 2 boards (2 new, 0 already known), 0 rejected" in first.stderr
    assert "copy of a.txt: the same content was taken before" in first.stderr
    assert _batches(home) == [("a.txt", 2), ("b.txt", 1)]


def test_rejected_input_is_told_and_counts(cli: Cli, inbox: Path) -> None:
    (inbox / "broken.txt").write_text(f"{EASY}\n{EASY[:80]}\n")
    done = cli("watch-folder", inbox, *NOW, "--log-format", "json")

    lines = [json.loads(line) for line in done.stderr.splitlines()]
    assert done.exit_code == 3
    assert [line["line"] for line in lines if line.get("event") == "rejected"] == [2]
    assert [(line["boards"], line["rejects"]) for line in lines if line.get("event") == "taken"] == [(2, 0), (1, 1)]
    assert all({"time", "level", "message"} <= line.keys() for line in lines)


def test_files_in_the_making_wait(tmp_path: Path) -> None:
    for name in ("x.part", "y.tmp", ".hidden", "z.txt"):
        (tmp_path / name).write_text("1")
    os.utime(tmp_path / "z.txt", (1, 1))
    folder = Folder(tmp_path, settle_s=5.0)

    looks = [folder.ready()]
    (tmp_path / "z.txt").write_text("12")  # grows between two looks
    looks += [folder.ready(), folder.ready()]
    os.utime(tmp_path / "z.txt", (2, 2))
    looks += [folder.ready(), folder.ready()]
    folder.done(tmp_path / "z.txt")
    looks.append(folder.ready())
    (tmp_path / "x.part").rename(tmp_path / "x.txt")
    os.utime(tmp_path / "x.txt", (3, 3))
    looks += [folder.ready(), folder.ready()]

    z, x = tmp_path / "z.txt", tmp_path / "x.txt"
    assert looks == [[], [], [], [], [z], [], [], [x]]


def test_a_restart_reads_on_where_it_was_cut_off(inbox: Path, tmp_path: Path) -> None:
    engine = open_database(f"sqlite:///{tmp_path}/boards.db")
    upgrade(engine)
    for name in ("a.txt", "gone.txt"):
        path = inbox / name
        path.write_text(f"{EASY}\n{name}\n")
        assert begin_once(engine, content_hash(path), name, Ask(), where_from(Wanted((str(path),)))) is not None
    (inbox / "gone.txt").unlink()

    found = {taken.path.name: taken for taken in resume(engine, inbox, lambda *_: None)}

    assert (found["gone.txt"].summary, found["gone.txt"].error) == (None, "it is gone")
    assert (found["a.txt"].summary.boards, found["a.txt"].summary.rejects) == (1, 1)  # type: ignore[union-attr]  # it was read
    with reading(engine) as connection:
        assert [batch for batch, _, _ in unfinished(connection)] == [2]
    assert begin_once(engine, content_hash(inbox / "a.txt"), "again", Ask(), {}) is None
    engine.dispose()


def test_what_was_cut_off_is_finished_under_its_new_name(cli: Cli, inbox: Path, home: Path) -> None:
    cli("migrate")
    engine = open_database(f"sqlite:///{home}/data/gridmill/gridmill.db")
    submission = begin_once(
        engine, content_hash(inbox / "a.txt"), "a.txt", Ask(), where_from(Wanted((str(inbox / "a.txt"),)))
    )
    assert submission is not None
    submission.open_source(str(inbox / "a.txt"))
    submission.add(Block("sudoku", "9x9", [EASY], [1]))
    submission.flush()
    engine.dispose()
    (inbox / "a.txt").rename(inbox / "b.txt")

    done = cli("watch-folder", inbox, *NOW)

    assert done.exit_code == 0, done.stderr
    assert "a.txt: was not read to its end, and it is gone" in done.stderr
    assert "b.txt: batch 1: " in done.stderr
    assert _batches(home) == [("a.txt", 2)]
    assert cli("results", "--format", "{source}").stdout == f"{inbox / 'b.txt'}\n" * 2


def test_what_cannot_be_finished_is_told_and_counts(cli: Cli, inbox: Path, home: Path) -> None:
    cli("migrate")
    engine = open_database(f"sqlite:///{home}/data/gridmill/gridmill.db")
    begin_once(engine, content_hash(inbox / "a.txt"), "a.txt", Ask(), where_from(Wanted((str(inbox / "a.txt"),))))
    engine.dispose()
    (inbox / "a.txt").unlink()

    done = cli("watch-folder", inbox, *NOW)

    assert done.exit_code == 3
    assert "batch 1 is not read to its end: put a.txt back, or `gridmill cancel 1`" in done.stderr


def test_links_out_of_the_folder_and_empty_files_are_let_be(cli: Cli, inbox: Path, home: Path) -> None:
    (home / "secret.txt").write_text(f"{CLASH}\n")
    (inbox / "link.txt").symlink_to(home / "secret.txt")
    (inbox / "inside.txt").symlink_to(inbox / "a.txt")
    (inbox / "empty.txt").touch()

    assert cli("watch-folder", inbox, *NOW).exit_code == 0
    assert _batches(home) == [("a.txt", 2)]


def test_two_watchers_take_turns(inbox: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    engine = open_database(f"sqlite:///{tmp_path}/boards.db")
    upgrade(engine)
    mine = Lease(engine, inbox)
    assert mine.hold()

    monkeypatch.setattr("worker.owner.me", lambda: "elsewhere/1/1")
    other = Lease(engine, inbox)
    assert not other.hold()
    monkeypatch.undo()
    mine.resign()
    monkeypatch.setattr("worker.owner.me", lambda: "elsewhere/1/1")
    assert other.hold()
    engine.dispose()


def test_it_watches_until_it_is_told_to_stop(inbox: Path, home: Path) -> None:
    watching = subprocess.Popen(
        command("watch-folder", inbox, "--settle", "0", "--every", "0.05"), stderr=subprocess.PIPE, text=True
    )
    assert watching.stderr is not None
    assert "a.txt: batch 1" in watching.stderr.readline()
    (inbox / "later.txt.part").write_text(f"{CLASH}\n")
    time.sleep(0.2)
    (inbox / "later.txt.part").rename(inbox / "later.txt")
    assert "later.txt: batch 2" in watching.stderr.readline()
    watching.send_signal(signal.SIGTERM)

    assert watching.wait(20) == 0
    watching.stderr.close()
    assert _batches(home) == [("a.txt", 2), ("later.txt", 1)]


def test_what_is_no_folder(cli: Cli, inbox: Path) -> None:
    assert cli("watch-folder", inbox / "a.txt").exit_code == 2
