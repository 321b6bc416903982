"""Ends that are asked for: nothing is lost, and what is in hand is finished or given back."""

from __future__ import annotations

import signal
import time
from pathlib import Path

from db import control
from tests.integration.program import PATIENCE_S, Program, until


def submitted(program: Program, *lines: str, limit: str = "0") -> None:
    program.run("submit", program.boards(*lines), "--time-limit", limit)


def test_a_short_board_is_finished_first(served: Program) -> None:
    submitted(served, "trial sleep 0.2")

    with served.working() as worker:
        until(served.holders)
        worker.terminate()
        assert worker.wait(PATIENCE_S) == 0

    assert served.answered() == 1


def test_a_long_board_is_given_back(served: Program) -> None:
    submitted(served, "trial sleep 300")
    with served.working() as worker:
        until(lambda: served.ask("SELECT 1 FROM chunk WHERE lane = 'deep' AND state = 'running'"))
        worker.terminate()
        assert worker.wait(PATIENCE_S) == 0

    assert served.ask("SELECT state, attempts_allowed - attempts FROM chunk WHERE lane = 'deep'") == [("waiting", 3)]
    assert served.ask("SELECT count(*) FROM lease") == [(0,)]


def test_a_second_signal_is_urgent(served: Program) -> None:
    submitted(served, "trial sleep 300")
    with served.working() as worker:
        until(lambda: served.ask("SELECT 1 FROM chunk WHERE lane = 'deep' AND state = 'running'"))
        worker.send_signal(signal.SIGINT)
        time.sleep(0.5)
        worker.send_signal(signal.SIGINT)
        assert worker.wait(PATIENCE_S) == 0

    assert served.ask("SELECT attempts FROM chunk WHERE lane = 'deep'") == [(1,)]


def test_an_interrupted_run_goes_on_with_a_worker(program: Program) -> None:
    lines = [f"trial sleep 0.05 {n}" for n in range(120)]
    process = program.start("run", program.boards(*lines))
    until(lambda: _stored(program) and program.holders())
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=PATIENCE_S)

    assert process.returncode == 130
    assert "nothing is lost" in err
    with program.working():
        until(lambda: program.answered() == 120)
    assert program.verdicts() == {"unique": 120}


def test_a_second_interrupt_of_a_run_is_immediate(tmp_path: Path) -> None:
    program = Program(tmp_path, f"sqlite:///{tmp_path / 'boards.db'}")
    process = program.start("run", program.boards("trial sleep 5", "trial fine 1"), "--time-limit", "0")
    until(lambda: _stored(program) and program.ask("SELECT 1 FROM chunk WHERE lane = 'deep' AND state = 'running'"))
    process.send_signal(signal.SIGINT)
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=PATIENCE_S)

    assert process.returncode == 130
    assert program.answered() == 1
    with program.working():
        until(lambda: program.answered() == 2)
    assert program.verdicts() == {"unique": 2}
    program.engine.dispose()


def test_an_interrupted_submission_is_completed(served: Program) -> None:
    size = 120_000
    source = served.boards(*(f"trial fine {n}" for n in range(size)))
    process = served.start("submit", source)
    until(lambda: _stored(served) and served.ask("SELECT 1 FROM batch WHERE boards > 0"))
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=PATIENCE_S)

    assert process.returncode == 130
    assert "gridmill resume 1" in err
    assert served.ask("SELECT complete, boards < 120000 FROM batch") == [(False, True)]
    served.run("resume", "1")
    assert served.ask("SELECT complete, boards FROM batch") == [(True, size)]
    assert served.ask("SELECT count(*), count(DISTINCT text), count(DISTINCT line) FROM board") == [(size, size, size)]


def test_a_paused_batch_gives_back_and_goes_on(served: Program) -> None:
    submitted(served, "trial sleep 3")
    with served.working():
        until(lambda: served.ask("SELECT 1 FROM chunk WHERE lane = 'deep' AND state = 'running'"))
        served.control(control.pause)
        until(lambda: not served.holders())
        assert served.answered() == 0
        served.run("resume", "1")
        until(lambda: served.answered() == 1)


def _stored(program: Program) -> bool:
    if program.broker:
        return bool(program.ask("SELECT 1 FROM pg_tables WHERE tablename = 'lease'"))
    return (program.home / "boards.db").exists() and bool(
        program.ask("SELECT 1 FROM sqlite_master WHERE name = 'lease'")
    )
