"""The command group: cheap help, exit codes, and what it says when it is called alone or wrongly."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import click
import pytest

from cli.main import COMMANDS, gridmill
from tests.cli.conftest import EASY, Cli, Process, command

HEAVY = ("sqlalchemy", "celery", "rich", "numpy", "redis", "alembic", "solvers.registry")


def test_help_costs_little() -> None:
    measure = (
        "import resource, subprocess, sys;"
        "subprocess.run([sys.executable, '-m', 'cli.main', '--help'], stdout=subprocess.DEVNULL, check=True);"
        "used = resource.getrusage(resource.RUSAGE_CHILDREN); print(used.ru_utime + used.ru_stime)"
    )

    seconds = min(float(subprocess.check_output([sys.executable, "-c", measure])) for _ in range(3))

    assert seconds < 0.15


def test_help_imports_nothing_heavy() -> None:
    script = (
        "import sys; from cli.main import gridmill; gridmill.main(['--help'], standalone_mode=False);"
        f"sys.stderr.write(' '.join(name for name in {HEAVY!r} if name in sys.modules))"
    )

    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)

    assert done.stderr == ""


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_two_examples(name: str, cli: Cli) -> None:
    done = cli(name, "--help")

    examples = [line for line in done.stdout.splitlines() if line.strip().startswith(("gridmill ", "curl ", "zcat "))]
    assert done.exit_code == 0
    assert len(examples) >= 2
    assert any(f"gridmill {name}" in line for line in examples)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_and_option_is_explained(name: str) -> None:
    found = gridmill.get_command(click.Context(gridmill), name)

    assert found is not None
    assert found.help
    unexplained = [param.name for param in found.params if isinstance(param, click.Option) and not param.help]
    assert unexplained == []


def test_help_uses_wide_lines_in_a_pipe(process: Process) -> None:
    done = process("run", "--help")

    longest = max(len(line) for line in done.stdout.splitlines())
    assert 80 < longest <= 100


def test_alone_in_a_new_home_it_says_how_to_begin(cli: Cli, home: Path) -> None:
    done = cli()

    assert done.exit_code == 0
    assert "no batch yet" in done.stdout
    assert "gridmill run FILE" in done.stdout
    assert not (home / "data").exists()


def test_alone_it_says_where_one_stands(cli: Cli, solved: Path) -> None:
    done = cli()

    assert str(solved) in done.stdout
    assert "7 boards, done" in done.stdout
    assert "gridmill results 1" in done.stdout
    assert "gridmill rejects 1" in done.stdout
    assert "\x1b" not in done.stdout


@pytest.mark.parametrize(
    ("typed", "hint"), [("resluts", "gridmill results"), ("xyzzy", "gridmill --help"), ("setup.py", "gridmill --help")]
)
def test_an_unknown_command_gets_a_hint(typed: str, hint: str, cli: Cli) -> None:
    done = cli(typed)

    assert done.exit_code == 2
    assert hint in done.stderr


def test_a_file_in_place_of_a_command_gets_a_hint(cli: Cli, folder: Path) -> None:
    file = folder / "good.txt"

    done = cli(file)

    assert done.exit_code == 2
    assert f"gridmill run {file}" in done.stderr


@pytest.mark.parametrize("name", ["results", "rejects", "status", "watch", "show"])
def test_a_missing_database_is_not_made_by_asking(name: str, cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "typo.db"

    done = cli(name, *(["1"] if name == "show" else []), "--database", path)

    assert done.exit_code == 4
    assert "gridmill run FILE" in done.stderr
    assert not path.exists()


@pytest.mark.usefixtures("solved")
@pytest.mark.parametrize("name", ["results", "rejects", "watch"])
def test_a_batch_that_is_not_there(name: str, cli: Cli) -> None:
    done = cli(name, "77")

    assert done.exit_code == 2
    assert "got 77: `gridmill status` lists them" in done.stderr


def test_an_unreachable_server_says_what_to_do(cli: Cli) -> None:
    done = cli("results", "--database", "postgresql://localhost:1/boards")

    assert done.exit_code == 4
    assert "gridmill doctor" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    "args",
    [("results",), ("status",), ("stats",), ("show", "1"), ("submit", "boards.txt"), ("worker",), ("doctor",),
     ("import", "boards.txt"), ("pause", "1"), ("sheet", "-o", "x.pdf"), ("migrate",), ("watch-folder", "."), ()],
    ids=" ".join,
)  # fmt: skip
@pytest.mark.parametrize("kind", ["text", "tables", "damaged"])
def test_a_file_that_is_no_database_of_ours(
    args: tuple[str, ...], kind: str, cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "other"
    (tmp_path / "boards.txt").write_text(f"{EASY}\n")
    if kind == "tables":
        with closing(sqlite3.connect(path)) as other:
            other.execute("CREATE TABLE customer (id)")
            other.commit()
    else:
        path.write_bytes(b"no database\n" * 100 if kind == "text" else b"SQLite format 3\0" + b"\7" * 5000)
    before = path.read_bytes()
    monkeypatch.setenv("GRIDMILL_DATABASE", str(path))

    done = cli(*args)

    assert (done.exit_code, type(done.exception)) == (4, SystemExit), done.output
    assert str(path) in done.output if kind != "damaged" else "database" in done.output
    assert path.read_bytes() == before


@pytest.mark.parametrize("name", ["status", "results", "watch", "audit 1", "cancel 1", "doctor"])
def test_a_file_that_is_no_database_ends_with_4(name: str, process: Process, tmp_path: Path) -> None:
    (tmp_path / "x.db").write_text("no database\n" * 1000)

    done = process(*name.split(), "--database", tmp_path / "x.db")

    assert done.returncode == 4
    assert "not a database" in done.stderr + done.stdout
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("name", ["status", "doctor", "submit -", "run -"])
def test_an_option_that_the_driver_does_not_know_is_not_shown(name: str, process: Process) -> None:
    done = process(*name.split(), "--database", "postgresql://u@127.0.0.1:1/x?passwrd=s3cret", stdin=EASY)

    assert done.returncode == 4
    assert "passwrd" in done.stderr + done.stdout
    assert "s3cret" not in done.stderr + done.stdout
    assert "Traceback" not in done.stderr


def test_an_unknown_kind_of_database(cli: Cli) -> None:
    done = cli("results", "--database", "mysql://localhost/boards")

    assert done.exit_code == 2
    assert "begins with sqlite, postgresql" in done.stderr


def test_a_broken_configuration_file_is_named(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "config.toml"
    path.write_text("databse = 'x.db'\n")
    monkeypatch.setenv("GRIDMILL_CONFIG", str(path))

    done = cli("status")

    assert done.exit_code == 2
    assert "'databse'" in done.stderr
    assert str(path) in done.stderr


@pytest.mark.usefixtures("solved")
@pytest.mark.parametrize("args", [("results", "--csv"), ("solve", "-q", "-"), ("results",)])
def test_a_closed_pipe_is_quiet(args: tuple[str, ...], tmp_path: Path) -> None:
    boards = tmp_path / "many.txt"
    boards.write_text(("." * 81 + "\n") * 20_000 if args[0] == "solve" else "")

    with boards.open("rb") as stdin:
        running = subprocess.Popen(
            command(*args), stdin=stdin, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        assert running.stdout is not None
        running.stdout.readline()
        running.stdout.close()
        _, errors = running.communicate(timeout=60)

    assert errors == ""
    assert running.returncode == 0


@pytest.mark.parametrize("name", ["run", "submit"])
def test_nothing_to_read_makes_no_batch(name: str, cli: Cli, home: Path) -> None:
    done = cli(name, "no-such-file.txt", "none-*.txt")

    assert done.exit_code == 2
    assert "no-such-file.txt: no such file or folder" in done.stderr
    assert not (home / "data").exists()


@pytest.mark.usefixtures("solved")
def test_the_doctor_for_machines(cli: Cli) -> None:
    found = json.loads(cli("doctor", "--json").stdout)

    assert {"what", "good", "found", "mend"} == found[0].keys()
    assert found[0]["good"]


@pytest.mark.usefixtures("solved")
def test_the_summary_for_machines(cli: Cli) -> None:
    (row,) = json.loads(cli("watch", "--json").stdout)

    assert {name: row[name] for name in ("batch", "family", "boards", "unique")} == {
        "batch": 1, "family": "sudoku", "boards": 7, "unique": 3,
    }  # fmt: skip
