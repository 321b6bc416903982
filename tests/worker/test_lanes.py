"""What a board may cost in each lane."""

from __future__ import annotations

import pytest

from solvers.core import OUT_OF_NODES, OUT_OF_TIME, Answers, Verdict
from tests.db.filling import answer
from worker import lanes

SHORT = answer(Verdict.UNDECIDED, 0, reason=OUT_OF_TIME)


@pytest.mark.parametrize(
    ("lane", "limit", "seconds"), [("fast", 10.0, 0.25), ("fast", 0.1, 0.1), ("fast", 0.0, 0.25), ("deep", 10.0, 10.0),
                                   ("deep", 0.0, 0.0)]
)  # fmt: skip
def test_budgets(lane: str, limit: float, seconds: float) -> None:
    assert lanes.budget(lane, limit).seconds == seconds


def test_boards_out_of_time_go_deep() -> None:
    answers = [answer(), SHORT, answer(Verdict.UNDECIDED, 0, reason=OUT_OF_NODES)]

    assert lanes.needs_more("fast", 10.0, [1, 2, 3], Answers(answers)) == {2}
    assert lanes.needs_more("fast", 0.0, [1, 2, 3], Answers(answers)) == {2}


def test_boards_without_more_to_spend_stay() -> None:
    assert lanes.needs_more("fast", 0.25, [1], Answers([SHORT])) == set()
    assert lanes.needs_more("deep", 10.0, [1], Answers([SHORT])) == set()
