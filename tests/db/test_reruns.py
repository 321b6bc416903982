"""Reruns: new answers beside the old ones, and what the two say of each other."""

from __future__ import annotations

import pytest
from sqlalchemy import Engine

from db import chunks, poison, reruns
from db.control import ControlError
from solvers.core import Answer, Verdict
from tests.db.filling import answer, block, numbered, rows, submit, take

NONE = answer(Verdict.NONE, 0, solution="")
SHORT = answer(Verdict.UNDECIDED, 0, solution="", count_is_exact=False)


def answered(engine: Engine, *answers: Answer) -> None:
    """A batch of these answers in chunk 1."""
    submit(engine, block(*(f"board {number}" for number in range(len(answers)))))
    with engine.begin() as connection:
        keys = list(range(1, len(answers) + 1))
        assert chunks.finish(connection, take(connection, 1), keys, answers, (), 1.0)


def rerun(engine: Engine, *answers: Answer, name: str = "other/1") -> None:
    """The whole batch again, in one chunk."""
    with engine.begin() as connection:
        assert reruns.rerun(connection, 1, None, "other") == len(answers)
    [[chunk]] = rows(engine, "SELECT max(id) FROM chunk")
    with engine.begin() as connection:
        held = take(connection, int(str(chunk)))
        named = [each._replace(engine=name) for each in answers]
        assert (held.engine, held.lane, held.purpose) == ("other", "deep", "rerun")
        assert chunks.finish(connection, held, list(range(1, len(answers) + 1)), named, (), 1.0)


def said(engine: Engine, name: str = "") -> list[tuple[int, str, str]]:
    with engine.connect() as connection:
        return [(each.board, each.rerun, each.relation) for each in reruns.differences(connection, 1, name)]


@pytest.mark.parametrize(
    ("old", "new", "relation"),
    [
        (answer(), NONE, "contradiction"),
        (answer(), SHORT, "undecided"),
        (SHORT, answer(), "undecided"),
        (answer(Verdict.FAILED, 0), NONE, "undecided"),
        (answer(Verdict.INVALID, 0), NONE, ""),
        (answer(Verdict.MULTIPLE, 5), answer(Verdict.MULTIPLE, 4), "contradiction"),
        (answer(Verdict.MULTIPLE, 5), answer(Verdict.MULTIPLE, 2, count_is_exact=False), ""),
        (answer(Verdict.MULTIPLE, 5), answer(Verdict.MULTIPLE, 6, count_is_exact=False), "contradiction"),
        (answer(), answer(), ""),
    ],
)
def test_what_two_answers_are_to_each_other(engine: Engine, old: Answer, new: Answer, relation: str) -> None:
    answered(engine, old)
    rerun(engine, new)

    assert [each[2] for each in said(engine)] == ([relation] if relation else [])
    assert rows(engine, "SELECT verdict FROM answer") == [(old.verdict.value,)]  # it stands as it was


def test_the_newest_rerun_of_each_engine_is_kept(engine: Engine) -> None:
    answered(engine, answer(), answer())
    rerun(engine, NONE, answer())
    rerun(engine, answer(), answer(), name="third/1")
    rerun(engine, answer(), NONE)

    assert said(engine) == [(2, "none", "contradiction")]
    assert said(engine, "third") == []
    assert rows(engine, "SELECT count(*) FROM other_answer") == [(4,)]
    with engine.connect() as connection:
        assert [reruns.compared(connection, 1, name) for name in ("", "third", "fourth")] == [4, 2, 0]


def test_one_rerun_at_a_time(engine: Engine) -> None:
    answered(engine, answer())
    with engine.begin() as connection:
        assert reruns.rerun(connection, 1, None) == 1
        with pytest.raises(ControlError, match="under way"):
            reruns.rerun(connection, 1, None)


def test_a_sample(engine: Engine) -> None:
    submit(engine, numbered(400))
    with engine.begin() as connection:
        chunks.finish(connection, take(connection, 1), list(range(1, 401)), [answer()] * 400, (), 1.0)
    with engine.begin() as connection:
        taken = reruns.rerun(connection, 1, None, "other", 0.1, 7)

    assert 20 < taken < 60
    assert rows(engine, "SELECT sum(boards) FROM chunk WHERE purpose = 'rerun'") == [(taken,)]


def test_halves_of_a_stubborn_chunk_keep_the_engine(engine: Engine) -> None:
    answered(engine, answer(), answer())
    with engine.begin() as connection:
        reruns.rerun(connection, 1, None, "other")
    for _ in range(3):
        with engine.begin() as connection:
            poison.drop(connection, take(connection, 2), 1.0, "it raised")

    assert rows(engine, "SELECT first_board, last_board, engine FROM chunk WHERE purpose = 'rerun'") == [
        (1, 1, "other"), (2, 2, "other"),
    ]  # fmt: skip


def test_what_another_engine_costs_is_not_learned(engine: Engine) -> None:
    answered(engine, answer())
    before = rows(engine, "SELECT mean_ns FROM variant")
    rerun(engine, answer(solve_ns=10**9))

    assert rows(engine, "SELECT mean_ns FROM variant") == before
