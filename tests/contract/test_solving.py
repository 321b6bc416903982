"""The checked solve takes boards of every family, and what is no board of its family never gets an answer."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers.core import Board, Budget, Example, Family, MalformedError
from solvers.solving import solve
from tests.contract.conftest import FAMILIES
from tests.contract.test_board import GARBAGE

LITTLE = Budget(nodes=100, seconds=0.1)


def is_canonical(family: Family, text: str) -> bool:
    try:
        return family.canonical(text) == text
    except MalformedError:
        return False


def test_a_board_is_answered_as_its_text(family: Family) -> None:
    texts = [example.text for example in family.examples]
    boards = [Board(family.name, family.variant(text), text) for text in texts]

    answers = [answer._replace(solve_ns=0) for answer in solve(boards, budget=Budget(nodes=100))]

    plain = solve(texts, family=family.name, budget=Budget(nodes=100))
    assert answers == [answer._replace(solve_ns=0) for answer in plain]


def test_garbage_is_not_answered(family: Family) -> None:
    for text in GARBAGE:
        if not is_canonical(family, text):
            with pytest.raises(MalformedError):
                next(solve(Board(family.name, "", text)))


@given(st.sampled_from(FAMILIES), st.data())
def test_only_canonical_text_is_answered(family: Family, data: st.DataObject) -> None:
    """Kernels read more than that: to them a text may be a board that is none, or another one."""
    text = data.draw(st.sampled_from(family.examples)).text
    at = data.draw(st.integers(0, len(text)))
    damaged = (
        text[:at]
        + data.draw(st.text("0123456789.x#/ ABab:;,-", max_size=3))
        + text[at + data.draw(st.integers(0, 3)) :]
    )
    boards = [Board(family.name, "", damaged), Board(family.name, family.variant(text), damaged)]
    for board in boards:
        if not is_canonical(family, damaged):
            with pytest.raises(MalformedError):
                next(solve(board, budget=LITTLE))
    if is_canonical(family, damaged):
        assert next(solve(boards[0], budget=LITTLE)).engine


def test_another_variant_is_refused(family: Family, example: Example) -> None:
    with pytest.raises(MalformedError, match="expected a board of"):
        next(solve(Board(family.name, "no such variant", example.text), budget=LITTLE))


def test_variants_in_bulk_are_those_of_each(family: Family) -> None:
    if family.variants is None:
        pytest.skip(f"{family.name} has no variants in bulk")
    texts = [example.text for example in family.examples]

    found = family.variants([*texts, *GARBAGE])

    assert found[: len(texts)] == [known and family.variant(text) for known, text in zip(found, texts, strict=False)]
    assert all(is_canonical(family, text) for text, known in zip([*texts, *GARBAGE], found, strict=True) if known)
