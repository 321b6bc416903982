"""``gridmill families`` and ``gridmill doctor``."""

from __future__ import annotations

import json
from pathlib import Path

from solvers.registry import families
from tests.cli.conftest import Cli


def test_families_lists_every_format(cli: Cli) -> None:
    rows = [json.loads(line) for line in cli("families", "--jsonl").stdout.splitlines()]

    expected = {(family.name, found.name) for family in families().values() for found in family.formats}
    assert expected == {(row["family"], row["format"]) for row in rows}
    assert all(row["summary"] for row in rows)


def test_doctor_finds_a_new_home_healthy_and_leaves_nothing_there(cli: Cli, tmp_path: Path) -> None:
    before = sorted(tmp_path.rglob("*"))
    done = cli("doctor")
    assert sorted(tmp_path.rglob("*")) == before

    assert done.exit_code == 0
    for what in ("gridmill: ", "configuration: ", "celery: ", "sudoku: ", "kakuro: ", "database: ", "broker: "):
        assert f"ok   {what}" in done.stdout


def test_doctor_says_how_to_mend_a_database_that_is_away(cli: Cli) -> None:
    done = cli("doctor", "--database", "postgresql://me:secret@localhost:1/boards")

    assert done.exit_code == 4
    assert "fail database" in done.stdout
    assert "start the server" in done.stdout
    assert "secret" not in done.stdout


def test_doctor_says_how_to_mend_a_broker_that_is_away(cli: Cli) -> None:
    done = cli("doctor", "--broker", "redis://:secret@localhost:1/0")

    assert done.exit_code == 4
    assert "fail broker" in done.stdout
    assert "secret" not in done.stdout


def test_doctor_says_that_nobody_works(cli: Cli, folder: Path) -> None:
    cli("submit", folder / "good.txt")

    done = cli("doctor")

    assert done.exit_code == 4
    assert "gridmill worker" in done.stdout
