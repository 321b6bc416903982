"""``gridmill solve``: a filter whose rows, order and exit codes scripts rely on."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from solvers.core import Answer, Family
from solvers.reading import stream
from solvers.reading.events import Block
from solvers.reading.format import Format
from solvers.registry import families
from tests.cli.conftest import EASY, HOSTILE, SEVERAL, SOLVED, Cli, Process, command

FIELDS = [
    "source", "line", "label", "family", "variant", "verdict", "count", "count_is_exact", "solution", "witness",
    "reason", "nodes", "solve_ns", "engine", "stated", "placed", "fields",
]  # fmt: skip
JUDGED = [(family, found) for family in families().values() for found in family.formats if found.judge]


def test_jsonl_has_all_fields(cli: Cli, folder: Path) -> None:
    done = cli("solve", "--jsonl", folder / "good.txt")

    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.exit_code == 0
    assert [list(row) for row in rows] == [FIELDS] * 5
    assert [row["verdict"] for row in rows] == ["unique", "multiple", "invalid", "none", "unique"]
    assert [row["line"] for row in rows] == [1, 2, 3, 4, 5]
    assert rows[0]["label"] == "first of all"


def test_a_pipe_in_and_out(process: Process) -> None:
    done = process("solve", "-", stdin=f"{EASY}\n")

    assert done.returncode == 0
    assert done.stdout.splitlines()[0].split("\t") == ["source", "line", "verdict", "count", "solution", "reason"]
    assert done.stdout.splitlines()[1].split("\t")[2:5] == ["unique", "1", SOLVED]
    assert done.stderr == ""


def test_nothing_on_stdin_is_no_success(process: Process) -> None:
    assert process("solve", stdin="").returncode == 3


def test_the_order_is_that_of_the_input(process: Process) -> None:
    text = "".join(f"{SEVERAL if at % 3 else EASY}\n" for at in range(3000))

    done = process("solve", "--jsonl", "--threads", "2", "-", stdin=text)

    assert list(range(1, 3001)) == [json.loads(line)["line"] for line in done.stdout.splitlines()]


def test_rejected_input_is_named_and_counted_in_the_exit_code(cli: Cli, folder: Path) -> None:
    done = cli("solve", folder / "broken.txt")

    assert done.exit_code == 3
    assert "broken.txt:1:80: rejected: expected 81 cells, got 80" in done.stderr
    assert len(done.stdout.splitlines()) == 2


def test_quiet_still_tells_by_exit_code(cli: Cli, folder: Path) -> None:
    done = cli("solve", "-q", folder / "broken.txt")

    assert (done.exit_code, done.stderr) == (3, "")


def test_a_missing_file_does_not_stop_the_others(cli: Cli, folder: Path) -> None:
    done = cli("solve", folder / "nowhere.txt", folder / "good.txt")

    assert done.exit_code == 3
    assert "nowhere.txt: No such file" in done.stderr
    assert len(done.stdout.splitlines()) == 6


@pytest.mark.parametrize(
    "args",
    [["--family", "chess"], ["--format", "nothing"], ["--limit", "0"], ["--time-limit", "-1"], ["--threads", "x"]],
)
def test_wrong_usage(args: list[str], cli: Cli, folder: Path) -> None:
    done = cli("solve", *args, folder / "good.txt")

    assert done.exit_code == 2
    assert done.stdout == ""
    assert done.stderr


def test_the_limit_counts(cli: Cli) -> None:
    board = "12.3............"

    one, two, more = (
        json.loads(cli("solve", "--jsonl", "--limit", limit, "-", stdin=board).stdout) for limit in ("1", "2", "1000")
    )

    assert (one["count"], one["count_is_exact"]) == (1, False)
    assert (two["count"], two["count_is_exact"]) == (2, False)
    assert more["count_is_exact"]
    assert more["count"] > 2


def test_hostile_names_and_labels(cli: Cli, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)

    table, csv = cli("solve", "--table", HOSTILE), cli("solve", "--csv", HOSTILE)

    assert "\x1b" not in table.stdout
    assert csv.stdout.splitlines()[1].startswith("\"'=HYPERLINK")


@pytest.mark.parametrize(("family", "found"), JUDGED, ids=[found.name for _, found in JUDGED])
def test_judge_output_of_every_judged_format(family: Family, found: Format, cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "input.txt"
    file.write_text(found.example)

    done = cli("solve", "--as", "judge", "--family", family.name, "--format", found.name, file)

    rows = [json.loads(line) for line in cli("solve", "--jsonl", "--format", found.name, file).stdout.splitlines()]
    assert done.exit_code == 0
    assert found.judge is not None
    if not found.judge.every:
        answers = [Answer(*(row[name] for name in Answer._fields)) for row in rows]
        pairs = zip(_texts_of(file, found), answers, strict=True)
        written = [
            found.judge.heading.format(number) + found.judge.write(text, answer, [answer.solution])
            for number, (text, answer) in enumerate(pairs, 1)
        ]
        assert found.judge.between.join(written) == done.stdout


def _texts_of(file: Path, found: Format) -> list[str]:
    blocks = [event for event in stream([str(file)], format=found.name) if isinstance(event, Block)]
    return [text for block in blocks for text in block.texts]


def test_a_format_without_a_judge_says_which_have_one(cli: Cli, folder: Path) -> None:
    done = cli("solve", "--as", "judge", folder / "good.txt")

    assert done.exit_code == 2
    assert "zoj3122" in done.stderr


# Its 2,202,441,792 squares take any solver long to count.
ORDER_5 = "normal:" + "/".join(["0 0 0 0 0"] * 5) + "\n"


def test_interruption_ends_at_once_with_130(tmp_path: Path) -> None:
    file = tmp_path / "long.txt"
    file.write_text(ORDER_5)
    running = subprocess.Popen(
        command("solve", "--time-limit", "0", "--limit", str(10**18), file),
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=os.environ.copy(),
    )  # fmt: skip
    time.sleep(1.5)

    running.send_signal(signal.SIGINT)
    _, errors = running.communicate(timeout=20)

    assert running.returncode == 130
    assert errors.splitlines()[-1] == "interrupted"


def test_a_spent_time_limit_is_undecided(cli: Cli) -> None:
    done = cli("solve", "--jsonl", "--time-limit", "0.05", "--limit", str(10**18), "-", stdin=ORDER_5)

    row = json.loads(done.stdout)
    assert row["verdict"] in ("undecided", "multiple")
    assert not row["count_is_exact"]
    assert row["reason"] == "time limit reached"


# A triangle of ../shared/data/beads/triangle_partial_200.txt, whose exact count is 0.
UNSOLVABLE = "./../.../GG../GKK../GGKK../EEEKIII/..EIIAA./..E.DDA../....DD....".replace("/", "\n") + "\n"


def test_a_judge_gets_the_words_of_the_statement_for_no_solution(cli: Cli) -> None:
    done = cli("solve", "--as", "judge", "-", stdin=UNSOLVABLE)

    assert (done.exit_code, done.stdout) == (0, "No solution\n")


@pytest.mark.parametrize("bad", [("--limit", "1" + "0" * 23), ("--time-limit", "nan"), ("--time-limit", "inf")])
def test_numbers_out_of_bounds_are_a_matter_of_usage(cli: Cli, bad: tuple[str, str], folder: Path) -> None:
    assert cli("solve", *bad, folder / "good.txt").exit_code == 2


def test_a_wrong_placed_digit_is_flagged_and_givens_decide(cli: Cli) -> None:
    rows = [f"|{EASY[at : at + 3]}|{EASY[at + 3 : at + 6]}|{EASY[at + 6 : at + 9]}|" for at in range(0, 81, 9)]
    givens = "\n".join(["*-----------*", *rows, "*-----------*"])
    progress = givens.replace("|.13|...|", "|913|2..|")

    (row,) = map(json.loads, cli("solve", "--jsonl", "-", stdin=f"{givens}\n{progress}\n").stdout.splitlines())

    assert (row["verdict"], row["solution"]) == ("unique", SOLVED)
    assert row["placed"] == "wrong at r1c4 (placed 2, found 5)"
