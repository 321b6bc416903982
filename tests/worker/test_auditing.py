"""Audits find what was tampered with."""

from __future__ import annotations

import pytest
from sqlalchemy import Engine, text

from solvers.core import OWN
from tests.db.filling import block, submit
from tests.integration.test_flow import EASY, NONE, SEVERAL
from tests.worker.test_tasks import ready  # noqa: F401
from worker import tasks
from worker.auditing import audit


@pytest.fixture
def solved(ready: Engine) -> Engine:  # noqa: F811
    submit(ready, block(EASY, SEVERAL, NONE, EASY))
    tasks.solve_chunk(1)
    return ready


def test_without_another_engine_the_kernel_takes_another_way(solved: Engine) -> None:
    found = audit(solved, 1, 1.0, 1, 10.0, OWN)

    assert (found.faults, found.proven) == ([], {"own": 2})


def test_a_sound_batch(solved: Engine) -> None:
    found = audit(solved, 1, 1.0, 1, 10.0)

    assert found.faults == []
    assert (found.boards, found.pending, found.checked, found.proven) == (4, 0, 3, {"cp-sat": 2})


@pytest.mark.parametrize(
    ("tampering", "fault"),
    [
        ("UPDATE answer SET solution = witness, witness = solution WHERE board_id = 2", ""),
        (
            "UPDATE answer SET solution = (SELECT solution FROM answer WHERE board_id = 2) WHERE board_id = 1",
            "board 1:",
        ),
        ("UPDATE answer SET witness = solution WHERE board_id = 2", "board 2: multiple without a second"),
        ("UPDATE answer SET verdict = 'unique', solution = 'x' WHERE board_id = 3", "board 3: solution"),
        (
            "UPDATE answer SET verdict = 'none', solution = NULL WHERE board_id = 1",
            "board 1: stored as none, cp-sat finds one solution",
        ),
        ("DELETE FROM answer WHERE board_id = 1", "board 1 has no answer"),
        ("UPDATE batch SET boards = 5", "boards counted for the batch: 5, stored: 4"),
        ("UPDATE batch SET rejects = 1", "rejects counted for the batch: 1, stored: 0"),
        ("UPDATE board SET same_as = 2 WHERE id = 4", "board 4 is a duplicate of 2, which is another text"),
        ("UPDATE board SET same_as = 2 WHERE id = 3", "board 3 is a duplicate of 2, and both have answers"),
    ],
)
def test_tampering_is_found(solved: Engine, tampering: str, fault: str) -> None:
    with solved.begin() as connection:
        connection.execute(text(tampering))

    found = audit(solved, 1, 1.0, 1, 10.0)

    assert any(each.startswith(fault) for each in found.faults) or (not fault and not found.faults)
