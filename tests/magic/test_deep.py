"""The deep lane: the kernel's verdicts, whoever finds them first; honest without OR-Tools."""

from __future__ import annotations

import os
import sys
from time import process_time, thread_time

import pytest

from solvers.core import OUT_OF_TIME, Answer, Verdict
from solvers.magic import FAMILY, deep
from solvers.magic.board import parse
from tests.magic.strategies import empty

UNIQUE = "normal:9 3 0 0/0 0 0 0/6 0 0 0/0 5 0 0"
NONE = "normal:0 0 0/0 4 0/0 0 0"
HARD = empty("pandiagonal", 9).replace("0", "1", 1)  # with a given, which no construction knows


@pytest.mark.parametrize("text", [UNIQUE, NONE, empty("normal", 4), "normal:5 0 0/0 5 0/0 0 0"])
def test_easy_boards_need_no_race(text: str) -> None:
    assert deep.solve([text])[0][:6] == FAMILY.solve([text])[0][:6]


@pytest.mark.parametrize(
    ("text", "verdict"), [(UNIQUE, Verdict.UNIQUE), (NONE, Verdict.NONE), (empty("normal", 3), Verdict.MULTIPLE)]
)
def test_cp_sat_decides_alone(text: str, verdict: Verdict) -> None:
    answer = deep.CpSat(parse(text), 2, 30.0).solve()

    assert (answer.verdict, answer.count_is_exact) == (verdict, verdict is not Verdict.MULTIPLE)
    assert FAMILY.check([text], [answer.solution]) == [""] or verdict is Verdict.NONE


@pytest.mark.parametrize("text", [UNIQUE, NONE, empty("normal", 6)])
def test_a_race_is_decided(text: str) -> None:
    answer = deep.Race(text, 2, 30.0).run(None)

    assert answer.verdict is FAMILY.solve([text])[0].verdict


def test_a_cancel_ends_a_race() -> None:
    answer = deep.Race(HARD, 2, 0.0).run(bytearray(b"\1"))

    assert answer.verdict in (Verdict.UNDECIDED, Verdict.MULTIPLE)


def test_without_or_tools_an_undecided_board_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deep, "find_spec", lambda _: None)
    monkeypatch.setattr(deep, "ALONE_S", 0.01)

    [answer] = deep.solve([HARD], seconds=0.05)

    assert (answer.verdict, answer.reason) == (Verdict.UNDECIDED, f"{OUT_OF_TIME}; {deep.MISSING}")


@pytest.mark.skipif(sys.platform != "linux", reason="threads have no priority of their own here")
def test_on_one_core_cp_sat_has_nearly_all_of_it() -> None:
    race = deep.Race(HARD, 2, 30.0)

    def busy() -> Answer:
        while thread_time() < 0.5:
            pass
        return Answer(Verdict.NONE, 0, True, "", "", "", 0, 0, "cp-sat")

    race._cp_sat.solve = busy  # type: ignore[method-assign]  # a stand-in
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(cores)})
    try:
        start = process_time()
        answer = race.run(None)
        spent = process_time() - start
    finally:
        os.sched_setaffinity(0, cores)

    assert answer.verdict is Verdict.NONE
    assert spent < 0.65  # twice 0.5 if both had the same priority
