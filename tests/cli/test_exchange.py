"""What is exported comes back as it was; parts share no equivalent boards; other programs can read it."""

from __future__ import annotations

import json
import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from cli.splitting import Split
from solvers.likeness import likeness
from tests.cli.conftest import EASY, HOSTILE, SOLVED, Cli

pytestmark = pytest.mark.usefixtures("solved")
OWN = ("batch", "board", "same_as", "time")  # keys of the database that the board is in


def _boards(cli: Cli, *args: str) -> list[dict[str, object]]:
    rows = [json.loads(line) for line in cli("results", "--jsonl", *args).stdout.splitlines()]
    return [{name: value for name, value in row.items() if name not in OWN} for row in rows]


@pytest.mark.parametrize("ending", ["csv", "jsonl", "parquet", "db"])
def test_an_import_of_an_export_loses_nothing(ending: str, cli: Cli, tmp_path: Path) -> None:
    path, other = tmp_path / f"export.{ending}", tmp_path / "other.db"

    exported = cli("export", "-o", path)
    imported = cli("import", path, "--database", other)

    assert (exported.exit_code, imported.exit_code) == (0, 0), exported.stderr + imported.stderr
    assert "7 boards (4 with their answers, 3 already known, 0 to be solved)" in imported.stderr
    assert _boards(cli) == _boards(cli, "--database", str(other))


def test_an_answer_that_does_not_pass_the_check_is_not_taken(cli: Cli, tmp_path: Path) -> None:
    path, other = tmp_path / "export.jsonl", tmp_path / "other.db"
    cli("export", "--verdict", "unique", "--distinct", "-o", path)
    path.write_text(path.read_text().replace(SOLVED, SOLVED[::-1]))

    done = cli("import", path, "--database", other)

    assert done.exit_code == 3
    assert f"{path}:1: kept without its answer" in done.stderr
    assert [row["verdict"] for row in _boards(cli, "--database", str(other))] == ["pending"]


@pytest.mark.parametrize(
    "text",
    ["hello\n", "", "a,b\n1,2\n", '{"text": 1}\n', "{broken\n",
     '{"family": "chess", "variant": "", "text": "x", "verdict": ""}'],
)  # fmt: skip
def test_what_is_no_export(text: str, cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "file.jsonl"
    path.write_text(text)

    done = cli("import", path, "--database", tmp_path / "other.db")

    assert done.exit_code in (2, 3)
    assert str(path) in done.stderr
    assert "Traceback" not in done.stderr


def test_a_database_for_datasette(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "boards.db"
    cli("export", "-o", path)

    with closing(sqlite3.connect(path)) as found:
        views = {
            row[0]: found.execute("SELECT count(*) FROM " + row[0]).fetchone()[0]  # noqa: S608 - our own views
            for row in found.execute("SELECT name FROM sqlite_master WHERE type = 'view'").fetchall()
        }
        rejects = found.execute("SELECT source, line, reason FROM rejects").fetchall()
        limits = found.execute("SELECT solution_limit, time_limit_s FROM batches").fetchall()

    assert views["unique_boards"] == 3
    assert views["boards_with_several_solutions"] == 2
    assert views["impossible_boards"] == 2
    assert views["duplicates"] == 3
    assert rejects == [("broken.txt", 1, "expected 81 cells, got 80")]
    assert limits == [(2, 10.0)]


def test_a_database_that_exists_is_not_overwritten(cli: Cli, solved: Path) -> None:
    done = cli("export", "-o", solved)

    assert done.exit_code == 2
    assert "exists" in done.stderr


def test_sdm(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "boards.sdm"

    cli("export", "--source", HOSTILE, "-o", path)

    assert EASY.replace(".", "0") + "\n" == path.read_text()


def test_a_judges_words_need_a_judges_format(cli: Cli) -> None:
    done = cli("export", "--to", "judge")

    assert done.exit_code == 2
    assert "zoj3122" in done.stderr


def test_a_native_format(cli: Cli) -> None:
    done = cli("export", "--to", "grid", "--source", HOSTILE)

    assert EASY[:9] in done.stdout.splitlines()


def test_a_form_must_be_known(cli: Cli, tmp_path: Path) -> None:
    assert cli("export").exit_code == 2
    assert "--to" in cli("export", "-o", tmp_path / "x.xyz").stderr
    assert "expected a form among" in cli("export", "--to", "bogus").stderr


def test_parts_are_whole_and_apart(cli: Cli, tmp_path: Path) -> None:
    done = cli("export", "--split", "train=50,test=50", "-o", tmp_path / "set.jsonl")

    parts = [[json.loads(line)["text"] for line in (tmp_path / f"set-{name}.jsonl").read_text().splitlines()]
             for name in ("train", "test")]  # fmt: skip
    assert done.exit_code == 0
    assert sum(map(len, parts)) == 7
    assert not set(parts[0]) & set(parts[1])


@pytest.mark.parametrize("parts", ["train", "train=1", "a=1,a=1", "a=x,b=1", "a=0,b=1"])
def test_wrong_parts(parts: str, cli: Cli, tmp_path: Path) -> None:
    assert cli("export", "--split", parts, "-o", tmp_path / "set.csv").exit_code == 2


def test_equivalent_boards_are_alike_and_others_are_not() -> None:
    rng = random.Random(5)
    twins = [_disguised(EASY, rng) for _ in range(20)]
    moved = EASY[1:] + EASY[:1]

    assert {likeness("sudoku", EASY)} == {likeness("sudoku", twin) for twin in twins}
    assert likeness("sudoku", EASY) != likeness("sudoku", moved)
    assert likeness("sudoku", EASY) != likeness("sudoku", EASY.replace("1", ".", 1))


def _disguised(text: str, rng: random.Random) -> str:
    """The board with digits renamed, rows and columns moved inside bands, bands moved, and perhaps transposed."""
    names = rng.sample("123456789", 9)
    order = [[3 * band + row for band in rng.sample(range(3), 3) for row in rng.sample(range(3), 3)] for _ in range(2)]
    grid = [[text[9 * row + column] for column in order[1]] for row in order[0]]
    if rng.random() < 0.5:
        grid = [list(row) for row in zip(*grid, strict=True)]
    return "".join(names[int(cell) - 1] if cell != "." else "." for row in grid for cell in row)


def test_parts_have_about_their_shares() -> None:
    rng = random.Random(7)
    split = Split((("train", 0.8), ("test", 0.2)))

    parts = [split.part("sudoku", "".join(rng.choice("....123") for _ in range(16))) for _ in range(1000)]

    assert 700 < parts.count("train") < 900
