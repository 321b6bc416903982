"""Starts a worker group of this machine. Light on purpose: the group loads while the command does."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from worker.embedded import embedded_broker
from worker.settings import Settings, home

PATIENCE_S = 20.0  # for a group that was asked to end


@contextmanager
def working(settings: Settings, log: Path | None = None) -> Iterator[tuple[Settings, subprocess.Popen[bytes]]]:
    """A worker group of this machine, and an embedded broker if none is configured, for as long as the context lasts.

    The group logs to ``log`` (default: worker.log beside the embedded database).
    """
    log = log or home() / "worker.log"
    log.parent.mkdir(parents=True, exist_ok=True)
    with embedded_broker(settings) as found, log.open("ab") as out:
        command = [sys.executable, "-m", "worker", str(os.getpid())]
        group = subprocess.Popen(  # noqa: S603 - our own program
            command, env=found.environment(), stdout=out, stderr=out, start_new_session=True
        )
        try:
            yield found, group
        finally:
            _end(group)


def _end(group: subprocess.Popen[bytes]) -> None:
    """Ask the group to end; a second Ctrl-C meanwhile makes it urgent."""
    group.terminate()
    try:
        group.wait(PATIENCE_S)
    except KeyboardInterrupt:
        group.terminate()
        group.wait(PATIENCE_S)
    except subprocess.TimeoutExpired:
        group.kill()
        group.wait()
