"""Listing and splitting against CP-SAT's own list of solutions."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from ortools.sat.python import cp_model

from solvers import listing
from solvers.core import Verdict
from solvers.kakuro import FAMILY
from solvers.kakuro.board import Kakuro, White, format_board, parse
from tests.kakuro.test_oracle import is_invalid, oracle_model, random_board

MOST = 60


def cells(text: str) -> list[int]:
    return [cell.given for row in parse(text).rows for cell in row if isinstance(cell, White)]


class Collector(cp_model.CpSolverSolutionCallback):
    def __init__(self, variables: list[Any]) -> None:
        super().__init__()
        self.variables = variables
        self.found: list[list[int]] = []

    def on_solution_callback(self) -> None:
        self.found.append([self.value(variable) for variable in self.variables])
        if len(self.found) > MOST:
            self.stop_search()


def listed_by_cp_sat(board: Kakuro) -> list[list[int]]:
    model, variables = oracle_model(board)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.enumerate_all_solutions = True
    collector = Collector(list(variables.values()))
    solver.solve(model, collector)
    return sorted(collector.found)


def small_boards(number: int, seed: int) -> list[Kakuro]:
    rng = random.Random(seed)  # the same boards every time, nothing secret
    boards: list[Kakuro] = []
    while len(boards) < number:
        board = random_board(rng)
        if not is_invalid(board) and len(listed_by_cp_sat(board)) <= MOST:
            boards.append(board)
    return boards


def test_pages_of_any_size_hold_what_cp_sat_lists_in_ascending_order() -> None:
    for board in small_boards(60, 8):
        text = format_board(board)
        expected = listed_by_cp_sat(board)
        for size in (1, 7, 100):
            found: list[str] = []
            complete = False
            while not complete:
                some, complete = FAMILY.page(text, found[-1] if found else "", size)  # type: ignore[misc]  # declared
                found += some

            assert expected == [cells(solution) for solution in found], (text, size)


def test_parts_hold_each_solution_once() -> None:
    for board in small_boards(40, 9):
        text = format_board(board)
        assert FAMILY.split is not None

        for pieces in (2, 9):
            texts = FAMILY.split(text, pieces)
            found = [cells(solution) for part in texts for page in listing.pages(FAMILY, part) for solution in page]
            assert listed_by_cp_sat(board) == sorted(found), text


@pytest.mark.parametrize("after", ["# 3\\- 4\\-/-\\3 1 2/-\\4 2 1", "# 3\\- 4\\-/-\\3 . ./-\\4 . .", ". .", "1 2"])
def test_a_page_begins_behind_a_solution_of_the_board_only(after: str) -> None:
    with pytest.raises(ValueError, match="expected a solution"):
        FAMILY.page("# 3\\- 4\\-/-\\3 . ./-\\4 . .", after)  # type: ignore[misc]  # declared


def test_boards_that_need_search_are_listed_too(shared: Path, read_boards: Callable[..., Any]) -> None:
    texts = [board.text for board in read_boards((shared / "data/kakuro/gen_multi_10.kkt").read_text())]

    for text in texts:
        first, _ = FAMILY.page(text, limit=6, seconds=20.0)  # type: ignore[misc]  # declared
        rest, _ = FAMILY.page(text, first[0], limit=5, seconds=20.0)  # type: ignore[misc]  # declared

        assert len(first) >= 2
        assert sorted(map(cells, first)) == list(map(cells, first))
        assert first[1:] == rest
        assert FAMILY.check([text] * len(first), first) == [""] * len(first)


def test_cells_with_one_digit_left_cost_no_piece() -> None:
    # The run across leaves 1 and 2, of which the 2 stands in a row of its own: forced cells only, but the last row.
    text = r"# 3\- #/-\1 . #/-\2 . #/# # #/-\3 . ."
    assert FAMILY.split is not None

    pieces = FAMILY.split(text, 2)

    assert sorted(pieces) == [
        text.replace(r"\1 .", r"\1 1").replace(r"\2 .", r"\2 2").replace(". .", last) for last in ("1 2", "2 1")
    ]


def test_a_piece_is_never_broken_by_what_is_filled_in() -> None:
    """Two cells of a run that are both left with the digit 1 make a board without a solution, not an invalid one."""
    text = r"1\- 1\- #/. . #/# # #/-\3 . ."
    assert FAMILY.split is not None

    verdicts = {answer.verdict for answer in FAMILY.solve(FAMILY.split(text, 4))}

    assert verdicts == {Verdict.NONE}
