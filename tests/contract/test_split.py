"""What splits a board leaves no solution out and counts none twice."""

from __future__ import annotations

import pytest

from solvers.core import Example, Family, Verdict
from solvers.solving import solve_texts

MOST = 2000  # solutions that are counted to the end


def test_parts_add_up(family: Family, example: Example) -> None:
    if family.split is None:
        pytest.skip(f"{family.name} boards cannot be split")
    whole = solve_texts(family, [example.text], MOST)[0]
    if whole.verdict is Verdict.INVALID or not whole.count_is_exact:
        pytest.skip("more solutions than are counted here, or none by the givens")

    texts = family.split(example.text, 20)
    answers = solve_texts(family, texts, MOST)

    assert [family.canonical(text) for text in texts] == texts
    assert len(set(texts)) == len(texts)
    assert sum(answer.count for answer in answers) == whole.count
    found = [text for answer in answers for text in (answer.solution, answer.witness) if text]
    assert family.check([example.text] * len(found), found) == [""] * len(found)
