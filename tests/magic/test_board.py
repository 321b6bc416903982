"""Canonical text: round trips, loose spellings, variants, malformed texts."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers.core import MalformedError
from solvers.magic import FAMILY
from solvers.magic.board import format_board, parse
from tests.magic.strategies import random_board


@given(st.integers(0, 10**9))
def test_text_and_board_are_inverse(seed: int) -> None:
    text = random_board(random.Random(seed))  # boards, not secrets

    assert format_board(parse(text)) == text


@pytest.mark.parametrize(
    ("loose", "canonical"),
    [
        ("Normal: . 7 _ / 0 * 1/0  0 0", "normal:0 7 0/0 0 1/0 0 0"),
        ("normal:1-9 5 0/0 0 0/0 0 0", "normal:0 5 0/0 0 0/0 0 0"),
        ("normal:9|2|3|1 0 0/0 0 0/0 0 0", "normal:1-3|9 0 0/0 0 0/0 0 0"),
        ("normal;numbers=1-9;sum=15:0 0 0/0 0 0/0 0 0", "normal:0 0 0/0 0 0/0 0 0"),
        ("normal;r1c2=7;r1c2=7:0 0 0/0 0 0/0 0 0", "normal:0 7 0/0 0 0/0 0 0"),
        ("custom;r2c1+r1c1=3:0/0", "custom;r1c1+r2c1=3:0/0"),
        ("semi;numbers=1-12;sum=16:0 0 0/0 0 0/0 0 0", "semi;numbers=1-12;sum=16:0 0 0/0 0 0/0 0 0"),
    ],
)
def test_loose_spellings(loose: str, canonical: str) -> None:
    assert FAMILY.canonical(loose) == canonical
    assert FAMILY.canonical(canonical) == canonical


@pytest.mark.parametrize(
    ("text", "variant"),
    [
        ("normal:0 7 0/0 0 1/0 0 0", "normal-3"),
        ("normal;r1c1=6:8 0 0/0 5 0/0 0 0", "normal-3"),
        ("normal;numbers=2-10:0 7 0/0 0 0/0 0 0", "normal-3/special"),
        ("34-game:0 0 0 0/0 0 0 0/0 0 0 0/0 0 0 0", "34-game"),
        ("custom;r1c1+r1c2=3:0 0 0/0 0 0", "custom-2x3"),
    ],
)
def test_variants(text: str, variant: str) -> None:
    assert FAMILY.variant(text) == variant


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("0 0/0 0", "expected rule:rows"),
        ("magic:0", "expected a rule set"),
        ("normal:0 0/0", "rows of one length"),
        ("normal:0 0 0/0 0 0", "expected a square"),
        ("34-game:0 0 0/0 0 0/0 0 0", "expected order 4"),
        ("normal:x 0/0 0", "expected a number"),
        ("normal;numbers=1-3:0 0/0 0", "a number for each of 4 cells"),
        ("normal;numbers=1-5:0 0/0 0", "expected sum="),
        ("custom;r1c1+r1c1=3:0 0", "different cells"),
        ("custom;numbers=1|2000:0 0", "span at most"),
        ("custom;1+2=3:0 0", "expected a cell"),
    ],
)
def test_malformed_texts(text: str, reason: str) -> None:
    with pytest.raises(MalformedError, match=reason):
        FAMILY.canonical(text)
