"""Verdicts, limits, budgets and cancel of every family's kernel."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers.core import Answer, Answers, Example, Family, Verdict
from tests.contract.conftest import FAMILIES
from tests.contract.test_board import GARBAGE

SECONDS = 20.0
SOLVED = {Verdict.UNIQUE, Verdict.MULTIPLE}


def test_verdict_and_solution(family: Family, example: Example) -> None:
    answer = family.solve([example.text], seconds=SECONDS)[0]

    assert example.verdict == answer.verdict
    assert not example.solution or example.solution == answer.solution
    assert bool(answer.solution) == (answer.verdict in SOLVED)
    assert bool(answer.witness) == (answer.verdict is Verdict.MULTIPLE)
    assert answer.solution != answer.witness or not answer.solution
    assert bool(answer.reason) or answer.verdict not in {Verdict.INVALID, Verdict.UNDECIDED, Verdict.FAILED}
    assert answer.engine


def test_many_boards_in_one_call_answer_as_alone(family: Family) -> None:
    texts = [example.text for example in family.examples]
    together = family.solve([*texts, *reversed(texts)], seconds=SECONDS)
    alone = [family.solve([text], seconds=SECONDS)[0] for text in texts]

    def plain(answers: list) -> list:
        return [answer._replace(solve_ns=0) for answer in answers]

    assert plain([*alone, *reversed(alone)]) == plain(together)


def test_limit_of_one_finds_a_solution_and_proves_nothing(family: Family, example: Example) -> None:
    answer = family.solve([example.text], 1, seconds=SECONDS)[0]

    assert answer.count == (1 if example.verdict in SOLVED else 0)
    assert answer.verdict in {example.verdict, Verdict.UNDECIDED}
    assert answer.verdict is not Verdict.MULTIPLE
    assert not example.solution or example.solution == answer.solution


def test_limit_of_many_counts(family: Family, example: Example) -> None:
    two = family.solve([example.text], 2, seconds=SECONDS)[0]
    many = family.solve([example.text], 50, seconds=SECONDS)[0]

    assert two.verdict == many.verdict
    assert two.count == min(many.count, 2)
    assert many.count <= 50
    assert many.count_is_exact or many.count == 50


def test_small_budget_is_undecided_or_right(family: Family, example: Example) -> None:
    for budget in ({"nodes": 1}, {"nodes": 5}, {"seconds": 1e-9}):
        answer = family.solve([example.text], **budget)[0]

        assert answer.verdict in {example.verdict, Verdict.UNDECIDED}
        if answer.verdict is Verdict.UNDECIDED:
            assert not answer.count_is_exact
            assert "limit reached" in answer.reason


def test_nodes_stay_within_the_budget(family: Family) -> None:
    answers = family.solve([example.text for example in family.examples], 10**9, nodes=50)

    assert all(answer.nodes <= 50 for answer in answers)


def test_cancelled_boards_are_undecided(family: Family) -> None:
    answers = family.solve([example.text for example in family.examples], cancel=bytearray(b"\1"))

    assert {(Verdict.UNDECIDED, "cancelled")} == {(answer.verdict, answer.reason) for answer in answers}


def test_garbage_fails_alone(family: Family) -> None:
    good = family.examples[0]
    answers = family.solve([*GARBAGE, good.text], nodes=1000)

    assert good.verdict == answers[-1].verdict
    assert all(answer.reason for answer in answers[:-1] if answer.verdict is Verdict.FAILED)


@given(st.sampled_from(FAMILIES), st.data())
def test_damaged_text_does_not_crash(family: Family, data: st.DataObject) -> None:
    text = data.draw(st.sampled_from(family.examples)).text
    at = data.draw(st.integers(0, len(text)))
    damaged = text[:at] + data.draw(st.text(max_size=3)) + text[at + data.draw(st.integers(0, 3)) :]
    (answer,) = family.solve([damaged], nodes=1000, seconds=1.0)

    assert answer.verdict in set(Verdict)


def test_columns_say_what_the_answers_say(family: Family) -> None:
    answers = family.solve([example.text for example in family.examples], nodes=20_000)

    before = list(answers)
    columns = Answers(answers)
    fields = [columns.column(name) for name in Answer._fields]

    assert before == list(answers) == list(columns) == list(map(Answer._make, zip(*fields, strict=True)))
    assert list(answers[::-1]) == list(columns)[::-1]
    assert answers[-1] == columns[-1] == columns[len(answers) - 1]
    with pytest.raises(IndexError):
        answers[len(answers)]
