"""A disk that is full, and then is not."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from cli import exits
from tests import servers
from tests.integration.program import Program, until

BOARDS = 30_000


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 3 MB."""
    place = tmp_path / "disk"
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", place]
    if os.geteuid() != 0 or subprocess.run(mount, check=False).returncode:
        pytest.skip("only root may mount a small file system")
    yield place
    subprocess.run(["umount", "-l", place], check=True)


def test_a_full_disk_loses_nothing(small_disk: Path, tmp_path: Path) -> None:
    program = Program(tmp_path, f"sqlite:///{small_disk / 'boards.db'}")
    source = program.boards(*(f"trial fine {n}" for n in range(BOARDS)))
    _, err = program.run("submit", source, expected=exits.UNAVAILABLE)
    assert "full" in err

    subprocess.run(["mount", "-o", "remount,size=60m", small_disk], check=True)
    program.run("resume", "1")
    with program.working():
        until(lambda: program.answered() == BOARDS)

    assert program.ask("SELECT count(DISTINCT text), count(*) FROM board") == [(BOARDS, BOARDS)]
    assert program.run("audit", "1", "--sample", "0")[0] == ""
    program.engine.dispose()


def test_a_disk_that_fills_up_under_the_workers(small_disk: Path, tmp_path: Path) -> None:
    subprocess.run(["mount", "-o", "remount,size=8m", small_disk], check=True)
    program = Program(tmp_path, f"sqlite:///{small_disk / 'boards.db'}")
    program.run("submit", program.boards(*(f"trial fine {n}" for n in range(4000))))
    ballast = small_disk / "ballast"
    with ballast.open("wb") as file, suppress(OSError):
        while True:
            os.write(file.fileno(), b"x" * 4096)
    with program.working():
        until(lambda: "full" in program.log() or "disk I/O error" in program.log())
        ballast.unlink()
        until(lambda: program.answered() == 4000)

    assert program.verdicts() == {"unique": 4000}
    program.engine.dispose()


def test_a_disk_that_fills_up_under_a_broker_that_keeps_its_log(tmp_path: Path) -> None:
    with servers.short_folder() as folder:
        mount = ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", folder]
        if os.geteuid() != 0 or subprocess.run(mount, check=False).returncode:
            pytest.skip("only root may mount a small file system")
        try:
            with servers.valkey(folder, appendonly="yes", appendfsync="everysec") as server:
                _fill_and_clear(
                    folder, Program(tmp_path, f"sqlite:///{tmp_path / 'boards.db'}", servers.broker_url(server))
                )
        finally:
            subprocess.run(["umount", "-l", folder], check=True)


def _fill_and_clear(folder: Path, program: Program) -> None:
    files = [[f"trial sleep 0.002 {number} {n}" for n in range(200)] for number in range(8)]  # a chunk each
    program.run("submit", *(program.boards(*lines, name=f"{number}.txt") for number, lines in enumerate(files)))
    with program.working():
        until(lambda: program.answered() > 0)
        ballast = folder / "ballast"
        with ballast.open("wb") as file, suppress(OSError):
            while True:
                os.write(file.fileno(), b"x" * 4096)
        until(lambda: "MISCONF" in program.log() or "refused" in program.log())
        ballast.unlink()
        until(lambda: program.answered() == 1600)

    assert program.verdicts() == {"unique": 1600}
    program.engine.dispose()
