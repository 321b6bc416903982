"""The four sessions of docs/guides on public sets, as users would hold them; skipped where the sets are not at hand."""

from __future__ import annotations

import csv
import json
import sqlite3
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from solvers.sudoku.analysis import canonical_forms
from tests.cli.conftest import Process
from tests.shared import shared

Done = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def gridmill(process: Process, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Done:
    """A command in an empty folder; it must not fail."""
    monkeypatch.chdir(tmp_path)

    def run(*args: str | Path, stdin: str | None = None) -> subprocess.CompletedProcess[str]:
        done = process(*args, stdin=stdin, seconds=240)
        assert done.returncode == 0, done.stderr
        return done

    return run


def test_a_curator(gridmill: Done, tmp_path: Path) -> None:
    seventeen = shared("data/sudoku/9x9/puzzles2_17_clue.gz")
    hard = shared("data/sudoku/9x9/puzzles3_magictour_top1465")

    gridmill("run", seventeen, "--quiet", "--name", "17 givens")
    again = gridmill("run", seventeen, "--quiet")
    gridmill("run", hard, "--quiet", "--name", "hard")

    assert "49,158 boards (0 new, 49,158 already known)" in again.stderr
    doubles = gridmill("results", "2", "--duplicates", "--tsv", "--columns", "board").stdout.splitlines()
    assert len(doubles) == 1 + 49_158
    assert len(gridmill("results", "--same-as", "1", "--jsonl").stdout.splitlines()) == 2
    gridmill("export", "3", "--to", "line", "-o", "hard.txt")
    gridmill("minimal", "hard.txt", "--not-minimal", "--csv", "-o", "spare.csv")
    with (tmp_path / "spare.csv").open() as file:
        spare = list(csv.DictReader(file))
    assert spare
    assert all(row["minimal"] == "no" and row["unneeded"] for row in spare)
    assert len(gridmill("results", "1", "--givens", "17", "--limit", "5", "--json").stdout.splitlines()) == 7
    gridmill("export", "1", "-o", "seventeen.db")
    with sqlite3.connect(tmp_path / "seventeen.db") as archive:
        assert archive.execute("SELECT count(*) FROM unique_boards").fetchone() == (49_158,)


def test_a_setter(gridmill: Done, tmp_path: Path) -> None:
    lines = shared("data/sudoku/9x9/puzzles3_magictour_top1465").read_text().splitlines()
    text = next(line[:81] for line in lines if not line.startswith("#"))
    (tmp_path / "mine.txt").write_text(f"{text}\n")
    given = next(at for at, symbol in enumerate(text) if symbol not in ".0")
    (tmp_path / "bold.txt").write_text(f"{text[:given]}.{text[given + 1 :]}\n")

    assert gridmill("solve", "mine.txt", "--template", "{verdict}").stdout == "unique\n"
    gridmill("run", "mine.txt", "bold.txt", "--quiet")
    (mine,) = json.loads(gridmill("show", "1", "--json", "--why").stdout)
    (bold,) = json.loads(gridmill("show", "2", "--json").stdout)

    assert mine["verdict"] == "unique"
    assert isinstance(mine["unneeded"], list)
    assert bold["verdict"] == ("unique" if f"r1c{given + 1}={text[given]}" in mine["unneeded"] else "multiple")
    assert bold["verdict"] == "unique" or bold["solution"] != bold["witness"]
    gridmill("show", "2", "--svg", "-o", "bold.svg")
    gridmill("sheet", "-o", "both.svg")


def test_a_contest_maker(gridmill: Done) -> None:
    boards = shared("data/beads/noi2005_sample.txt")

    done = gridmill("solve", "--as", "judge", boards)

    assert done.stdout.split() == shared("data/beads/noi2005_sample.out").read_text().split()


def test_a_researcher(gridmill: Done, tmp_path: Path) -> None:
    gridmill("run", shared("data/sudoku/9x9/puzzles3_magictour_top1465"), "--quiet")
    gridmill("export", "--verdict", "unique", "--split", "train=80,test=20", "-o", "set.jsonl")
    gridmill("export", "-o", "all.parquet")

    parts = [
        [json.loads(line) for line in (tmp_path / f"set-{name}.jsonl").read_text().splitlines()]
        for name in ("train", "test")
    ]
    assert sum(map(len, parts)) == 1465
    assert 0.7 < len(parts[0]) / 1465 < 0.9
    forms = [set(canonical_forms([row["text"] for row in part])) for part in parts]
    assert not forms[0] & forms[1]
    assert {(row["engine"] != "", row["solution_limit"], row["time_limit_s"]) for row in parts[0]} == {(True, 2, 10.0)}
    taken = gridmill("import", "all.parquet", "--database", "elsewhere.db")
    assert "1,465 with their answers" in taken.stderr
