"""``gridmill check``, ``formats`` and ``convert``."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from solvers.reading import formats
from tests.cli.conftest import EASY, SOLVED, Cli

GRID = "".join(EASY[at : at + 9] + "\n" for at in range(0, 81, 9))


@pytest.fixture
def boards(tmp_path: Path) -> Path:
    path = tmp_path / "boards.txt"
    path.write_text(f"# a list\n{EASY.replace('.', '0')} first\n\n{EASY[1:]}\n{EASY.replace('.', '0')}\n")
    return path


def test_check_tells_what_was_understood(cli: Cli, boards: Path) -> None:
    done = cli("check", boards)

    assert done.exit_code == 3
    assert "format line: 2 boards: 2 of sudoku 9x9; 1 with a label" in done.stdout
    assert "5 lines: 2 of boards, 1 rejected, 1 blank, 1 comment" in done.stdout
    assert "first board: line 2 (first)" in done.stdout
    assert "empty is 0" in done.stdout
    assert "line 4: rejected: expected 81 cells, got 80" in done.stdout


def test_check_draws_the_first_board(cli: Cli, boards: Path) -> None:
    assert done_lines(cli("check", boards).stdout) >= 9


def done_lines(text: str) -> int:
    """Lines of a drawing."""
    return sum(any(wall in line for wall in "│┃|") for line in text.splitlines())


def test_check_of_a_good_file_succeeds(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "good.txt").write_text(EASY)

    assert cli("check", tmp_path / "good.txt").exit_code == 0


def test_check_of_what_is_no_board_says_what_was_tried(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "readme.txt").write_text("12 puzzles, 2 of them here\n")

    done = cli("check", tmp_path / "readme.txt")

    assert done.exit_code == 3
    assert "no boards" in done.stdout
    assert "no format recognised this" in done.stdout


def test_explain_tells_of_each_line(cli: Cli, boards: Path) -> None:
    done = cli("check", "--explain", "--jsonl", boards)

    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(row["line"], row["fate"]) for row in rows] == [
        (1, "comment"),
        (2, "board"),
        (3, "blank"),
        (4, "rejected"),
        (5, "board"),
    ]
    assert done.exit_code == 3


def test_formats_lists_every_format(cli: Cli) -> None:
    rows = [json.loads(line) for line in cli("formats", "--jsonl").stdout.splitlines()]

    assert {(row["family"], row["format"]) for row in rows} == {(f.family or "any", f.name) for f in formats()}


SMALL_KAKURO = "@ small 3 3\n# 3\\- 4\\-\n-\\3 . .\n-\\4 . .\n"


def test_formats_shows_one_with_its_example(cli: Cli) -> None:
    done = cli("formats", "opensudoku")

    assert "<opensudoku>" in done.stdout
    assert cli("formats", "nothing").exit_code != 0


def test_convert_writes_another_format(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "grid.txt").write_text(GRID)

    done = cli("convert", "--to", "line", tmp_path / "grid.txt")

    assert done.stdout == f"{EASY}\n"
    assert done.exit_code == 0


def test_convert_says_what_the_format_cannot_carry(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "small.txt").write_text(".1.....23.....3.\n")

    done = cli("convert", "--to", "exchange", tmp_path / "small.txt")

    assert done.exit_code == 3
    assert "expected a board of 9x9, got one of 4x4" in done.stderr


def test_convert_names_the_formats_that_can_be_written(cli: Cli, boards: Path) -> None:
    done = cli("convert", "--to", "mixed", boards)

    assert done.exit_code == 2
    assert "sudoku:line" in done.stderr


@pytest.mark.parametrize("command", ["check", "submit", "run", "solve", "convert"])
@pytest.mark.parametrize("place", ["nowhere.txt", "empty", "*.nothing"])
def test_places_without_a_file_are_a_usage_error(command: str, place: str, cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    more = ("--to", "line") if command == "convert" else ()

    done = cli(command, *more, str(tmp_path / place))

    assert done.exit_code == 2
    assert place in done.stderr
    assert not list(tmp_path.rglob("*.db"))


def test_convert_writes_a_whole_file(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "boards.txt").write_text(f"{EASY} one\n{EASY} two\n{EASY};diagonals three\n")

    done = cli("convert", "--to", "opensudoku", tmp_path / "boards.txt")

    assert len(list(ET.fromstring(done.stdout).iter("game"))) == 2
    assert "boards.txt:3: rejected: expected a board without further rules" in done.stderr
    assert done.exit_code == 3


def test_convert_says_what_it_left_out(cli: Cli, tmp_path: Path) -> None:
    known = {"puzzle": EASY, "label": "L", "solution": SOLVED, "placed": EASY.replace(".", "4", 1), "author": "me"}
    (tmp_path / "known.jsonl").write_text(json.dumps(known) + "\n" + json.dumps({"puzzle": EASY, "label": "M"}) + "\n")

    sdm = cli("convert", "--to", "sdm", tmp_path / "known.jsonl")
    line = cli("convert", "--to", "line", tmp_path / "known.jsonl")
    jsonl = cli("convert", "--to", "jsonl", tmp_path / "known.jsonl")

    assert sdm.exit_code == line.exit_code == jsonl.exit_code == 0
    assert "left out: label (2 boards), stated solution (1 boards)" in sdm.stderr
    assert "placed (1 boards)" in line.stderr
    assert "label" not in line.stderr
    assert line.stdout.splitlines()[0] == f"{EASY}:1:{SOLVED} L"
    assert "left out" not in jsonl.stderr


def test_convert_writes_the_number_of_boards_where_a_judge_wants_it(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "boards.txt").write_text(f"{EASY}\n{EASY};diagonals\n{EASY}\n")

    done = cli("convert", "--to", "judge", tmp_path / "boards.txt")

    assert done.stdout.splitlines()[0] == "2"
    assert len(done.stdout.splitlines()) == 1 + 2 * 9


def test_convert_holds_to_one_board_a_file(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "two.kkt").write_text(f"{SMALL_KAKURO}{SMALL_KAKURO}")

    done = cli("convert", "--to", "kdl", tmp_path / "two.kkt")

    assert done.exit_code == 3
    assert "kdl holds one board a file, and has one" in done.stderr
    assert len(done.stdout.splitlines()) == 4


@pytest.mark.parametrize("command", [("check",), ("check", "--explain"), ("solve",), ("convert", "--to", "line")])
def test_a_column_that_no_source_has_is_wrong_usage(command: tuple[str, ...], cli: Cli, tmp_path: Path) -> None:
    table, other = tmp_path / "a.csv", tmp_path / "b.csv"
    table.write_text(f"id,easy\n1,{EASY}\n")
    other.write_text(f"id,hard\n1,{EASY}\n")

    assert cli(*command, "--column", "nosuch", table, other).exit_code == 2
    assert cli(*command, "--column", "hard", table, other).exit_code == 3
    assert cli(*command, "--column", "hard", other).exit_code == 0
