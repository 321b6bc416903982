"""The forms in which rows come out, and the small languages of the filter options."""

from __future__ import annotations

import csv
import io
import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from click import BadParameter
from pyarrow import parquet

from cli.choosing import COUNT_RANGE, TIME_RANGE, MomentType
from tests.cli.conftest import HOSTILE, Cli

pytestmark = pytest.mark.usefixtures("solved")


@pytest.mark.parametrize("name", ["results", "rejects", "status", "families"])
def test_every_list_comes_in_every_form(name: str, cli: Cli, tmp_path: Path) -> None:
    rows = [json.loads(line) for line in cli(name, "--jsonl").stdout.splitlines()]
    path = tmp_path / "rows.parquet"

    assert rows
    assert rows == json.loads(cli(name, "--json").stdout)
    assert len(rows) == len(list(csv.DictReader(io.StringIO(cli(name, "--csv").stdout))))
    assert len(rows) + 1 == len(cli(name, "--tsv").stdout.splitlines())
    assert len(rows) + 2 == len(cli(name, "--markdown").stdout.splitlines())
    assert cli(name, "--parquet", "-o", path).exit_code == 0
    assert len(rows) == parquet.read_table(path).num_rows


def test_parquet_keeps_types_and_says_what_made_it(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "rows.parquet"
    cli("results", "--parquet", "-o", path)

    table = parquet.read_table(path)

    assert [str(table.schema.field(name).type) for name in ("nodes", "count_is_exact", "text", "time_limit_s")] == [
        "int64",
        "bool",
        "string",
        "double",
    ]
    assert b"gridmill" in table.schema.metadata
    assert table.column("source").to_pylist().count(HOSTILE) == 1


def test_columns_and_their_order(cli: Cli) -> None:
    done = cli("results", "--csv", "--columns", "verdict, board", "--limit", "1")

    assert done.stdout.splitlines() == ["verdict,board", "unique,1"]


def test_an_unknown_column_names_those_that_exist(cli: Cli) -> None:
    done = cli("results", "--columns", "bord")

    assert done.exit_code == 2
    assert "batch, batch_name, board, source" in done.stderr
    assert "'bord'" in done.stderr


def test_a_template(cli: Cli) -> None:
    done = cli("results", "--format", "{source}:{line:03d}\\t{verdict}", "--source", "good.txt", "--limit", "2")

    assert done.stdout.splitlines() == ["good.txt:001\tunique", "good.txt:002\tmultiple"]


@pytest.mark.parametrize("template", ["{bogus}", "{line", "{0}", "{line:q}"])
def test_a_wrong_template(template: str, cli: Cli) -> None:
    done = cli("results", "--format", template)

    assert done.exit_code == 2
    assert "expected a template" in done.stderr


def test_a_template_for_solve(cli: Cli, folder: Path) -> None:
    done = cli("solve", "--template", "{line} {verdict}", folder / "good.txt")

    assert done.stdout.splitlines()[0] == "1 unique"


def test_hostile_names_in_markdown_and_templates(cli: Cli) -> None:
    assert "\x1b" not in cli("results", "--markdown").stdout
    assert "\x1b" not in cli("results", "--format", "{source}").stdout


def test_a_file_instead_of_stdout(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "out.csv"

    done = cli("results", "--csv", "-o", path)

    assert done.stdout == ""
    assert len(path.read_text().splitlines()) == 8
    assert cli("results", "-o", tmp_path / "no" / "folder").exit_code == 2


@pytest.mark.parametrize(
    ("args", "boards"),
    [
        (["all"], 7), (["--givens", "26"], 3), (["--givens", "-2"], 1), (["--givens", "0-9"], 2),
        (["--time", "1ns-10s"], 7), (["--label", "first*"], 1), (["--duplicates"], 3), (["--distinct"], 4),
        (["--where", "verdict = 'none'"], 1), (["--since", "1h"], 7), (["--since", "2999-01-01"], 0),
        (["--sort", "slowest", "--limit", "2"], 2), (["--engine", "sudoku-lanes"], None),
    ],
)  # fmt: skip
def test_filter_options(args: list[str], boards: int | None, cli: Cli) -> None:
    done = cli("results", "--jsonl", *args)

    assert done.exit_code == 0, done.stderr
    assert boards in (None, len(done.stdout.splitlines()))


@pytest.mark.parametrize(
    "args",
    [
        ["--givens", "x"],
        ["--time", "5 parsecs"],
        ["--since", "soon"],
        ["--where", "bogus = 1"],
        ["0"],
        ["--sort", "luck"],
    ],
)
def test_wrong_filter_options(args: list[str], cli: Cli) -> None:
    done = cli("results", *args)

    assert done.exit_code == 2
    assert "xpected" in done.stderr or "is not one of" in done.stderr


@pytest.mark.parametrize(
    ("text", "expected"),
    [("17", (17, 17)), ("17-20", (17, 20)), ("17..20", (17, 20)), ("17-", (17, None)), ("-20", (None, 20))],
)
def test_ranges(text: str, expected: tuple[float | None, float | None]) -> None:
    assert expected == COUNT_RANGE.convert(text, None, None)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("5ms-", (5e6, None)),
        ("10us-2s", (1e4, 2e9)),
        ("1-2ms", (1e6, 2e6)),
        ("-1.5s", (None, 1.5e9)),
        ("3", (3e9, 3e9)),
    ],
)
def test_ranges_of_time(text: str, expected: tuple[float | None, float | None]) -> None:
    assert expected == TIME_RANGE.convert(text, None, None)


@pytest.mark.parametrize("text", ["", "-", "a", "1-2-3", "5xs"])
def test_no_ranges(text: str) -> None:
    with pytest.raises(BadParameter):
        TIME_RANGE.convert(text, None, None)


def test_moments() -> None:
    ago = datetime.now(UTC) - MomentType().convert("90m", None, None)

    assert timedelta(minutes=89) < ago < timedelta(minutes=91)
    assert MomentType().convert("2026-11-30T08:00+00:00", None, None) == datetime(2026, 11, 30, 8, tzinfo=UTC)
