"""What ``solve`` says on request: the least solution, needless givens, canonical forms, backdoors."""

from __future__ import annotations

import json
import random
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from cli.analysing import Analysis
from cli.filtering import Solved
from solvers import Board, solve
from solvers.core import Block, Budget
from solvers.listing import solutions
from solvers.reading import Opened
from solvers.registry import families
from solvers.solving import solve_texts
from tests.cli.conftest import CLASH, DEAD, EASY, SEVERAL, SOLVED, Cli

PLUS = SOLVED[:1] + EASY[1:]
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."


def _rows(cli: Cli, *args: str, stdin: str) -> list[dict[str, Any]]:
    done = cli("solve", "--jsonl", *args, "-", stdin=stdin)
    assert done.exit_code == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_the_least_of_all_solutions(cli: Cli) -> None:
    first, second = islice(solutions(SEVERAL, family="sudoku"), 2)
    usual = _rows(cli, stdin=f"{SEVERAL}\n{EASY}\n")
    rows = _rows(cli, "--first", "lex", stdin=f"{SEVERAL}\n{EASY}\n")

    assert (rows[0]["solution"], rows[0]["witness"]) == (first, second)
    assert rows[0]["solution"] <= usual[0]["solution"]
    assert rows[1]["solution"] == SOLVED
    one = _rows(cli, "--first", "lex", "--limit", "1", stdin=f"{SEVERAL}\n")
    assert (one[0]["solution"], one[0]["witness"]) == (first, "")


@pytest.mark.parametrize("name", list(families()))
def test_every_family_that_lists_gives_the_least(name: str) -> None:
    family = families()[name]
    texts = [each.text for each in family.examples if each.verdict == "multiple" and len(each.text) < 200][:3]
    block = Block(name, "", texts, list(range(len(texts))))
    solved = Solved(Opened("", 0, "", ""), block, solve_texts(family, texts, 2, Budget(seconds=5.0)))

    (found,) = Analysis(lex=True).least(iter([solved]), pytest.fail)

    assert [answer.solution for answer in found.answers] == [next(solutions(text, family=name)) for text in texts]


def test_the_least_solution_that_is_not_found_in_time_is_none(cli: Cli) -> None:
    empty = "." * 256
    done = cli("solve", "--jsonl", "--first", "lex", "--time-limit", "0.001", "-", stdin=f"{empty}\n")

    row = json.loads(done.stdout)
    least = next(solutions(empty, family="sudoku"))
    told = done.exit_code == 3 and "--first lex: time limit" in done.stderr
    assert row["solution"] == ("" if told or row["verdict"] == "undecided" else least)


def test_needless_givens_canonical_form_and_backdoor(cli: Cli) -> None:
    rows = _rows(cli, "--minimal", "--canonical", "--backdoor", stdin=f"{PLUS}\n{SEVERAL}\n{CLASH}\n{DEAD}\n{HARD}\n")

    assert list(rows[0])[-5:] == ["minimal", "unneeded", "contradiction", "canonical", "backdoor"]
    assert [row["minimal"] for row in rows] == ["no", None, None, None, "yes"]
    assert [row["contradiction"] for row in (rows[0], rows[1], rows[4])] == [None] * 3
    assert len(rows[2]["contradiction"]) == 2
    assert rows[0]["backdoor"] == []
    assert rows[4]["unneeded"] == []
    assert 1 <= len(rows[4]["backdoor"]) <= 3
    for given in rows[0]["unneeded"]:
        cell = 9 * (int(given[1]) - 1) + int(given[3]) - 1
        assert PLUS[cell] == given[5]
        (answer,) = solve([Board("sudoku", "9x9", PLUS[:cell] + "." + PLUS[cell + 1 :])])
        assert answer.verdict == "unique"


def test_equivalents_have_one_canonical_form(cli: Cli) -> None:
    dice = random.Random(4)
    digits = "".join(dice.sample("123456789", 9))
    turned = "".join(EASY[9 * column + row] for row in range(9) for column in range(9))
    copy = turned.translate(str.maketrans("123456789", digits))

    rows = _rows(cli, "--canonical", stdin=f"{EASY}\n{copy}\n{HARD}\n")

    assert rows[0]["canonical"] == rows[1]["canonical"] != rows[2]["canonical"]


def test_as_text(cli: Cli) -> None:
    done = cli("solve", "--minimal", "--backdoor", "--template", "{minimal}|{unneeded}|{backdoor}", "-",
               stdin=f"{HARD}\n{PLUS}\n{CLASH}\n")  # fmt: skip

    first, second, third = done.stdout.splitlines()
    assert first.startswith("yes|-|r")
    assert second.startswith("no|r")
    assert second.endswith("|-")
    assert third == "||"
    assert "backdoor" in cli("solve", "--backdoor", "-", stdin=f"{EASY}\n").stdout.splitlines()[0]


def test_other_families_are_refused_by_name(cli: Cli, tmp_path: Path) -> None:
    kakuro = families()["kakuro"].examples[0].text
    (tmp_path / "b.jsonl").write_text(json.dumps({"family": "kakuro", "text": kakuro}) + "\n")

    done = cli("solve", "--backdoor", "--jsonl", tmp_path / "b.jsonl")

    assert done.exit_code == 3
    assert "b.jsonl:1: --backdoor: expected a board of sudoku, got one of kakuro" in done.stderr
    assert json.loads(done.stdout)["backdoor"] is None


def test_what_is_not_finished_is_said(cli: Cli) -> None:
    empty = "." * 625
    done = cli("solve", "--minimal", "--backdoor", "--time-limit", "0.001", "--jsonl", "-", stdin=f"{HARD}\n{empty}\n")

    for line in done.stdout.splitlines():
        row = json.loads(line)
        if row["verdict"] == "unique" and row["backdoor"] is None:
            assert done.exit_code == 3
            assert "--backdoor: time limit reached" in done.stderr


def test_a_canonical_form_keeps_the_time_limit(cli: Cli) -> None:
    """A grid of 20x20 whose rows are each the first one shifted takes longer."""
    letters = "ABCDEFGHIJKLMNOPQRST"
    shifts = [row % 4 * 5 + row // 4 for row in range(20)]
    grid = "4x5:" + "".join(letters[shift:] + letters[:shift] for shift in shifts)

    done = cli("solve", "--canonical", "--time-limit", "0.01", "--jsonl", "-", stdin=f"{grid}\n")

    assert json.loads(done.stdout)["canonical"] is None
    assert "--canonical: time limit reached" in done.stderr
    assert done.exit_code == 3
