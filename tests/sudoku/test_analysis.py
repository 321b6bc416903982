"""Backdoors, givens that contradict each other, and the limits of analyses."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

import pytest

from solvers.core import Verdict
from solvers.minimality import contradiction
from solvers.sudoku import FAMILY
from solvers.sudoku.alphabet import values
from solvers.sudoku.analysis import UnfinishedError, backdoor, canonical_forms
from solvers.sudoku.board import cell_name, parse
from tests.shared import shared
from tests.sudoku.oracle import box_units, oracle
from tests.sudoku.test_verdicts import archive

EASY = next(each.text for each in FAMILY.examples if each.verdict is Verdict.UNIQUE and len(each.text) == 81)


def test_backdoor_makes_the_board_easy() -> None:
    hard = ".....7..4.....6..386.2.....5.9.82...64.....8.......7.........42.1..3....7.3.....9"
    cells = backdoor(hard)

    assert backdoor(EASY) == []
    assert backdoor("." * 81) is None
    assert cells
    assert len(cells) <= 3


def test_givens_that_contradict_each_other_are_a_minimal_set() -> None:
    for text in (example.text for example in FAMILY.examples if example.verdict is Verdict.NONE):
        board = parse(text)
        core = contradiction("sudoku", text)
        assert core
        if not board.plain():
            continue
        units = box_units(board.size, board.box.rows)
        givens = {
            cell: values(board.size).index(symbol)
            for cell, symbol in enumerate(board.cells)
            if f"{cell_name(cell, board.size)}={symbol}" in core
        }
        assert oracle(board.size, units, givens)[0] is Verdict.NONE
        for cell in givens:
            fewer = {other: value for other, value in givens.items() if other != cell}
            assert oracle(board.size, units, fewer)[0] is not Verdict.NONE


ANALYSES = (backdoor, lambda text, **limits: canonical_forms([text] * 100_000, **limits))


@pytest.mark.parametrize("analysis", ANALYSES)
def test_cancel_stops_an_analysis(analysis: Callable[..., object]) -> None:
    with pytest.raises(UnfinishedError, match="cancelled"):
        analysis(EASY, cancel=bytearray([1]))


def test_time_limits_are_for_all_of_a_call() -> None:
    """Frisch's first board takes more, and so do so many forms."""
    hard = archive(shared("data/sudoku/25x25/frisch_gecode.txt"))[0]
    start = monotonic()
    with pytest.raises(UnfinishedError, match="time limit reached"):
        backdoor(hard, seconds=0.3)
    with pytest.raises(UnfinishedError, match="time limit reached"):
        canonical_forms([EASY] * 300_000, seconds=0.05)

    assert monotonic() - start < 4
