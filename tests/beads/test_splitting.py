"""Parts of random boards, copies and spare pieces among them, add up to the board, and their solutions are its own."""

from __future__ import annotations

import random

import pytest

from solvers.beads import FAMILY
from solvers.beads.splitting import split
from tests.beads.boards import random_board


@pytest.mark.parametrize("seed", range(60))
def test_parts_add_up(seed: int) -> None:
    text = random_board(random.Random(seed))
    whole = FAMILY.solve([text], limit=1_000_000)[0]

    parts = split(text, 9)
    answers = FAMILY.solve(parts, limit=1_000_000)

    assert sum(answer.count for answer in answers) == whole.count, text
    found = [answer.solution for answer in answers if answer.solution]
    assert FAMILY.check([text] * len(found), found) == [""] * len(found)
    assert len(set(found)) == len(found)
