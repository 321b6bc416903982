"""Kakuro in CP-SAT's terms: different digits in each run, and their sum where there is a clue."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from solvers.cp_sat import Puzzle, engine
from solvers.kakuro.board import Cell, Kakuro, White, format_board, parse
from solvers.kakuro.runs import runs


def _puzzle(text: str, cp: Any) -> Puzzle:
    board = parse(text)
    flat = [cell for row in board.rows for cell in row]
    model = cp.CpModel()
    digits = {
        place: model.new_int_var(cell.given or 1, cell.given or board.digits, "")
        for place, cell in enumerate(flat)
        if isinstance(cell, White)
    }
    for places, clue in runs(board):
        model.add_all_different([digits[place] for place in places])
        if clue is not None and places:
            model.add(sum(digits[place] for place in places) == clue)
        elif clue is not None:
            model.add_bool_or([])  # a clue without cells: no digits reach it

    def write(found: Sequence[int]) -> str:
        value = dict(zip(digits, found, strict=True))
        width = len(board.rows[0])
        filled: list[Cell] = [White(value[place]) if place in value else cell for place, cell in enumerate(flat)]
        rows = (tuple(filled[i : i + width]) for i in range(0, len(flat), width))
        return format_board(Kakuro(tuple(rows), board.digits))

    return Puzzle(model, list(digits.values()), write)


solve = engine(_puzzle)
