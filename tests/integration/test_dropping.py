"""SIGKILL of `gridmill drop` in the middle: nothing of others is lost, and the same command completes it."""

from __future__ import annotations

import time

import pytest

from db import extents
from tests.integration.program import Program, kill, until

SIZE = extents.OWN  # on PostgreSQL the batch has partitions of its own


@pytest.mark.parametrize("after_s", [0.05, 0.3])
def test_killed(program: Program, after_s: float) -> None:
    shared = [f"trial span 0 {number}" for number in range(1, 500)]
    program.run("submit", program.boards(*shared, *(f"trial span 1 {number}" for number in range(2, SIZE))), "--quiet")
    program.run("cancel", "1")
    program.run("submit", program.boards(*shared, name="others.txt"), "--quiet")
    dropping = program.start("drop", "1", "--yes")
    until(lambda: program.ask("SELECT control FROM batch WHERE id = 1") != [("cancelled",)])
    time.sleep(after_s)
    kill(dropping.pid)
    dropping.communicate()
    left = program.ask("SELECT count(*) FROM batch WHERE id = 1") == [(1,)]

    if left:
        program.run("drop", "1", "--yes")

    with program.working():
        until(lambda: not program.ask("SELECT 1 FROM chunk WHERE state != 'done'"))
    _, said = program.run("audit", "2")
    assert "499 boards, 0 pending" in said
    assert " 0 faults" in said
    assert program.ask("SELECT count(*) FROM board") == [(499,)]
    assert program.ask("SELECT count(*) FROM answer") == [(499,)]
