"""``--json``: what came of a command, for scripts, in one shape."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click
import pytest

from cli.main import COMMANDS, gridmill
from tests.cli.conftest import CLASH, EASY, SEVERAL, Cli

LASTING = {"worker", "serve", "watch-folder"}  # they do not end by themselves
BOARDS_THEMSELVES = {"convert", "completion", "demo"}


@pytest.fixture
def filled(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a batch of two boards and a reject."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "boards.txt").write_text(f"{EASY}\n{SEVERAL}\nbad\n")
    cli("submit", "boards.txt")
    return tmp_path


def outcome(cli: Cli, *args: str) -> list[dict[str, Any]]:
    found = json.loads(cli(*args).stdout)

    assert isinstance(found, list)
    assert all(isinstance(row, dict) for row in found)
    return found


@pytest.mark.parametrize("name", [name for name in COMMANDS if name not in LASTING | BOARDS_THEMSELVES])
def test_every_command_with_an_outcome_says_it_in_json(name: str) -> None:
    found = gridmill.get_command(click.Context(gridmill), name)

    assert found is not None
    assert any("--json" in param.opts for param in found.params)


@pytest.mark.usefixtures("filled")
@pytest.mark.parametrize(
    ("args", "expected"),
    [
        (("submit", "boards.txt"), {"batch": 2, "sources": 1, "boards": 2, "new": 0, "known": 2, "rejects": 1,
                                    "errors": 0, "waits_for": []}),
        (("submit", "--dry-run", "boards.txt"), {"batch": None, "sources": 1, "boards": 2, "new": None, "known": None,
                                                 "rejects": 1, "errors": 0, "waits_for": []}),
        (("pause", "1"), {"batch": 1, "state": "paused"}),
        (("cancel", "1"), {"batch": 1, "state": "cancelled", "handed_on": 0}),
        (("resume", "1"), {"batch": 1, "taken_back": 0, "waits_for": [], "boards": None, "known": None,
                           "rejects": None}),
        (("priority", "1", "7"), {"batch": 1, "priority": 7}),
        (("retry", "1"), {"batch": 1, "boards": 0, "elsewhere": []}),
        (("sheet", "-o", "out.pdf"), {"file": "out.pdf", "boards": 2, "pages": 1}),
        (("export", "-o", "out.csv"), {"file": "out.csv", "part": None, "boards": 2}),
        (("migrate",), {"revision": "0002"}),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)  # fmt: skip
def test_what_came_of_it(cli: Cli, args: tuple[str, ...], expected: dict[str, Any]) -> None:
    assert outcome(cli, *args, "--json") == [expected]


@pytest.mark.parametrize("name", ["out.csv", "out.db"])
def test_an_import(cli: Cli, filled: Path, name: str) -> None:
    cli("export", "-o", name)
    there = ("import", str(filled / name), "--database", "other.db", "--json")
    expected = {"file": str(filled / name), "refused": 0, "batch": 1}

    once, again = outcome(cli, *there), outcome(cli, *there)

    nothing = dict.fromkeys(("boards", "answered", "known", "pending"))
    assert once == [expected | {"boards": 2, "answered": 0, "known": 0, "pending": 2, "was_there": False}]
    assert again == [expected | nothing | {"was_there": True}]


@pytest.mark.usefixtures("filled")
def test_parts_of_an_export(cli: Cli) -> None:
    found = outcome(cli, "export", "--split", "a=50,b=50", "-o", "set.csv", "--json")

    assert [(row["file"], row["part"]) for row in found] == [("set-a.csv", "a"), ("set-b.csv", "b")]
    assert sum(row["boards"] for row in found) == 2


@pytest.mark.usefixtures("solved")
def test_an_audit(cli: Cli) -> None:
    (found,) = outcome(cli, "audit", "1", "--sample", "0", "--json")

    assert (found["batch"], found["boards"], found["pending"], found["faults"]) == (1, 7, 0, [])


@pytest.mark.usefixtures("filled")
def test_a_report(cli: Cli) -> None:
    (found,) = outcome(cli, "report", "-o", "report.html", "--json")

    assert (found["file"], found["batch"], found["bytes"]) == ("report.html", 1, Path("report.html").stat().st_size)


@pytest.mark.parametrize("name", ["report", "export"])
def test_of_no_file_there_is_nothing_to_tell(name: str, cli: Cli) -> None:
    done = cli(name, "--json")

    assert done.exit_code == 2
    assert "-o" in done.stderr


def test_a_folder_that_is_watched(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "inbox").mkdir()
    (tmp_path / "inbox" / "boards.txt").write_text(f"{EASY}\n")

    done = cli("watch-folder", tmp_path / "inbox", "--once", "--settle", "0", "--every", "0.01", "--jsonl")

    (row,) = map(json.loads, done.stdout.splitlines())
    assert (Path(row["file"]).name, row["batch"], row["boards"], row["rejects"]) == ("boards.txt", 1, 1, 0)


@pytest.mark.usefixtures("filled")
def test_what_is_in_files(cli: Cli) -> None:
    (found,) = outcome(cli, "check", "boards.txt", "--json")

    assert (found["source"], found["format"], found["boards"], found["rejects"]) == ("boards.txt", "line", 2, 1)
    assert found["variants"] == {"sudoku 9x9": 2}
    assert cli("check", "boards.txt", "--columns", "source,boards", "--csv").stdout == "source,boards\nboards.txt,2\n"
    assert "first board" in cli("check", "boards.txt").stdout


def test_one_format(cli: Cli) -> None:
    (found,) = outcome(cli, "formats", "opensudoku", "--json")

    assert found["format"] == "opensudoku"
    assert found["example"] in cli("formats", "opensudoku").stdout


def test_reruns_have_nothing_to_list_before_they_are_over(cli: Cli) -> None:
    done = cli("rerun", "1", "--json")

    assert done.exit_code == 2
    assert "--wait or --diff" in done.stderr


def test_solutions_as_rows(cli: Cli) -> None:
    boards = f"{EASY}\n{CLASH}\n{EASY}\n"

    plain = cli("list", "-", stdin=boards)
    rows = [json.loads(line) for line in cli("list", "-", "--jsonl", stdin=boards).stdout.splitlines()]

    assert [(row["line"], row["ordinal"]) for row in rows] == [(1, 1), (3, 1)]
    assert plain.stdout == f"{rows[0]['solution']}\n\n\n{rows[1]['solution']}\n"
    assert (plain.exit_code, plain.stderr.count("1 solution\n")) == (3, 2)


def test_solutions_into_a_file(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "solutions"

    cli("list", "-", "-o", path, stdin=EASY)
    whole = path.read_text()
    cli("list", "-", "--csv", "--columns", "ordinal,solution", "-o", path, stdin=EASY)

    assert path.read_text() == f"ordinal,solution\n1,{whole}"
