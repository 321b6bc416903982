"""Other engines: a batch rerun by one, an audit by one, and the deep lane's portfolio."""

from __future__ import annotations

import json

from cli import exits
from tests.integration.program import Program
from tests.integration.test_flow import EASY, NONE, SEVERAL


def test_a_rerun_by_another_engine_is_compared(program: Program) -> None:
    program.run("run", program.boards(EASY, SEVERAL, NONE))

    out, err = program.run("rerun", "1", "--engine", "cp-sat", "--wait", "--jsonl")

    assert out == ""
    assert "3 answers of reruns, 0 contradict" in err
    assert program.ask("SELECT count(*), count(DISTINCT engine_id) FROM other_answer WHERE kind = 'rerun'") == [(3, 1)]


def test_a_contradiction_is_said_and_ends_with_its_code(served: Program) -> None:
    served.run("run", served.boards("trial count 1", "trial fine 1"), "--limit", "5")

    out, err = served.run("rerun", "1", "--engine", "second", "--wait", "--jsonl", expected=exits.CONTRADICTED)

    [row] = map(json.loads, out.splitlines())
    assert (row["verdict"], row["rerun"], row["relation"]) == ("unique", "multiple", "contradiction")
    assert (row["engine"], row["rerun_engine"]) == ("trial/1", "second/1")
    assert "1 contradict" in err
    assert served.run("rerun", "1", "--diff", expected=exits.CONTRADICTED)[1] == err.splitlines()[-1] + "\n"
    assert served.run("audit", "1", "--sample", "100%", "--engine", "second", expected=exits.CONTRADICTED)[0] == (
        "board 1: stored as unique, second finds two solutions\n"
    )


def test_an_engine_that_no_family_has_is_named(served: Program) -> None:
    served.run("run", served.boards(EASY))

    err = served.run("rerun", "1", "--engine", "abacus", expected=exits.USAGE)[1]

    assert err == "gridmill: expected an engine of sudoku (own, cp-sat), got 'abacus'\n"


def test_the_deep_lane_asks_other_engines(served: Program) -> None:
    served.run("run", served.boards("trial stuck 300"), "--time-limit", "60")

    assert served.ask("SELECT verdict, engine.name FROM answer JOIN engine ON engine.id = engine_id") == [
        ("unique", "second/1")
    ]
    assert served.ask("SELECT kind, verdict FROM other_answer") == [("tried", "undecided")]
