"""SIGKILL of `gridmill cancel` and `gridmill drop` in the middle: workers go on with what others wait for."""

from __future__ import annotations

import signal
import subprocess
import sys
import time

from db import extents
from tests.integration.program import Program, kill, until

SIZE = extents.OWN  # on PostgreSQL the batch has partitions of its own
SHARED = 300

# Dies behind the first transaction, in which the batch is marked.
DIES = """
import os, signal
from cli.main import main
from db import dropping, handovers
handovers.pieces = dropping.drop = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
main()
"""


def killed(program: Program, *words: str) -> None:
    command = [sys.executable, "-c", DIES, *words]
    died = subprocess.run(command, env=program.environment(), cwd=program.home, check=False, capture_output=True)
    assert died.returncode == -signal.SIGKILL, died.stderr


def submit(program: Program, name: str, *lines: str) -> None:
    program.run("submit", program.boards(*lines, name=name), "--quiet")


def test_what_was_cut_off_is_gone_on_with(program: Program) -> None:
    ours, theirs = ([f"trial span {each} {number}" for number in range(1, SHARED)] for each in (0, 1))
    submit(program, "1.txt", *ours, *(f"trial span 2 {number}" for number in range(2, SIZE)))
    submit(program, "2.txt", *theirs)
    submit(program, "3.txt", *ours, *theirs)
    program.run("pause", "1")
    killed(program, "cancel", "2")
    killed(program, "drop", "1", "--yes")

    with program.working():
        until(lambda: program.answered() == 2 * (SHARED - 1))
        dropping = program.start("drop", "1", "--yes")
        time.sleep(0.7)  # of which it takes half to start
        kill(dropping.pid)
        dropping.communicate()

    if program.ask("SELECT 1 FROM batch WHERE id = 1"):
        program.run("drop", "1", "--yes")
    _, said = program.run("audit", "3")
    assert f"{2 * (SHARED - 1)} boards, 0 pending" in said
    assert " 0 faults" in said
    assert program.ask("SELECT count(*) FROM board") == [(3 * (SHARED - 1),)]
    assert program.ask("SELECT count(*) FROM lease") == [(0,)]
