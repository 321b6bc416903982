"""Every family's checker accepts what is right and nothing else."""

from __future__ import annotations

from solvers.core import Example, Family, Verdict
from tests.contract.test_board import GARBAGE


def test_right_solutions_pass(family: Family) -> None:
    known = [example for example in family.examples if example.solution]
    faults = family.check([example.text for example in known], [example.solution for example in known])

    assert known
    assert [""] * len(known) == faults


def test_solution_and_witness_pass(family: Family) -> None:
    texts = [example.text for example in family.examples if example.verdict is Verdict.MULTIPLE]
    answers = family.solve(texts, seconds=20.0)
    faults = family.check([*texts, *texts], [a.solution for a in answers] + [a.witness for a in answers])

    assert [""] * len(faults) == faults


def test_any_changed_cell_is_refused(family: Family, example: Example) -> None:
    symbols = sorted({symbol for symbol in example.solution if symbol.isalnum()})
    changed = [
        example.solution[:i] + other + example.solution[i + 1 :]
        for i, symbol in enumerate(example.solution)
        if symbol.isalnum()
        for other in (symbols[symbols.index(symbol) - 1], "~")
        if other != symbol
    ]
    faults = family.check([example.text] * len(changed), changed)

    assert len(changed) == len(faults)
    assert all(faults)


def test_solutions_of_the_wrong_length_are_refused(family: Family, example: Example) -> None:
    wrong = ["", example.solution[:-1], example.solution + "1"] if example.solution else [""]

    assert all(family.check([example.text] * len(wrong), wrong))


def test_garbage_is_no_solution(family: Family) -> None:
    good = next(example for example in family.examples if example.solution)
    faults = family.check([good.text] * (len(GARBAGE) + 1), [*GARBAGE, good.solution])

    assert faults[-1] == ""
    assert all(faults[:-1])


def test_nothing_to_check(family: Family) -> None:
    assert family.check([], []) == []
