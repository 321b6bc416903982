"""All solutions of a board into the database, whatever is killed meanwhile."""

from __future__ import annotations

import time

import pytest

from db import control
from tests.integration.program import Program, kill, until

SEMI = "semi:0 0 0 0/0 0 0 0/0 0 0 0/0 0 0 0"
NORMAL = "normal:0 0 0 0/0 0 0 0/0 0 0 0/0 0 0 0"  # 7040 squares (Frenicle)
GAME = "34-game:1 0 0 0/0 0 0 0/0 0 0 0/0 0 0 0"  # 216


def stored(program: Program) -> int:
    return int(str(program.ask("SELECT coalesce(sum(solutions), 0) FROM listing")[0][0]))


def test_all_solutions_are_stored_and_listed(program: Program) -> None:
    program.run("run", program.boards(NORMAL, GAME), "--all")

    out, _ = program.run("solutions", "--board", "2")
    text, _ = program.run("list", program.boards(GAME, name="game.txt"))
    assert out == text
    assert len(out.splitlines()) == 216
    both, _ = program.run("solutions", "--csv")
    assert len(both.splitlines()) == 1 + 7040 + 216
    _, summary = program.run("audit", "1")
    assert "7,256 listed too" in summary
    assert " 0 faults" in summary


@pytest.mark.parametrize("limit", [60_000])
def test_kills_leave_no_gap_in_a_list(program: Program, limit: int) -> None:
    program.run("submit", program.boards(SEMI), "--all", "--limit", str(limit))

    with program.working():
        for _ in range(4):
            before = stored(program)
            until(lambda before=before: stored(program) > before or program.answered())  # type: ignore[misc]
            for pid in program.holders()[:1]:
                kill(pid)
        until(program.answered)

    assert program.ask("SELECT count, reason FROM answer") == [(limit, f"stopped at the limit of {limit} solutions")]
    assert program.ask("SELECT count(*), max(ordinal), count(DISTINCT text) FROM solution") == [(limit,) * 3]
    _, summary = program.run("audit", "1")
    assert " 0 faults" in summary


def test_a_cancelled_list_keeps_what_it_has_and_goes_on_when_resumed(program: Program) -> None:
    size = 120_000  # of 549,504
    program.run("submit", program.boards(SEMI), "--all", "--limit", str(size))

    with program.working():
        until(lambda: stored(program))
        program.control(control.stop)
        until(lambda: not program.holders())
        time.sleep(0.3)
        there = stored(program)
        assert 0 < there < size
        program.run("resume", "1")
        until(program.answered)

    assert stored(program) == size
    _, summary = program.run("audit", "1")
    assert " 0 faults" in summary
