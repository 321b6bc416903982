"""Engines beside the kernel say the same of every example, keep limits and budgets, and stop when they are told to."""

from __future__ import annotations

import time
from threading import Timer

import pytest

from solvers.core import CANCELLED, OWN, Budget, Example, Family, UnknownEngineError, Verdict
from solvers.solving import solve_texts

ENOUGH = Budget(seconds=20.0)
MOST = 30  # solutions that are enumerated


def test_every_family_has_an_independent_engine(family: Family) -> None:
    assert "cp-sat" in family.engines


def test_an_example_has_the_known_verdict(family: Family, example: Example) -> None:
    for name in family.engines:
        answer = solve_texts(family, [example.text], 2, ENOUGH, engine=name)[0]

        known = Verdict.NONE if example.verdict is Verdict.INVALID else example.verdict
        assert answer.verdict in (known, Verdict.UNDECIDED), answer.reason
        assert answer.engine.startswith(name)
        if known is Verdict.UNIQUE and answer.verdict is known and example.solution:
            assert answer.solution == example.solution


def test_counts_are_those_of_the_kernel(family: Family, example: Example) -> None:
    own = solve_texts(family, [example.text], MOST, Budget(seconds=1.0))[0]
    if own.verdict is Verdict.UNDECIDED:
        pytest.skip("too hard for one second")
    for name in family.engines:
        answer = solve_texts(family, [example.text], MOST, ENOUGH, engine=name)[0]
        if answer.reason == "time limit reached":
            pytest.skip("too hard for this engine")

        assert (answer.count, answer.count_is_exact) == (own.count, own.count_is_exact)


def test_one_solution_is_no_proof(family: Family) -> None:
    text = next(each.text for each in family.examples if each.verdict is Verdict.UNIQUE)
    for name in family.engines:
        answer = solve_texts(family, [text], 1, ENOUGH, engine=name)[0]

        assert (answer.verdict, answer.count, answer.count_is_exact) == (Verdict.UNDECIDED, 1, False)
        assert answer.reason == "stopped at the limit of 1 solution"


def test_a_cancelled_board_says_so(family: Family) -> None:
    text = family.examples[0].text
    for name in family.engines:
        answer = solve_texts(family, [text], 2, ENOUGH, bytearray(b"\x01"), engine=name)[0]

        assert answer.verdict is Verdict.UNDECIDED
        assert answer.reason == CANCELLED


def test_a_long_search_stops_when_it_is_cancelled_or_out_of_time() -> None:
    from solvers import registry  # noqa: PLC0415 - one family is enough

    family, empty = registry.family("sudoku"), "." * 625
    stop = bytearray(1)
    Timer(0.5, lambda: stop.__setitem__(0, 1)).start()
    start = time.monotonic()
    cancelled = solve_texts(family, [empty], 10**9, ENOUGH, stop, engine="cp-sat")[0]
    late = solve_texts(family, [empty], 10**9, Budget(seconds=0.5), engine="cp-sat")[0]

    assert cancelled.reason == CANCELLED
    assert late.reason == "time limit reached"
    assert time.monotonic() - start < 15


def test_an_unknown_engine_is_named(family: Family) -> None:
    with pytest.raises(UnknownEngineError, match=f"{family.name} \\({OWN}, cp-sat\\), got 'abacus'"):
        solve_texts(family, [], engine="abacus")
