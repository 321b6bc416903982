"""The embedded broker ends with its owner, however that ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from worker import folders, owner

CODE = """
import time
from worker.embedded import embedded_broker
from worker.settings import Settings
with embedded_broker(Settings("sqlite:///x.db")) as found:
    print(found.broker, flush=True)
    time.sleep(60)
"""


def test_a_broker_whose_owner_was_killed_ends(tmp_path: Path) -> None:
    program = subprocess.Popen(
        [sys.executable, "-c", CODE], stdout=subprocess.PIPE, text=True, env=os.environ | {"TMPDIR": str(tmp_path)}
    )
    assert program.stdout is not None
    assert program.stdout.readline().startswith("unix://")
    assert len(list(tmp_path.iterdir())) == 1

    program.send_signal(signal.SIGKILL)
    program.wait()
    program.stdout.close()

    end = time.monotonic() + 10
    while list(tmp_path.iterdir()) and time.monotonic() < end:
        time.sleep(0.05)
    assert list(tmp_path.iterdir()) == []
    assert str(tmp_path) not in subprocess.run(["ps", "ax"], capture_output=True, text=True, check=True).stdout


def test_folders_of_the_dead_are_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    place = owner.place()
    for name, holder in (("gm-dead", f"{place}/1/1"), ("gm-alive", owner.me()), ("gm-far", "elsewhere/1/1")):
        (tmp_path / name).mkdir()
        (tmp_path / name / folders.MARK).write_text(holder)
    (tmp_path / "gm-other").mkdir()

    with folders.own_folder("gm-") as mine:
        assert mine.is_dir()

    assert sorted(path.name for path in tmp_path.iterdir()) == ["gm-alive", "gm-far", "gm-other"]
