"""What commands write is whole or not there; where it cannot be written, they say so."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from cli.output import AtLeast
from db.errors import FilterError
from tests.cli.conftest import EASY, Cli

WRITING = (
    ("show", "1", "--png", "-o"),
    ("show", "1", "--svg", "-o"),
    ("sheet", "-o"),
    ("report", "-o"),
    ("export", "--to", "sqlite", "-o"),
    ("export", "--to", "parquet", "-o"),
    ("export", "--to", "line", "-o"),
    ("export", "--to", "csv", "-o"),
    ("results", "--csv", "-o"),
    ("rejects", "--export"),
)


@pytest.fixture
def filled(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "boards.txt").write_text(f"{EASY}\nbad\n")
    cli("submit", tmp_path / "boards.txt")


@pytest.mark.parametrize("args", WRITING, ids=" ".join)
@pytest.mark.usefixtures("filled")
def test_a_folder_that_is_not_there_is_named(cli: Cli, tmp_path: Path, args: tuple[str, ...]) -> None:
    done = cli(*args, tmp_path / "missing" / "out")

    assert (done.exit_code, type(done.exception)) == (2, SystemExit)
    assert "there is no folder" in done.stderr


@pytest.mark.usefixtures("filled")
def test_an_export_that_fails_leaves_the_old_file(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "small.txt").write_text("1...............\n")
    cli("submit", tmp_path / "small.txt")
    (tmp_path / "set.sdm").write_text("what was there\n")

    done = cli("export", "all", "-o", tmp_path / "set.sdm")

    assert done.exit_code == 2
    assert (tmp_path / "set.sdm").read_text() == "what was there\n"
    assert not list(tmp_path.glob(".*.part"))


@pytest.mark.usefixtures("filled")
@pytest.mark.parametrize("template", ["{board:999999999999}", "{board.__class__}", "{board[0]}", "{board:{line}}"])
def test_templates_hold_columns_and_widths(cli: Cli, template: str) -> None:
    done = cli("results", "--format", template)

    assert (done.exit_code, type(done.exception)) == (2, SystemExit)
    assert "expected" in done.stderr


@pytest.mark.usefixtures("filled")
def test_templates_may_be_wide_and_hold_braces(cli: Cli) -> None:
    assert cli("results", "--format", "{{{board:>4}}}").stdout == "{   1}\n"


@pytest.mark.usefixtures("filled")
@pytest.mark.parametrize(
    ("template", "expected"),
    [
        ("{nodes:,}|", "|"), ("{nodes:>5,}|", "     |"), ("{nodes:08.2f}|", "        |"),
        ("{count:,}|{solve_ns:d}|", "||"),
        ("{nodes:<3}|{same_as:x}|", "   ||"),
    ],
)  # fmt: skip
def test_templates_of_numbers_that_are_not_known_yet(cli: Cli, template: str, expected: str) -> None:
    done = cli("results", "--format", template)

    assert (done.exit_code, done.stdout) == (0, f"{expected}\n"), done.stderr


@pytest.mark.parametrize(
    ("spec", "expected"), [("", ">=2000"), (",", ">=2,000"), (">8,", " >=2,000"), ("<8", ">=2000  "), ("d", ">=2000")]
)
def test_counts_that_may_be_larger(spec: str, expected: str) -> None:
    assert format(AtLeast(2000), spec) == expected


def test_groups_of_equivalents_as_parquet(cli: Cli, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    (tmp_path / "twins.txt").write_text(f"{EASY}\n{EASY.translate(str.maketrans('12', '21'))}\n")
    cli("submit", tmp_path / "twins.txt")

    done = cli("equivalents", "--parquet", "-o", tmp_path / "twins.parquet")

    assert done.exit_code == 0, done.stderr
    assert parquet.read_table(tmp_path / "twins.parquet")["group"].to_pylist() == [1, 1]


def test_tsv_comes_back_as_it_was(cli: Cli, tmp_path: Path) -> None:
    label = '"quoted" and \'=1+1 \\t'
    (tmp_path / "boards.csv").write_text("")
    with (tmp_path / "boards.csv").open("w", newline="") as file:
        csv.writer(file).writerows([["puzzle", "label"], [EASY, label]])
    cli("submit", tmp_path / "boards.csv")
    before = cli("results", "--jsonl", "--columns", "text,label,line,stated").stdout
    cli("export", "-o", tmp_path / "boards.tsv")
    other = ("--database", tmp_path / "other.db")

    done = cli("import", tmp_path / "boards.tsv", *other)

    assert done.exit_code == 0, done.stderr
    assert cli("results", "--jsonl", "--columns", "text,label,line,stated", *other).stdout == before


def test_markdown_obeys_nothing(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "boards.txt").write_text(f"{EASY} # <img src=x> [here](http://evil.example) **bold**\n")
    cli("submit", tmp_path / "boards.txt")

    text = cli("results", "--markdown").stdout

    assert "<img" not in text
    assert "[here]" not in text.replace("\\[here\\]", "")
    assert "http://" not in text
    assert "**" not in text


@pytest.mark.usefixtures("filled")
@pytest.mark.parametrize("where", ["verdict='unique') or (1=1", "givens > 1)", "(givens > 1", "label = 'it", 'x "'])
def test_a_condition_is_one(cli: Cli, where: str) -> None:
    done = cli("results", "--where", where)

    assert isinstance(done.exception, FilterError | SystemExit)
    assert EASY not in done.stdout


@pytest.mark.usefixtures("filled")
def test_conditions_with_brackets_and_quotes(cli: Cli) -> None:
    assert EASY in cli("results", "--where", "(givens > 1 OR label = 'a)b''(c')", "--jsonl").stdout


@pytest.mark.usefixtures("filled")
@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("--family", "sudoko"), "--family: nothing here has the name 'sudoko'; did you mean sudoku?"),
        (("--variant", "9x8"), "did you mean 9x9?"),
        (("--source", "board.txt"), "did you mean boards.txt?"),
        (("--engine", "nobody"), "--engine: nothing here has the name 'nobody'"),
        (("--same-as", "99"), "expected the number of a board, got 99"),
        (("--since", "2999-01-01"), "is still to come"),
    ],
)
def test_names_that_nothing_has_are_told(cli: Cli, args: tuple[str, str], said: str) -> None:
    assert said in cli("results", *args).stderr
    assert cli("results", "--family", "sudoku", "--source", "boards.txt").stderr == ""
