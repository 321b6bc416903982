"""Listing solutions in ascending order, for the families that can."""

from __future__ import annotations

import pytest

from solvers.core import Example, Family, Verdict


def test_pages_are_the_solutions_in_order(family: Family, example: Example) -> None:
    if family.page is None or example.verdict is Verdict.INVALID:
        pytest.skip("no solutions to list")
    first, complete = family.page(example.text, limit=3, seconds=20.0)
    rest, rest_complete = family.page(example.text, first[0], limit=2, seconds=20.0) if first else ([], True)

    assert len(set(first)) == len(first)
    assert first[1:] == rest
    assert complete == rest_complete or len(first) == 3
    assert [""] * len(first) == family.check([example.text] * len(first), first)
    assert bool(first) == (example.verdict is not Verdict.NONE)
    assert not complete or (len(first) >= 2) == (example.verdict is Verdict.MULTIPLE)
