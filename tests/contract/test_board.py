"""Canonical text, drawing and variant of every family."""

from __future__ import annotations

import contextlib

from hypothesis import given
from hypothesis import strategies as st

from solvers.core import Example, Family, MalformedError
from tests.contract.conftest import FAMILIES

GARBAGE = ("", " ", "\n", "\0", ".", "x" * 1000, "1" * 81, "\ud7ff", "🧩" * 81, "::::", "-1", "9" * 10_000, "A/BB/CCC")


def test_family_has_what_it_promises(family: Family) -> None:
    assert family.name.isidentifier()
    assert family.title
    assert family.formats
    assert len({fmt.name for fmt in family.formats}) == len(family.formats)
    assert {family.name} == {fmt.family for fmt in family.formats}
    assert {"unique", "none", "invalid"} <= {str(example.verdict) for example in family.examples}


def test_examples_are_canonical(family: Family, example: Example) -> None:
    text = family.canonical(example.text)

    assert example.text == text
    assert family.variant(text)


def test_drawing_is_a_rectangle(family: Family, example: Example) -> None:
    answer = family.solve([example.text], seconds=5.0)[0]
    for extra in ((), (answer.solution,), (answer.solution, answer.witness)):
        drawings = family.draw(example.text, *extra)

        assert drawings
        for drawing in drawings:
            assert len({len(row) for row in drawing.rows}) == 1
            assert all(len(cell.text) <= 12 and "\n" not in cell.text for row in drawing.rows for cell in row)


def test_garbage_is_malformed_and_nothing_else(family: Family) -> None:
    for text in GARBAGE:
        with contextlib.suppress(MalformedError):
            canonical = family.canonical(text)
            assert canonical == family.canonical(canonical)


@given(st.sampled_from(FAMILIES), st.data())
def test_damaged_text_is_malformed_or_a_board(family: Family, data: st.DataObject) -> None:
    text = data.draw(st.sampled_from(family.examples)).text
    at = data.draw(st.integers(0, len(text)))
    damaged = text[:at] + data.draw(st.text(max_size=3)) + text[at + data.draw(st.integers(0, 3)) :]
    with contextlib.suppress(MalformedError):
        canonical = family.canonical(damaged)
        assert canonical == family.canonical(canonical)
        assert family.variant(canonical)
