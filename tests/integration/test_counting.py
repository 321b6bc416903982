"""Counts of magic squares, split over two workers: kills, stops and resumes change nothing."""

from __future__ import annotations

import time

import pytest

from db import control
from tests.integration.program import Program, kill, until

ASSOCIATIVE = "associative:" + "/".join(["0 0 0 0 0"] * 5)
ALL = 388_352  # 48,544 up to rotation and reflection (OEIS A081262)


@pytest.fixture
def counting(program: Program) -> Program:
    """Two workers, and parts that are split soon."""
    program.settings |= {"GRIDMILL_SPLIT_S": "0.3"}
    program.run("submit", program.boards(ASSOCIATIVE), "--count", "--time-limit", "0")
    return program


def parts_done(program: Program) -> int:
    return int(str(program.ask("SELECT count(*) FROM part WHERE verdict IS NOT NULL")[0][0]))


def test_kills_change_no_count(counting: Program) -> None:
    with counting.working():
        until(lambda: parts_done(counting) > 1)
        out, _ = counting.run("status", "--jsonl")
        assert '"pending": 1' in out
        for _ in range(5):
            until(lambda: counting.holders() or counting.answered())
            for pid in counting.holders()[:1]:
                kill(pid)
            time.sleep(0.1)
        until(counting.answered)

    assert counting.ask("SELECT count, count_is_exact FROM answer") in ([(ALL, True)], [(ALL, 1)])
    assert counting.ask("SELECT count(*) FROM chunk WHERE lane = 'part'")[0][0] > 50  # type: ignore[operator]


def test_a_cancelled_count_goes_on_when_resumed(counting: Program) -> None:
    with counting.working():
        until(lambda: parts_done(counting) > 1)
        counting.control(control.stop)
        until(lambda: not counting.holders())
    there = parts_done(counting)  # now that no worker is left that could have one more in hand
    assert not counting.answered()

    counting.run("resume", "1")
    assert parts_done(counting) == there > 1
    with counting.working():
        until(counting.answered)

    assert counting.ask("SELECT count FROM answer") == [(ALL,)]
