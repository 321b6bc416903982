"""Rows of a spoilt sudoku are no squares: lines of as many numbers may be either."""

from __future__ import annotations

import pytest

from solvers.core import Board, Reject
from solvers.reading import Source, read

PAPER = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
OTHER = ".13.....22.....48....7...19...9..8..7......2....3.......263.9..4.9.7.6....149...8"


def rows(cells: str) -> list[str]:
    return [" ".join(cells[at : at + 9]) for at in range(0, 81, 9)]


def boards(text: str) -> tuple[list[Board], list[Reject]]:
    rejects: list[Reject] = []
    return list(read(Source.of(text), rejects=rejects.append)), rejects


@pytest.mark.parametrize("between", [[], [""], ["# Grid"]], ids=["nothing", "blank", "title"])
@pytest.mark.parametrize("change", ["missing", "doubled", "short", "long", "large"])
@pytest.mark.parametrize("count", [1, 2, 6])
def test_rows_of_a_spoilt_grid_are_no_squares(count: int, change: str, between: list[str]) -> None:
    first = rows(PAPER)
    first[4:5] = {
        "missing": [],
        "doubled": first[4:5] * 2,
        "short": [first[4][:-2]],
        "long": [f"{first[4]} ."],
        "large": [first[4].replace("8", "73")],
    }[change]
    others = [line for at in range(1, count) for line in [*between, *rows((OTHER, PAPER)[at % 2])]]

    found, rejects = boards("\n".join([*between, *first, *others, ""]))

    assert {board.text for board in found} <= {PAPER, OTHER}
    assert rejects


def test_squares_that_fit_one_filling_are_squares() -> None:
    lines = ["2 7 6 0 0 0 0 3 0", "0 0 4 7 5 0 6 0 0", "8 0 0 3 0 0 0 9 0", "0 1 0 0 5 7 0 0 2"] * 3

    found, rejects = boards("\n".join([*lines, ""]))

    assert ([board.variant for board in found], rejects) == (["normal-3"] * 12, [])
