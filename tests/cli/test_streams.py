"""Standard streams that are full, closed, or no longer read: a sentence and a code, and never a traceback."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

import pytest

from cli.main import gridmill
from tests.cli.conftest import EASY, command

FULL = Path("/dev/full")
needs_full = pytest.mark.skipif(not FULL.exists(), reason="needs /dev/full, a device that is always full")

SAYING = (
    ("--help",), ("results", "--help"), ("families",), ("formats",), ("formats", "line"), ("status",), ("results",),
    ("results", "--jsonl"), ("results", "--csv"), ("results", "--markdown"), ("results", "--parquet"), ("rejects",),
    ("rejects", "--export", "-"), ("equivalents", "--csv"), ("solutions", "--json"), ("show", "1"),
    ("show", "1", "--json"),
    ("show", "1", "--svg"), ("show", "1", "--png"), ("stats",), ("stats", "--json"), ("report",), ("watch", "-q"),
    ("export", "--to", "csv"), ("export", "--to", "line"), ("doctor",), ("doctor", "--json"),
    ("completion", "bash", "--print"), ("check", "good.txt"), ("check", "--explain", "good.txt"),
    ("convert", "--to", "line", "good.txt"), ("solve", "good.txt"),
    ("minimal", "good.txt"), ("list", "good.txt"),
)  # fmt: skip
FILES = (
    ("results", "--jsonl"), ("results", "--csv"), ("results", "--parquet"), ("export", "--to", "csv"),
    ("export", "--to", "line"), ("report",), ("sheet",), ("sheet", "--svg"), ("show", "1"), ("show", "1", "--svg"),
    ("show", "1", "--png"), ("show", "1", "--json"),
)  # fmt: skip


@pytest.fixture
def here(solved: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with boards beside a database of them, where commands are called."""
    (solved.parent / "good.txt").write_text(f"{EASY}\n")
    monkeypatch.chdir(solved.parent)
    return solved.parent


@pytest.fixture
def full() -> Iterator[TextIO]:
    """A stream that takes nothing, whatever is left in it."""
    file = FULL.open("w")
    yield file
    os.dup2(os.open(os.devnull, os.O_WRONLY), file.fileno())
    file.close()


@pytest.fixture
def unread() -> Iterator[TextIO]:
    """A pipe whose reader has gone."""
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w") as file:
        yield file
        os.dup2(os.open(os.devnull, os.O_WRONLY), file.fileno())


def ended(*args: str) -> object:
    """The exit code of a command that is called in this process with the streams of this process."""
    with pytest.raises(SystemExit) as end:
        gridmill.main(list(args))
    return end.value.code


@needs_full
@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("args", SAYING, ids=" ".join)
def test_an_output_that_is_full(
    args: tuple[str, ...], full: TextIO, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdout", full)

    assert ended(*args) == 4
    assert "No space left on device" in capsys.readouterr().err


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("args", SAYING, ids=" ".join)
def test_a_pipe_that_nobody_reads(
    args: tuple[str, ...], unread: TextIO, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdout", unread)

    assert ended(*args) == 0
    assert "roken pipe" not in capsys.readouterr().err


@needs_full
@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("args", FILES, ids=" ".join)
def test_a_file_that_is_full(args: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert ended(*args, "-o", str(FULL)) == 4
    assert f"{FULL} could not be written: No space left on device" in capsys.readouterr().err


@needs_full
@pytest.mark.usefixtures("here")
def test_messages_that_cannot_be_written(full: TextIO, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", full)

    assert ended("results", "77") == 2
    assert ended("show", "77") == 2


@needs_full
def test_the_program_adds_nothing_of_its_own(here: Path) -> None:
    """Python complains once more where a buffer cannot be flushed at its end."""
    with FULL.open("w") as out:
        done = subprocess.run(command("families"), stdout=out, stderr=subprocess.PIPE, text=True, check=False, cwd=here)

    assert done.stderr == "gridmill: the output cannot be written: No space left on device\n"
    assert done.returncode == 4


@pytest.mark.parametrize(
    ("closing", "code"), [("families <&-", 0), ("families >&-", 4), ("families 2>&-", 0), ("solve <&-", 3)]
)
def test_closed_streams(closing: str, code: int, here: Path) -> None:
    line = f'"{sys.executable}" -m cli.main {closing}'

    done = subprocess.run(["sh", "-c", line], capture_output=True, text=True, check=False, cwd=here)

    assert "Traceback" not in done.stderr
    assert done.returncode == code, done.stderr


@needs_full
def test_an_archive_that_finds_no_room(here: Path) -> None:
    """The limit is larger than what reading the database needs."""
    limited = ["bash", "-c", "trap '' XFSZ; ulimit -f 48; exec \"$@\"", "bash"]

    done = subprocess.run(
        [*limited, *command("export", "-o", "out.db")], capture_output=True, text=True, check=False, cwd=here
    )

    assert "out.db could not be written: " in done.stderr
    assert done.returncode == 4
    assert not list(here.glob("*out.db*"))
