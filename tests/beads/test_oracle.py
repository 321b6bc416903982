"""Random small regions and pieces against CP-SAT's exact cover, written from the rules alone."""

from __future__ import annotations

import random

import pytest
from ortools.sat.python import cp_model

from solvers.beads import FAMILY
from solvers.beads.board import parse
from solvers.beads.check import position
from solvers.beads.orientations import apply, turns, vector
from tests.beads.boards import random_board


class _Counter(cp_model.CpSolverSolutionCallback):
    def __init__(self) -> None:
        super().__init__()
        self.found = 0

    def on_solution_callback(self) -> None:
        self.found += 1


def _count(text: str) -> int:
    """All fillings of a board, counted by CP-SAT over one Boolean for each way to lay a piece."""
    board = parse(text)
    region = text.rpartition(":")[2]
    at = {vector(position(region, i), board.rules.grid): (i, mark) for i, mark in enumerate(region) if mark not in "/#"}
    model = cp_model.CpModel()
    covers: dict[int, list[cp_model.IntVar]] = {index: [] for index, _ in at.values()}
    for piece in board.rules.pieces():
        ways = {
            frozenset(
                (o[0] + v[0] - w[0], o[1] + v[1] - w[1], o[2] + v[2] - w[2])
                for v in shape
            )
            for shape in ([apply(turn, c) for c in piece.cells] for turn in turns(board.rules.grid, board.rules.flip))
            for w in shape[:1]
            for o in at
        }  # fmt: skip
        uses = []
        for way in ways:
            if not all(v in at for v in way):
                continue
            marks = [at[v][1] for v in way]
            given = [mark for mark in marks if mark != "."]
            letter = given[0] if given else ""
            if given and (
                letter not in piece.letters or marks.count(letter) != region.count(letter) or len(set(marks)) > 1
            ):
                continue
            use = model.new_bool_var("")
            uses.append(use)
            for v in way:
                covers[at[v][0]].append(use)
        total = sum(uses)
        if board.rules.spare:
            model.add(total <= len(piece.letters))
        else:
            model.add(total == len(piece.letters))
    for each in covers.values():
        model.add_exactly_one(each)
    solver = cp_model.CpSolver()
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.num_workers = 1
    counter = _Counter()
    solver.solve(model, counter)
    return counter.found


@pytest.mark.parametrize("seed", range(150))
def test_counts_agree(seed: int) -> None:
    text = random_board(random.Random(seed))
    answer = FAMILY.solve([text], limit=1_000_000)[0]
    faults = FAMILY.check([text] * 2, [answer.solution, answer.witness])

    assert answer.count == _count(text), text
    assert answer.count_is_exact
    assert not answer.solution or faults[0] == ""
    assert not answer.witness or faults[1] == ""
    _given_one_piece(text, answer.solution)


def _given_one_piece(text: str, solution: str) -> None:
    """Each piece of a solution is as good a given: what is left has at least that solution."""
    if not solution:
        return
    head, _, region = text.rpartition(":")
    for letter in sorted(set(solution) - set("/#"))[:2]:
        given = "".join(letter if s == letter else mark for s, mark in zip(solution, region, strict=True))
        board = FAMILY.canonical(f"{head}:{given}")
        answer = FAMILY.solve([board], limit=1_000_000)[0]

        assert answer.count == _count(board), board
        assert FAMILY.check([board], [answer.solution]) == [""]
