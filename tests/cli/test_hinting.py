"""Commands that messages tell people to type run as they stand."""

from __future__ import annotations

from pathlib import Path

import click
import pytest

from cli import hinting
from cli.main import COMMANDS, gridmill
from tests.cli.conftest import EASY, Cli


def test_a_hint_names_the_database_that_was_given(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "my boards.db"
    (tmp_path / "boards.txt").write_text(EASY)
    cli("submit", tmp_path / "boards.txt", "--database", path)

    paused = cli("pause", "1", "--database", path).stderr
    again = cli("submit", tmp_path / "boards.txt", "--database", path).stderr
    refused = cli("results", "7", "--database", path).stderr
    plain = cli("results", "7").stderr

    assert paused == f"batch 1 is paused: `gridmill resume 1 --database '{path}'` lets it go on\n"
    assert f"which is paused: `gridmill resume 1 --database '{path}'`" in again
    assert f"`gridmill status --database '{path}'` lists them" in refused
    assert "`gridmill run FILE` makes one" in plain


@pytest.mark.parametrize(
    ("database", "shown"),
    [
        ("postgresql://db/boards", True),
        ("postgresql://me:secret@db/boards", False),
        ("postgresql://db/boards?password=secret", False),
        ("mysecret://", False),
    ],
)
def test_a_hint_gives_no_password_away(database: str, shown: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hinting, "_given", [""])
    hinting.remember(click.Context(gridmill), click.Option(["--database"]), database)

    where = f" --database {database}" if shown else ""
    assert hinting.complete("try `gridmill resume 1`") == f"try `gridmill resume 1{where}`"


def test_commands_without_a_database_are_known() -> None:
    context = click.Context(gridmill)
    without = {
        name for name in COMMANDS
        if (command := gridmill.get_command(context, name)) and "database" not in [each.name for each in command.params]
    }  # fmt: skip

    assert without == hinting.WITHOUT
