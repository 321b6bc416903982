"""Commands that ask a database: results, rejects, status, show, watch."""

from __future__ import annotations

import csv
import io
import json
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import EASY, HOSTILE, SEVERAL, SOLVED, Cli

pytestmark = pytest.mark.usefixtures("solved")

# The input in the order of the names: the hostile file, broken.txt, good.txt.
VERDICTS = ["unique", "multiple", "unique", "multiple", "invalid", "none", "unique"]


def _json(text: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in text.splitlines()]


def test_results_in_the_order_of_the_input(cli: Cli) -> None:
    done = cli("results", "--jsonl")

    rows = _json(done.stdout)
    assert done.exit_code == 0
    assert sorted(VERDICTS) == sorted(str(row["verdict"]) for row in rows)
    places = [(row["source"], row["line"]) for row in rows]
    by_source = {source: [line for name, line in places if name == source] for source, _ in places}
    assert by_source == {HOSTILE: [1], "broken.txt": [2], "good.txt": [1, 2, 3, 4, 5]}


def test_results_say_all_that_is_known_of_a_board(cli: Cli) -> None:
    done = cli("results", "--jsonl", "--verdict", "multiple", "--source", "good.txt")

    (row,) = _json(done.stdout)
    assert (row["text"], row["count_is_exact"], row["count"]) == (SEVERAL, False, 2)
    assert row["solution"] != row["witness"]
    assert isinstance(row["solve_ns"], int)
    assert str(row["engine"]).startswith("sudoku-")


def test_equal_boards_share_an_answer(cli: Cli) -> None:
    rows = [row for row in _json(cli("results", "--jsonl").stdout) if row["text"] == EASY]

    assert len(rows) == 3
    assert {SOLVED} == {row["solution"] for row in rows}
    assert sum(row["same_as"] is None for row in rows) == 1


@pytest.mark.parametrize(
    ("options", "boards"),
    [
        (["--verdict", "none"], 1),
        (["--verdict", "none", "--verdict", "invalid"], 2),
        (["--verdict", "pending"], 0),
        (["--family", "sudoku"], 7),
        (["--family", "kakuro"], 0),
        (["--variant", "9x9"], 7),
        (["--source", "broken.txt"], 1),
        (["--limit", "3"], 3),
    ],
)
def test_filters_of_results(options: list[str], boards: int, cli: Cli) -> None:
    done = cli("results", "--jsonl", *options)

    assert boards == len(done.stdout.splitlines())


def test_hostile_names_do_nothing_in_a_terminal(cli: Cli) -> None:
    for args in (["results"], ["show", "1", "2", "3"], ["rejects"], ["status"]):
        done = cli(*args)

        assert done.exit_code == 0
        assert "\x1b" not in done.stdout


def test_hostile_names_are_text_in_a_spreadsheet(cli: Cli) -> None:
    done = cli("results", "--csv")

    rows = list(csv.DictReader(io.StringIO(done.stdout)))
    assert "'" + HOSTILE in {row["source"] for row in rows}
    assert "'=1+2" in {row["label"] for row in rows}
    assert not [cell for row in rows for cell in row.values() if cell.startswith(("=", "+", "@"))]


def test_machines_get_names_as_they_are(cli: Cli) -> None:
    rows = _json(cli("results", "--jsonl").stdout)

    assert HOSTILE in {row["source"] for row in rows}


def test_rejects_have_place_reason_and_text(cli: Cli) -> None:
    (row,) = _json(cli("rejects", "--jsonl").stdout)

    expected = {"source": "broken.txt", "line": 1, "column": 80, "raw": EASY[:80]}
    assert expected == {name: row[name] for name in expected}
    assert "expected 81 cells" in str(row["reason"])


def test_status_counts(cli: Cli) -> None:
    (row,) = _json(cli("status", "--jsonl").stdout)

    expected = {"batch": 1, "boards": 7, "answered": 7, "pending": 0, "rejects": 1, "state": "done"}
    assert expected == {name: row[name] for name in expected}


def test_tables_have_no_colours_and_no_trailing_blanks_in_a_pipe(cli: Cli) -> None:
    lines = cli("results").stdout.splitlines()

    assert lines[0].split()[:3] == ["board", "source", "line"]
    assert [line for line in lines if line != line.rstrip() or "\x1b" in line] == []
    assert SOLVED in lines[1]


def test_show_draws_and_explains(cli: Cli) -> None:
    board = next(row["board"] for row in _json(cli("results", "--jsonl").stdout) if row["verdict"] == "multiple")

    done = cli("show", str(board))

    assert "multiple (at least 2 solutions)" in done.stdout
    assert "┌─────────┬─────────┬─────────┐" in done.stdout
    assert "a second solution, in the cells in which it differs" in done.stdout


def test_show_tells_why_a_board_is_invalid(cli: Cli) -> None:
    board = next(row["board"] for row in _json(cli("results", "--jsonl").stdout) if row["verdict"] == "invalid")

    assert "1 stands twice in row 1 (r1c1, r1c2)" in cli("show", str(board)).stdout


def test_show_of_a_board_that_is_not_there(cli: Cli) -> None:
    done = cli("show", "99")

    assert done.exit_code == 2
    assert "got 99: `gridmill results` lists them" in done.stderr


def test_watch_of_a_finished_batch_gives_its_summary(cli: Cli) -> None:
    done = cli("watch")

    assert done.exit_code == 0
    assert done.stdout.split()[:4] == ["family", "variant", "boards", "unique"]
    assert "7 of 7 boards answered" in done.stderr


def _board(cli: Cli, verdict: str) -> str:
    return str(next(row["board"] for row in _json(cli("results", "--jsonl").stdout) if row["verdict"] == verdict))


def test_show_lists_every_answer_by_its_engine(cli: Cli, solved: Path) -> None:
    board = _board(cli, "multiple")
    with sqlite3.connect(solved) as database:
        columns = "board_id, chunk_id, verdict, count, count_is_exact, nodes, solve_ns"
        database.execute("INSERT INTO engine (id, name) VALUES (99, 'second-look/1')")
        database.execute(
            f"INSERT INTO other_answer (kind, engine_id, {columns}) SELECT 'rerun', 99, {columns} FROM answer"  # noqa: S608
        )

    lines = cli("show", board).stdout.splitlines()
    (shown,) = json.loads(cli("show", board, "--json").stdout)

    assert next(line for line in lines if line.startswith("multiple (at least 2)")).count("nodes, sudoku-") == 1
    assert next(line for line in lines if line.startswith("rerun: multiple")).endswith("second-look/1")
    assert [answer["kind"] for answer in shown["answers"]] == ["current", "rerun"]
    assert shown["answers"][1]["engine"] == "second-look/1"
    assert any(link.startswith("https://www.sudokuwiki.org/") for link in shown["links"])


def test_show_says_why(cli: Cli) -> None:
    (unique,) = json.loads(cli("show", _board(cli, "unique"), "--json", "--why").stdout)
    (none,) = json.loads(cli("show", _board(cli, "none"), "--json", "--why").stdout)

    alone = cli("minimal", "-", "--jsonl", stdin=EASY).stdout
    assert unique["unneeded"] == str(_json(alone)[0]["unneeded"]).split()
    assert none["contradiction"] == ["r1c1=1", "r1c2=2", "r1c3=3", "r1c4=4", "r1c5=5", "r1c6=6", "r1c7=7", "r1c8=8",
                                     "r6c9=9"]  # fmt: skip
    assert "givens that contradict each other: r1c1=1" in cli("show", _board(cli, "none"), "--why").stdout
    assert "r1c1=1 r1c2=1" in cli("show", _board(cli, "invalid"), "--why").stdout


@pytest.mark.parametrize(
    "args",
    [["results", "--csv", "--jsonl"], ["results", "--json", "--format", "{line}"], ["show", "1", "--svg", "--png"],
     ["results", "--givens", "17-5"], ["results", "--time", "1s-2ms"]],
)  # fmt: skip
def test_what_contradicts_itself_is_an_error(args: list[str], cli: Cli) -> None:
    done = cli(*args)

    assert done.exit_code == 2
    assert "expected" in done.stderr


def test_equivalent_boards_are_found_and_kept(cli: Cli, home: Path) -> None:
    turned = "".join("".join(row) for row in zip(*(EASY[at : at + 9] for at in range(0, 81, 9)), strict=True))
    renamed = EASY.translate(str.maketrans("123456789", "234567891"))
    (home / "like.txt").write_text(f"{EASY}\n{turned}\n{SEVERAL}\n{renamed}\n")
    database = ("--database", home / "like.db")
    cli("submit", home / "like.txt", *database)

    before = cli("results", "--like", "1", *database)
    rows = _json(cli("equivalents", "--jsonl", *database).stdout)
    like = _json(cli("results", "--like", "2", "--jsonl", *database).stdout)

    assert f"`gridmill equivalents 1 --database {home / 'like.db'}` does so" in before.stderr
    assert [(row["group"], row["boards"], row["line"]) for row in rows] == [
        (1, 3, 1), (1, 3, 2), (1, 3, 4),
    ]  # fmt: skip
    assert [row["line"] for row in like] == [1, 2, 4]


def test_results_need_no_sqlalchemy(solved: Path) -> None:
    for args in (["results"], ["results", "--where", "givens > 1"], ["show", "1"], ["rejects"]):
        program = f"import sys; from cli.main import gridmill; gridmill.main({args}, standalone_mode=False);"
        done = subprocess.run(
            [sys.executable, "-c", f"{program} print('sqlalchemy' in sys.modules)"], capture_output=True, text=True,
            env=os.environ | {"GRIDMILL_DATABASE": str(solved)}, check=True,
        )  # fmt: skip

        assert done.stdout.splitlines()[-1] == "False", args


def test_lists_end_where_they_are_told_to(cli: Cli) -> None:
    assert len(cli("families", "--limit", "2", "--jsonl").stdout.splitlines()) == 2
    table = io.StringIO(cli("formats", "--limit", "3", "--tsv").stdout)  # examples have several lines
    assert len(list(csv.reader(table, delimiter="\t"))) == 1 + 3
    assert len(cli("rejects", "--limit", "1", "--jsonl").stdout.splitlines()) == 1


@pytest.mark.parametrize("command", ["results", "stats", "export", "report", "sheet"])
@pytest.mark.parametrize("batch", ["²", "0", "-1", "x", "9" * 23, "9" * 19, "\N{FULLWIDTH DIGIT ONE}"])
def test_what_is_no_batch_is_said_and_no_traceback(command: str, batch: str, cli: Cli) -> None:
    done = cli(command, "--", batch)

    assert done.exit_code == 2
    assert "expected the number of a batch" in done.stderr


@pytest.mark.parametrize("moment", ["99999999999d", "0001-01-01", "9999-12-31T23:59-23:00", "²d", "soon"])
def test_what_is_no_moment(moment: str, cli: Cli) -> None:
    done = cli("results", "--since", moment)

    assert done.exit_code == 2 or not done.stdout.count("\n") > 1
    assert "Traceback" not in done.stderr
    assert done.exit_code in (0, 2)


@pytest.mark.parametrize("option", ["--same-as", "--like"])
def test_a_board_that_nobody_has_is_an_error(option: str, cli: Cli) -> None:
    done = cli("results", option, "999999")

    assert (done.exit_code, done.stdout) == (2, "")
    assert "expected the number of a board, got 999999" in done.stderr


def test_drawings_go_where_they_were_asked_to(cli: Cli, tmp_path: Path) -> None:
    done = cli("show", "1", "2", "-o", tmp_path / "boards.txt")

    assert (done.exit_code, done.stdout) == (0, "")
    assert (tmp_path / "boards.txt").read_text(encoding="utf-8").count("board ") >= 2
    assert "\x1b" not in (tmp_path / "boards.txt").read_text(encoding="utf-8")


def test_what_is_no_number_says_where_numbers_are_shown(cli: Cli) -> None:
    assert "`gridmill results`" in cli("show", "abc").stderr


@pytest.mark.parametrize("form", ["csv", "tsv"])
def test_a_carriage_return_stays_within_its_cell(form: str, cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "in.jsonl"
    path.write_text(json.dumps({"puzzle": EASY.replace("13", ".."), "label": "a\rb\n\r"}) + "\n")
    assert cli("run", path, "--database", tmp_path / "cr.db").exit_code == 0
    assert cli("export", "--database", tmp_path / "cr.db", "-o", tmp_path / f"out.{form}").exit_code == 0

    text = (tmp_path / f"out.{form}").read_bytes().decode()
    (row,) = csv.DictReader(io.StringIO(text, newline=""), dialect="excel-tab" if form == "tsv" else "excel")
    assert row["label"] == "a\rb\n\r"
    assert cli("import", tmp_path / f"out.{form}", "--database", tmp_path / "back.db").exit_code == 0
    (back,) = _json(cli("results", "--jsonl", "--database", tmp_path / "back.db").stdout)
    assert back["label"] == "a\rb\n\r"


@pytest.mark.parametrize("filters", [("--label", "\udcff"), ("--source", "\udcff*"), ("--where", "label = '\udcff'")])
def test_words_that_are_no_utf8_find_nothing(cli: Cli, filters: tuple[str, str]) -> None:
    done = cli("results", *filters)
    assert done.exit_code == 0
    assert done.stdout.count("\n") <= 1
