"""Commands that need workers: run, submit, worker, watch; as real processes with the embedded broker."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.cli.conftest import EASY, Cli, Process, command


def test_run_tells_what_came_out(process: Process, folder: Path, home: Path) -> None:
    done = process("run", folder / "good.txt", "--name", "mine", "--slots", "1")

    assert done.returncode == 0
    header, row = done.stdout.splitlines()
    assert header.split() == ["family", "variant", "boards", "unique", "multiple", "none", "invalid", "a", "board"]
    assert row.split()[:7] == ["sudoku", "9x9", "5", "2", "1", "1", "1"]
    assert "5 boards (4 new, 1 already known), 0 rejected" in done.stderr
    assert "gridmill results 1" in done.stderr
    assert (home / "data" / "gridmill" / "gridmill.db").exists()


def test_run_again_finds_nothing_new(process: Process, folder: Path) -> None:
    process("run", folder / "good.txt", "--slots", "1")

    done = process("run", folder / "good.txt", "--slots", "1")

    assert done.returncode == 0
    assert "batch 2: 1 source: 5 boards (0 new, 5 already known)" in done.stderr


def test_run_with_rejects_ends_with_3_and_solves_the_rest(process: Process, folder: Path) -> None:
    done = process("run", folder / "broken.txt", "--slots", "1", "-q")

    assert done.returncode == 3
    assert "1 of 1 board answered, 1 rejected" in done.stderr


def test_run_reads_stdin(process: Process) -> None:
    done = process("run", "-", "--slots", "1", stdin=f"{EASY}\n")

    assert done.returncode == 0
    assert "1 of 1 board answered" in done.stderr


def test_run_quiet_is_the_summary_alone(process: Process, folder: Path) -> None:
    done = process("run", folder / "good.txt", "-q", "--slots", "1")

    assert done.returncode == 0
    assert "\x1b" not in done.stdout + done.stderr


def test_submit_then_worker_then_watch(cli: Cli, folder: Path) -> None:
    submitted = cli("submit", folder / "good.txt", "--name", "a name")
    pending = cli("status", "--jsonl")

    with _worker():
        watched = cli("watch", "-q")

    assert submitted.exit_code == 0
    assert "batch 1: 1 source: 5 boards (4 new, 1 already known)" in submitted.stderr
    assert json.loads(pending.stdout)["pending"] == 5
    assert watched.exit_code == 0
    assert "5 of 5 boards answered" in watched.stderr


def test_a_worker_that_is_told_to_stop_ends_well(cli: Cli, folder: Path) -> None:
    with _worker() as running:
        cli("submit", folder / "good.txt")
        cli("watch", "-q")
        running.send_signal(signal.SIGINT)

        assert running.wait(30) in (0, 130)


def test_dry_run_stores_nothing(cli: Cli, folder: Path, home: Path) -> None:
    done = cli("submit", "--dry-run", folder / "good.txt", folder / "broken.txt")

    assert done.exit_code == 3
    assert "2 sources: 6 boards, 1 rejected" in done.stderr
    assert not (home / "data").exists()


def test_submit_without_files_is_wrong_usage(cli: Cli) -> None:
    assert cli("submit").exit_code == 2
    assert cli("run").exit_code == 2


def test_submit_with_an_unreachable_broker(cli: Cli, folder: Path) -> None:
    done = cli("submit", folder / "good.txt", "--broker", "redis://127.0.0.1:1/0")

    assert done.exit_code == 0  # the boards are stored; workers look by themselves once a second
    assert json.loads(cli("status", "--jsonl").stdout)["pending"] == 5


def test_interrupting_a_run_loses_nothing(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "long.txt"
    file.write_text("".join("." * at + "1" + "." * (255 - at) + "\n" for at in range(40)))
    args = ("run", file, "--slots", "1", "--limit", "100000000", "--time-limit", "5")
    running = subprocess.Popen(command(*args), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    _wait_for_batch(cli)

    running.send_signal(signal.SIGINT)
    _, errors = running.communicate(timeout=60)

    assert running.returncode == 130
    assert "nothing is lost" in errors
    assert "Traceback" not in errors
    status = json.loads(cli("status", "--jsonl").stdout)
    assert status["boards"] == status["answered"] + status["pending"]


def _wait_for_batch(cli: Cli) -> None:
    for _ in range(100):
        done = cli("status", "--jsonl")
        if done.exit_code == 0 and done.stdout and json.loads(done.stdout)["boards"]:
            return
        time.sleep(0.2)
    pytest.fail("no batch appeared")


@contextmanager
def _worker() -> Iterator[subprocess.Popen[bytes]]:
    running = subprocess.Popen(command("worker", "--slots", "1"), stderr=subprocess.DEVNULL, env=os.environ.copy())
    try:
        yield running
    finally:
        running.terminate()
        running.wait(30)
