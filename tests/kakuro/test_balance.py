"""Totals of components: what the clues across and down say of the same cells."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from solvers.core import Verdict
from solvers.kakuro import FAMILY

UNEQUAL = (
    r"# 21\- 23\- 27\- 27\-/-\15 . . . ./-\19 . . . ./-\21 . . . ./-\22 . . . ./-\20 . . . ."  # across 97, down 98
)


def test_clues_of_unequal_totals_have_no_filling_and_all_are_named() -> None:
    (answer,) = FAMILY.solve([UNEQUAL], nodes=100)

    assert answer.verdict == Verdict.NONE
    assert sorted(map(int, re.findall(r"(?:across|down) (\d+)", answer.reason))) == [15, 19, 20, 21, 21, 22, 23, 27, 27]
    assert answer.reason.endswith("no fewer clues contradict each other")


@pytest.mark.parametrize("name", ["gen_multi_10", "bench_raw20"])
def test_a_clue_off_by_one_is_seen_at_once(name: str, shared: Path, read_boards: Any) -> None:
    """Every run of these boards has a clue, so that one changed clue leaves nothing."""
    boards = read_boards((shared / f"data/kakuro/{name}.kkt").read_text())
    changed = [re.sub(r"(\d+)(?=\\)", lambda clue: str(int(clue[1]) - 1), board.text, count=1) for board in boards]

    answers = FAMILY.solve(changed, nodes=100)

    assert {answer.verdict for answer in answers} <= {Verdict.NONE, Verdict.INVALID}
    assert all(answer.reason for answer in answers)


def test_a_run_without_a_clue_gets_the_rest_of_the_total() -> None:
    # Three rows of three: down 20 + 15 + 9 = 44, across 18 and 16 leave 10 for the row without a clue.
    text = r"# 20\- 15\- 9\-/-\18 . . ./-\16 . . ./# . . ."

    (answer,) = FAMILY.solve([text], limit=1000)

    assert (answer.count, answer.count_is_exact) == (brute((20, 15, 9), (18, 16, None)), True)


def test_cells_in_one_run_only_count_with_their_bounds() -> None:
    # Across 17 + 3 and at least 1 of the cell below, 20 down in all.
    (answer,) = FAMILY.solve([r"# 10\- 10\-/-\17 . ./-\3 . ./# . #"], nodes=100)

    assert answer.verdict == Verdict.NONE


def brute(down: tuple[int, ...], across: tuple[int | None, ...]) -> int:
    """The fillings of a square without black cells, counted row by row."""
    rows = [
        [row for row in product(range(1, 10), repeat=3) if len(set(row)) == 3 and clue in (None, sum(row))]
        for clue in across
    ]
    return sum(
        all(
            len(set(column)) == 3 and sum(column) == clue
            for column, clue in zip(zip(*grid, strict=True), down, strict=True)
        )
        for grid in product(rows[0], rows[1], [row for row in rows[2] if sum(row) == sum(down) - 34])
    )


def test_a_count_that_is_broken_off_keeps_what_was_found(shared: Path, read_boards: Any) -> None:
    """A count up to a limit says how many there are at least."""
    boards = read_boards((shared / "data/kakuro/gen_multi_10.kkt").read_text())
    text = next(board.text for board in boards if board.label.startswith("gen-m10-001"))

    (capped,) = FAMILY.solve([text], limit=100_000)
    (cut,) = FAMILY.solve([text], limit=2**64 - 1, nodes=capped.nodes + 200_000)

    assert (capped.count, cut.count_is_exact) == (100_000, False)
    assert cut.count >= 100_000
