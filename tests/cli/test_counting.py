"""`solve --count`: whole, in parts, and stopped by Ctrl-C."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import time
from pathlib import Path

import pytest

from cli import counting
from cli.counting import ALL, Counting
from solvers import registry
from solvers.core import Budget, Verdict
from tests.cli.conftest import EASY, Cli, command

SUDOKU = registry.family("sudoku")


@pytest.mark.parametrize("limit", [ALL, 100])
def test_parts_add_up_to_the_board(limit: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 28,200,960 grids of 6x6 each 720th has this first row."""
    board = "2x3:123456" + "." * 30
    whole = Counting()(SUDOKU, [board, EASY], limit, Budget(), None)
    monkeypatch.setattr(counting, "WHOLE_S", 1e-9)
    monkeypatch.setattr(counting, "PATIENCE", 1e12)
    count = Counting()
    parts = count(SUDOKU, [board], limit, Budget(), None)

    assert (parts[0].count, parts[0].count_is_exact) == ((39_168, True) if limit == ALL else (100, False))
    assert parts[0].reason == whole[0].reason
    assert (whole[0].count, whole[1].verdict) == (parts[0].count, Verdict.UNIQUE)
    assert count.found == parts[0].count
    assert len({parts[0].solution, parts[0].witness, ""}) == 3
    assert not any(SUDOKU.check([board] * 2, [parts[0].solution, parts[0].witness]))


def test_a_board_without_solution_has_none_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting, "WHOLE_S", 1e-9)
    dead = "123...4........."
    (answer,) = Counting()(SUDOKU, [dead], ALL, Budget(), None)

    assert (answer.verdict, answer.count, answer.count_is_exact) == (Verdict.NONE, 0, True)


def test_the_grids_of_six_are_counted(cli: Cli) -> None:
    """28,200,960 is published."""
    done = cli("solve", "--count", "--variant", "6x6/2x3", "--template", "{verdict} {count}", "-", stdin="." * 36)

    assert done.stdout == "multiple 28200960\n"


def test_ctrl_c_ends_a_count_at_once_and_says_how_far_it_was(tmp_path: Path) -> None:
    """The empty 9x9 would be counted for longer than anybody lives."""
    (tmp_path / "empty.txt").write_text(f"{EASY}\n{'.' * 81}\n")
    ours, its = os.openpty()
    args = command("solve", "--count", "--time-limit", "0", "--threads", "1", tmp_path / "empty.txt")
    done = subprocess.Popen(args, stdout=subprocess.PIPE, stderr=its, text=True)
    os.close(its)
    said, end = b"", time.monotonic() + 60
    while b"solutions so far" not in said and time.monotonic() < end:
        if select.select([ours], [], [], 1.0)[0]:
            said += os.read(ours, 65536)
    done.send_signal(signal.SIGINT)
    rows = [line.split("\t") for line in done.communicate(timeout=20)[0].splitlines()]
    os.close(ours)

    assert done.returncode == 130
    assert [row[2] for row in rows] == ["verdict", "unique", "multiple"]
    assert int(rows[2][3].removeprefix(">=")) > 1
    assert rows[2][5] == "cancelled"
