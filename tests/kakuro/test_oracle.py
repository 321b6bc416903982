"""Small random boards of every verdict against OR-Tools CP-SAT, which shares nothing with the kernel."""

from __future__ import annotations

import os
import random
from itertools import chain

from ortools.sat.python import cp_model

from solvers.core import Answer, Verdict
from solvers.kakuro import FAMILY
from solvers.kakuro.board import Black, Cell, Kakuro, White, format_board

BOARDS = int(os.environ.get("GRIDMILL_ORACLE_BOARDS", "80"))  # of each verdict
LIMIT = 40

Place = tuple[int, int]
Run = tuple[list[Place], int | None]


def runs_of(board: Kakuro) -> list[Run]:
    """Every clue and every line of white cells, found column by column and row by row."""
    height, width = len(board.rows), len(board.rows[0])
    rows = [[(r, c) for c in range(width)] for r in range(height)]
    columns = [[(r, c) for r in range(height)] for c in range(width)]
    found = []
    for line, across in chain(((row, True) for row in rows), ((column, False) for column in columns)):
        places: list[Place] = []
        clue: int | None = None
        for r, c in line:
            cell = board.rows[r][c]
            if isinstance(cell, White):
                places.append((r, c))
                continue
            found.append((places, clue))
            places, clue = [], cell.across if across else cell.down
        found.append((places, clue))
    return [run for run in found if run != ([], None)]


def random_board(rng: random.Random) -> Kakuro:
    """A board whose clues come from a random filling, some of them then dropped, given or spoilt."""
    height, width = rng.randint(1, 5), rng.randint(2, 6)
    digits = rng.choice([9, 9, 9, 4, 6, 12])
    black = rng.choice([0.15, 0.3, 0.5])
    white = [[rng.random() >= black for _ in range(width)] for _ in range(height)]
    value = [[0] * width for _ in range(height)]
    for r in range(height):
        for c in range(width):
            seen = {value[r][k] for k in range(c)} | {value[k][c] for k in range(r)}
            value[r][c] = rng.choice([d for d in range(1, digits + 1) if d not in seen] or [1])
    cells: list[list[Cell]] = [
        [White(value[r][c] if rng.random() < 0.05 else 0) if white[r][c] else Black() for c in range(width)]
        for r in range(height)
    ]
    for r in range(height):
        for c in range(width):
            if not white[r][c]:
                cells[r][c] = Black(*(_clue(rng, value, white, (r, c), step) for step in ((1, 0), (0, 1))))
    return Kakuro(tuple(map(tuple, cells)), digits)


Grid = list[list[int]]


def _clue(rng: random.Random, value: Grid, white: list[list[bool]], place: Place, step: Place) -> int | None:
    (r, c), (dr, dc) = place, step
    total = length = 0
    while 0 <= r + dr < len(white) and c + dc < len(white[0]) and white[r + dr][c + dc]:
        r, c = r + dr, c + dc
        total, length = total + value[r][c], length + 1
    if length == 0:
        return rng.choice([None] * 60 + [5])
    if rng.random() < 0.1:
        return None
    return total + (rng.choice([-1, 1, 2]) if rng.random() < 0.03 else 0)


def is_invalid(board: Kakuro) -> bool:
    """By the rules that the family's page states."""
    for places, clue in runs_of(board):
        givens = [g for r, c in places if isinstance(cell := board.rows[r][c], White) and (g := cell.given)]
        count = len(places)
        possible = range(count * (count + 1) // 2, count * (2 * board.digits + 1 - count) // 2 + 1)
        if count > board.digits or len(set(givens)) != len(givens):
            return True
        if clue is not None and (count == 0 or clue not in possible or (len(givens) == count and sum(givens) != clue)):
            return True
    return False


class Counter40(cp_model.CpSolverSolutionCallback):
    def __init__(self) -> None:
        super().__init__()
        self.found = 0

    def on_solution_callback(self) -> None:
        self.found += 1
        if self.found >= LIMIT:
            self.stop_search()


def oracle_model(board: Kakuro) -> tuple[cp_model.CpModel, dict[Place, cp_model.IntVar]]:
    """The board's rules, and the variables of its white cells in reading order."""
    model = cp_model.CpModel()
    cells = {}
    for r, row in enumerate(board.rows):
        for c, cell in enumerate(row):
            if isinstance(cell, White):
                low, high = (cell.given, cell.given) if cell.given else (1, board.digits)
                cells[r, c] = model.new_int_var(low, high, f"r{r}c{c}")
    for places, clue in runs_of(board):
        model.add_all_different([cells[place] for place in places])
        if clue is not None:
            model.add(sum(cells[place] for place in places) == clue)
    return model, cells


def oracle_count(board: Kakuro) -> int:
    model, _ = oracle_model(board)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.enumerate_all_solutions = True
    counter = Counter40()
    solver.solve(model, counter)
    return counter.found


def boards_of_every_verdict(rng: random.Random, number: int) -> list[tuple[Kakuro, str, Answer]]:
    """So many boards of each of the four verdicts, as the kernel has them."""
    wanted = dict.fromkeys((Verdict.UNIQUE, Verdict.MULTIPLE, Verdict.NONE, Verdict.INVALID), number)
    found = []
    while any(wanted.values()):
        board = random_board(rng)
        text = format_board(board)
        (answer,) = FAMILY.solve([text], limit=LIMIT)
        if wanted[answer.verdict] > 0:
            wanted[answer.verdict] -= 1
            found.append((board, text, answer))
    return found


def test_verdicts_and_counts_agree_with_cp_sat() -> None:
    rng = random.Random(5)  # the same boards every time, nothing secret

    for board, text, answer in boards_of_every_verdict(rng, BOARDS):
        assert (answer.verdict is Verdict.INVALID) == is_invalid(board), text
        if answer.verdict is Verdict.INVALID:
            continue
        expected = oracle_count(board)
        assert answer.count_is_exact or answer.count == LIMIT, text
        assert answer.count == expected, text
        found = [solution for solution in (answer.solution, answer.witness) if solution]
        assert len(set(found)) == min(expected, 2)
        assert FAMILY.check([text] * len(found), found) == [""] * len(found)
