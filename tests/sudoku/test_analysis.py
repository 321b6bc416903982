"""Redundant givens, canonical forms, backdoors, and why a board has no solution."""

from __future__ import annotations

import random
from collections.abc import Callable
from time import monotonic

import pytest

from solvers.core import Verdict
from solvers.sudoku import FAMILY, _kernel
from solvers.sudoku.alphabet import values
from solvers.sudoku.analysis import UnfinishedError, backdoor, canonical_forms, redundant, why_none
from solvers.sudoku.board import canonical, cell_name, parse
from tests.shared import shared
from tests.sudoku.oracle import box_units, oracle
from tests.sudoku.test_verdicts import archive

UNIQUE = [e.text for e in FAMILY.examples if e.verdict is Verdict.UNIQUE and len(e.text) == 81]


def equivalent(text: str, rng: random.Random) -> str:
    """The board relabelled, with rows and columns in another order, sometimes turned."""
    rows = [text[i : i + 9] for i in range(0, 81, 9)]
    if rng.random() < 0.5:
        rows = ["".join(column) for column in zip(*rows, strict=True)]
    order = [[3 * band + i for band in rng.sample(range(3), 3) for i in rng.sample(range(3), 3)] for _ in range(2)]
    names = dict(zip(".123456789", "." + "".join(rng.sample("123456789", 9)), strict=True))
    return "".join(names[rows[row][column]] for row in order[0] for column in order[1])


def test_redundant_givens_are_those_that_the_report_names() -> None:
    lines = [line for line in shared("cases/38-minimality.txt").read_text().split() if len(line) == 81]

    assert redundant(canonical(lines[0])) == []
    assert redundant(canonical(lines[1])) == ["r1c1=7", "r6c6=7"]


def test_equivalent_boards_have_one_form_and_near_misses_another() -> None:
    rng = random.Random(9)
    for text in UNIQUE:
        forms = canonical_forms([text, *(equivalent(text, rng) for _ in range(20))])
        cell = rng.choice([i for i, symbol in enumerate(text) if symbol != "."])
        near = text[:cell] + "." + text[cell + 1 :]

        assert len(set(forms)) == 1
        assert canonical_forms(forms[:1]) == forms[:1]
        assert canonical_forms([near]) != forms[:1]
        assert forms[0] <= min(text, *(equivalent(text, rng) for _ in range(200)))


def test_boards_published_in_canonical_form_stay_as_they_are() -> None:
    """Royle's list of 17 givens keeps each board as the least text of its kind, and no two are equivalent."""
    texts = archive(shared("data/sudoku/9x9/puzzles2_17_clue.gz"))
    forms = canonical_forms(texts)

    assert len(set(forms)) == len(texts)
    assert forms[0] == texts[0]


def test_forms_are_for_plain_boards_of_nine() -> None:
    with pytest.raises(ValueError, match="plain boards of 9x9"):
        _kernel.minlex(["." * 16])


def test_backdoor_makes_the_board_easy() -> None:
    hard = ".....7..4.....6..386.2.....5.9.82...64.....8.......7.........42.1..3....7.3.....9"
    cells = backdoor(hard)

    assert backdoor(UNIQUE[0]) == []
    assert backdoor("." * 81) is None
    assert cells
    assert len(cells) <= 3


def test_why_none_is_a_minimal_set() -> None:
    none = [example.text for example in FAMILY.examples if example.verdict is Verdict.NONE]
    invalid = next(example.text for example in FAMILY.examples if example.text.startswith("11"))

    assert why_none(invalid) == ["r1c1=1", "r1c2=1"] or len(why_none(invalid)) == 2
    assert why_none(UNIQUE[0]) == []
    for text in none:
        core = why_none(text)
        assert core
        board = parse(text)
        if not board.plain():
            continue
        units = box_units(board.size, board.box.rows)
        givens = {
            cell: values(board.size).index(s)
            for cell, s in enumerate(board.cells)
            if s != "." and f"{cell_name(cell, board.size)}={s}" in core
        }
        assert oracle(board.size, units, givens)[0] is Verdict.NONE
        for cell in givens:
            fewer = {other: value for other, value in givens.items() if other != cell}
            assert oracle(board.size, units, fewer)[0] is not Verdict.NONE


ANALYSES = (redundant, backdoor, why_none, lambda text, **limits: canonical_forms([text] * 100_000, **limits))


@pytest.mark.parametrize("analysis", ANALYSES)
def test_cancel_stops_an_analysis(analysis: Callable[..., object]) -> None:
    with pytest.raises(UnfinishedError, match="cancelled"):
        analysis(UNIQUE[0], cancel=bytearray([1]))


def test_time_limits_are_for_all_of_a_call() -> None:
    """Boards whose analysis takes minutes: Frisch's first, and a minimal one with each given doubtful."""
    hard = archive(shared("data/sudoku/25x25/frisch_gecode.txt"))[0]
    start = monotonic()
    for analysis in (redundant, backdoor, why_none):
        with pytest.raises(UnfinishedError, match="time limit reached"):
            analysis(hard, seconds=0.3)
    with pytest.raises(UnfinishedError, match="time limit reached"):
        canonical_forms(UNIQUE * 100_000, seconds=0.05)

    assert monotonic() - start < 4
